/** Archives that are as expensive as possible, each for one reason. */
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { type ArchiveEntry, archiveOf } from "./archive-of.js";
import type { BitWriter } from "./bit-writer.js";
import { type Block, encodeBlock, evenLengths, repeated } from "./deflate-blocks.js";
import type { WorstInput } from "./worst-input.js";

const PROOF: ArchiveEntry = { name: "proof.json", method: 0, data: new Uint8Array(0), sizeBytes: 0 };

function ofOriginal(original: Omit<ArchiveEntry, "name">): Uint8Array {
  return archiveOf([PROOF, { name: "original/a", ...original }]);
}

/** For a stream of unknown size: the largest size that may be stated. */
function ofStream(data: Uint8Array): Uint8Array {
  return ofOriginal({ method: 8, data, sizeBytes: 199 * data.length });
}

function ofUnits(
  unit: (writer: BitWriter) => void,
  sizeBytes: number,
  first: Uint8Array = new Uint8Array(0),
): Uint8Array {
  return ofStream(repeated(unit, sizeBytes, first));
}

/** A stored block of zeros as a target for matches. */
function zeros(count: number): Uint8Array {
  const block = new Uint8Array(5 + count);
  block.set([0, count & 255, count >> 8, ~count & 255, (~count >> 8) & 255]);
  return block;
}

/** Complete sets of codes, from even to as deep as 15 bits allow. */
function lengthsOf(symbols: number, depth: number): number[] {
  // The first have codes of 1, 2, 3 … bits; the others share the rest.
  const deep = Math.min(depth, 14 - Math.ceil(Math.log2(Math.max(2, symbols - depth))));
  const rest = evenLengths(symbols - Math.max(0, deep)).map((bits) => bits + Math.max(0, deep));
  return [...Array.from({ length: Math.max(0, deep) }, (_, i) => i + 1), ...rest];
}

function at(symbols: readonly number[], lengths: readonly number[], count: number): number[] {
  const all = new Array<number>(count).fill(0);
  for (const [i, symbol] of symbols.entries()) all[symbol] = lengths[i]!;
  return all;
}

/** @param shape literals with codes, the depth of the first, distances with codes, literals before the end. */
function blockOf({
  literals,
  depth,
  distances,
  symbols,
}: Record<"literals" | "depth" | "distances" | "symbols", number>): Block {
  const used = [...Array.from({ length: literals }, (_, i) => i), 256];
  return {
    lengths: at(used, lengthsOf(used.length, depth), 257),
    distances: evenLengths(distances),
    symbols: new Array<number>(symbols)
      .fill(literals === 0 ? 256 : literals - 1)
      .slice(0, literals === 0 ? 0 : symbols),
  };
}

const LITERALS = [1, 2, 15, 63, 143, 255];
const DEPTHS = [0, 2, 4, 6];
const SYMBOLS = [0, 1, 16, 256];

export const worstZips: readonly WorstInput[] = [
  ...LITERALS.flatMap((literals) =>
    DEPTHS.flatMap((depth) =>
      SYMBOLS.map((symbols): WorstInput => {
        const block = blockOf({ literals, depth, distances: literals > 15 ? 30 : 1, symbols });
        const name = `blocks of ${literals} literals, ${depth} of them deep, ${symbols} used`;
        return { name, make: (sizeBytes) => ofUnits((writer) => encodeBlock(writer, block), sizeBytes) };
      }),
    ),
  ),
  {
    name: "empty stored blocks",
    make: (sizeBytes) =>
      ofUnits((writer) => [0, 0, 0, 255, 255].map((byte) => writer.put(byte, 8)), sizeBytes),
  },
  { name: "empty fixed blocks", make: (sizeBytes) => ofUnits((writer) => writer.put(2, 10), sizeBytes) },
  {
    name: "stored blocks of one byte",
    make: (sizeBytes) =>
      ofUnits((writer) => [0, 1, 0, 254, 255, 65].map((byte) => writer.put(byte, 8)), sizeBytes),
  },
  ...[3, 4, 10, 258].map((length): WorstInput => {
    const symbol = length === 258 ? 285 : 254 + length;
    const block: Block = {
      lengths: at([0, 256, symbol], [2, 2, 1], 286),
      distances: [1],
      symbols: new Array<number>(8192).fill(symbol),
    };
    return {
      name: `matches of ${length} bytes`,
      make: (sizeBytes) => ofUnits((writer) => encodeBlock(writer, block), sizeBytes, zeros(1000)),
    };
  }),
  {
    name: "literals of one bit",
    make: (sizeBytes) =>
      ofUnits(
        (writer) =>
          encodeBlock(writer, {
            lengths: at([65, 66, 256], [1, 2, 2], 257),
            distances: [1],
            symbols: new Array<number>(16_384).fill(65),
          }),
        sizeBytes,
      ),
  },
  {
    name: "literals of 15 bits",
    make: (sizeBytes) => {
      const lengths = at(
        Array.from({ length: 16 }, (_, i) => (i === 15 ? 256 : i)),
        Array.from({ length: 16 }, (_, i) => Math.min(i + 1, 15)),
        257,
      );
      return ofUnits(
        (writer) =>
          encodeBlock(writer, { lengths, distances: [1], symbols: new Array<number>(4096).fill(14) }),
        sizeBytes,
      );
    },
  },
  {
    name: "literals of six bits",
    make: (sizeBytes) =>
      ofStream(deflateRawSync(randomBytes(Math.floor(sizeBytes * 1.33)).map((byte) => byte & 63))),
  },
  {
    name: "a stored original",
    make: (sizeBytes) => ofOriginal({ method: 0, data: randomBytes(sizeBytes), sizeBytes }),
  },
  {
    name: "a stored original with its size behind it",
    make: (sizeBytes) => {
      const data = new Uint8Array(sizeBytes).fill(0x50);
      return ofOriginal({ method: 0, data, sizeBytes, hasDescriptor: true });
    },
  },
  {
    name: "an original that does not compress",
    make: (sizeBytes) => {
      const content = randomBytes(sizeBytes);
      const data = deflateRawSync(content);
      return ofOriginal({ method: 8, data, sizeBytes });
    },
  },
  {
    name: "256 entries of long names, deep folders and many fields",
    make: () => {
      const extra = new Uint8Array(40 * 60);
      for (let at = 0; at < extra.length; at += 60) extra.set([0x75, 0x70, 56, 0, 1], at);
      const entries = Array.from({ length: 255 }, (_, i): ArchiveEntry => {
        const name = Array.from(
          { length: 64 },
          (_, k) => `\u00e4${String(i * 64 + k).padStart(13, ".")}`,
        ).join("/");
        return { name: name.slice(0, 950), method: 8, data: Uint8Array.of(3, 0), sizeBytes: 0, extra };
      });
      return archiveOf([PROOF, ...entries]);
    },
  },
  {
    name: "names of marks that have to be sorted",
    make: () =>
      archiveOf([
        PROOF,
        ...Array.from(
          { length: 255 },
          (_, i): ArchiveEntry => ({
            name: `${i}a${"\u0301\u0316".repeat(250)}`,
            method: 0,
            data: new Uint8Array(0),
            sizeBytes: 0,
          }),
        ),
      ]),
  },
];
