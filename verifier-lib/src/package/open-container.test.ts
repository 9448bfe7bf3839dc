import { describe, expect, test } from "vitest";
import { ASIC_E_MEDIA_TYPE, ASIC_S_MEDIA_TYPE } from "../archive/names.js";
import { readWhole } from "../archive/zip.js";
import { type RawEntry, unicodePath, unreadableEntry, zipOf } from "../archive/zip.testing.js";
import { randomAccess } from "../content/content.js";
import { Work } from "../work/work.js";
import { hasAsicParts, readAsic } from "./open-container.js";

const at = (name: string, content: RawEntry["content"] = name): RawEntry => ({ name, content });
const MIMETYPE = at("mimetype", ASIC_S_MEDIA_TYPE);
const FILE = at("contract.pdf");
/** Begins as a token does; nothing else is read of it. */
const TOKEN = Buffer.of(0x30, 3, 0x06, 1, 0);
const TIMESTAMP = at("META-INF/timestamp.tst", TOKEN);

const codeOf = (...entries: readonly RawEntry[]) =>
  readAsic(zipOf(entries)).then(
    () => "ok",
    ({ code }) => code,
  );

describe("a container", () => {
  test("has a file and its timestamp", async () => {
    const found = await readAsic(zipOf([FILE, TIMESTAMP]));
    expect({ ...found, token: Buffer.from(found.token), dataObject: found.dataObject.name }).toEqual({
      mediaType: null,
      token: TOKEN,
      dataObject: "contract.pdf",
      unchecked: [],
    });
    expect(Buffer.from(await readWhole(found.dataObject)).toString()).toBe("contract.pdf");
  });

  test("may name its type, have empty folders in its own, and other parts", async () => {
    const entries = [
      MIMETYPE,
      FILE,
      TIMESTAMP,
      at("META-INF/", ""),
      at("META-INF/x/", ""),
      at("META-INF/evidencerecord.ers"),
      at("META-INF/renewal.xml"),
    ];
    const found = await readAsic(new Blob([zipOf(entries)]));
    expect(found.mediaType).toBe(ASIC_S_MEDIA_TYPE);
    expect(found.unchecked).toEqual(["META-INF/renewal.xml", "META-INF/evidencerecord.ers"]);
  });

  test.each<[string, readonly RawEntry[], string]>([
    ["no file", [MIMETYPE, TIMESTAMP], "asic_no_data_object"],
    ["two files", [FILE, at("b"), TIMESTAMP], "asic_several_data_objects"],
    ["a file in another folder", [FILE, at("x/b"), TIMESTAMP], "asic_unexpected_entry"],
    ["no timestamp", [FILE], "asic_no_timestamp"],
    [
      "a response",
      [FILE, at("META-INF/timestamp.tst", Buffer.of(0x30, 3, 0x30, 1, 0))],
      "asic_timestamp_not_a_token",
    ],
    ["an empty timestamp", [FILE, at("META-INF/timestamp.tst", "")], "asic_timestamp_not_a_token"],
    ["a signature", [FILE, TIMESTAMP, at("META-INF/signatures.xml")], "asic_signature_unsupported"],
    ["a manifest", [FILE, TIMESTAMP, at("META-INF/ASiCManifest.xml")], "asic_e_unsupported"],
    [
      "a manifest and a signature",
      [FILE, at("META-INF/signatures.xml"), at("META-INF/ASiCManifest.xml")],
      "asic_e_unsupported",
    ],
    ["the type of ASiC-E", [at("mimetype", ASIC_E_MEDIA_TYPE), FILE, TIMESTAMP], "asic_e_unsupported"],
    ["another type", [at("mimetype", "text/plain"), FILE, TIMESTAMP], "asic_media_type_unsupported"],
    ["an empty type", [at("mimetype", ""), FILE, TIMESTAMP], "asic_media_type_unsupported"],
    [
      "a type after a mark",
      [at("mimetype", `\ufeff${ASIC_S_MEDIA_TYPE}`), FILE, TIMESTAMP],
      "asic_media_type_unsupported",
    ],
    [
      "only an evidence record",
      [FILE, at("META-INF/evidencerecord.ers")],
      "asic_evidence_record_unsupported",
    ],
    ["a name that folds to another part", [FILE, TIMESTAMP, at("Mimetype")], "asic_name_ambiguous"],
  ])("is refused with %s", async (_, entries, code) => {
    expect(await codeOf(...entries)).toBe(code);
  });

  test("may be packed again: in another order, in a folder, with what systems add", async () => {
    const again = await readAsic(
      zipOf([
        at("top/", ""),
        at("top/contract.pdf"),
        at("top/META-INF/timestamp.tst", TOKEN),
        { ...at("top/mimetype", ASIC_S_MEDIA_TYPE), extra: Buffer.alloc(4) },
        at("top/.DS_Store"),
        at("__MACOSX/top/._contract.pdf"),
      ]),
    );
    expect([again.mediaType, again.dataObject.name, again.unchecked]).toEqual([
      ASIC_S_MEDIA_TYPE,
      "contract.pdf",
      ["top/.DS_Store", "__MACOSX/top/._contract.pdf"],
    ]);
    expect(await codeOf(at("a/contract.pdf"), at("b/META-INF/timestamp.tst", TOKEN))).toBe(
      "asic_no_data_object",
    );
  });

  test("has no entry with two names of different meaning", async () => {
    const renamed = (raw: string, name: string) => ({ ...at(raw), extra: unicodePath(raw, name) });
    expect(await codeOf(renamed("a.pdf", "b.pdf"), TIMESTAMP)).toBe("ok");
    expect(await codeOf(FILE, TIMESTAMP, renamed("META-INF/a", "META-INF/signature.xml"))).toBe(
      "asic_name_ambiguous",
    );
    expect(await codeOf(FILE, TIMESTAMP, renamed("META-INF/signature.xml", "META-INF/a"))).toBe(
      "asic_name_ambiguous",
    );
  });

  test("has folders without content, also compressed", async () => {
    const folder = { ...at("META-INF/x/", ""), method: 8, data: Buffer.of(3, 0) };
    expect(await codeOf(FILE, TIMESTAMP, folder)).toBe("ok");
    expect(await codeOf(FILE, TIMESTAMP, { ...folder, data: Buffer.of(3, 0, 0) })).toBe(
      "zip_deflate_trailing",
    );
  });

  test("has parts whose checksum holds, also those that nothing reads", async () => {
    expect(await codeOf(FILE, TIMESTAMP, { ...at("META-INF/x"), crc: 5 })).toBe("zip_crc_mismatch");
    expect(await codeOf(FILE, { ...TIMESTAMP, crc: 5 })).toBe("zip_crc_mismatch");
    expect(await codeOf({ ...MIMETYPE, crc: 5 }, FILE, TIMESTAMP)).toBe("zip_crc_mismatch");
  });
});

describe("the size of a part is limited", () => {
  const LIMITS = 1_048_576;
  const UNCHECKED = 67_108_864;

  test("that names the type", async () => {
    expect(await codeOf(at("mimetype", Buffer.alloc(256)), FILE, TIMESTAMP)).toBe(
      "asic_media_type_unsupported",
    );
    expect(await codeOf(at("mimetype", Buffer.alloc(257)), FILE, TIMESTAMP)).toBe("asic_part_too_large");
  });

  test("that is the timestamp", async () => {
    const token = (bytes: number) =>
      at("META-INF/timestamp.tst", Buffer.concat([TOKEN, Buffer.alloc(bytes - TOKEN.length)]));
    expect(await codeOf(FILE, token(LIMITS))).toBe("ok");
    expect(await codeOf(FILE, token(LIMITS + 1))).toBe("asic_part_too_large");
  });

  test("that no check uses, together with the others", async () => {
    const other = (name: string, bytes: number) => unreadableEntry(`META-INF/${name}`, bytes);
    expect(await codeOf(FILE, TIMESTAMP, other("a", UNCHECKED - 5), other("evidencerecord.ers", 5))).toBe(
      "zip_deflate_malformed",
    );
    expect(await codeOf(FILE, TIMESTAMP, other("a", UNCHECKED - 5), other("evidencerecord.ers", 6))).toBe(
      "asic_part_too_large",
    );
  });
});

test("an abort ends the reading", async () => {
  const work = new Work({ signal: AbortSignal.abort(new Error("enough")) });
  await expect(readAsic(zipOf([FILE, TIMESTAMP]), { work })).rejects.toThrow("enough");
});

test.each([
  ["META-INF/timestamp.tst", true],
  ["META-INF/signatures.xml", true],
  ["META-INF/ASiCManifest.xml", true],
  ["META-INF/evidencerecord.ers", true],
  ["META-INF/other", false],
  ["mimetype", false],
  ["contract.pdf", false],
  ["x/timestamp.tst", false],
])("only containers have an entry %s: %s", async (name, isTelling) => {
  expect(await hasAsicParts(randomAccess(zipOf([at("a"), at(name)])), new Work())).toBe(isTelling);
});
