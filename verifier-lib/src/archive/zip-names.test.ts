import { crc32 } from "@svc-proof/shared/zip";
import { describe, expect, test } from "vitest";
import { MAX_NAME_BYTES, MAX_NAME_PARTS } from "./codes.js";
import { type ExtraField, UNICODE_PATH_FIELD } from "./zip-fields.js";
import { parseEntryName } from "./zip-names.js";

const OFFSET = 30;
const utf8 = (text: string) => new TextEncoder().encode(text);

/** The Unicode Path field: version, checksum of the other name, name. */
function unicodePath(raw: Uint8Array, name: Uint8Array, { version = 1, change = 0 } = {}): ExtraField {
  const bytes = Buffer.alloc(5 + name.length);
  bytes.writeUInt8(version, 0);
  bytes.writeUInt32LE((crc32(raw) ^ change) >>> 0, 1);
  bytes.set(name, 5);
  return { id: UNICODE_PATH_FIELD, bytes };
}

function named(bytes: Uint8Array, isUtf8 = true, fields: readonly ExtraField[] = [], isSlashed = true) {
  try {
    return parseEntryName(bytes, { isUtf8, isSlashed }, fields, OFFSET);
  } catch (error) {
    const { code, offset } = error as { code: string; offset: number };
    expect(offset).toBe(OFFSET);
    return code;
  }
}
const same = (name: string) => ({ name, plainName: name, isFolder: name.endsWith("/") });

describe("a name", () => {
  test.each([
    "a",
    "a/b",
    "a/",
    "a/b/",
    "Ä.txt",
    "..a",
    "a..",
    "a.b.c",
    "__proto__x",
    "ab:c",
    "1:a",
    "a;1.pdf",
    "~1x",
  ])("is read: %j", (name) => {
    expect(named(utf8(name))).toEqual(same(name));
  });

  test.each([
    "/",
    "/a",
    "a//",
    "a//b",
    ".",
    "..",
    "././a",
    ".//a",
    "./../a",
    "a/./b",
    "a/.",
    "a/..",
    "../a",
    "a/../b",
    "__proto__",
    "a/__proto__/",
    "C:a",
    "z:",
    "a\\b",
    "a\u0000",
    "a\u001f",
    "a\u007f",
    "a\u0080b",
    "a\u009fb",
  ])("is unsafe: %j", (name) => {
    expect(named(utf8(name))).toBe("zip_name_unsafe");
  });

  test.each(["a;1", "a;", "a;12345", "a;1/b", "b/a;1", "b;1/", "a;b;2"])("has a version: %j", (name) => {
    expect(named(utf8(name))).toBe("zip_name_version");
  });

  test.each(["a;x", "a;1x", "a;x1", ";a", "a;-"])("has no version: %j", (name) => {
    expect(named(utf8(name))).toEqual(same(name));
  });

  test.each([
    "PROOF~1.JSO",
    "PROOF~1",
    "A~1",
    "~1",
    "A~12",
    "ABCDEF~1",
    "ABCDEF~1.",
    "A~1.X",
    "a~1.xyz",
    "b/A~1",
    "A~1/b",
    "A~B~1.TXT",
  ])("is a short name of Windows: %j", (name) => {
    expect(named(utf8(name))).toBe("zip_name_unsafe");
  });

  test.each([
    "ABCDEFG~1",
    "ABCDEFG~1.TXT",
    "A~1.PAGES",
    "A~1.B.C",
    "A.B~1",
    "A~",
    "A~X",
    "A~1X",
    "A~1X.TXT",
    "A~.TXT",
    "A1.TXT",
    "contract~1.pdf",
  ])("is no short name of Windows: %j", (name) => {
    expect(named(utf8(name))).toEqual(same(name));
  });

  test("has a limit of bytes, and is not empty", () => {
    expect(named(utf8("x".repeat(MAX_NAME_BYTES)))).toEqual(same("x".repeat(MAX_NAME_BYTES)));
    expect(named(utf8("x".repeat(MAX_NAME_BYTES + 1)))).toBe("zip_name_malformed");
    expect(named(utf8(`${"\u20ac".repeat(MAX_NAME_BYTES / 4)}`))).toEqual(
      same("\u20ac".repeat(MAX_NAME_BYTES / 4)),
    );
    expect(named(utf8(`${"\u20ac".repeat(MAX_NAME_BYTES / 2)}`))).toBe("zip_name_malformed");
    expect(named(utf8(""))).toBe("zip_name_malformed");
  });

  test("has a limit of parts", () => {
    const parts = (count: number) => new Array<string>(count).fill("a").join("/");
    expect(named(utf8(parts(MAX_NAME_PARTS)))).toEqual(same(parts(MAX_NAME_PARTS)));
    expect(named(utf8(`${parts(MAX_NAME_PARTS)}/`))).toEqual(same(`${parts(MAX_NAME_PARTS)}/`));
    expect(named(utf8(parts(MAX_NAME_PARTS + 1)))).toBe("zip_name_malformed");
  });
});

describe("a name by another tool", () => {
  const backslashed = (name: string) => named(utf8(name), true, [], false);

  test("may begin with the folder that the tool was given", () => {
    expect(named(utf8("./a/b"))).toEqual(same("a/b"));
    expect(named(utf8("./"))).toEqual(same("./"));
  });

  test("has backslashes where no name of the archive has a slash", () => {
    expect(backslashed("a\\b")).toEqual(same("a/b"));
    expect(backslashed("a\\")).toEqual(same("a/"));
    expect(backslashed(".\\a")).toEqual(same("a"));
    for (const name of ["\\a", "a\\..\\b", "a\\\\b", "..\\a", "c:\\a"]) {
      expect(backslashed(name)).toBe("zip_name_unsafe");
    }
    const raw = utf8("a\\b");
    expect(named(raw, true, [unicodePath(raw, utf8("ä/b"))], false)).toMatchObject({ name: "ä/b" });
    expect(named(raw, true, [unicodePath(raw, utf8("ä/b\\c"))], false)).toBe("zip_name_unsafe");
  });

  test("may have a backslash that is half a character elsewhere, and is not read then", () => {
    for (const isSlashed of [true, false]) {
      expect(named(Uint8Array.of(0x83, 0x5c), false, [], isSlashed)).toBe("zip_name_unsafe");
      expect(named(Uint8Array.of(0xfe, 0x5c), false, [], isSlashed)).toBe("zip_name_unsafe");
    }
    expect(named(Uint8Array.of(0x61, 0x5c, 0x62), false, [], false)).toEqual(same("a/b"));
    expect(named(utf8("ä\\b"), true, [], false)).toEqual(same("ä/b"));
    expect(named(Uint8Array.of(0x83, 0x5f), false)).toEqual(same("â_"));
  });
});

describe("the encoding", () => {
  test("is UTF-8 without errors, and keeps a byte order mark", () => {
    expect(named(Uint8Array.of(0x61, 0xc3))).toBe("zip_name_malformed");
    expect(named(Uint8Array.of(0xc0, 0xaf))).toBe("zip_name_malformed");
    expect(named(utf8("\ufeffa"))).toEqual(same("\ufeffa"));
  });

  test("is code page 437 without a flag", () => {
    expect(named(Uint8Array.of(0x80, 0x81, 0x9a, 0xe1, 0xfe), false)).toEqual(same("ÇüÜß■"));
    expect(named(Uint8Array.of(0x41, 0x7e), false)).toEqual(same("A~"));
    expect(named(Uint8Array.of(0xff), false)).toBe("zip_name_unsafe");
  });
});

describe("the Unicode Path field", () => {
  const RAW = utf8("raw");
  const withFields = (...fields: readonly ExtraField[]) => named(RAW, true, fields);

  test("gives another name", () => {
    expect(withFields(unicodePath(RAW, utf8("näme")))).toEqual({
      name: "näme",
      plainName: "raw",
      isFolder: false,
    });
    expect(withFields(unicodePath(RAW, utf8("n")))).toMatchObject({ name: "n" });
    expect(withFields(unicodePath(RAW, utf8("raw")))).toEqual(same("raw"));
    const folder = utf8("raw/");
    expect(named(folder, true, [unicodePath(folder, utf8("n/"))])).toEqual({
      name: "n/",
      plainName: "raw/",
      isFolder: true,
    });
  });

  test.each<[string, ExtraField]>([
    ["for another name", unicodePath(RAW, utf8("name"), { change: 1 })],
    ["of another version", unicodePath(RAW, utf8("name"), { version: 2 })],
    ["without a name", unicodePath(RAW, utf8(""))],
    ["of one byte", { id: UNICODE_PATH_FIELD, bytes: Uint8Array.of(1) }],
    ["of another kind", { ...unicodePath(RAW, utf8("name")), id: 0x6375 }],
  ])("is ignored if it is %s", (_, field) => {
    expect(withFields(field)).toEqual(same("raw"));
  });

  test("gives one name", () => {
    const field = unicodePath(RAW, utf8("name"));
    expect(withFields(field, field)).toMatchObject({ name: "name" });
    expect(withFields(field, unicodePath(RAW, utf8("other")))).toBe("zip_extra_field_malformed");
  });

  test.each([
    ["zip_name_malformed", "x".repeat(MAX_NAME_BYTES + 1)],
    ["zip_name_unsafe", "../a"],
    ["zip_name_version", "a;1"],
    ["zip_name_ambiguous", "raw/"],
  ])("obeys the rules of a name: %s", (code, name) => {
    expect(withFields(unicodePath(RAW, utf8(name)))).toBe(code);
  });

  test("its name is in UTF-8, and fills the limit", () => {
    expect(withFields(unicodePath(RAW, Uint8Array.of(0xff)))).toBe("zip_name_malformed");
    expect(withFields(unicodePath(RAW, utf8("x".repeat(MAX_NAME_BYTES))))).toMatchObject({
      name: "x".repeat(MAX_NAME_BYTES),
    });
  });

  test("the other name obeys them too", () => {
    for (const [code, raw] of [
      ["zip_name_unsafe", "../a"],
      ["zip_name_version", "a;1"],
      ["zip_name_unsafe", ""],
      ["zip_name_ambiguous", "name/"],
    ] as const) {
      expect(named(utf8(raw), true, [unicodePath(utf8(raw), utf8("name"))])).toBe(code);
    }
  });
});
