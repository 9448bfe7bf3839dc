import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FormatError } from "../bytes.js";
import { MAX_WORK_UNITS, WorkBudget } from "../work.js";
import { encodeDetachedTimestamp, encodeTimestamp, timestampAlong } from "./encode.js";
import { BITCOIN_1, timestamps } from "./example.testing.js";
import { isDetachedTimestamp, parseDetachedTimestamp, parseTimestamp } from "./parse.js";
import {
  ATTESTATION_UNITS,
  MAX_ARGUMENT_BYTES,
  MAX_DEPTH,
  MAX_HEIGHT,
  MAX_MESSAGE_BYTES,
  MAX_PAYLOAD_BYTES,
  MAX_REPLAY_BYTES,
  MAX_TIMESTAMP_BYTES,
  MAX_URI_BYTES,
  OPERATION_COST_BYTES,
  type Operation,
  REPLAY_BYTES_A_UNIT,
  type Timestamp,
} from "./timestamp.js";
import { replay } from "./walk.js";

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
const magic = `${Buffer.from("\0OpenTimestamps\0\0Proof\0", "latin1").toString("hex")}bf89e2e884e89294`;
const digest = "ab".repeat(32);
const header = `${magic} 01 08 ${digest}`;
const bitcoin = "00 0588960d73d71901 01 07";

/** Code and offset of the malformation of a bare timestamp for a 32-byte message. */
function malformation(bytes: Uint8Array, messageBytes = 32): [string, number] {
  try {
    parseTimestamp(bytes, messageBytes);
  } catch (error) {
    if (error instanceof FormatError) return [error.code, error.offset];
    throw error;
  }
  return expect.fail("expected a FormatError, got none");
}

/** Encodes an integer in the format. */
function integer(value: number): string {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]).toString("hex");
}
const sized = (bytes: string) => integer(bytes.length / 2) + bytes;

describe("every encoding parses and encodes to the same bytes", () => {
  test("any tree", () => {
    fc.assert(
      fc.property(timestamps, (timestamp) => {
        const bytes = encodeTimestamp(timestamp);
        let parsed: Timestamp;
        try {
          parsed = parseTimestamp(bytes, 32);
        } catch (error) {
          // Operations other than hashes may exceed the message limit. Nothing else can be wrong.
          expect(error).toMatchObject({ code: "ots_message_too_long" });
          return;
        }
        expect(parsed).toEqual(timestamp);
        expect(encodeTimestamp(parsed)).toEqual(bytes);
        const file = { hash: "keccak256" as const, digest: hex(digest), timestamp };
        expect(parseDetachedTimestamp(encodeDetachedTimestamp(file))).toEqual(file);
        replay(parsed, hex(digest));
      }),
      { numRuns: 300 },
    );
  });

  test("any accepted bytes", () => {
    const tags = fc.constantFrom(
      "ff",
      "00",
      "08",
      "02",
      "f2",
      "f3",
      "67",
      "03",
      "f001aa",
      "f102bbcc",
      bitcoin,
    );
    fc.assert(
      fc.property(fc.array(tags, { maxLength: 20 }), fc.uint8Array({ maxLength: 4 }), (parts, rest) => {
        const bytes = Buffer.concat([hex(parts.join("")), rest, hex(bitcoin)]);
        let parsed: Timestamp;
        try {
          parsed = parseTimestamp(bytes, 32);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        expect(Buffer.from(encodeTimestamp(parsed)).equals(bytes)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("keeps the order of branches in the file", () => {
    const bytes = hex(`ff f2 ${bitcoin} ff ${bitcoin} ff 08 ${bitcoin} f2 ${bitcoin}`);
    const { branches } = parseTimestamp(bytes, 32);
    expect(branches.map((branch) => ("next" in branch ? branch.operation.kind : "attestation"))).toEqual([
      "reverse",
      "attestation",
      "sha256",
      "reverse",
    ]);
    expect(encodeTimestamp({ branches })).toEqual(bytes);
  });

  test("later changes to the input do not affect the result", () => {
    const bytes = hex(`f0 02 aabb ${bitcoin}`);
    const timestamp = parseTimestamp(bytes, 32);
    bytes.fill(0);
    expect(timestamp.branches[0]).toMatchObject({ operation: { argument: hex("aabb") } });
  });
});

describe("malformations of a file", () => {
  test.each<[string, string, string, number]>([
    ["nothing", "", "ots_bad_magic", 0],
    ["a truncated start", magic.slice(0, 60), "ots_bad_magic", 0],
    ["another start", `01${header.slice(2)}`, "ots_bad_magic", 0],
    ["version 0", `${magic} 00`, "ots_version_unsupported", 31],
    ["version 2", `${magic} 02`, "ots_version_unsupported", 31],
    ["no hash", `${magic} 01`, "ots_truncated", 32],
    ["an unknown hash", `${magic} 01 f3`, "ots_file_hash_unknown", 32],
    ["a truncated digest", `${magic} 01 08 ab`, "ots_truncated", 34],
    ["no timestamp", header, "ots_truncated", 65],
    ["trailing bytes", `${header} ${bitcoin} 00`, "ots_trailing_data", 76],
  ])("%s", (_, bytes, code, offset) => {
    try {
      parseDetachedTimestamp(hex(bytes));
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      expect(error).toMatchObject({ code, offset });
      return;
    }
    expect.fail("expected a FormatError, got none");
  });

  test("every hash a file may have", () => {
    for (const [tag, hash, size] of [
      ["02", "sha1", 20],
      ["03", "ripemd160", 20],
      ["08", "sha256", 32],
      ["67", "keccak256", 32],
    ] as const) {
      const file = parseDetachedTimestamp(hex(`${magic} 01 ${tag} ${"cd".repeat(size)} ${bitcoin}`));
      expect(file).toMatchObject({ hash, digest: hex("cd".repeat(size)) });
    }
  });

  test("is recognised by its start", () => {
    expect(isDetachedTimestamp(hex(magic))).toBe(true);
    expect(isDetachedTimestamp(hex(magic.slice(2)))).toBe(false);
    expect(isDetachedTimestamp(new Uint8Array())).toBe(false);
  });
});

describe("malformations of a timestamp", () => {
  test.each<[string, string, string, number]>([
    ["nothing", "", "ots_truncated", 0],
    ["a fork to nowhere", "ff", "ots_truncated", 1],
    ["a fork without another branch", `ff ${bitcoin}`, "ots_truncated", 12],
    ["a fork in a fork", `ff ff ${bitcoin}`, "ots_operation_unknown", 1],
    ["an unknown operation", "f4", "ots_operation_unknown", 0],
    ["an operation to nowhere", "08", "ots_truncated", 1],
    ["no argument", "f0", "ots_truncated", 1],
    ["an empty argument", `f0 00 ${bitcoin}`, "ots_argument_length", 0],
    ["a truncated argument", "f1 03 aabb", "ots_truncated", 4],
    ["an attestation without a tag", "00 0588960d73d719", "ots_truncated", 8],
    ["an attestation without a payload", "00 0588960d73d71901", "ots_truncated", 9],
    ["a truncated payload", "00 0588960d73d71901 02 07", "ots_truncated", 11],
    ["an empty height", "00 0588960d73d71901 00", "ots_payload_malformed", 10],
    ["a height truncated by its payload", "00 0588960d73d71901 01 87", "ots_payload_malformed", 11],
    ["bytes after a height", "00 0588960d73d71901 02 07 00", "ots_payload_malformed", 11],
    ["bytes after a height of Litecoin", "00 06869a0d73d71b45 02 07 00", "ots_payload_malformed", 11],
    ["a URI truncated by its payload", "00 83dfe30d2ef90c8e 02 02 61", "ots_payload_malformed", 12],
    ["bytes after a URI", "00 83dfe30d2ef90c8e 03 01 61 61", "ots_payload_malformed", 12],
    ["a non-minimal integer", "00 0588960d73d71901 02 87 00", "ots_integer_not_minimal", 10],
    ["a non-minimal zero", `f0 80 00 ${bitcoin}`, "ots_integer_not_minimal", 1],
    ["an integer of six bytes", `f2 f2 f2 f0 ${"80".repeat(5)} 01 ${bitcoin}`, "ots_integer_too_large", 4],
    ["an integer without an end", `f0 ${"ff".repeat(9)}`, "ots_integer_too_large", 1],
    ["bytes after the timestamp", `${bitcoin} 08`, "ots_trailing_data", 11],
  ])("%s", (_, bytes, code, offset) => {
    expect(malformation(hex(bytes))).toEqual([code, offset]);
  });

  test("every byte that is not an operation", () => {
    const known = [0x00, 0x02, 0x03, 0x08, 0x67, 0xf0, 0xf1, 0xf2, 0xf3, 0xff];
    for (let tag = 0; tag < 256; tag++) {
      if (known.includes(tag)) continue;
      expect(malformation(Uint8Array.of(tag))).toEqual(["ots_operation_unknown", 0]);
      expect(malformation(Uint8Array.of(0xff, tag))).toEqual(["ots_operation_unknown", 1]);
    }
  });

  test("every byte that a URI must not contain", () => {
    for (let byte = 0; byte < 256; byte++) {
      const bytes = hex(`00 83dfe30d2ef90c8e 02 01 ${byte.toString(16).padStart(2, "0")}`);
      if (/[-A-Za-z0-9._/:]/.test(String.fromCharCode(byte))) {
        expect(parseTimestamp(bytes, 32).branches).toEqual([
          { attestation: { kind: "pending", uri: String.fromCharCode(byte) } },
        ]);
      } else expect(malformation(bytes)).toEqual(["ots_uri_malformed", 11]);
    }
  });

  test("every truncation of a proof is reported as one", () => {
    const whole = hex(`f0 02 aabb 08 ff ${bitcoin} ff 00 83dfe30d2ef90c8e 05 04 61626364 f2 ${bitcoin}`);
    parseTimestamp(whole, 32);
    for (let end = 0; end < whole.length; end++) {
      expect(malformation(whole.slice(0, end))).toEqual(["ots_truncated", end]);
    }
  });
});

describe("limits, exact and exceeded by one", () => {
  const chain = (operations: Operation[]) => encodeTimestamp(timestampAlong(operations, BITCOIN_1));

  test("a message", () => {
    const append = (size: number): Operation => ({ kind: "append", argument: new Uint8Array(size) });
    parseTimestamp(chain([append(MAX_MESSAGE_BYTES - 32)]), 32);
    expect(malformation(chain([append(MAX_MESSAGE_BYTES - 31)]))).toEqual(["ots_message_too_long", 0]);
    parseTimestamp(chain([{ kind: "hexlify" }]), MAX_MESSAGE_BYTES / 2);
    expect(malformation(chain([{ kind: "hexlify" }]), MAX_MESSAGE_BYTES / 2 + 1)[0]).toBe(
      "ots_message_too_long",
    );
    parseTimestamp(chain([{ kind: "sha256" }]), MAX_MESSAGE_BYTES);
    for (const size of [1, MAX_MESSAGE_BYTES]) parseTimestamp(hex(bitcoin), size);
    for (const size of [0, MAX_MESSAGE_BYTES + 1, 1.5]) {
      expect(() => parseTimestamp(hex(bitcoin), size)).toThrow(RangeError);
    }
  });

  test("an argument", () => {
    const argument = (size: number) => hex(`f0 ${integer(size)} ${"aa".repeat(size)} 08 ${bitcoin}`);
    expect(malformation(argument(MAX_ARGUMENT_BYTES))).toEqual(["ots_message_too_long", 0]);
    expect(malformation(argument(MAX_ARGUMENT_BYTES + 1))).toEqual(["ots_argument_length", 0]);
  });

  test("operations to an attestation", () => {
    const hashes = (count: number) => chain(Array<Operation>(count).fill({ kind: "sha256" }));
    expect(replay(parseTimestamp(hashes(MAX_DEPTH), 32), new Uint8Array(32))).toMatchObject([
      { depth: MAX_DEPTH },
    ]);
    expect(malformation(hex(`${"08".repeat(MAX_DEPTH + 1)} ${bitcoin}`))).toEqual([
      "ots_too_deep",
      MAX_DEPTH,
    ]);
    // As many more side by side do not add depth.
    const twice = hex(`ff ${"08".repeat(MAX_DEPTH)} ${bitcoin} ${"f2".repeat(MAX_DEPTH)} ${bitcoin}`);
    expect(parseTimestamp(twice, 32).branches).toHaveLength(2);
  });

  test("a payload, a URI, a height", () => {
    const unknown = (size: number) => hex(`00 0102030405060708 ${sized("cc".repeat(size))}`);
    expect(parseTimestamp(unknown(MAX_PAYLOAD_BYTES), 32).branches).toHaveLength(1);
    expect(malformation(unknown(MAX_PAYLOAD_BYTES + 1))).toEqual(["ots_payload_too_long", 9]);
    const pending = (size: number) => hex(`00 83dfe30d2ef90c8e ${sized(sized("61".repeat(size)))}`);
    expect(parseTimestamp(pending(MAX_URI_BYTES), 32).branches).toHaveLength(1);
    expect(malformation(pending(MAX_URI_BYTES + 1))).toEqual(["ots_uri_too_long", 11]);
    const at = (height: number) => hex(`00 0588960d73d71901 ${sized(integer(height))}`);
    expect(parseTimestamp(at(MAX_HEIGHT), 32).branches).toEqual([
      { attestation: { kind: "bitcoin", height: MAX_HEIGHT } },
    ]);
    expect(malformation(at(MAX_HEIGHT + 1))).toEqual(["ots_height_too_large", 10]);
  });

  test("a file", () => {
    const one = encodeTimestamp({
      branches: [{ attestation: { kind: "unknown", tag: new Uint8Array(8), payload: new Uint8Array(8180) } }],
    });
    const many = Buffer.concat([...Array(15).fill(Buffer.concat([hex("ff"), one])), one]);
    expect(many.length).toBeLessThan(MAX_TIMESTAMP_BYTES);
    parseTimestamp(many, 32);
    const padded = Buffer.concat([many, new Uint8Array(MAX_TIMESTAMP_BYTES + 1 - many.length)]);
    expect(malformation(padded)).toEqual(["ots_too_large", MAX_TIMESTAMP_BYTES]);
    expect(malformation(padded.subarray(0, -1))[0]).toBe("ots_trailing_data");
  });

  test.each([
    ["f2", "reverse", 1, MAX_MESSAGE_BYTES],
    ["08", "sha256", 1, 32],
    ["02", "sha1", 2, 20],
    ["03", "ripemd160", 2, 20],
    ["67", "keccak256", 16, 32],
  ] as const)("the work of replaying: operation %s, %s, counts %i times", (tag, _, weight, resultBytes) => {
    const cost = weight * (OPERATION_COST_BYTES + MAX_MESSAGE_BYTES + resultBytes);
    const count = Math.floor(MAX_REPLAY_BYTES / cost);
    const forks = (branches: number) =>
      hex(`${`ff ${tag} ${bitcoin} `.repeat(branches - 1)} ${tag} ${bitcoin}`);
    const dearest = parseTimestamp(forks(count), MAX_MESSAGE_BYTES);
    expect(malformation(forks(count + 1), MAX_MESSAGE_BYTES)[0]).toBe("ots_too_costly");
    expect(replay(dearest, new Uint8Array(MAX_MESSAGE_BYTES))).toHaveLength(count);
  });

  test("the work of replaying, of all operations", () => {
    // 64 bytes an operation, and the message before and after.
    const reverses = (count: number, messageBytes: number) =>
      parseTimestamp(hex(`${`ff f2 ${bitcoin}`.repeat(count - 1)} f2 ${bitcoin}`), messageBytes);
    expect(reverses(1024, 480).branches).toHaveLength(1024);
    expect(() => reverses(1025, 480)).toThrow(expect.objectContaining({ code: "ots_too_costly" }));
  });
});

describe("work", () => {
  const digest = new Uint8Array(32);
  const fileOf = (timestamp: Timestamp) => encodeDetachedTimestamp({ hash: "sha256", digest, timestamp });
  const bitcoinAt = (height: number) => ({ attestation: { kind: "bitcoin", height } }) as const;

  test("each attestation and each 64 bytes to replay spend from the budget before the replay", () => {
    const next = { branches: [bitcoinAt(1), bitcoinAt(2)] };
    const file = fileOf({ branches: [bitcoinAt(3), { operation: { kind: "sha256" }, next }] });
    const units = 3 * ATTESTATION_UNITS + (OPERATION_COST_BYTES + 32 + 32) / REPLAY_BYTES_A_UNIT;
    const work = new WorkBudget(2 * units);
    parseDetachedTimestamp(file, { work });
    expect(work.left).toBe(units);
    parseDetachedTimestamp(file, { work });
    expect(work.left).toBe(0);
    expect(() => parseDetachedTimestamp(file, { work })).toThrow(
      expect.objectContaining({ code: "work_limit_exceeded" }),
    );
    expect(parseDetachedTimestamp(file).digest).toEqual(digest);
  });

  test("a file by forty calendars takes less than a hundredth of a verification", () => {
    const level = (end: Timestamp): Timestamp => ({
      branches: [
        {
          operation: { kind: "append", argument: new Uint8Array(32) },
          next: { branches: [{ operation: { kind: "sha256" }, next: end }] },
        },
      ],
    });
    const levels = (count: number, end: Timestamp): Timestamp =>
      count === 0 ? end : level(levels(count - 1, end));
    const branches = Array.from({ length: 40 }, (_, i) => {
      const block = levels(20, { branches: [bitcoinAt(800_000 + i)] });
      const promise = { attestation: { kind: "pending", uri: `https://${i}.calendar.example` } } as const;
      const next = levels(8, { branches: [promise, { operation: { kind: "sha256" }, next: block }] });
      return { operation: { kind: "prepend", argument: Uint8Array.of(i) }, next } as const;
    });
    const work = new WorkBudget();
    const { timestamp } = parseDetachedTimestamp(fileOf({ branches }), { work });
    expect(replay(timestamp, digest)).toHaveLength(80);
    expect(MAX_WORK_UNITS - work.left).toBeLessThan(MAX_WORK_UNITS / 100);
  });
});
