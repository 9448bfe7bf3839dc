import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CountedWork } from "../../work/counted-work.testing.js";
import { READ_BYTES } from "./limits.js";
import { parseZip, readWhole, type ZipEntry } from "./parse-zip.js";
import { type RawEntry, u32, zipOf } from "./zip.testing.js";

const CONTENT = Buffer.from(
  Array.from({ length: 3 * READ_BYTES + 5 }, (_, at) => (at * at + (at >> 8)) & 255),
);
const DESCRIPTOR = 8;
const DEFLATED = 8;

const entryOf = async (entry: Omit<RawEntry, "name">, work = new CountedWork()): Promise<ZipEntry> =>
  (await parseZip(zipOf([{ name: "a", ...entry }]), work))[0]!;

/** The content, or `code@position`. */
const read = async (entry: Omit<RawEntry, "name">, work?: CountedWork) => {
  const parsed = await entryOf(entry, work);
  return readWhole(parsed).then(
    (whole) => Buffer.from(whole),
    ({ code, offset }) => `${code}@${offset}`,
  );
};

const HEADER_BYTES = 31;

describe("the content of an entry", () => {
  test.each<[string, (content: Buffer) => Omit<RawEntry, "name">]>([
    ["stored", (content) => ({ content })],
    ["deflated", (content) => ({ content, data: deflateRawSync(content), method: DEFLATED })],
  ])("is read whole: %s", async (_, make) => {
    for (const length of [0, 1, READ_BYTES, READ_BYTES + 1, CONTENT.length]) {
      const content = CONTENT.subarray(0, length);
      expect(await read(make(content)), `${length} bytes`).toEqual(content);
    }
  });

  test.each([
    [0, []],
    [1, [1]],
    [READ_BYTES, [READ_BYTES]],
    [CONTENT.length, [READ_BYTES, READ_BYTES, READ_BYTES, 5]],
  ])("comes in pieces, with a pause before each: %i bytes", async (length, pieces) => {
    const work = new CountedWork();
    const entry = await entryOf({ content: CONTENT.subarray(0, length) }, work);
    const before = work.pauses;
    const lengths: number[] = [];
    for await (const piece of entry.read()) lengths.push(piece.length);
    expect(lengths).toEqual(pieces);
    expect(work.pauses - before).toBe(pieces.length);
  });

  test("has the checksum that is stated", async () => {
    expect(await read({ content: "abc", crc: 5 })).toBe(`zip_crc_mismatch@${HEADER_BYTES}`);
    expect(await read({ content: "", crc: 5 })).toBe(`zip_crc_mismatch@${HEADER_BYTES}`);
  });

  test("has the size that is stated", async () => {
    const content = Buffer.from("The content");
    const deflated = { content, data: deflateRawSync(content), method: DEFLATED };
    const outcome = async (sizeBytes: number) => {
      const entry = await entryOf({ ...deflated, sizeBytes });
      const reading = async () => {
        for await (const _ of entry.read());
        return "ok";
      };
      return reading().catch(({ code, offset }) => `${code}@${offset}`);
    };
    expect(await outcome(content.length)).toBe("ok");
    expect(await outcome(content.length + 1)).toBe(`zip_size_mismatch@${HEADER_BYTES}`);
    expect(await outcome(content.length - 1)).toBe(`zip_size_mismatch@${HEADER_BYTES}`);
  });

  test("ends where its compressed data end", async () => {
    const data = deflateRawSync(Buffer.from("abc"));
    const deflated = (bytes: Buffer) => read({ content: "abc", data: bytes, method: DEFLATED });
    expect(await deflated(Buffer.concat([data, Buffer.of(0)]))).toBe(`zip_deflate_trailing@${HEADER_BYTES}`);
    expect(await deflated(data.subarray(0, -1))).toBe(`zip_deflate_malformed@${HEADER_BYTES}`);
    expect(await deflated(Buffer.of(7))).toBe(`zip_deflate_malformed@${HEADER_BYTES}`);
  });

  test("costs work that is limited", async () => {
    const data = deflateRawSync(Buffer.alloc(100_000));
    const work = new CountedWork({ units: 100 });
    const entry = await entryOf({ content: Buffer.alloc(100_000), data, method: DEFLATED }, work);
    await expect(readWhole(entry)).rejects.toMatchObject({ code: "work_limit_exceeded" });
  });
});

describe("a stored entry whose size follows", () => {
  const followed = (content: Buffer, descriptor = DESCRIPTOR) => {
    const bytes = zipOf([{ name: "a", content, flags: descriptor }]);
    const at = HEADER_BYTES + content.length;
    const values = bytes.subarray(14, 26);
    // The descriptor stands before the directory, which moves.
    const tail = Buffer.from(bytes.subarray(at));
    tail.writeUInt32LE(at + 16, tail.length - 6);
    return Buffer.concat([bytes.subarray(0, at), u32(0x08074b50), values, tail]);
  };
  const outcome = async (content: Buffer) => {
    const [entry] = await parseZip(followed(content));
    return readWhole(entry!).then(
      () => "ok",
      ({ code, offset }) => `${code}@${offset}`,
    );
  };
  const signature = (text: string) => Buffer.from(text, "latin1");

  const SIGNATURES = ["PK\x07\x08", "PK\x03\x04", "PK\x01\x02"];
  const ambiguousAfter = async (text: string, before: number) => {
    const content = Buffer.concat([Buffer.alloc(before, 0x41), signature(text), Buffer.alloc(3)]);
    expect(await outcome(content), `${before} bytes before it`).toBe(
      `zip_descriptor_ambiguous@${HEADER_BYTES}`,
    );
  };

  test.each(SIGNATURES)("does not hold the signature %j", async (text) => {
    for (const before of [0, 1, 2, 3]) await ambiguousAfter(text, before);
  });

  test.each(SIGNATURES)("does not hold the signature %j between two pieces", async (text) => {
    for (const before of [READ_BYTES - 3, READ_BYTES - 1]) await ambiguousAfter(text, before);
  });

  test.each(["PK\x07\x09", "PK\x05\x06", "PJ\x03\x04", "QK\x03\x04", "PK\x03", "P\x01\x02", "K\x03\x04"])(
    "may hold other text: %j",
    async (text) => {
      expect(await outcome(signature(text))).toBe("ok");
      expect(await outcome(Buffer.concat([signature("PK"), Buffer.alloc(3), signature(text)]))).toBe("ok");
    },
  );

  test("others may hold any signature", async () => {
    expect(await read({ content: signature("PK\x03\x04PK\x07\x08") })).toEqual(
      signature("PK\x03\x04PK\x07\x08"),
    );
  });
});
