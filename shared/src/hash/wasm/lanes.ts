/**
 * The WebAssembly instructions that SHA-256 needs, for one 32-bit integer and for a vector of four. Opcodes:
 * WebAssembly Core Specification 2.0, section 5.4.
 */

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
