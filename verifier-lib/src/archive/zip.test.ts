import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { randomAccess } from "../content/content.js";
import { CountedWork } from "../work/counted-work.testing.js";
import { READ_BYTES } from "./codes.js";
import { findEntryData, hasPdfHeader, PDF_HEADER_BYTES, parseZip, readWhole, type ZipEntry } from "./zip.js";
import { type RawEntry, type RawHeader, rawField, rawLocalHeader, u32, u64, zipOf } from "./zip.testing.js";
import type { DirectoryEntry } from "./zip-directory.js";

describe("zip entry", () => {
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
      expect(await deflated(Buffer.concat([data, Buffer.of(0)]))).toBe(
        `zip_deflate_trailing@${HEADER_BYTES}`,
      );
      // What does not give the content is damaged, wherever it ends.
      const [less, other] = [deflateRawSync("ab"), deflateRawSync("abC")];
      for (const damaged of [less, other]) {
        const followed = Buffer.concat([damaged, Buffer.of(0)]);
        expect(await deflated(followed)).toBe(`zip_deflate_malformed@${HEADER_BYTES}`);
      }
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

  const BEFORE = Buffer.alloc(100, 1);
  const DATA = Buffer.from("data!");
  const FULL = 0xffffffff;

  const ENTRY: DirectoryEntry = {
    name: "name",
    plainName: "name",
    isFolder: false,
    rawName: Buffer.from("name"),
    flags: 0,
    isUtf8: false,
    isSlashed: true,
    method: 8,
    crc: 0x05060708,
    compressedBytes: DATA.length,
    sizeBytes: 9,
    headerOffset: BEFORE.length,
  };
  const HEADER = {
    name: "name",
    method: 8,
    crc: 0x05060708,
    compressedBytes: DATA.length,
    sizeBytes: 9,
  } as const satisfies RawHeader;

  interface Parts {
    readonly header?: RawHeader;
    readonly entry?: Partial<DirectoryEntry>;
    /** After the header. Default: the data. */
    readonly rest?: Uint8Array;
  }

  /** The position of the data, or `code@position`, both counted from the start of the entry. */
  async function found({ header = {}, entry = {}, rest = DATA }: Parts): Promise<number | string> {
    const bytes = Buffer.concat([BEFORE, rawLocalHeader({ ...HEADER, ...header }), rest]);
    // The next record begins as any other does.
    const file = randomAccess(Buffer.concat([bytes, Buffer.alloc(100, 0x50)]));
    return findEntryData(file, { ...ENTRY, ...entry }, bytes.length).then(
      (at) => at - BEFORE.length,
      ({ code, offset }) => `${code}@${offset - BEFORE.length}`,
    );
  }

  describe("the local header", () => {
    test("is followed by the data", async () => {
      expect(await found({})).toBe(34);
      expect(await found({ header: { extra: rawField(0x5455, Buffer.alloc(3)) } })).toBe(41);
      expect(await found({ header: { extra: Buffer.alloc(3), time: 0x01020305 } })).toBe(37);
    });

    test.each<[string, RawHeader]>([
      ["signature", { signature: 0x04034b51 }],
      ["flags", { flags: 2 }],
      ["method", { method: 0 }],
      ["checksum", { crc: 1 }],
      ["compressed size", { compressedBytes: 6 }],
      ["size", { sizeBytes: 8 }],
      ["name", { name: "nami" }],
      ["length of the name", { name: "name2" }],
      ["checksum, which is not left open", { crc: 0 }],
      ["size, which is not left open", { sizeBytes: 0 }],
    ])("has the same %s as the directory", async (_, header) => {
      expect(await found({ header })).toBe("zip_local_header_mismatch@0");
    });

    test("fits before the next record", async () => {
      const cut = async (length: number) => {
        const bytes = Buffer.concat([BEFORE, rawLocalHeader({ ...HEADER, name: "" })]);
        const entry = { ...ENTRY, name: "", rawName: Buffer.alloc(0), compressedBytes: 0 };
        return findEntryData(
          randomAccess(bytes.subarray(0, BEFORE.length + length)),
          entry,
          BEFORE.length + length,
        ).catch(({ code, offset }) => `${code}@${offset - BEFORE.length}`);
      };
      expect(await cut(29)).toBe("zip_overlap@0");
      expect(await cut(0)).toBe("zip_overlap@0");
      // An empty name is refused for itself.
      expect(await cut(30)).toBe("zip_name_malformed@30");
    });

    test("and its data fill the space up to the next record", async () => {
      expect(await found({ rest: DATA.subarray(1) })).toBe("zip_overlap@0");
      expect(await found({ rest: Buffer.concat([DATA, Buffer.alloc(1)]) })).toBe(
        `zip_gap@${34 + DATA.length}`,
      );
    });

    test("has fields that obey the rules", async () => {
      expect(await found({ header: { extra: Buffer.alloc(5, 1) } })).toBe("zip_extra_field_malformed@34");
      const tooShort = rawField(0x756e, Buffer.alloc(13));
      expect(await found({ header: { extra: tooShort } })).toBe("zip_extra_field_malformed@0");
      const folder = rawField(0x756e, Buffer.concat([Buffer.alloc(4), Buffer.of(0, 0x40), Buffer.alloc(8)]));
      expect(await found({ header: { extra: folder } })).toBe("zip_entry_type_mismatch@0");
    });

    test("may have its sizes in a field of Zip64", async () => {
      const full = { compressedBytes: FULL, sizeBytes: FULL };
      const extra = rawField(1, u64(9, DATA.length));
      expect(await found({ header: { ...full, extra } })).toBe(54);
      expect(await found({ header: { ...full, extra: rawField(1, u64(DATA.length, 9)) } })).toBe(
        "zip_local_header_mismatch@0",
      );
      expect(await found({ header: { ...full, extra: rawField(1, u64(9)) } })).toBe("zip_zip64_malformed@34");
    });
  });

  describe("the data descriptor", () => {
    const SIGNATURE = u32(0x08074b50);
    const VALUES = [0x05060708, DATA.length, 9] as const;
    const narrow = (crc: number, compressed: number, size: number) => u32(crc, compressed, size);
    const wide = (crc: number, compressed: number, size: number) =>
      Buffer.concat([u32(crc), u64(compressed, size)]);
    const described = (
      descriptor: Uint8Array,
      header: RawHeader = { crc: 0, compressedBytes: 0, sizeBytes: 0 },
    ) =>
      found({
        header: { flags: DESCRIPTOR, ...header },
        entry: { flags: DESCRIPTOR },
        rest: Buffer.concat([DATA, descriptor]),
      });
    const AT = 34 + DATA.length;
    const FORMS = [
      ["32 bits", narrow, Buffer.alloc(0)],
      ["32 bits, with its signature", narrow, SIGNATURE],
      ["64 bits", wide, Buffer.alloc(0)],
      ["64 bits, with its signature", wide, SIGNATURE],
    ] as const;

    test.each(FORMS)("has the values of the directory: %s", async (_, values, signature) => {
      const form = ([crc, compressed, size]: readonly [number, number, number]) =>
        Buffer.concat([signature, values(crc, compressed, size)]);
      expect(await described(form(VALUES))).toBe(34);
      for (const wrong of [
        [1, VALUES[1], VALUES[2]],
        [VALUES[0], 1, VALUES[2]],
        [VALUES[0], VALUES[1], 1],
      ] as const) {
        expect(await described(form(wrong))).toBe(`zip_descriptor_mismatch@${AT}`);
      }
    });

    test("has the right signature, if any", async () => {
      for (const values of [narrow(...VALUES), wide(...VALUES)]) {
        expect(await described(Buffer.concat([u32(0x08074b51), values]))).toBe(
          `zip_descriptor_mismatch@${AT}`,
        );
      }
    });

    test.each([
      [0, "zip_overlap"],
      [11, "zip_overlap"],
      [13, "zip_gap"],
      [15, "zip_gap"],
      [17, "zip_gap"],
      [22, "zip_gap"],
      [25, "zip_gap"],
    ])("has no other length: %i", async (length, code) => {
      const bytes = Buffer.concat([SIGNATURE, wide(...VALUES), Buffer.alloc(9)]).subarray(0, length);
      expect(await described(bytes)).toBe(`${code}@${AT}`);
    });

    test.each<[string, RawHeader]>([
      ["nothing", { crc: 0, compressedBytes: 0, sizeBytes: 0 }],
      ["the same", { crc: VALUES[0], compressedBytes: VALUES[1], sizeBytes: VALUES[2] }],
      ["that they are elsewhere", { crc: FULL, compressedBytes: FULL, sizeBytes: FULL }],
      ["the checksum alone", { crc: VALUES[0], compressedBytes: 0, sizeBytes: 0 }],
    ])("the header before it says %s", async (_, header) => {
      expect(await described(narrow(...VALUES), header)).toBe(34);
    });

    test.each<[string, RawHeader]>([
      ["checksum", { crc: 1, compressedBytes: 0, sizeBytes: 0 }],
      ["compressed size", { crc: 0, compressedBytes: 1, sizeBytes: 0 }],
      ["size", { crc: 0, compressedBytes: 0, sizeBytes: 1 }],
      ["size, beside right values", { crc: VALUES[0], compressedBytes: VALUES[1], sizeBytes: 1 }],
    ])("the header before it says no other %s", async (_, header) => {
      expect(await described(narrow(...VALUES), header)).toBe("zip_local_header_mismatch@0");
    });
  });
});

describe("zip", () => {
  const codeOf = (zip: Uint8Array) =>
    parseZip(zip).then(
      () => "accepted",
      ({ code, offset }) => `${code}@${offset}`,
    );
  const [A, B, C] = [
    { name: "a", content: "first" },
    { name: "b", content: "second" },
    { name: "c", content: "the third" },
  ] as const;

  describe("entries", () => {
    test("come in the order of the directory, each with its content", async () => {
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]) {
        const entries = await parseZip(zipOf([A, B, C], { order }));
        const contents = await Promise.all(
          entries.map(async (entry) => [
            entry.name,
            entry.sizeBytes,
            Buffer.from(await readWhole(entry)).toString(),
          ]),
        );
        expect(contents).toEqual(
          order.map((i) => [A, B, C][i]!).map(({ name, content }) => [name, content.length, content]),
        );
      }
    });

    test("may be none", async () => {
      expect(await parseZip(zipOf([]))).toEqual([]);
      expect(await codeOf(zipOf([], { before: "hidden" }))).toBe("zip_prepended_data@0");
    });

    test("begin with the file and end with the directory", async () => {
      expect(await codeOf(zipOf([A, B], { before: "x" }))).toBe("zip_prepended_data@0");
      expect(await codeOf(zipOf([A, B], { order: [1] }))).toBe("zip_prepended_data@0");
      expect(await codeOf(zipOf([A, B], { order: [0] }))).toBe("zip_gap@36");
      expect(await codeOf(zipOf([A, B, C], { order: [2, 0] }))).toBe("zip_gap@36");
    });

    test("begin before the directory", async () => {
      const directoryAt = zipOf([A]).length - 22 - 47;
      for (const [offset, outcome] of [
        [directoryAt, `zip_overlap@${directoryAt}`],
        [directoryAt + 1, `zip_local_header_mismatch@${directoryAt}`],
      ] as const) {
        const zip = zipOf([A]);
        zip.writeUInt32LE(offset, directoryAt + 42);
        expect(await codeOf(zip)).toBe(outcome);
      }
    });

    test("are a pause each", async () => {
      const work = new CountedWork();
      await parseZip(zipOf([A, B, C]), work);
      expect(work.pauses).toBe(3);
    });
  });

  test("an archive is no PDF file", async () => {
    expect(await codeOf(zipOf([{ name: "a", content: "%PDF-1.7" }]))).toBe("zip_also_pdf@0");
    expect(await codeOf(zipOf([A], { comment: "%PDF-1.7" }))).toBe("zip_also_pdf@0");
    expect(await codeOf(zipOf([{ name: "a", content: " ".repeat(2000) }], { comment: "%PDF-1.7" }))).toBe(
      "accepted",
    );
  });

  const has = (text: string) => hasPdfHeader(randomAccess(Buffer.from(text, "latin1")));
  const after = (bytes: number) => `${"x".repeat(bytes)}%PDF-${"x".repeat(100)}`;

  test("programs look for the start of a PDF file in the first 1,024 bytes", async () => {
    for (const bytes of [0, 1, 500, PDF_HEADER_BYTES - 1])
      expect(await has(after(bytes)), `${bytes}`).toBe(true);
    for (const bytes of [PDF_HEADER_BYTES, PDF_HEADER_BYTES + 1]) expect(await has(after(bytes))).toBe(false);
  });

  test.each(["", "%PDF", "%PDF ", "%pdf-", "PDF-", "%P%PDF"])("the start is whole: %j", async (text) => {
    expect(await has(text)).toBe(false);
  });
});
