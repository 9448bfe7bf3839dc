/** A file of a folder that has no row, because it is no evidence of its own: what became of it. */

import { printable, printableJson } from "@svc-proof/shared/text";
import { shownPath } from "../../node/files.js";
import { LOOK_ALIKES, type LookAlike } from "../../report/look-alike.js";

/** The word of `format` of such a line of JSON. */
export const FILE_FORMAT = "svc-verification-file/1";

export interface FileLine {
  readonly path: string;
  readonly kind: keyof typeof KINDS;
  /**
   * `checked`: results rest on it. `not_applicable`: none does. `copy`: of a file that is named elsewhere. `not_evidence`: it is none, and
   * no evidence here is about it. `unreadable`: it is not known whether it is.
   */
  readonly status: "checked" | "not_applicable" | "copy" | "not_evidence" | "unreadable";
  /** What rests on it, or the file of which it is a copy. */
  readonly of: readonly string[];
  /** Why it cannot be read. */
  readonly reason: string | null;
  /** What its bytes look like, if they are no evidence to verify. */
  readonly looksLike: LookAlike | null;
}

const KINDS = {
  timestamp: "OpenTimestamps file",
  seal: "RFC 3161 timestamp",
  witness: "witness of an anchor",
  headers: "headers of Bitcoin",
  certificates: "certificates",
  crl: "revocation list",
  ocsp_response: "OCSP response",
  proof: "proof",
  other: "file",
} as const;

const TITLES: Readonly<Record<FileLine["status"], readonly [one: string, many: string]>> = {
  checked: ["1 file is used by others:", "files are used by others:"],
  not_applicable: ["1 file is not used:", "files are not used:"],
  copy: ["1 file is a copy of another:", "files are copies of others:"],
  not_evidence: ["1 file is not evidence, and has none here:", "files are not evidence, and have none here:"],
  unreadable: ["1 file cannot be read:", "files cannot be read:"],
};

/** Others that a line of text names. */
const MAX_NAMED = 3;

export function jsonOfLine({ path, kind, status, of, reason, looksLike }: FileLine): string {
  return printableJson({
    format: FILE_FORMAT,
    name: shownPath(path),
    kind,
    status,
    ...(status === "checked" && { used_for: of.map(shownPath) }),
    ...(status === "copy" && { copy_of: shownPath(of[0]!) }),
    ...(looksLike !== null && { looks_like: looksLike }),
    ...(reason !== null && { reason }),
  });
}

/** What became of it, for people. */
export function sentenceOf({ kind, status, of, reason, looksLike }: FileLine): string {
  const names = of.slice(0, MAX_NAMED).map(shownPath).join(", ");
  const more = of.length > MAX_NAMED ? ` and ${of.length - MAX_NAMED} more` : "";
  switch (status) {
    case "checked":
      return `${KINDS[kind]}, for ${names}${more}`;
    case "copy":
      return `copy of ${names}`;
    case "not_evidence":
      return `not evidence, and no evidence here is about it${looksLike === null ? "" : `: ${LOOK_ALIKES[looksLike].is}`}`;
    case "unreadable":
      return looksLike === null ? (reason ?? "cannot be read") : `${LOOK_ALIKES[looksLike].is}, ${reason}`;
    default:
      return `${KINDS[kind]}, not used`;
  }
}

/** Lists of them, one for each status. */
export function textOfLines(lines: readonly FileLine[]): string {
  return (Object.keys(TITLES) as FileLine["status"][])
    .flatMap((status) => {
      const found = lines.filter((line) => line.status === status);
      if (found.length === 0) return [];
      const [one, many] = TITLES[status];
      return [
        found.length === 1 ? one : `${found.length} ${many}`,
        ...found.map((line) => {
          const { looksLike } = line;
          const seems = looksLike === null ? "" : ` (${LOOK_ALIKES[looksLike].is})`;
          const told = status === "not_evidence" ? seems : `: ${sentenceOf(line)}`;
          return `  ${printable(`${shownPath(line.path)}${told}`)}`;
        }),
      ];
    })
    .map((line) => `${line}\n`)
    .join("");
}
