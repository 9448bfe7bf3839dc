/** Writes DER and BER for tests, and tells what readers make of it. */

import { FormatError, isSameBytes } from "@svc-proof/shared/encoding";
import { Work } from "../work/work.js";
import { contextConstructed, contextPrimitive, type DerElement, parseDer, TAG } from "./der.js";
import { encodeDer, encodeObjectIdentifier } from "./values.js";

type Bytes = Uint8Array;
export const bytes = (...content: readonly number[]): Bytes => Uint8Array.from(content);
export const sequence = (...parts: readonly Bytes[]): Bytes => encodeDer(TAG.sequence, ...parts);
export const set = (...parts: readonly Bytes[]): Bytes => encodeDer(TAG.set, ...parts);
export const oid: (text: string) => Bytes = encodeObjectIdentifier;
export const octets = (...parts: readonly Bytes[]): Bytes => encodeDer(TAG.octetString, ...parts);
/** By the bytes of its content. */
export const integer = (...content: readonly number[]): Bytes => encodeDer(TAG.integer, bytes(...content));
/** A character string, or a time. */
export const text = (tag: number, value: string): Bytes => encodeDer(tag, new TextEncoder().encode(value));
/** Under a context tag, in constructed form. */
export const around = (number: number, ...parts: readonly Bytes[]): Bytes =>
  encodeDer(contextConstructed(number), ...parts);
/** Under a context tag, in primitive form. */
export const plain = (number: number, ...parts: readonly Bytes[]): Bytes =>
  encodeDer(contextPrimitive(number), ...parts);
export const NULL: Bytes = encodeDer(TAG.null);
export const TRUE: Bytes = encodeDer(TAG.boolean, bytes(0xff));
export const FALSE: Bytes = encodeDer(TAG.boolean, bytes(0));

/** What is read, or code and offset of the error: `der_unexpected at 4`. */
export function errorOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return `${error.code} at ${error.offset}`;
    throw error;
  }
}

/** The code of the error, or `ok`. */
export function codeOf(read: () => unknown): string {
  try {
    read();
    return "ok";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

/** The units of work that a run spends. */
export async function spentBy(run: (work: Work) => unknown): Promise<number> {
  const work = new Work();
  const { left } = work;
  await run(work);
  return left - work.left;
}

/** Bytes of a piece. */
const PIECE = 40;

/**
 * The same value in the BER of libraries that write as they go: indefinite lengths, and OCTET STRINGs in pieces.
 *
 * @param kept values that stay as they are.
 */
export function inBer(der: Uint8Array, kept: readonly Uint8Array[] = []): Uint8Array {
  const write = (element: DerElement): Uint8Array[] => {
    if (kept.some((one) => isSameBytes(one, element.der))) return [element.der];
    const indefinite = (tag: number, ...parts: readonly Uint8Array[]) => [
      Uint8Array.of(tag, 0x80),
      ...parts,
      Uint8Array.of(0, 0),
    ];
    const { tag, content } = element;
    if ((tag & 0x20) !== 0) return indefinite(tag, ...element.children.flatMap(write));
    if (tag !== TAG.octetString || content.length <= PIECE) return [element.der];
    const pieces = Array.from({ length: Math.ceil(content.length / PIECE) }, (_, i) =>
      encodeDer(TAG.octetString, content.subarray(i * PIECE, (i + 1) * PIECE)),
    );
    return indefinite(tag | 0x20, ...pieces);
  };
  const limits = { maxBytes: 1_048_576, maxDepth: 32, maxElements: 65_536 };
  return new Uint8Array(Buffer.concat(write(parseDer(der, limits))));
}
