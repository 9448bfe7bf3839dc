/**
 * What a file is, by its first bytes: one of the inputs that can be verified, or something that people hand in instead. Each is recognised
 * by what it has, none because it is nothing else, and names never count. Does not check that a file is well-formed.
 */
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import { isMimetypeHeader, MIMETYPE_OFFSET } from "../package/asic/asic-names.js";
import { startsAsPdf } from "../package/pdf/header.js";
import type { InputType } from "../report/checks.js";
import type { Recognised } from "../report/look-alike.js";
import { type Armour, decodeArmour } from "./armour.js";
import { recogniseDer } from "./der-form.js";
import { bytesOf, hasAt } from "./first-bytes.js";
import { beginsAsProof, recogniseJson } from "./json-form.js";
import { isUtf16, recogniseBinary, recogniseText } from "./other-forms.js";

/** How many first bytes `recognise` needs: members of a JSON document may have any order. */
export const MAGIC_BYTES: number = PROOF_JSON_LIMITS.maxBytes + 1;

/**
 * Recognises a file. What is PEM or base64 of evidence is that evidence: `dearmoured` decodes it.
 *
 * @param start its first `MAGIC_BYTES`, or the whole of a smaller file.
 */
export function recognise(start: Uint8Array): Recognised {
  if (beginsAsProof(start)) return "svc-proof/2";
  const evidence = recogniseEvidence(start);
  if (evidence !== null) return evidence;
  const looksLike = recogniseBinary(start);
  if (looksLike !== null) return { looksLike };
  if (startsAsPdf(start)) return "certificate-pdf";
  return carriedBy(start)?.evidence ?? { looksLike: recogniseText(start) ?? "unknown" };
}

/** The type of an input that starts with these bytes; `unknown` for what is not recognised. */
export function inputTypeOf(start: Uint8Array): InputType {
  const recognised = recognise(start);
  return typeof recognised === "string" ? recognised : "unknown";
}

/** The armour of the evidence that starts with these bytes; null if it has none. */
export function armourOf(start: Uint8Array): Armour | null {
  const isBare = beginsAsProof(start) || recogniseEvidence(start) !== null;
  return isBare ? null : (carriedBy(start)?.armour ?? null);
}

/**
 * The evidence that PEM or base64 carries; else the bytes as they are, as those of a bundle of certificates.
 *
 * @param file the whole of it.
 */
export function dearmoured(file: Uint8Array): { readonly bytes: Uint8Array; readonly armour: Armour | null } {
  const armour = armourOf(file.subarray(0, MAGIC_BYTES));
  const decoded = armour === null ? null : decodeArmour(file, false);
  return decoded ?? { bytes: file, armour: null };
}

function carriedBy(start: Uint8Array): { readonly evidence: Recognised; readonly armour: Armour } | null {
  const decoded = decodeArmour(start, true);
  const evidence = decoded === null ? null : recogniseEvidence(decoded.bytes);
  return evidence === null ? null : { evidence, armour: decoded!.armour };
}

/** Evidence, and what belongs to it: armour may carry these. */
function recogniseEvidence(start: Uint8Array): Recognised | null {
  // A document in UTF-16 is damaged, and it is clear what it is.
  const text = isUtf16(start) ? start.filter((byte) => byte !== 0).subarray(2) : start;
  const recognised = recogniseJson(text) ?? recogniseDer(start) ?? recogniseZip(start);
  if (recognised !== null) return recognised;
  if (isOpenTimestamps(start)) return "opentimestamps";
  return hasAt(start, 0, PDF_START) ? "certificate-pdf" : null;
}

/** An archive starts with an entry or, if it is empty, with its end record. */
const ZIP_ENTRY = bytesOf("PK\x03\x04");
const ZIP_END = bytesOf("PK\x05\x06");
const NAME_OFFSET = 30;
const OFFICE_NAMES = ["[Content_Types].xml", "_rels/.rels", "docProps/"].map(bytesOf);
/** Containers of the other kind too, so that the report can say what they are. */
const ASIC_MEDIA_TYPES = bytesOf("application/vnd.etsi.asic-");
const OPEN_DOCUMENT = bytesOf("application/vnd.oasis.opendocument.");

/** A container that does not name its type is recognised by its entries: `readInput`. */
function recogniseZip(start: Uint8Array): Recognised | null {
  if (!hasAt(start, 0, ZIP_ENTRY)) return hasAt(start, 0, ZIP_END) ? "evidence-zip" : null;
  if (isMimetypeHeader(start)) {
    if (hasAt(start, MIMETYPE_OFFSET, ASIC_MEDIA_TYPES)) return "asic-s";
    if (hasAt(start, MIMETYPE_OFFSET, OPEN_DOCUMENT)) return { looksLike: "office_document" };
  }
  const isOffice = OFFICE_NAMES.some((name) => hasAt(start, NAME_OFFSET, name));
  return isOffice ? { looksLike: "office_document" } : "evidence-zip";
}

const PDF_START = bytesOf("%PDF-");

const OPENTIMESTAMPS_START = bytesOf("\0OpenTimestamps");

/** A damaged file too, and one that a program has saved as text: it is nothing else. */
function isOpenTimestamps(start: Uint8Array): boolean {
  return hasAt(start, 0, OPENTIMESTAMPS_START) || isMangledOpenTimestamps(start);
}

const OPENTIMESTAMPS_NAME = "OpenTimestamps";
/** What may become of a zero byte, behind a byte order mark. */
const MAX_MANGLED_BYTES = 8;

/**
 * Whether bytes are an OpenTimestamps file that a program has opened as text and saved: with a byte order mark, in UTF-16, or with other
 * characters in place of what is none.
 */
export function isMangledOpenTimestamps(start: Uint8Array): boolean {
  const head = new TextDecoder("latin1").decode(start.subarray(0, MANGLED_HEAD_BYTES));
  const narrow = head.replaceAll("\0", "");
  const place = narrow.indexOf(OPENTIMESTAMPS_NAME);
  return (
    place >= 0 && place <= MAX_MANGLED_BYTES && narrow.slice(place).includes("Proof") && !isIntact(start)
  );
}

/** Of UTF-16, twice the 31 bytes of the magic. */
const MANGLED_HEAD_BYTES = 80;

function isIntact(start: Uint8Array): boolean {
  return hasAt(start, 0, bytesOf("\0OpenTimestamps\0\0Proof\0\xbf\x89\xe2\xe8\x84\xe8\x92\x94"));
}
