/** Writes BER for tests. */

import { isSameBytes } from "@svc-proof/shared/encoding";
import { type DerElement, parseDer, TAG } from "./der.js";
import { encodeDer } from "./values.js";

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
