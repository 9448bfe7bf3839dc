/** The generated module; goes if the measurement allows. */
import { initialState, roundConstants } from "./sha256-constants.js";

// The WebAssembly instructions that SHA-256 needs, for one 32-bit integer and for a vector of four. Opcodes:
// WebAssembly Core Specification 2.0, section 5.4.

/** Bytes of a module, one character each. Strings are the cheapest type to concatenate. */
export type Code = string;

/** A number type and the code of its operations. Each operation leaves its result on the stack. */
export interface Lanes {
  readonly type: number;
  add(left: Code, right: Code): Code;
  and(left: Code, right: Code): Code;
  xor(left: Code, right: Code): Code;
  rotateRight(value: Code, bits: number): Code;
  shiftRight(value: Code, bits: number): Code;
  constant(word: number): Code;
  /** Loads the word at an address, in memory order, into every lane. */
  loadConstant(address: Code, offset: number): Code;
  /** Sets locals, starting at `first`, to the big-endian words of the message(s) at `address`. */
  loadWords(address: Code, first: number, words: number): Code;
  /** The inverse of `loadWords`. Overwrites the locals. */
  storeWords(address: Code, first: number, words: number): Code;
}

export const bytes = (...values: number[]): Code => String.fromCharCode(...values);

/** Concatenates the code made for 0 to `count` - 1. */
export function repeat(count: number, make: (at: number) => Code): Code {
  let code = "";
  for (let at = 0; at < count; at++) {
    code += make(at);
  }
  return code;
}

/** LEB128 of an unsigned number (section 5.2.2). */
export const unsigned = (value: number): Code =>
  value < 0x80
    ? String.fromCharCode(value)
    : String.fromCharCode((value & 0x7f) | 0x80) + unsigned(value >>> 7);

/** LEB128 of a signed number of 32 bits (section 5.2.2). */
const signed = (value: number): Code =>
  value >= -0x40 && value < 0x40
    ? String.fromCharCode(value & 0x7f)
    : String.fromCharCode((value & 0x7f) | 0x80) + signed(value >> 7);

export const getLocal = (local: number): Code => String.fromCharCode(0x20, local);
export const setLocal = (local: number, value: Code): Code => value + String.fromCharCode(0x21, local);
export const teeLocal = (local: number, value: Code): Code => value + String.fromCharCode(0x22, local);

const int32 = (value: number): Code => `\x41${signed(value)}`;
/** The alignment hint is a power of two; 0 promises nothing. */
const memoryArgument = (offset: number): Code => `\x00${unsigned(offset)}`;

/** i32: one message. */
export const oneLane: Lanes = {
  type: 0x7f,
  add: (left, right) => `${left}${right}\x6a`,
  and: (left, right) => `${left}${right}\x71`,
  xor: (left, right) => `${left}${right}\x73`,
  rotateRight: (value, bits) => `${value}${int32(bits)}\x78`,
  shiftRight: (value, bits) => `${value}${int32(bits)}\x76`,
  constant: int32,
  loadConstant: (address, offset) => `${address}\x28${memoryArgument(offset)}`,
  loadWords: (address, first, words) =>
    repeat(words, (word) => {
      const value = setLocal(first + word, oneLane.loadConstant(address, 4 * word));
      return value + setLocal(first + word, swapBytes(first + word));
    }),
  storeWords: (address, first, words) =>
    repeat(words, (word) => `${address}${swapBytes(first + word)}\x36${memoryArgument(4 * word)}`),
};

function swapBytes(local: number): Code {
  const { and, xor, rotateRight, constant } = oneLane;
  const word = getLocal(local);
  return xor(
    and(rotateRight(word, 8), constant(0xff00ff00 | 0)),
    and(rotateRight(word, 24), constant(0x00ff00ff)),
  );
}

/** i32x4: four messages that are adjacent in memory. */
export const fourLanes: Lanes = {
  type: 0x7b,
  add: (left, right) => `${left}${right}\xfd\xae\x01`,
  and: (left, right) => `${left}${right}\xfd\x4e`,
  xor: (left, right) => `${left}${right}\xfd\x51`,
  rotateRight: (value, bits) =>
    fourLanes.xor(fourLanes.shiftRight(value, bits), `${value}${int32(32 - bits)}\xfd\xab\x01`),
  shiftRight: (value, bits) => `${value}${int32(bits)}\xfd\xad\x01`,
  constant: (word) => `${int32(word)}\xfd\x11`,
  loadConstant: (address, offset) => `${address}\xfd\x09${memoryArgument(offset)}`,
  loadWords: (address, first, words) =>
    repeat(words, (at) => {
      const offset = 4 * words * (at & 3) + 4 * (at & ~3);
      const row = setLocal(first + at, `${address}\xfd\x00${memoryArgument(offset)}`);
      return row + setLocal(first + at, swapBytesInLanes(first + at));
    }) + repeat(words >> 2, (quarter) => transpose(first + 4 * quarter)),
  storeWords: (address, first, words) =>
    repeat(words >> 2, (quarter) => transpose(first + 4 * quarter)) +
    repeat(words, (at) => {
      const offset = 4 * words * (at & 3) + 4 * (at & ~3);
      return `${address}${swapBytesInLanes(first + at)}\xfd\x0b${memoryArgument(offset)}`;
    }),
};

const shuffle = (left: Code, right: Code, from: readonly number[]): Code =>
  `${left}${right}\xfd\x0d${bytes(...from)}`;

const swapBytesInLanes = (local: number): Code =>
  shuffle(getLocal(local), getLocal(local), [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);

/** Transposes four locals of four lanes by interleaving them twice. */
function transpose(first: number): Code {
  const low = [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23];
  const high = low.map((byte) => byte + 8);
  const row = (at: number) => getLocal(first + at);
  const interleave =
    shuffle(row(0), row(2), low) +
    shuffle(row(0), row(2), high) +
    shuffle(row(1), row(3), low) +
    shuffle(row(1), row(3), high) +
    // The locals are free only now; set them from the top of the stack downwards.
    repeat(4, (at) => setLocal(first + 3 - at, ""));
  return interleave + interleave;
}

// Generates WebAssembly code for SHA-256 (FIPS 180-4, section 6.2.2), for one message or for four in lanes.
// Locals hold the working variables and the current 16 words of the message schedule. Only the constants are
// read from memory.

/** Parameters of every function: the addresses of the input and of the output. */
export const INPUT = 0;
export const OUTPUT = 1;
/** Inputs left. */
export const COUNT = 2;
/** The address of the next constants, initially 0. */
export const TABLE = 3;
// Words.
const SUM = 4;
const CHANGED = 5; // and 6
const STATE = 7; // to 14: a to h
const SCHEDULE = 15; // to 30
const BEFORE = 31; // to 38: the state before the block
/** Locals of the lanes' type, starting at SUM. */
export const wordLocals = 35;

const tableEnd = 256;
const paddingTableEnd = 512;

/** The contents the code expects at address 0: K, then K plus the schedule of the block that pads a 64-byte message. */
export function constantTables(): Int32Array {
  const k = roundConstants();
  // Section 5.1.1: one bit, zeros, and the length of the message in bits.
  const schedule = new Int32Array(64);
  schedule[0] = 0x80000000;
  schedule[15] = 512;
  const word = (t: number) => schedule[t] ?? 0;
  const rotate = (value: number, bits: number) => (value >>> bits) | (value << (32 - bits));
  for (let t = 16; t < 64; t++) {
    const sigma0 = rotate(word(t - 15), 7) ^ rotate(word(t - 15), 18) ^ (word(t - 15) >>> 3);
    const sigma1 = rotate(word(t - 2), 17) ^ rotate(word(t - 2), 19) ^ (word(t - 2) >>> 10);
    schedule[t] = sigma1 + word(t - 7) + sigma0 + word(t - 16);
  }
  return Int32Array.from([...k, ...k.map((constant, t) => constant + word(t))]);
}

/** Round `t` (step 3). No value moves: the variables rotate and return to their places after every eighth round. */
function round({ add, and, xor, rotateRight }: Lanes, t: number, scheduled: Code): Code {
  const place = (variable: number) => STATE + ((variable - t) & 7);
  const [a, b, e] = [getLocal(place(0)), getLocal(place(1)), getLocal(place(4))];
  const [d, f, g, h] = [getLocal(place(3)), getLocal(place(5)), getLocal(place(6)), getLocal(place(7))];
  const sigma = (value: Code, x: number, y: number, z: number) =>
    xor(xor(rotateRight(value, x), rotateRight(value, y)), rotateRight(value, z));
  const choice = xor(and(xor(f, g), e), g);
  // Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, where b ^ c is a ^ b of the round before.
  const changed = teeLocal(CHANGED + (t & 1), xor(a, b));
  const majority = xor(and(changed, getLocal(CHANGED + (~t & 1))), b);
  const sum = add(add(add(h, scheduled), choice), sigma(e, 6, 11, 25));
  return (
    setLocal(place(3), add(teeLocal(SUM, sum), d)) +
    setLocal(place(7), add(add(getLocal(SUM), majority), sigma(a, 2, 13, 22)))
  );
}

/**
 * 64 rounds with the constants from TABLE to `end`, unrolled by the period of the locals that `one` uses.
 * Unrolling all 64 triples the code and is at most 5 % faster, measured in V8.
 */
function rounds(lanes: Lanes, unrolled: 8 | 16, end: number, one: (t: number, constant: Code) => Code): Code {
  const { add, constant } = oneLane;
  const next = teeLocal(TABLE, add(getLocal(TABLE), constant(4 * unrolled)));
  const start = setLocal(CHANGED + 1, lanes.xor(getLocal(STATE + 1), getLocal(STATE + 2)));
  const body = repeat(unrolled, (t) => one(t, lanes.loadConstant(getLocal(TABLE), 4 * t)));
  // loop; i32.ne, br_if; end
  return `${start}\x03\x40${body}${next}${constant(end)}\x47\x0d\x00\x0b`;
}

/** The rounds for the block in SCHEDULE. Each word is replaced by the one 16 places on (step 1). */
function blockRounds(lanes: Lanes): Code {
  const { add, xor, rotateRight, shiftRight } = lanes;
  const word = (t: number) => getLocal(SCHEDULE + (t & 15));
  const sigma = (value: Code, x: number, y: number, shift: number) =>
    xor(xor(rotateRight(value, x), rotateRight(value, y)), shiftRight(value, shift));
  return rounds(lanes, 16, tableEnd, (t, constant) => {
    const sigma0 = sigma(word(t + 1), 7, 18, 3);
    const sigma1 = sigma(word(t + 14), 17, 19, 10);
    // The last 16 extensions are not needed, but omitting them would add half as much code again.
    const extended = add(add(add(word(t), word(t + 9)), sigma0), sigma1);
    return round(lanes, t, add(word(t), constant)) + setLocal(SCHEDULE + t, extended);
  });
}

const setState = (value: (at: number) => Code): Code => repeat(8, (at) => setLocal(STATE + at, value(at)));
const addBefore = (lanes: Lanes): Code =>
  setState((at) => lanes.add(getLocal(STATE + at), getLocal(BEFORE + at)));

/** Compresses one block of a message of any length into the state at OUTPUT, 8 big-endian words. */
export function compressBlock(): Code {
  return (
    oneLane.loadWords(getLocal(INPUT), SCHEDULE, 16) +
    oneLane.loadWords(getLocal(OUTPUT), STATE, 8) +
    repeat(8, (at) => setLocal(BEFORE + at, getLocal(STATE + at))) +
    blockRounds(oneLane) +
    addBefore(oneLane) +
    oneLane.storeWords(getLocal(OUTPUT), STATE, 8)
  );
}

/** The whole SHA-256 of one 64-byte message in each lane: its block, and the block that pads it. */
export function hashPair(lanes: Lanes): Code {
  const initial = initialState();
  const start = (at: number) => lanes.constant(initial[at] ?? 0);
  return (
    lanes.loadWords(getLocal(INPUT), SCHEDULE, 16) +
    setState(start) +
    blockRounds(lanes) +
    setState((at) => teeLocal(BEFORE + at, lanes.add(getLocal(STATE + at), start(at)))) +
    rounds(lanes, 8, paddingTableEnd, (t, constant) => round(lanes, t, constant)) +
    addBefore(lanes) +
    lanes.storeWords(getLocal(OUTPUT), STATE, 8)
  );
}

// Generates the WebAssembly module that hashes short messages with SHA-256, around the code of
// compression.ts. Binary format: WebAssembly Core Specification 2.0, section 5.5. Without SIMD, version 1.0
// is enough.
//
// The module checks nothing. The caller keeps addresses and counts within its memory.

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

/**
 * SHA-256 (FIPS 180-4) on the WebAssembly module of this folder. All functions are synchronous, and use the module's one page of
 * memory.
 */
const blockBytes = 64;
const hashBytes = 32;
/** Bytes copied at a time: groups of four pairs, enough to make the cost of copying negligible. */
const chunkBytes = 64 * blockBytes * 4;

// Layout of the module's memory. The padding of a message may reach into the output, which it does not use.
const stateAt = freeMemoryAt;
const pairAt = stateAt + hashBytes;
const halfAt = pairAt + blockBytes;
const inputAt = halfAt + blockBytes;
const outputAt = inputAt + chunkBytes;

function instantiate(): Sha256Exports {
  let bytes = sha256Module(true);
  if (!WebAssembly.validate(bytes)) {
    bytes = sha256Module(false);
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return exports as WebAssembly.Exports & Sha256Exports;
}

/**
 * SHA-256 on our own WebAssembly module.
 *
 * @throws ReferenceError or WebAssembly.CompileError if the runtime lacks or forbids WebAssembly.
 */
export function wasmSha256(): Sha256 {
  const wasm = instantiate();
  const memory = new Uint8Array(wasm.memory.buffer);
  const view = new DataView(wasm.memory.buffer);
  const part = (at: number, length: number) => memory.subarray(at, at + length);
  const state = part(stateAt, hashBytes);
  const pairBytes = part(pairAt, blockBytes);

  for (const [at, word] of initialState().entries()) {
    view.setInt32(stateAt + 4 * at, word);
  }
  const initial = state.slice();
  /** Copying a hash word by word takes a third of the time of `set`. */
  const words = new Int32Array(wasm.memory.buffer);
  const initialWords = new Int32Array(initial.buffer);
  const [stateWord, pairWord, halfWord] = [stateAt / 4, pairAt / 4, halfAt / 4];
  // Padding of a 32-byte message, section 5.1.1.
  memory[halfAt + hashBytes] = 0x80;
  view.setUint32(halfAt + blockBytes - 4, hashBytes << 3);

  const take = (blocks: Uint8Array): void => {
    memory.set(blocks, inputAt);
    wasm.compress(inputAt, stateAt, blocks.length / blockBytes);
  };
  return {
    name: "wasm",
    hash(message) {
      state.set(initial);
      let at = 0;
      for (; at + chunkBytes <= message.length; at += chunkBytes) {
        take(message.subarray(at, at + chunkBytes));
      }
      // Section 5.1.1: one bit, zeros, the length of the message in bits.
      const rest = message.length - at;
      const blocks = Math.ceil((rest + 9) / blockBytes);
      const end = inputAt + blocks * blockBytes;
      memory.set(at === 0 ? message : message.subarray(at), inputAt);
      memory[inputAt + rest] = 0x80;
      memory.fill(0, inputAt + rest + 1, end - 8);
      view.setUint32(end - 8, message.length / 2 ** 29);
      view.setUint32(end - 4, message.length << 3);
      wasm.compress(inputAt, stateAt, blocks);
      return state.slice();
    },
    compress(kept, blocks) {
      state.set(kept);
      take(blocks);
      kept.set(state);
    },
    hashPairs(values, parents) {
      for (let at = 0; at < values.length; at += chunkBytes) {
        const chunk = values.subarray(at, at + chunkBytes);
        memory.set(chunk, inputAt);
        const fours = wasm.hashFourPairs ? Math.floor(chunk.length / (4 * blockBytes)) : 0;
        const rest = chunk.length / blockBytes - 4 * fours;
        if (fours > 0) {
          wasm.hashFourPairs!(inputAt, outputAt, fours);
        }
        if (rest > 0) {
          wasm.hashPairs(inputAt + 4 * fours * blockBytes, outputAt + 4 * fours * hashBytes, rest);
        }
        parents.set(part(outputAt, chunk.length / 2), at / 2);
      }
    },
    pair: {
      bytes: pairBytes,
      hashInto(offset) {
        wasm.hashPairs(pairAt, pairAt + offset, 1);
      },
      hashAgain(offset) {
        const from = pairWord + offset / 4;
        for (let at = 0; at < 8; at++) {
          words[halfWord + at] = words[from + at]!;
          words[stateWord + at] = initialWords[at]!;
        }
        wasm.compress(halfAt, stateAt, 1);
        for (let at = 0; at < 8; at++) words[from + at] = words[stateWord + at]!;
      },
    },
  };
}

/** Two adjacent 32-byte values, whose hash replaces one of them: the step of every Merkle path. */
export interface PairBlock {
  /** 64 bytes: left value, right value. The caller writes to it. */
  readonly bytes: Uint8Array;
  /** Replaces the 32 bytes at `offset` with the SHA-256 of all 64. */
  hashInto(offset: 0 | 32): void;
  /** Replaces the 32 bytes at `offset` with their SHA-256 and leaves the other 32 unchanged. */
  hashAgain(offset: 0 | 32): void;
}

/** An implementation of SHA-256. */
export interface Sha256 {
  readonly name: "wasm" | "noble";
  /** 32 bytes, owned by the caller. */
  hash(message: Uint8Array): Uint8Array;
  /** Compresses blocks of 64 bytes, from one to 256, into a state of 32 bytes. Absent if only whole messages can be hashed. */
  compress?(state: Uint8Array, blocks: Uint8Array): void;
  /** Writes the hash of each 64-byte pair of `values` to `parents`, in order. */
  hashPairs(values: Uint8Array, parents: Uint8Array): void;
  readonly pair: PairBlock;
}
