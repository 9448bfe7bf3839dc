/**
 * Makes the containers of this folder: docs/formats/evidence.md, from one of the tokens in `../seals`. The archives are
 * written by hand, without the tested implementation. Every bad file has one failure. To write the files anew:
 * `SVC_TEST_WRITE_VECTORS=1 npx vitest run test/vectors/asic`.
 */
import {
  type HandMadeEntry,
  handMadeZip,
  unicodePath,
} from "../../../verifier-lib/src/archive/zip.testing.js";
import { bytesOf, sealCases } from "../seals/cases.js";

export interface MadeContainer {
  readonly file: string;
  readonly about: string;
  readonly bytes: Buffer;
  /** Of the parts that no check uses; for a good container. */
  readonly unchecked?: readonly string[];
  /** Of the reader; for a bad container. */
  readonly code?: string;
}

export const sealCase = sealCases.cases.find(({ token }) => token === "tokens/nothing-at-hand.tst")!;
/** What the tokens in `../seals` are about. */
export const CONTENT = Buffer.from("content");

const UTF8 = 0x800;
const ASIC_S = "application/vnd.etsi.asic-s+zip";
const ASIC_E = "application/vnd.etsi.asic-e+zip";
const token = Buffer.from(bytesOf(sealCase.token));
/** The same token in a granted response. */
const response = Buffer.concat([
  Buffer.of(0x30, 0x82, (token.length + 5) >> 8, (token.length + 5) & 0xff),
  Buffer.from("3003020100", "hex"),
  token,
]);

const part = (name: string, content: Buffer | string = "part"): HandMadeEntry => ({
  name,
  content,
  flags: UTF8,
});
const mimetype = (content = ASIC_S): HandMadeEntry => part("mimetype", content);
const MIMETYPE = mimetype();
const OBJECT = part("contract.txt", CONTENT);
const TIMESTAMP = part("META-INF/timestamp.tst", token);
const zip = (...entries: readonly HandMadeEntry[]) => handMadeZip(entries, Buffer.alloc(0));
const PADDING = Buffer.from([0x35, 0xd9, 2, 0, 0, 0]);

export function makeContainers(): readonly MadeContainer[] {
  const good = (file: string, about: string, bytes: Buffer, unchecked: readonly string[] = []) => ({
    file: `good/${file}`,
    about,
    bytes,
    unchecked,
  });
  const bad = (file: string, code: string, about: string, bytes: Buffer) => ({
    file: `bad/${file}`,
    about,
    bytes,
    code,
  });
  const renewal = [
    part("META-INF/ASiCArchiveManifest.xml", "<ASiCManifest/>"),
    part("META-INF/timestamp001.tst", token),
  ];
  return [
    good("file-first.asics", "the file before its timestamp", zip(MIMETYPE, OBJECT, TIMESTAMP)),
    good("timestamp-first.asics", "the timestamp before the file", zip(MIMETYPE, TIMESTAMP, OBJECT)),
    good("no-mimetype.asics", "no entry that names the type", zip(OBJECT, TIMESTAMP)),
    good(
      "no-mimetype-renewed.asics",
      "a renewal, and no entry that names the type",
      zip(OBJECT, TIMESTAMP, ...renewal),
      ["META-INF/ASiCArchiveManifest.xml", "META-INF/timestamp001.tst"],
    ),
    good(
      "folder.asics",
      "an entry for the folder META-INF",
      zip(MIMETYPE, part("META-INF/", ""), OBJECT, TIMESTAMP),
    ),
    good("renewed.asics", "a renewal", zip(MIMETYPE, OBJECT, TIMESTAMP, ...renewal), [
      "META-INF/ASiCArchiveManifest.xml",
      "META-INF/timestamp001.tst",
    ]),
    good(
      "evidence-record-beside.asics",
      "an evidence record beside the timestamp",
      zip(MIMETYPE, OBJECT, TIMESTAMP, part("META-INF/evidencerecord.ers")),
      ["META-INF/evidencerecord.ers"],
    ),
    good(
      "other-part.asics",
      "what an application added",
      zip(MIMETYPE, OBJECT, TIMESTAMP, part("META-INF/a/b")),
      ["META-INF/a/b"],
    ),
    good(
      "comment.asics",
      "the type in the comment too",
      handMadeZip([MIMETYPE, OBJECT, TIMESTAMP], Buffer.from(`mimetype=${ASIC_S}`)),
    ),
    good(
      "unicode.asics",
      "a name in other letters",
      zip(MIMETYPE, part("Συμβόλαιο (2) – déjà vu.pdf", CONTENT), TIMESTAMP),
    ),
    good(
      "named-proof.asics",
      "a file called proof.json",
      zip(MIMETYPE, part("proof.json", CONTENT), TIMESTAMP),
    ),
    good("mimetype-second.asics", "mimetype is second", zip(OBJECT, MIMETYPE, TIMESTAMP)),
    good(
      "mimetype-extra.asics",
      "mimetype has an extra field",
      zip({ ...MIMETYPE, localExtra: PADDING }, OBJECT, TIMESTAMP),
    ),
    good(
      "mimetype-deflated.asics",
      "mimetype is compressed",
      zip({ ...MIMETYPE, method: 8, data: rawDeflated(ASIC_S) }, OBJECT, TIMESTAMP),
    ),
    good("empty-folder.asics", "an empty folder", zip(MIMETYPE, OBJECT, part("annex/", ""), TIMESTAMP)),
    good(
      "folder-on-top.asics",
      "packed again in a folder, with what the Finder adds",
      zip(
        part("contract/", ""),
        ...[OBJECT, TIMESTAMP, MIMETYPE].map((entry) => ({ ...entry, name: `contract/${entry.name}` })),
        part("contract/.DS_Store"),
        part("__MACOSX/contract/._contract.txt"),
      ),
      ["contract/.DS_Store", "__MACOSX/contract/._contract.txt"],
    ),
    good(
      "litter.asics",
      "what Windows adds beside the file",
      zip(MIMETYPE, OBJECT, part("Thumbs.db"), TIMESTAMP),
      ["Thumbs.db"],
    ),

    bad("no-file.asics", "asic_no_data_object", "no file", zip(MIMETYPE, TIMESTAMP)),
    bad(
      "two-files.asics",
      "asic_several_data_objects",
      "two files",
      zip(MIMETYPE, OBJECT, part("b.txt"), TIMESTAMP),
    ),
    bad(
      "two-files-in-folder.asics",
      "asic_several_data_objects",
      "two files and the timestamp in a folder",
      zip(...[OBJECT, part("b.txt"), TIMESTAMP].map((entry) => ({ ...entry, name: `a/${entry.name}` }))),
    ),
    bad(
      "two-files-no-mimetype.asics",
      "asic_several_data_objects",
      "two files, and no entry that names the type",
      zip(OBJECT, part("b.txt"), TIMESTAMP),
    ),
    bad(
      "file-in-folder.asics",
      "asic_unexpected_entry",
      "another file in a folder",
      zip(MIMETYPE, OBJECT, part("annex/b.txt"), TIMESTAMP),
    ),
    bad(
      "only-in-folder.asics",
      "asic_no_data_object",
      "the file is in a folder",
      zip(MIMETYPE, part("annex/contract.txt", CONTENT), TIMESTAMP),
    ),
    bad(
      "lower-case-folder.asics",
      "asic_name_ambiguous",
      "the folder in lower case",
      zip(MIMETYPE, OBJECT, part("meta-inf/timestamp.tst", token)),
    ),
    bad(
      "upper-case-timestamp.asics",
      "asic_name_ambiguous",
      "the timestamp in upper case",
      zip(MIMETYPE, OBJECT, part("META-INF/TIMESTAMP.TST", token)),
    ),
    bad(
      "file-called-mimetype.asics",
      "asic_name_ambiguous",
      "a file that some systems call mimetype",
      zip(part("Mimetype", CONTENT), TIMESTAMP),
    ),
    bad(
      "two-names.asics",
      "asic_name_ambiguous",
      "a timestamp for programs that know the Unicode Path field, a file for others",
      zip(MIMETYPE, OBJECT, twoNames("timestamp.tst", "META-INF/timestamp.tst", token)),
    ),
    bad("no-timestamp.asics", "asic_no_timestamp", "no timestamp", zip(MIMETYPE, OBJECT)),
    bad(
      "other-timestamp.asics",
      "asic_no_timestamp",
      "a timestamp under another name",
      zip(MIMETYPE, OBJECT, part("META-INF/timestamp001.tst", token)),
    ),
    bad(
      "response.asics",
      "asic_timestamp_not_a_token",
      "a response in place of a token",
      zip(MIMETYPE, OBJECT, part("META-INF/timestamp.tst", response)),
    ),
    bad(
      "trailing-byte.asics",
      "der_trailing_data",
      "a byte after the token",
      zip(MIMETYPE, OBJECT, part("META-INF/timestamp.tst", Buffer.concat([token, Buffer.of(0)]))),
    ),
    bad(
      "damaged-file.asics",
      "zip_crc_mismatch",
      "the file is damaged",
      withChangedByte(zip(MIMETYPE, OBJECT, TIMESTAMP), CONTENT),
    ),
    bad(
      "damaged-part.asics",
      "zip_crc_mismatch",
      "a part that no check uses is damaged",
      withChangedByte(
        zip(MIMETYPE, OBJECT, TIMESTAMP, part("META-INF/a", "a part of its own")),
        "a part of its own",
      ),
    ),
    bad(
      "pdf-first.asics",
      "zip_also_pdf",
      "programs would open the container as a PDF",
      zip(MIMETYPE, part("contract.pdf", "%PDF-1.7"), TIMESTAMP),
    ),
    bad(
      "same-name.asics",
      "zip_name_duplicate",
      "two files with the same name",
      zip(MIMETYPE, OBJECT, part("CONTRACT.TXT"), TIMESTAMP),
    ),
    bad(
      "prepended.asics",
      "zip_prepended_data",
      "bytes before the archive",
      Buffer.concat([
        Buffer.from(zip(MIMETYPE, OBJECT, TIMESTAMP).subarray(0, 4)),
        zip(MIMETYPE, OBJECT, TIMESTAMP),
      ]),
    ),

    bad(
      "asic-e.asice",
      "asic_e_unsupported",
      "an ASiC-E by its type",
      zip(mimetype(ASIC_E), OBJECT, TIMESTAMP),
    ),
    bad(
      "asic-e-no-mimetype.asice",
      "asic_e_unsupported",
      "an ASiC-E by its manifest",
      zip(OBJECT, part("b.txt"), part("META-INF/ASiCManifest.xml"), TIMESTAMP),
    ),
    bad(
      "cades.asics",
      "asic_signature_unsupported",
      "signed by CAdES",
      zip(MIMETYPE, OBJECT, part("META-INF/signature.p7s")),
    ),
    bad(
      "xades-no-mimetype.asics",
      "asic_signature_unsupported",
      "signed by XAdES, and no entry that names the type",
      zip(OBJECT, part("META-INF/signatures.xml")),
    ),
    bad(
      "signed-and-stamped.asics",
      "asic_signature_unsupported",
      "signed and time-stamped",
      zip(MIMETYPE, OBJECT, TIMESTAMP, part("META-INF/signature.p7s")),
    ),
    bad(
      "evidence-record.asics",
      "asic_evidence_record_unsupported",
      "an evidence record in place of a timestamp",
      zip(MIMETYPE, OBJECT, part("META-INF/evidencerecord.xml")),
    ),
    bad(
      "other-type.asics",
      "asic_media_type_unsupported",
      "the type of the file in place of the container's",
      zip(mimetype("text/plain"), OBJECT, TIMESTAMP),
    ),
    bad(
      "type-with-newline.asics",
      "asic_media_type_unsupported",
      "a newline after the type",
      zip(mimetype(`${ASIC_S}\n`), OBJECT, TIMESTAMP),
    ),
  ];
}

/** One block that is not compressed. */
function rawDeflated(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt16LE(text.length, 0);
  length.writeUInt16LE(~text.length & 0xffff, 2);
  return Buffer.concat([Buffer.of(1), length, Buffer.from(text)]);
}

/** An entry with a Unicode Path field. */
function twoNames(plain: string, name: string, content: Buffer): HandMadeEntry {
  const path = unicodePath(plain, name);
  return { name: plain, content, localExtra: path, centralExtra: path };
}

function withChangedByte(bytes: Buffer, where: Buffer | string): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf(where);
  changed[at] = changed[at]! ^ 1;
  return changed;
}
