/**
 * What people paste where a fingerprint or the number of a proof is asked for: as tools print it, as svc-proof shows it, and as links
 * carry it. The list is closed: what names another algorithm is none.
 */
import { isUuid } from "./bytes.js";

/** A fingerprint that somebody pasted. */
export interface PastedFingerprint {
  readonly algorithm: "SHA-256" | "SHA-384" | "SHA-512";
  /** Lower-case hexadecimal. */
  readonly hash: string;
}

/** UTF-16 units: a fingerprint with its spaces and the longest path of Linux, 4,096 bytes. */
const MAX_LENGTH = 5000;

const ALGORITHMS: Readonly<Record<number, PastedFingerprint["algorithm"]>> = {
  64: "SHA-256",
  96: "SHA-384",
  128: "SHA-512",
};

const HEX = "(?:0x)?((?:[0-9a-f]{32}){2,4})";
/** As BSD, OpenSSL, PowerShell and people write it; neither SHA3-256 nor SHA-512/256. */
const LABEL = "sha-?(?:2-)?(256|384|512)";
/** Behind the digits, on the same line. */
const PATH = "(?:[ \\t].*)?";

/** Each with the bits of the algorithm, where it is named, and the digits. */
const FORMS: readonly RegExp[] = [
  // A line of sha256sum.
  `^\\\\?()${HEX}(?: [ *].*)?$`,
  // "sha256:…", a row of Get-FileHash, a cell of a report.
  `^${LABEL}(?:[:=]|\\b)\\s*${HEX}${PATH}$`,
  // "SHA256 (contract.pdf) = …" of BSD; OpenSSL leaves out the spaces.
  `^${LABEL} ?\\(.*\\) ?= ?${HEX}$`,
  // Get-FileHash with its heading, and as a list. A field of one line takes the ends of lines away.
  `^Algorithm\\s+Hash\\s+Path[-\\s]+${LABEL}\\s+${HEX}${PATH}$`,
  `^Algorithm\\s*:\\s*${LABEL}\\s*Hash\\s*:\\s*${HEX}(?:\\s*Path\\s*:.*)?$`,
  // certutil, whose words are in the language of the system. Old ones group the digits.
  `^.{0,40}?${LABEL}\\b.*:\\s*((?:[0-9a-f]{2} ?){32,64})(?:\\s*CertUtil:.*)?$`,
].map((form) => new RegExp(form, "i"));

/** The one fingerprint of a text, in any case, also grouped by spaces, colons or lines; null if it is no such text. */
export function pastedFingerprint(text: string): PastedFingerprint | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = withoutMarks(text);
  for (const given of [bare, bare.replace(/[\s:]/g, "")]) {
    for (const form of FORMS) {
      const [, bits = "", digits = ""] = form.exec(given) ?? [];
      const hash = digits.replaceAll(" ", "").toLowerCase();
      const algorithm = ALGORITHMS[hash.length];
      if (algorithm?.endsWith(bits)) return { algorithm, hash };
    }
  }
  return null;
}

/** In a path or fragment, before a further path, an ending, or what others add to links. */
const LINK = /(?:^|[#/])(?:proofs?|certificate)\/([0-9a-f-]{36})(?![0-9a-f-])\S*$/i;

/** The number of a proof or of a certificate: alone, as a URN, or in a link to a page or a file of either; otherwise null. */
export function pastedId(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = withoutMarks(text);
  const id = /\s/.test(bare) ? "" : (LINK.exec(bare)?.[1] ?? bare.replace(/^urn:uuid:/i, "")).toLowerCase();
  return isUuid(id) ? id : null;
}

/** Without what sentences and mails put around a quotation or a link. */
function withoutMarks(text: string): string {
  return text.trim().replace(/^[<("'`“„«‹]+|[>)"'`”“»›.,;:!?]+$/g, "");
}
