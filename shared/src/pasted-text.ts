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

/** What a list of fingerprints gives: each with the path that stands beside it, empty where there is none. */
export interface ListedFingerprint {
  /** Of the text, from 1. */
  readonly line: number;
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string;
  /** With `/` between folders where Windows printed it. May hold any character. */
  readonly path: string;
}

/** `algorithm`: a fingerprint of another kind; `form`: no fingerprint; `many`: this line and all that follow were not read. */
export interface ListProblem {
  readonly line: number;
  readonly kind: "algorithm" | "form" | "many";
}

/** As many as a page takes of files. */
const MAX_LISTED = 20_000;
/** UTF-16 units of a line: beyond, it is no fingerprint with a path. */
const MAX_LINE = MAX_LENGTH;

/** Hexadecimal digits of MD5, SHA-1, SHA-224, SHA-384 and SHA-512. */
const OTHER_LENGTHS: readonly number[] = [32, 40, 56, 96, 128];
const DIGITS = "(?:0x)?([0-9a-f]{16,160})";
const LINES = {
  /** `sha256sum` and `shasum`, `*` before the path of a file read as binary; a leading `\\` says that the path is escaped. */
  sum: new RegExp(`^(\\\\?)${DIGITS}(?:[ \\t][ *]?(.*))?$`, "is"),
  tagged: new RegExp(`^(\\\\?)([a-z0-9/-]+) ?\\((.*)\\) ?= ?${DIGITS}$`, "is"),
  /** Of `Get-FileHash`. */
  row: new RegExp(`^([a-z0-9-]+)(?:[:=]\\s*|\\s+)${DIGITS}(?:\\s+(.*))?$`, "i"),
  /** As `Format-List` writes it. */
  cell: /^(Algorithm|Hash|Path)\s*: ?(.*)$/i,
  heading: /^(?:Algorithm\s+Hash\s+Path|[-\s]+|[#;].*|CertUtil: .*|)$/i,
  /**
   * Of `certutil`: its next line has the digits, in pairs where it is old. Only of what ends with a colon: of other lines it would try
   * each end of each path.
   */
  certutil: /^(?:MD5|SHA\d+)\b.*?(?: (?:of|von|de|du|del)(?: (?:file|Datei|archivo|fichier))? (.*))?:$/i,
  pairs: /^(?:[0-9a-f]{2} ){15,63}[0-9a-f]{2}$/i,
} as const;
const SHA_256 = /^sha-?(?:2-)?256$/i;

/**
 * The fingerprints of a text as `sha256sum`, `shasum`, `Get-FileHash`, `certutil`, OpenSSL and the BSDs print them, one or
 * many, also mixed; or one on several lines, as `pastedFingerprint` reads it. What a line says that is none of these is a problem of that line; empty lines and comments are none.
 */
export function pastedFingerprints(text: string): {
  readonly entries: readonly ListedFingerprint[];
  readonly problems: readonly ListProblem[];
} {
  const entries: ListedFingerprint[] = [];
  const problems: ListProblem[] = [];
  let cells: ListCells | null = null;
  let named: string | null = null;
  const take = (line: number, found: FoundLine) => {
    const hash = found.digits.toLowerCase();
    const isOther = found.algorithm !== undefined && !SHA_256.test(found.algorithm);
    if (isOther || OTHER_LENGTHS.includes(hash.length)) problems.push({ line, kind: "algorithm" });
    else if (hash.length !== 64 || !/^[0-9a-f]+$/.test(hash)) problems.push({ line, kind: "form" });
    else entries.push({ line, hash, path: found.path ?? "" });
  };
  const flush = () => {
    if (cells !== null) {
      const { line, algorithm, hash = "", path = "" } = cells;
      take(line, { digits: hash, path: slashed(path), ...(algorithm !== undefined && { algorithm }) });
    }
    cells = null;
  };
  for (const [at, raw] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = at + 1;
    if (entries.length + problems.length >= MAX_LISTED) {
      problems.push({ line, kind: "many" });
      break;
    }
    const bare = raw.trim();
    if (cells !== null && bare !== "" && /^ {8}/.test(raw)) {
      // A console that is too narrow breaks the cell.
      cells[cells.last] = `${cells[cells.last] ?? ""}${bare}`;
      continue;
    }
    const cell = raw.length > MAX_LINE ? null : LINES.cell.exec(bare);
    if (cell !== null) {
      const key = cell[1]!.toLowerCase() as ListCells["last"];
      if (cells?.[key] !== undefined) flush();
      cells ??= { line, last: key };
      cells.last = key;
      cells[key] = cell[2]!.trim();
      continue;
    }
    flush();
    if (LINES.heading.test(bare.slice(0, 200))) continue;
    const found: FoundLine | null = raw.length > MAX_LINE ? null : foundIn(bare, named);
    const title: RegExpExecArray | null =
      // Without its end, the pattern would be tried at every word.
      found === null && raw.length <= MAX_LINE && bare.endsWith(":") ? LINES.certutil.exec(bare) : null;
    named = title === null ? null : (title[1] ?? "");
    if (found !== null) take(line, found);
    else if (title === null) problems.push({ line, kind: "form" });
  }
  flush();
  const whole = entries.length === 0 ? pastedFingerprint(text) : null;
  if (whole?.algorithm === "SHA-256")
    return { entries: [{ line: 1, hash: whole.hash, path: "" }], problems: [] };
  return { entries, problems };
}

interface FoundLine {
  readonly digits: string;
  readonly algorithm?: string;
  readonly path?: string;
}

interface ListCells {
  readonly line: number;
  last: "algorithm" | "hash" | "path";
  algorithm?: string;
  hash?: string;
  path?: string;
}

/** @param named the path that the line before announced; null if it announced none. */
function foundIn(line: string, named: string | null): FoundLine | null {
  if (named !== null && LINES.pairs.test(line))
    return { digits: line.replaceAll(" ", ""), path: slashed(named) };
  const sum = LINES.sum.exec(line);
  if (sum !== null) {
    const path = sum[1] === "" ? sum[3] : unescaped(sum[3] ?? "");
    return { digits: sum[2]!, path: path ?? slashed(named ?? "") };
  }
  const tagged = LINES.tagged.exec(line);
  if (tagged !== null) {
    const [, escaped, algorithm = "", path = "", digits = ""] = tagged;
    return { algorithm, digits, path: escaped === "" ? path : unescaped(path) };
  }
  const [, algorithm, digits, path = ""] = LINES.row.exec(line) ?? [];
  if (algorithm === undefined || digits === undefined) return null;
  return { algorithm, digits, path: slashed(path) };
}

/** As coreutils write a path with a backslash or an end of a line. */
function unescaped(path: string): string {
  return path.replace(/\\([\\nr])/g, (_, what: string) => (what === "n" ? "\n" : what === "r" ? "\r" : "\\"));
}

function slashed(path: string): string {
  return path.trim().replaceAll("\\", "/");
}

/** The text of a file with such a list: UTF-16 as Windows PowerShell writes it, UTF-8, or else Windows-1252. */
export function listText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // Without its mark: what begins with a letter of ASCII has a zero in its second byte.
  if (second === 0 && first !== 0) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
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
