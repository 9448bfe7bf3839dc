/**
 * Generates WebAssembly code for SHA-256 (FIPS 180-4, section 6.2.2), for one message or for four in lanes.
 * Locals hold the working variables and the current 16 words of the message schedule. Only the constants are
 * read from memory.
 */
import { initialState, roundConstants } from "./constants.js";
import { type Code, getLocal, type Lanes, oneLane, repeat, setLocal, teeLocal } from "./lanes.js";

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
