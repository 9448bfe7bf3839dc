/**
 * Generates the WebAssembly module that hashes short messages with SHA-256, around the code of
 * compression.ts. Binary format: WebAssembly Core Specification 2.0, section 5.5. Without SIMD, version 1.0
 * is enough.
 *
 * The module checks nothing. The caller keeps addresses and counts within its memory.
 */
import {
  COUNT,
  compressBlock,
  constantTables,
  hashPair,
  INPUT,
  OUTPUT,
  TABLE,
  wordLocals,
} from "./compression.js";
import {
  bytes,
  type Code,
  fourLanes,
  getLocal,
  type Lanes,
  oneLane,
  setLocal,
  teeLocal,
  unsigned,
} from "./lanes.js";

/** The exports of the module. Each function processes `count` adjacent inputs, at least one. */
export interface Sha256Exports {
  /** One page of 64 KiB. The caller may use it from `freeMemoryAt` on. */
  readonly memory: WebAssembly.Memory;
  /** Compresses 64-byte blocks into the state, 8 big-endian words. After the last block they are the hash. */
  compress(blocksAt: number, stateAt: number, count: number): void;
  /** Hashes 64-byte messages to 32 bytes each. Each message is read before its hash is written. */
  hashPairs(messagesAt: number, hashesAt: number, count: number): void;
  /** The same for `count` groups of four messages. Only in a module with SIMD. */
  hashFourPairs?(messagesAt: number, hashesAt: number, count: number): void;
}

/** The constants occupy the memory below this address. */
export const freeMemoryAt = 512;

const sized = (code: Code): Code => unsigned(code.length) + code;

/** A function that runs `body` for each input. */
function loopOver(lanes: Lanes, body: Code, inputBytes: number, outputBytes: number): Code {
  const { add, constant } = oneLane;
  const locals = bytes(2, 1, oneLane.type, wordLocals, lanes.type);
  const start = setLocal(TABLE, constant(0));
  const next =
    setLocal(INPUT, add(getLocal(INPUT), constant(inputBytes))) +
    setLocal(OUTPUT, add(getLocal(OUTPUT), constant(outputBytes))) +
    teeLocal(COUNT, add(getLocal(COUNT), constant(-1)));
  // loop; br_if; end of the loop, end of the function
  return `${locals}\x03\x40${start}${body}${next}\x0d\x00\x0b\x0b`;
}

const section = (id: number, items: readonly Code[]): Code =>
  bytes(id) + sized(unsigned(items.length) + items.join(""));

/** The bytes of the module, identical at every call. */
export function sha256Module(simd: boolean): Uint8Array<ArrayBuffer> {
  const functions: [name: string, code: Code][] = [
    ["compress", loopOver(oneLane, compressBlock(), 64, 0)],
    ["hashPairs", loopOver(oneLane, hashPair(oneLane), 64, 32)],
  ];
  if (simd) {
    functions.push(["hashFourPairs", loopOver(fourLanes, hashPair(fourLanes), 256, 128)]);
  }
  const littleEndian = (word: number) =>
    bytes(word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24);
  const tables = Array.from(constantTables(), littleEndian).join("");
  const code =
    "\0asm\x01\0\0\0" +
    // Types: one function of three i32. Functions: all of that type. Memory: one page.
    section(1, ["\x60\x03\x7f\x7f\x7f\x00"]) +
    section(
      3,
      functions.map(() => "\x00"),
    ) +
    section(5, ["\x00\x01"]) +
    section(7, [
      `${sized("memory")}\x02\x00`,
      ...functions.map(([name], at) => `${sized(name)}\x00${unsigned(at)}`),
    ]) +
    section(
      10,
      functions.map(([, body]) => sized(body)),
    ) +
    section(11, [`\x00${oneLane.constant(0)}\x0b${sized(tables)}`]);
  const module = new Uint8Array(code.length);
  for (let at = 0; at < module.length; at++) {
    module[at] = code.charCodeAt(at);
  }
  return module;
}
