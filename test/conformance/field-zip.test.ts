/**
 * Packages that people unpacked and packed again with the programs of their systems: each is read where it can mean one
 * thing only. docs/formats/evidence.md, "Packed again".
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { type RawEntry, rawField, unicodePath, zipOf } from "../../verifier-lib/src/archive/zip.testing.js";
import { exampleChain, original, PROOF, README, TIMESTAMP } from "../evidence-packages.js";
import { vectorFolder } from "./third-party-vectors.js";

/** The reader's own code, in reports that state a class of codes and in those that do not. */
function faultOf({ checks }: Report): unknown {
  const { code, evidence } = checks[0]!;
  return evidence["fault"] ?? code;
}

const uncheckedOf = ({ notices }: Report) =>
  notices.find(({ code }) => code === "parts_not_checked")?.evidence["parts"] ?? [];

const field = vectorFolder("field");

describe.skipIf(field === null)("vectors/field", () => {
  const read = (name: string) => new Uint8Array(readFileSync(join(field!, name)));
  const verified = (name: string) =>
    verify(read(name), { evidence: [{ kind: "trust", content: read("sandbox-root.pem") }] });
  const UNUSED = ["README.txt", "certificate.pdf"];

  test("has no other archives than these", () => {
    expect(readdirSync(join(field!, "zip"))).toHaveLength(11);
    expect(readdirSync(join(field!, "pass/zip"))).toHaveLength(9);
  });

  test.each([
    ["zip/03-infozip-folder-on-top.zip", UNUSED],
    ["zip/06-local-time-differs.zip", UNUSED],
    ["zip/09-ut-padding2.zip", UNUSED],
    ["zip/14-bsdtar-stream.zip", UNUSED],
    ["zip/21-dsstore-in-original.zip", [...UNUSED, "original/.DS_Store"]],
    ["zip/22-thumbsdb-in-original.zip", [...UNUSED, "original/Thumbs.db"]],
    ["zip/29-dot-slash.zip", UNUSED],
    ["pass/zip/04-dd-nosig64.zip", UNUSED],
    ["pass/zip/05-dd-local-usize.zip", UNUSED],
    ["pass/zip/06-infozip-pipe.zip", UNUSED],
    ["pass/zip/08-extract-os.zip", UNUSED],
    ["pass/zip/16-jar.zip", ["META-INF/MANIFEST.MF", ...UNUSED]],
    ["pass/zip/17-ntfs.zip", UNUSED],
    ["pass/zip/18-python-stream.zip", UNUSED],
    ["pass/zip/24-fflate-stream.zip", UNUSED],
    ["pass/zip/43-orig-gbk.zip", UNUSED],
  ])("%s is verified, with its original", async (name, unchecked) => {
    const report = await verified(name);
    expect([report.outcome, faultOf(report)]).toEqual(["verified", "ok"]);
    expect(report.checks.filter(({ id }) => id === "content")).toMatchObject([{ status: "passed" }]);
    expect(uncheckedOf(report)).toEqual(unchecked);
  });

  test.each([
    ["zip/08-7z-deflate64.zip", "zip_method_unsupported", "method 9 (Deflate64)"],
    ["zip/11-7z-aes.zip", "zip_encrypted", "encrypted"],
    ["zip/40-orig-sjis.zip", "zip_name_unsafe", "code pages"],
    ["zip/77-attr-reparse-onedrive.zip", "zip_entry_not_regular", "OneDrive"],
  ])("%s is not read: %s, with what helps", async (name, code, words) => {
    const report = await verified(name);
    expect([faultOf(report), report.claims]).toEqual([code, []]);
    expect(report.checks[0]!.evidence["message"]).toContain(words);
    expect(report.checks[0]!.evidence["message"]).toContain("unpack the archive and give the folder");
  });
});

const FILES = { "README.txt": README, "proof.json": PROOF, "bitcoin/original.ots": TIMESTAMP };
const PARTS: readonly RawEntry[] = [
  ...Object.entries(FILES).map(([name, { content }]) => ({ name, content: content as Uint8Array })),
  { name: "original/example.txt", content: original },
];
const at = (name: RawEntry["name"], content: RawEntry["content"] = "litter"): RawEntry => ({
  name: name!,
  content,
});
const renamed = (rename: (name: string) => string) =>
  PARTS.map((part) => ({ ...part, name: rename(part.name as string) }));
const inFolder = (folder: string) => renamed((name) => folder + name);
const backslashed = (parts: readonly RawEntry[]) =>
  parts.map((part) => ({ ...part, name: (part.name as string).replaceAll("/", "\\") }));
/** AppleDouble: what the Finder keeps about a file beside it. */
const DOUBLE = Buffer.from("00051607000200004d6163204f53205820202020202020200000", "hex");
/** A field for times (0x5455), and what `zipalign` adds. */
const padded = (bytes: number) => Buffer.concat([rawField(0x5455, Buffer.alloc(5)), Buffer.alloc(bytes)]);

const verified = (zip: Uint8Array) => verify(zip, { sources: [exampleChain()] });

describe("is read", () => {
  test.each<[string, readonly RawEntry[], readonly string[]]>([
    ["in a folder", [at("evidence/", ""), ...inFolder("evidence/")], []],
    ["in folders, with entries for some", [at("a/", ""), at("a/b/original/", ""), ...inFolder("a/b/")], []],
    ["in a folder that has the name of a part's", inFolder("seal/"), []],
    [
      "by the Finder",
      [
        at("ev/", ""),
        ...inFolder("ev/").flatMap((part) => [
          part,
          at(`__MACOSX/${part.name}`.replace(/[^/]+$/, "._$&"), DOUBLE),
        ]),
        at("ev/.DS_Store"),
        at("__MACOSX/._ev", DOUBLE),
      ],
      [
        "__MACOSX/ev/._README.txt",
        "__MACOSX/ev/._proof.json",
        "__MACOSX/ev/bitcoin/._original.ots",
        "__MACOSX/ev/original/._example.txt",
        "ev/.DS_Store",
        "__MACOSX/._ev",
      ],
    ],
    [
      "from a disk without room for AppleDouble",
      [
        ...PARTS,
        at("original/._example.txt", DOUBLE),
        at("bitcoin/._original.ots", DOUBLE),
        at("._proof.json"),
      ],
      ["bitcoin/._original.ots", "._proof.json", "original/._example.txt"],
    ],
    [
      "with what Windows keeps about downloads",
      [...PARTS, at("original/example.txt:Zone.Identifier"), at("proof.json.Zone.Identifier")],
      ["proof.json.Zone.Identifier", "original/example.txt:Zone.Identifier"],
    ],
    [
      "with what Windows keeps in folders",
      [...PARTS, at("original/Thumbs.db"), at("original/DESKTOP.INI"), at("desktop.ini")],
      ["desktop.ini", "original/Thumbs.db", "original/DESKTOP.INI"],
    ],
    ["with backslashes, as .NET wrote", backslashed(PARTS), []],
    ["with backslashes, in a folder", backslashed([at("ev/original/", ""), ...inFolder("ev/")]), []],
    ["with backslashes after a point", backslashed(inFolder("./")), []],
    ["as the folder .", [at("./", ""), at("./original/", ""), ...inFolder("./")], []],
    ["as the folder ./evidence", inFolder("./evidence/"), []],
    [
      "by jar, in a folder",
      [at("META-INF/", ""), at("META-INF/MANIFEST.MF"), ...inFolder("ev/")],
      ["META-INF/MANIFEST.MF"],
    ],
    ["with one byte of padding", PARTS.map((part) => ({ ...part, extra: padded(1) })), []],
    ["with three bytes of padding", PARTS.map((part) => ({ ...part, extra: padded(3) })), []],
  ])("%s", async (_, entries, unchecked) => {
    const report = await verified(zipOf(entries));
    expect([report.outcome, faultOf(report)]).toEqual(["verified", "ok"]);
    expect(report.checks[1]).toMatchObject({ id: "content", status: "passed" });
    expect(report.inputs.find(({ kind }) => kind === "original")?.name).toBe("original/example.txt");
    const [readme, ...others] = uncheckedOf(report) as string[];
    expect([readme, ...others].sort()).toEqual(["README.txt", ...unchecked].sort());
  });

  test("with other times in the headers of entries", async () => {
    const zip = zipOf(PARTS);
    zip.writeUInt32LE(0x5c215c21, 10);
    expect((await verified(zip)).outcome).toBe("verified");
  });

  test("sent as text, which changes the ends of lines, is damaged, and states nothing twice", async () => {
    const zip = zipOf([...PARTS, { name: "lines.txt", content: "one\ntwo\r\nthree\n" }]).toString("latin1");
    for (const sent of [zip.replaceAll("\n", "\r\n"), zip.replaceAll("\r\n", "\n")]) {
      expect(sent).not.toBe(zip);
      const { outcome, checks } = await verified(Buffer.from(sent, "latin1"));
      expect([outcome, checks[0]!.code]).toEqual(["indeterminate", "damaged"]);
    }
  });

  test("with zeros that fill a block of 10,240 bytes, and no others", async () => {
    const zip = zipOf(PARTS);
    const followed = async (...bytes: Buffer[]) => faultOf(await verified(Buffer.concat([zip, ...bytes])));
    expect(await followed(Buffer.alloc(1))).toBe("ok");
    expect(await followed(Buffer.alloc(10_239))).toBe("ok");
    expect(await followed(Buffer.alloc(10_240))).toBe("zip_trailing_data");
    expect(await followed(Buffer.alloc(100), Buffer.of(1))).toBe("zip_trailing_data");
    expect(await followed(Buffer.of(1), Buffer.alloc(100))).toBe("zip_trailing_data");
    const end = Buffer.from(zip.subarray(-22));
    expect(await followed(Buffer.alloc(5), end)).toBe("zip_prepended_data");
    expect(await followed(Buffer.alloc(5), end, Buffer.alloc(5))).toBe("zip_prepended_data");
    const commented = zipOf(PARTS, { comment: `PK\u0005\u0006${"\0".repeat(18)}` });
    expect(faultOf(await verified(Buffer.concat([commented, Buffer.alloc(9)])))).toBe("zip_ambiguous_end");
  });
});

describe("a file that is named as systems name theirs", () => {
  const without = PARTS.slice(0, -1);
  const originals = async (...entries: readonly RawEntry[]) => {
    const report = await verified(zipOf([...without, ...entries]));
    const content = report.checks.find(({ id }) => id === "content")!;
    return [report.outcome, content.status, uncheckedOf(report)];
  };

  test.each(["Thumbs.db", "._example", ".DS_Store", "x.Zone.Identifier"])(
    "is the original: %s",
    async (name) => {
      const entry = at(`original/${name}`, original);
      expect(await originals(entry)).toEqual(["verified", "passed", ["README.txt"]]);
    },
  );

  test("is what was left when the original was removed", async () => {
    expect(await originals(at("original/.DS_Store"))).toEqual([
      "verified",
      "skipped",
      ["README.txt", "original/.DS_Store"],
    ]);
    expect(await originals(at("original/.DS_Store"), at("original/Thumbs.db"))).toEqual([
      "verified",
      "skipped",
      ["README.txt", "original/.DS_Store", "original/Thumbs.db"],
    ]);
  });
});

describe("is not read, because it can mean two things", () => {
  const proof = PROOF.content as Uint8Array;
  const FORGED = at("proof.json", "{}");
  const sjis = (name: string) => Buffer.from(name, "latin1");

  test.each<[string, readonly RawEntry[], string]>([
    ["a name with ./ and without", [...PARTS, { ...FORGED, name: "./proof.json" }], "zip_name_duplicate"],
    ["a name with .\\ and without", [at("proof.json", proof), at(".\\proof.json")], "zip_name_duplicate"],
    [
      "names that differ by case",
      backslashed([...inFolder("ev/"), at("EV/proof.json")]),
      "zip_name_duplicate",
    ],
    ["both separators", [...PARTS, at("original\\example.txt", original)], "zip_name_unsafe"],
    ["both separators in one name", inFolder("ev\\"), "zip_name_unsafe"],
    ["a way out behind ./", [...PARTS, at("./../proof.json")], "zip_name_unsafe"],
    ["a way out with backslashes", [at("proof.json", proof), at("a\\..\\..\\b")], "zip_name_unsafe"],
    ["a drive", [at("proof.json", proof), at("C:\\proof.json")], "zip_name_unsafe"],
    ["a second point", inFolder("././"), "zip_name_unsafe"],
    [
      "half of a character that may be a separator",
      [...PARTS, at(sjis("original/\x83\x5c"))],
      "zip_name_unsafe",
    ],
    [
      "the same without any slash",
      [at("proof.json", proof), at(sjis("a\x83\x5cproof.json"))],
      "zip_name_unsafe",
    ],
    ["two packages", [...inFolder("a/"), ...inFolder("b/")], "evidence_folder_unsupported"],
    ["a package, and a file beside its folder", [...inFolder("a/"), at("b")], "evidence_folder_unsupported"],
    ["two originals in a folder", [...inFolder("a/"), at("a/original/b")], "evidence_several_originals"],
    [
      "two originals beside litter",
      [...PARTS, at("original/b"), at("original/._b")],
      "evidence_several_originals",
    ],
    [
      "an original in a folder of another case",
      [...PARTS.slice(0, -1), at("Original/.DS_Store")],
      "evidence_name_ambiguous",
    ],
    ["another file in __MACOSX", [...PARTS, at("original/__MACOSX/b.txt")], "evidence_several_originals"],
    ["a stream that is a file's content", [...PARTS, at("proof.json::$DATA")], "zip_name_duplicate"],
    [
      "the stream of downloads, twice",
      [at("ab:Zone.Identifier"), at("ab:zone.identifier")],
      "zip_name_duplicate",
    ],
    [
      "litter that is another original for programs that do not know the Unicode Path field",
      [...PARTS, { ...at("original/b"), extra: unicodePath("original/b", "original/.DS_Store") }],
      "evidence_several_originals",
    ],
    [
      "litter that is another timestamp for them",
      [...PARTS, { ...at("bitcoin/b.ots"), extra: unicodePath("bitcoin/b.ots", "bitcoin/._b.ots") }],
      "evidence_name_ambiguous",
    ],
    [
      "a folder on top that only some programs see",
      inFolder("a/").map((part, i) =>
        i === 1
          ? { ...part, name: "b/proof.json", extra: unicodePath("b/proof.json", "a/proof.json") }
          : part,
      ),
      "evidence_name_ambiguous",
    ],
  ])("%s", async (_, entries, code) => {
    const report = await verified(zipOf(entries));
    expect([faultOf(report), report.claims]).toEqual([code, []]);
    if (code === "evidence_folder_unsupported") {
      expect(report.checks[0]!.evidence["message"]).toContain("unpack the archive and give the folder");
    }
  });

  test("but a proof that is somebody's original is no package in a folder", async () => {
    expect(faultOf(await verified(zipOf([at("README.txt"), at("original/proof.json", proof)])))).toBe(
      "evidence_no_proof",
    );
    expect(faultOf(await verified(zipOf([at("original/proof.json", proof)])))).toBe("evidence_no_proof");
  });
});
