import { describe, expect, test } from "vitest";
import { randomAccess } from "../random-access.js";
import type { DirectoryEntry } from "./central-directory.js";
import { findEntryData } from "./read-entry.js";
import { type RawHeader, rawField, rawLocalHeader, u32, u64 } from "./zip.testing.js";

const BEFORE = Buffer.alloc(100, 1);
const DATA = Buffer.from("data!");
const FULL = 0xffffffff;
const DESCRIPTOR = 8;

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
    expect(await found({ rest: Buffer.concat([DATA, Buffer.alloc(1)]) })).toBe(`zip_gap@${34 + DATA.length}`);
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
      expect(await described(Buffer.concat([u32(0x08074b51), values]))).toBe(`zip_descriptor_mismatch@${AT}`);
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
