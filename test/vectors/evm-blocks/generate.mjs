/**
 * Writes the test vectors of docs/formats/svc-proof-2.md, section Block times: `node generate.mjs
 * [directory]`, by default beside itself. Each file is a node's answer to `eth_getBlockByNumber`
 * with hashes of transactions. `good`: a header built from its fields hashes to its hash, with that
 * number and time. `bad`: no such header exists, one failure per file; a verifier takes neither
 * number nor time from it. Headers are encoded here, by code that the verifier does not share.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keccak_256 } from "@noble/hashes/sha3.js";

/** @param {string} hex */
const bytesOf = (hex) => Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");

/** @param {Buffer} bytes @param {number} base */
function prefixed(bytes, base) {
  if (bytes.length < 56) return Buffer.concat([Buffer.of(base + bytes.length), bytes]);
  const length = bytesOf(bytes.length.toString(16));
  return Buffer.concat([Buffer.of(base + 55 + length.length), length, bytes]);
}

/** An RLP string. @param {Buffer} bytes */
const rlpString = (bytes) => (bytes.length === 1 && bytes[0] < 0x80 ? bytes : prefixed(bytes, 0x80));

/** @param {string} value */
const data = (value) => rlpString(bytesOf(value.slice(2)));
/** @param {string} value */
const quantity = (value) => rlpString(value === "0x0" ? Buffer.alloc(0) : bytesOf(value.slice(2)));

/** @param {readonly Buffer[]} fields */
const hashOf = (fields) =>
  `0x${Buffer.from(keccak_256(prefixed(Buffer.concat(fields), 0xc0))).toString("hex")}`;

/** @param {string} byte @param {number} length */
const filled = (byte, length) => `0x${byte.repeat(length)}`;
const TX_HASH = filled("7a", 32);

/** Fields of a fork's header, in order: their names in an answer, their encoding, their values. */
/** @type {[string, (value: string) => Buffer, string][]} */
const FRONTIER = [
  ["parentHash", data, filled("01", 32)],
  ["sha3Uncles", data, filled("02", 32)],
  ["miner", data, filled("03", 20)],
  ["stateRoot", data, filled("04", 32)],
  ["transactionsRoot", data, filled("05", 32)],
  ["receiptsRoot", data, filled("06", 32)],
  ["logsBloom", data, filled("07", 256)],
  ["difficulty", quantity, "0x2d5c0e55ad87"],
  ["number", quantity, "0x3e8"],
  ["gasLimit", quantity, "0x47e7c4"],
  ["gasUsed", quantity, "0x5208"],
  ["timestamp", quantity, "0x6553f100"],
  ["extraData", data, "0x657468706f6f6c"],
  ["mixHash", data, filled("08", 32)],
  ["nonce", data, "0x21d2fb0ab259c2f7"],
];
const LONDON = [...FRONTIER, ...field("baseFeePerGas", quantity, "0x18e5cb091")];
const PARIS = LONDON.map(
  ([name, encode, value]) =>
    /** @type {[string, (value: string) => Buffer, string]} */ ([
      name,
      encode,
      name === "difficulty" ? "0x0" : value,
    ]),
);
const SHANGHAI = [...PARIS, ...field("withdrawalsRoot", data, filled("09", 32))];
const CANCUN = [
  ...SHANGHAI,
  ...field("blobGasUsed", quantity, "0x20000"),
  ...field("excessBlobGas", quantity, "0x0"),
  ...field("parentBeaconBlockRoot", data, filled("0a", 32)),
];
const PRAGUE = [...CANCUN, ...field("requestsHash", data, filled("0b", 32))];
const AMSTERDAM = [
  ...PRAGUE,
  ...field("blockAccessListHash", data, filled("0c", 32)),
  ...field("slotNumber", quantity, "0xe4e1c0"),
];
const FUTURE = [
  ...AMSTERDAM,
  ...field("someRoot", data, filled("0d", 32)),
  ...field("someCount", quantity, "0x7"),
];

/** @param {string} name @param {(value: string) => Buffer} encode @param {string} value */
function field(name, encode, value) {
  return /** @type {[string, (value: string) => Buffer, string][]} */ ([[name, encode, value]]);
}

/** @param {[string, (value: string) => Buffer, string][]} fields */
function answerOf(fields) {
  return {
    ...Object.fromEntries(fields.map(([name, , value]) => [name, value])),
    hash: hashOf(fields.map(([, encode, value]) => encode(value))),
    size: "0x3d7",
    uncles: [],
    transactions: [TX_HASH],
  };
}

/** @type {{ file: string, about: string, answer: Record<string, unknown>, expected: Record<string, unknown> }[]} */
const cases = [];

/** @param {string} name @param {string} about @param {Record<string, unknown>} answer @param {boolean} isPostMerge */
const addGood = (name, about, answer, isPostMerge) =>
  cases.push({
    file: `good/${name}.json`,
    about,
    answer,
    expected: { number: 1000, timestamp: 1_700_000_000, is_post_merge: isPostMerge },
  });
/** @param {string} name @param {string} about @param {Record<string, unknown>} answer */
const addBad = (name, about, answer) =>
  cases.push({ file: `bad/${name}.json`, about, answer, expected: { code: "source_invalid_answer" } });

addGood("frontier", "15 fields, from before the merge.", answerOf(FRONTIER), false);
addGood("london", "A base fee, still from before the merge.", answerOf(LONDON), false);
addGood("paris", "Difficulty zero: since the merge.", answerOf(PARIS), true);
addGood("shanghai", "Withdrawals.", answerOf(SHANGHAI), true);
addGood("cancun", "Blobs; a zero among the fields that were appended.", answerOf(CANCUN), true);
addGood("prague", "Requests.", answerOf(PRAGUE), true);
addGood("amsterdam", "Access lists and slots.", answerOf(AMSTERDAM), true);
addGood("future", "Two fields of a fork that nobody knows yet, behind the others.", answerOf(FUTURE), true);
addGood(
  "more-than-the-header",
  "Fields that nodes answer and no header has.",
  {
    ...answerOf(PARIS),
    totalDifficulty: "0xc70d815d562d3cfa955",
    blobGasUsed: "0x0",
    withdrawalsRoot: null,
    l1BlockNumber: "0x1",
    sendRoot: filled("0e", 32),
  },
  true,
);
const { miner } = answerOf(PRAGUE);
addGood(
  "upper-case",
  "Digits in upper case.",
  { ...answerOf(PRAGUE), miner: `0x${miner.slice(2).toUpperCase()}` },
  true,
);

const prague = answerOf(PRAGUE);
addBad("time-a-day-earlier", "The true hash beside an earlier time.", { ...prague, timestamp: "0x65529f80" });
addBad("time-a-second-later", "The true hash beside a later time.", { ...prague, timestamp: "0x6553f101" });
addBad("hash-of-another-block", "A hash that no field is of.", { ...prague, hash: answerOf(FRONTIER).hash });
addBad("time-a-day-earlier-and-a-fork", "An earlier time, and fields that nobody knows.", {
  ...prague,
  timestamp: "0x65529f80",
  aRoot: filled("0f", 32),
  bRoot: filled("10", 32),
  cCount: "0x1",
});
for (const [name, encode, value] of PRAGUE.filter(([name]) => name !== "number" && name !== "timestamp")) {
  const last = (Number.parseInt(value.at(-1) ?? "", 16) ^ 1).toString(16);
  addBad(`changed-${name}`, `One digit of ${name} changed.`, {
    ...prague,
    [name]: `${value.slice(0, -1)}${last}`,
  });
  // An appended zero and an absent field encode alike.
  if (encode === quantity && value === "0x0" && name !== "difficulty") continue;
  addBad(
    `without-${name}`,
    `Without ${name}.`,
    Object.fromEntries(Object.entries(prague).filter(([key]) => key !== name)),
  );
}
addBad("too-many-unknown-fields", "A field of a fork to come among more unknown ones than are tried.", {
  ...answerOf(FUTURE),
  ...Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`other${i}`, "0x1"])),
});

const directory = process.argv[2] ?? fileURLToPath(new URL(".", import.meta.url));
for (const folder of ["good", "bad"]) {
  rmSync(join(directory, folder), { recursive: true, force: true });
  mkdirSync(join(directory, folder), { recursive: true });
}
for (const { file, answer } of cases) {
  writeFileSync(join(directory, file), `${JSON.stringify(answer, null, 2)}\n`, { flag: "wx" });
}
const listed = cases.map(({ file, about, expected }) => ({ file, about, ...expected }));
writeFileSync(
  join(directory, "cases.json"),
  `${JSON.stringify({ format: "evm-blocks-vectors/1", tx_hash: TX_HASH, cases: listed }, null, 2)}\n`,
);
