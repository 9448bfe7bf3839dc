/**
 * SHA-256 of pairs by the platform, where it offers a synchronous one: Node from 20.16 on. It uses the processor's SHA
 * instructions. Its result as Latin-1 text, written back into one buffer, costs a third of its result as bytes: nothing is
 * allocated outside of the heap (docs/decisions/02-hashing.md).
 */
import type { PairBlock } from "./implementation.js";

interface LatinBuffer extends Uint8Array<ArrayBuffer> {
  latin1Write(text: string, offset: number, length: number): number;
}

/** The parts of Node that are used, found without an import: the package has none of Node's modules. */
interface NodeProcess {
  getBuiltinModule?(name: "node:crypto"): {
    hash?(algorithm: "sha256", bytes: Uint8Array, encoding: "latin1"): string;
  };
  getBuiltinModule?(name: "node:buffer"): { Buffer: { alloc(size: number): LatinBuffer } };
}

/** Null where the platform has none. */
export function platformPair(): PairBlock | null {
  const { process } = globalThis as { process?: NodeProcess };
  const { hash } = process?.getBuiltinModule?.("node:crypto") ?? {};
  const { Buffer } = process?.getBuiltinModule?.("node:buffer") ?? {};
  if (hash === undefined || Buffer === undefined) return null;
  const buffer = Buffer.alloc(64);
  // Callers get no `Buffer`: its `slice` does not copy.
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
  const halves = { 0: bytes.subarray(0, 32), 32: bytes.subarray(32) } as const;
  return {
    bytes,
    hashInto(offset) {
      buffer.latin1Write(hash("sha256", bytes, "latin1"), offset, 32);
    },
    hashAgain(offset) {
      buffer.latin1Write(hash("sha256", halves[offset], "latin1"), offset, 32);
    },
  };
}
