import { describe, expect, test } from "vitest";
import { type DirectoryEntry, parseCentralDirectory } from "./central-directory.js";
import { MAX_TOTAL_BYTES, RATIO_FREE_BYTES } from "./limits.js";
import { type RawHeader, rawCentralHeader, rawField, u64 } from "./zip.testing.js";

const OFFSET = 5000;

/** The entries, or `code@position`, counted from the start of the directory. */
function parsed(bytes: Uint8Array, entryCount: number): DirectoryEntry[] | string {
  try {
    return parseCentralDirectory(bytes, { offset: OFFSET, sizeBytes: bytes.length, entryCount });
  } catch (error) {
    const { code, offset } = error as { code: string; offset: number };
    return `${code}@${offset - OFFSET}`;
  }
}

/** A first entry, so that positions are not those of the directory. */
const FIRST = rawCentralHeader({ name: "first" });
const AT = FIRST.length;
const second = (header: RawHeader) => parsed(Buffer.concat([FIRST, rawCentralHeader(header)]), 2);
const zip64 = (...values: readonly number[]) => rawField(1, u64(...values));
const FULL = 0xffffffff;

describe("an entry of the directory", () => {
  test("has each value at its place", () => {
    const header = {
      flags: 0x0808,
      method: 8,
      crc: 0x05060708,
      compressedBytes: 1000,
      sizeBytes: 2000,
      offset: 3000,
      name: "ä/b",
      comment: "comment",
    };
    expect(second(header)).toMatchObject([
      { name: "first" },
      {
        name: "ä/b",
        plainName: "ä/b",
        isFolder: false,
        rawName: Buffer.from("ä/b"),
        flags: 0x0808,
        method: 8,
        crc: 0x05060708,
        compressedBytes: 1000,
        sizeBytes: 2000,
        headerOffset: 3000,
      },
    ]);
    expect(second({ name: Buffer.of(0x84) })).toMatchObject([{}, { name: "ä" }]);
    expect(parsed(Buffer.alloc(0), 0)).toEqual([]);
  });

  test("has values of Zip64 in the order size, compressed size, offset", () => {
    const full = { method: 8, sizeBytes: FULL, compressedBytes: FULL, offset: FULL };
    expect(second({ ...full, extra: zip64(2 ** 33, 2 ** 32, 2 ** 34) })).toMatchObject([
      {},
      { sizeBytes: 2 ** 33, compressedBytes: 2 ** 32, headerOffset: 2 ** 34 },
    ]);
  });

  test.each<[string, RawHeader, string]>([
    ["a signature", { signature: 0x02014b51 }, `zip_directory_malformed@${AT}`],
    ["room for its name", { nameBytes: 2 }, `zip_directory_malformed@${AT}`],
    ["no encryption", { flags: 1 }, `zip_encrypted@${AT}`],
    ["no strong encryption", { flags: 0x40 }, `zip_encrypted@${AT}`],
    ["no masked header", { flags: 0x2000 }, `zip_encrypted@${AT}`],
    ["no unknown flag", { flags: 0x10 }, `zip_flag_unsupported@${AT}`],
    ["a known method", { method: 1 }, `zip_method_unsupported@${AT}`],
    ["its data on this disk", { disk: 1 }, `zip_multi_disk@${AT}`],
    ["a name", { name: "" }, `zip_name_malformed@${AT + 46}`],
    ["fields that fit", { extra: Buffer.alloc(5, 1) }, `zip_extra_field_malformed@${AT + 47}`],
    [
      "all values of Zip64",
      { offset: FULL, extra: rawField(1, Buffer.alloc(7)) },
      `zip_zip64_malformed@${AT + 47}`,
    ],
    ["one type", { name: "a/", attributes: 0o100644 * 2 ** 16 }, `zip_entry_type_mismatch@${AT}`],
    [
      "one type on the Amiga",
      { madeBy: 0x0114, attributes: 0x0800 * 2 ** 16 },
      `zip_entry_type_mismatch@${AT}`,
    ],
  ])("has %s", (_, header, outcome) => {
    expect(second(header)).toBe(outcome);
  });

  test("may state its compression level", () => {
    for (const flags of [2, 4, 6]) expect(second({ flags, method: 8 })).toMatchObject([{}, { flags }]);
  });

  test("is whole", () => {
    for (const length of [1, 3, 4, 45, 46]) {
      const cut = Buffer.concat([FIRST, rawCentralHeader({}).subarray(0, length)]);
      expect(parsed(cut, 2), `${length} bytes`).toBe(`zip_directory_malformed@${AT}`);
    }
  });

  test("is counted", () => {
    const two = Buffer.concat([FIRST, rawCentralHeader({})]);
    expect(parsed(two, 3)).toBe(`zip_directory_malformed@${two.length}`);
    expect(parsed(two, 1)).toBe(`zip_directory_malformed@${AT}`);
    expect(parsed(Buffer.concat([two, Buffer.alloc(1)]), 2)).toBe(`zip_directory_malformed@${two.length}`);
  });
});

describe("names", () => {
  const unicode = (name: string, checksum: readonly number[]) =>
    rawField(0x7075, Buffer.concat([Buffer.of(1, ...checksum), Buffer.from(name)]));
  /** CRC-32 of `x`, little-endian. */
  const OF_X = [0x83, 0x16, 0xdc, 0x8c];
  const named = (...headers: readonly RawHeader[]) =>
    parsed(Buffer.concat(headers.map(rawCentralHeader)), headers.length);

  test("differ, for programs that know the Unicode Path field and for others", () => {
    expect(named({ name: "a" }, { name: "b" })).toMatchObject([{ name: "a" }, { name: "b" }]);
    expect(named({ name: "a" }, { name: "a" })).toBe("zip_name_duplicate@0");
    expect(named({ name: "x", extra: unicode("a", OF_X) })).toMatchObject([{ name: "a", plainName: "x" }]);
    expect(named({ name: "x", extra: unicode("a", OF_X) }, { name: "a" })).toBe("zip_name_duplicate@0");
    expect(named({ name: "x", extra: unicode("a", OF_X) }, { name: "x" })).toBe("zip_name_duplicate@0");
    expect(named({ name: "x", extra: unicode("a", OF_X) }, { name: "x", extra: unicode("b", OF_X) })).toBe(
      "zip_name_duplicate@0",
    );
  });

  test("of folders are of entries without content", () => {
    expect(named({ name: "a/", method: 8, compressedBytes: 2 })).toMatchObject([{ isFolder: true }]);
    expect(named({ name: "a/", method: 8, compressedBytes: 2, sizeBytes: 1 })).toBe("zip_size_mismatch@0");
    expect(named({ name: "a/", sizeBytes: 1, compressedBytes: 1 })).toBe("zip_size_mismatch@0");
  });
});

describe("sizes", () => {
  test("of a stored entry are equal", () => {
    expect(second({ sizeBytes: 5, compressedBytes: 5 })).toHaveLength(2);
    expect(second({ sizeBytes: 5, compressedBytes: 6 })).toBe("zip_size_mismatch@0");
    expect(second({ sizeBytes: 6, compressedBytes: 5 })).toBe("zip_size_mismatch@0");
    expect(second({ sizeBytes: 6, compressedBytes: 5, method: 8 })).toHaveLength(2);
  });

  test("are at most 200 times the compressed ones, from one mebibyte on", () => {
    const deflated = (sizeBytes: number, compressedBytes: number) =>
      second({ method: 8, sizeBytes, compressedBytes });
    expect(deflated(RATIO_FREE_BYTES, 1)).toHaveLength(2);
    expect(deflated(RATIO_FREE_BYTES + 1, 1)).toBe("zip_ratio_too_high@0");
    expect(deflated(1_100_000, 5500)).toHaveLength(2);
    expect(deflated(1_100_001, 5500)).toBe("zip_ratio_too_high@0");
  });

  test("have a limit together", () => {
    const stored = (...sizes: readonly number[]) =>
      parsed(
        Buffer.concat(
          sizes.map((size, i) =>
            rawCentralHeader({
              name: `${i}`,
              sizeBytes: FULL,
              compressedBytes: FULL,
              extra: zip64(size, size),
            }),
          ),
        ),
        sizes.length,
      );
    expect(stored(MAX_TOTAL_BYTES - 5, 5)).toHaveLength(2);
    expect(stored(MAX_TOTAL_BYTES - 5, 6)).toBe("zip_total_too_large@0");
    expect(stored(MAX_TOTAL_BYTES + 1)).toBe("zip_total_too_large@0");
  });
});
