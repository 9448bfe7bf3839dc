/**
 * Third-party ZIP archives, each read or refused as the collection's index and
 * docs/formats/evidence.md say.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FormatError } from "@svc-proof/shared/encoding";
import { verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { faultOf } from "../vectors/reader-fault.js";
import { vectorFolder } from "./third-party-vectors.js";

/** The code of each refused archive. All others are read. */
const REFUSED: Readonly<Record<string, string>> = {
  "bad/digidoc4j-duplicate-entry.asics": "zip_name_duplicate",
  "bad/dss-malformed-container.asics": "zip_local_header_mismatch",
  "bad/jszip-all-missing-bytes.zip": "zip_truncated",
  "bad/jszip-bad-decompressed-size.zip": "zip_size_mismatch",
  "bad/jszip-bad-offset.zip": "zip_local_header_mismatch",
  "bad/jszip-compression.zip": "zip_method_unsupported",
  "bad/jszip-crc32.zip": "zip_crc_mismatch",
  "bad/jszip-encrypted.zip": "zip_encrypted",
  "bad/jszip-pollution.zip": "zip_name_unsafe",
  "bad/jszip-zip64-missing-bytes.zip": "zip_truncated",
  "bad/yauzl-absolute-path-c.zip": "zip_name_unsafe",
  "bad/yauzl-absolute-path.zip": "zip_name_unsafe",
  "bad/yauzl-invalid-code-lengths.zip": "zip_deflate_malformed",
  "bad/yauzl-relative-path.zip": "zip_name_unsafe",
  "bad/yauzl-unexpected-eof.zip": "zip_local_header_mismatch",
  "bad/yauzl-unsupported-method-1.zip": "zip_method_unsupported",
  "bad/yauzl-wrong-entry-sizes.zip": "zip_size_mismatch",
  // Listable, as the index says, but its content must be refused. Here nothing is listed without
  // its content.
  "good/yauzl-bogus-compression-method.zip": "zip_method_unsupported",
  "good/yauzl-traditional-encryption.zip": "zip_encrypted",
  "good/yauzl-traditional-encryption-and-compression.zip": "zip_encrypted",
  // The index leaves these to policy.
  "good/jszip-all-appended-bytes.zip": "zip_trailing_data",
  "good/jszip-all-prepended-bytes.zip": "zip_prepended_data",
  "good/yauzl-sloppy-filenames.zip": "zip_local_header_mismatch",
  // Its name is empty for programs that do not know the field, and a local header states a field
  // two bytes too long.
  "good/yauzl-unicode-path-extra-field.zip": "zip_name_unsafe",
};

/** The contents of some that are read: names and sizes. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  "good/yauzl-empty.zip": [],
  "good/yauzl-zip64.zip": ["test1.txt 3", "test2.txt 3"],
  "good/jszip-zip64.zip": ["Hello.txt 12"],
  "good/jszip-winrar-utf8-in-name.zip": ["€15.txt 6"],
  "good/jszip-pile-of-poo.zip": ["Iñtërnâtiônàlizætiøn☃💩.txt 34"],
  "good/jszip-backslash.zip": ["Hel/lo.txt 12"],
  "good/jszip-nested.zip": ["Hello.txt 12", "zip_within_zip.zip 128"],
  "good/yauzl-big-compression.zip": ["0x21000 135168"],
  "good/dss-cp852-names.zip": ["Küldendï/ 0"],
  // Archives inside are content like any other. They are not unpacked.
  "bad/digidoc4j-zip-bomb-package.asics": [
    "META-INF/signatures.xml 10386",
    "package.zip 42790",
    "mimetype 31",
  ],
};

/** Containers whose archive is valid: the check that does not pass, and its code. */
const CONTAINERS: Readonly<Record<string, readonly [string, string, string]>> = {
  "good/digidoc4j-asics-timestamp.asics": ["seal", "indeterminate", "out_of_bounds_no_poe"],
  "bad/digidoc4j-zip-bomb-package.asics": ["format", "indeterminate", "unsupported"],
  "bad/digidoc4j-zip-bomb.asice": ["format", "indeterminate", "unsupported"],
};

const folder = vectorFolder("zip");
const names =
  folder === null
    ? []
    : ["good", "bad"].flatMap((kind) => readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`));
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder!, name)));

async function outcome(bytes: Uint8Array): Promise<string | readonly string[]> {
  try {
    const found: string[] = [];
    for (const entry of await parseZip(bytes)) {
      let length = 0;
      for await (const piece of entry.read()) length += piece.length;
      found.push(`${entry.name} ${length}`);
    }
    return found;
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

describe.skipIf(folder === null)("the collection", () => {
  test("has every archive with a stated code", () => {
    expect(names).toEqual(expect.arrayContaining([...Object.keys(REFUSED), ...Object.keys(CONTENTS)]));
  });

  test.each(names)("%s", async (name) => {
    const found = await outcome(bytesOf(name));
    const refused = REFUSED[name];
    if (refused !== undefined) expect(found).toBe(refused);
    else expect(found).toBeInstanceOf(Array);
    if (CONTENTS[name] !== undefined) expect(found).toEqual(CONTENTS[name]);
  });

  test.each(names)("%s is not evidence, and the verifier reports it", async (name) => {
    const report = await verify(bytesOf(name));
    expect(report.outcome).not.toBe("verified");
    const container = CONTAINERS[name];
    if (container !== undefined) {
      const open = report.checks.find(({ status }) => status !== "passed")!;
      expect([open.id, open.status, open.code]).toEqual(container);
      return;
    }
    const { status, code, evidence } = report.checks[0]!;
    // A file that does not begin as an archive is treated as a proof. A missing proof is reported
    // before any content is read.
    expect(status).toBe(
      code === "evidence_no_proof" ? "indeterminate" : faultOf(String(evidence["fault"])).status,
    );
    if (report.input.type === "evidence-zip" && code !== "evidence_no_proof")
      expect(evidence["fault"]).toBe(REFUSED[name]);
  });
});
