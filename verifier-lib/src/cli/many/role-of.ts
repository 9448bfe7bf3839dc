/**
 * What a file in a folder seems to be, by its first bytes and, where these are ambiguous, its name. A file that could be anything is
 * no evidence: a broken original must not be reported as a failed proof.
 */
import { isDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import type { EvidenceRole } from "../../arrange/evidence-facts.js";
import { INPUT_LIMITS, inputTypeOf } from "../../index.js";

/** Enough to recognise each kind. */
export const HEAD_BYTES: number = INPUT_LIMITS["svc-proof/2"] + 1;

/**
 * Archives, PDF files and DER are taken for evidence here; whether they hold any is seen inside.
 *
 * @param head the first `HEAD_BYTES`, or the whole of a smaller file.
 */
export function roleOf(head: Uint8Array, name: string, sizeBytes: number): EvidenceRole {
  const type = inputTypeOf(head);
  // Many files begin with a zero byte.
  if (type === "opentimestamps") return isDetachedTimestamp(head) || /\.ots$/i.test(name) ? type : "other";
  if (type === "rfc3161") return sizeBytes <= INPUT_LIMITS.crl ? type : "other";
  if (type !== "svc-proof/2") return type;
  const first = head.find((byte) => !WHITE_SPACE.includes(byte));
  if (first === OPENING_BRACE) return roleOfJson(Buffer.from(head).toString("latin1"), name);
  // Text of hexadecimal digits or PEM. Anything else is not decoded: most originals are something else.
  if (first === undefined || (!isDigit(first) && first !== HYPHEN)) return "other";
  const text = Buffer.from(head).toString("latin1");
  if (/^[0-9]{1,10} [0-9a-f]{160}\s/i.test(text))
    return sizeBytes <= INPUT_LIMITS.headers ? "headers" : "other";
  return text.startsWith("-----BEGIN CERTIFICATE-----") && sizeBytes <= INPUT_LIMITS.certificates
    ? "certificates"
    : "other";
}

const WHITE_SPACE: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];
const OPENING_BRACE = 0x7b;
const HYPHEN = 0x2d;

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Reports and other documents of ours name the format of a proof too, but not as their own. */
function roleOfJson(text: string, name: string): EvidenceRole {
  if (/^\s*\{\s*"format"\s*:\s*"svc-bitcoin-headers\//.test(text)) return "headers";
  return /"schema"\s*:\s*"svc-proof\//.test(text) || name === "proof.json" ? "svc-proof/2" : "other";
}
