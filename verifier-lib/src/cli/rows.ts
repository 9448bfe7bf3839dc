/** A line for each result; hints; exit status. */

import { evmChain } from "@svc-proof/shared/chains";
import { printable, printableJson, spreadsheetText } from "@svc-proof/shared/text";
import { EXIT, type ExitStatus, PLAIN, type Style, worseOf } from "../command-line/output.js";
import {
  type Check,
  type CheckId,
  decidingCheck,
  headlineFacts,
  type IndeterminateReason,
  type Outcome,
  type Report,
  summaryLine,
  type Verdict,
} from "../index.js";
import { shownPath } from "../node/files.js";
import { LOOK_ALIKES, type LookAlike } from "../report/look-alike.js";
import { sourceText } from "../report/source-text.js";
import { DEFAULT_ENDPOINTS } from "../source/evm.js";

// A file of a folder that has no row, because it is no evidence of its own: what became of it.

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

/** Rows as comma-separated values (RFC 4180), in UTF-8, with CRLF and a line of titles. */
const COLUMNS: readonly (readonly [title: string, of: (row: Row) => string | null])[] = [
  ["file", ({ file }) => file],
  ["outcome", ({ outcome }) => outcome],
  ["reason", ({ reason }) => reason],
  ["verdict", ({ verdict }) => verdict],
  ["existed_no_later_than", ({ time }) => time],
  ["source", ({ source }) => source],
  ["source_kind", ({ sourceKind }) => sourceKind],
  ["original", ({ original }) => original],
  ["probably_changed", ({ probablyChanged }) => probablyChanged.join("; ")],
  ["fingerprint", ({ fingerprint }) => fingerprint],
  ["proof_id", ({ proofId }) => proofId],
  ["code", ({ code }) => code],
  ["sentence", ({ sentence }) => sentence],
  ["checked_at", ({ checkedAt }) => checkedAt],
  ["evidence_beside", ({ beside }) => beside.join("; ")],
];

export const CSV_TITLES: string = csvLine(COLUMNS.map(([title]) => title));

export function csvRow(row: Row): string {
  return csvLine(COLUMNS.map(([, of]) => of(row)));
}

/** A file that has no row: its status stands where others have their outcome. */
export function csvOfLine(line: FileLine): string {
  const fields: Readonly<Record<string, string>> = {
    file: shownPath(line.path),
    outcome: line.status,
    sentence: sentenceOf(line),
  };
  return csvLine(COLUMNS.map(([title]) => fields[title] ?? null));
}

function csvLine(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => csvField(field ?? "")).join(",")}\r\n`;
}

/** Names come from whoever made the files. */
function csvField(text: string): string {
  const shown = spreadsheetText(text);
  return /[",\r\n;]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** One verified file as a row of a table. */
export interface Row {
  /** Path of the evidence. */
  readonly file: string;
  readonly outcome: Outcome;
  readonly reason: IndeterminateReason | null;
  readonly verdict: Verdict;
  /** Why the file could not be read. */
  readonly problem: string | null;
  /** The date that the headline names: ISO 8601, UTC; null unless the outcome is `verified`. */
  readonly time: string | null;
  /** Whose date it is. */
  readonly source: string | null;
  readonly sourceKind: string | null;
  /** The first line of the report. Of a file that is not the one, both fingerprints. */
  readonly sentence: string;
  /** The check that decides if the outcome is not `verified`, and its code: `anchor no_source`. */
  readonly code: string | null;
  /** Path of the original that was compared. */
  readonly original: string | null;
  readonly fingerprint: string | null;
  readonly proofId: string | null;
  /** Paths of evidence that belongs to this one. */
  readonly beside: readonly string[];
  readonly probablyChanged: readonly string[];
  /** ISO 8601, UTC. */
  readonly checkedAt: string;
}

export interface RowParts {
  readonly path: string;
  readonly original: string | null;
  readonly beside: readonly string[];
  readonly probablyChanged: readonly string[];
  readonly problem: string | null;
}

export function rowOf(report: Report, { path, original, beside, probablyChanged, problem }: RowParts): Row {
  const { outcome, reason, verdict, proof } = report;
  const claim = headlineFacts(report)?.claim ?? null;
  const check = decidingCheck(report);
  return {
    file: shownPath(path),
    outcome,
    reason,
    verdict,
    problem,
    time: claim?.time ?? null,
    source: claim === null ? null : sourceText(claim.source),
    sourceKind: claim?.source.kind ?? null,
    sentence: summaryLine(report) + bothFingerprints(report),
    code: check === null ? null : `${check.id} ${check.code}`,
    original: original === null ? null : shownPath(original),
    fingerprint: proof === null ? null : `${proof.content.algorithm} ${proof.content.hash}`,
    proofId: proof?.proof_id ?? null,
    beside: beside.map(shownPath),
    probablyChanged: probablyChanged.map(shownPath),
    checkedAt: report.checked_at,
  };
}

function bothFingerprints({ proof, checks }: Report): string {
  const content = checks.find(({ code }) => code === "content_hash_mismatch");
  if (content === undefined || proof === null) return "";
  const { stated, computed } = content.evidence;
  return `; its ${proof.content.algorithm} is ${computed}, not ${stated}`;
}

/** Rows as a table for people: outcome, date, source, file; below it what needs a sentence. */
const WORDS: Readonly<Record<Verdict, string>> = {
  verified: "VERIFIED",
  chosen: "CHOSEN TRUST",
  unvouched: "UNKNOWN CHAIN",
  rehearsal: "REHEARSAL",
  failed: "FAILED",
  soFar: "CORRECT SO FAR",
  indeterminate: "INDETERMINATE",
};
const WORD_WIDTH = Math.max(...Object.values(WORDS).map(({ length }) => length));
/** Sources with longer names push the file to the right in their own row. */
const MAX_SOURCE_WIDTH = 40;

/** Widths of the columns of rows that follow each other. */
export interface Columns {
  time: number;
  source: number;
}

/** @param columns grow with the rows, so that those which come later line up with those before. */
export function table(rows: readonly Row[], style: Style, columns: Columns = { time: 0, source: 0 }): string {
  for (const { time, source } of rows) {
    columns.time = Math.max(columns.time, time?.length ?? 0);
    columns.source = Math.max(columns.source, Math.min(MAX_SOURCE_WIDTH, source?.length ?? 0));
  }
  return rows.flatMap((row) => rowLines(row, [columns.time, columns.source], style)).join("");
}

function rowLines(row: Row, widths: readonly number[], style: Style): string[] {
  const { outcome, verdict, problem, time, source, file, original, beside, probablyChanged } = row;
  const margin = " ".repeat(WORD_WIDTH + 2 + (style === PLAIN ? 0 : 2));
  const word = wordOf(row).padEnd(WORD_WIDTH);
  const told = style.outcome(word, problem === null ? verdict : "failed");
  // A column without a value in any row is left out.
  const dated = [time, source].flatMap((cell, at) =>
    widths[at] === 0 ? [] : [printable(cell ?? "").padEnd(widths[at]!)],
  );
  const aside = (text: string) => `${margin}${style.aside(printable(text))}\n`;
  const limit = problem ?? (outcome === "verified" ? limitOf(row) : reasonOf(row));
  return [
    `${[told, ...dated, printable(file)].join("  ")}\n`,
    ...(original === null ? [] : [aside(`original ${original}`)]),
    ...beside.map((path) => aside(`with ${path}`)),
    ...(limit === null ? [] : [aside(limit)]),
    ...probablyChanged.map(
      (path) =>
        `${margin}${style.hint(printable(`probably changed: ${path} has the name or the size of the original, not its fingerprint`))}\n`,
    ),
  ];
}

/** What limits a verified date stands in the brackets of its sentence. */
function limitOf({ sentence }: Row): string | null {
  return /^[A-Z ,]+ \((.*?)\): /.exec(sentence)?.[1] ?? null;
}

/** The sentence without its first word, which the row begins with. */
function reasonOf({ sentence }: Row): string {
  return sentence.replace(/^[A-Z ]+: /, "");
}

function wordOf({ verdict, problem }: Row): string {
  return problem === null ? WORDS[verdict] : "UNREADABLE";
}

/** How many files came to what. */
export function countsLine(rows: readonly Row[]): string {
  const readable = rows.filter(({ problem }) => problem === null);
  const of = (verdict: Verdict) => readable.filter((row) => row.verdict === verdict).length;
  const some = (verdict: Verdict, words: string) => (of(verdict) === 0 ? [] : [`${of(verdict)} ${words}`]);
  return [
    `${rows.length} ${rows.length === 1 ? "file" : "files"}: ${of("verified")} verified`,
    ...some("chosen", "by what you chose to trust"),
    ...some("unvouched", "on an unknown chain"),
    ...some("rehearsal", "of a rehearsal"),
    `${of("failed")} failed`,
    ...some("soFar", "correct so far"),
    `${of("indeterminate")} indeterminate`,
    `${rows.length - readable.length} unreadable`,
  ].join(", ");
}

// The option that may settle a check which is still open.

/** What the caller has given already. */
export interface HintContext {
  readonly isOnline: boolean;
}

/** Lines without an indent; empty if no option helps. */
export function hintsOf(check: Check, context: HintContext): readonly string[] {
  if (check.id === "content" && check.code === "not_requested")
    return ["--original FILE compares the file itself"];
  if (check.status !== "indeterminate") return [];
  if (check.code.startsWith("source_") || check.code === "block_unknown_to_source")
    return [otherSource(check)];
  return HINTS[check.id]?.(check, context) ?? [];
}

const HINTS: Readonly<Partial<Record<CheckId, (check: Check, context: HintContext) => readonly string[]>>> = {
  anchor: anchorHints,
  block: bitcoinHints,
  bitcoin: bitcoinHints,
  seal: sealHints,
  qualified: qualifiedHints,
  content: contentHints,
};

function anchorHints({ code, evidence }: Check, { isOnline }: HintContext): readonly string[] {
  const chainId = Number(evidence["chain_id"]);
  switch (code) {
    case "no_source":
    case "witness_unconfirmed": {
      const chain = evmChain(chainId)?.network ?? `chain ${chainId}`;
      const isKnown = !isOnline && DEFAULT_ENDPOINTS[`evm:${chainId}`] !== undefined;
      return [
        ...(isKnown ? [`--online asks public endpoints of ${chain}`] : []),
        `--rpc ${chainId}=URL asks an endpoint of your own choice`,
      ];
    }
    case "sources_disagree":
      return [`--rpc ${chainId}=URL: name endpoints that you trust; all of one chain are compared`];
    case "finality_unknown":
      return ["--confirmations N is enough where the endpoint does not say which blocks are final"];
    case "too_few_confirmations":
    case "block_not_final":
    case "transaction_pending":
    case "transaction_not_indexed":
      return ["try again later: the block is too new"];
    default:
      return [];
  }
}

function bitcoinHints({ code, evidence }: Check, { isOnline }: HintContext): readonly string[] {
  switch (code) {
    case "no_bitcoin_header":
    case "header_unproven":
    case "header_run_missing":
    case "header_run_short":
      return [
        ...(isOnline ? [] : ["--online asks public explorers of Bitcoin"]),
        "--headers FILE proves the block offline (the service has it: GET /proof/ID.headers.json)",
        "--esplora URL or --bitcoin-rpc URL asks an explorer or a node of your own choice",
      ];
    case "sources_disagree":
      return ["--headers FILE proves the block without anyone's word"];
    case "bitcoin_pending":
      return Array.isArray(evidence["pending"])
        ? ["svc-verify upgrade FILE.ots asks the calendars whether a block has it by now"]
        : [];
    case "file_hash_not_sha256":
      return ["--hash HEX, by the hash that the timestamp uses"];
    default:
      return [];
  }
}

const MISSING_CERTIFICATE: ReadonlySet<Check["code"]> = new Set<Check["code"]>([
  "signer_certificate_missing",
  "chain_incomplete",
]);

function sealHints({ code, evidence }: Check, _: HintContext): readonly string[] {
  if (MISSING_CERTIFICATE.has(code)) return ["--certificates FILE adds certificates of the authority"];
  switch (code) {
    case "no_trust_anchor":
    case "no_path":
      return [
        ...(code === "no_path" ? ["--certificates FILE adds certificates of the authority"] : []),
        "--trust FILE.pem trusts the certificate of an authority; ask the authority itself for it, not whoever sent the seal",
      ];
    case "out_of_bounds_no_poe": {
      const isTimestamped = evidence["proof_of_existence"] != null;
      return isTimestamped
        ? [
            "--headers FILE or --online settles the timestamp that shows the seal is older than its certificate's end",
          ]
        : ["--seal-timestamp FILE.ots shows that the seal is older than the end of its certificate"];
    }
    case "revoked_no_poe":
      return ["--seal-timestamp FILE.ots shows that the seal is older than the revocation"];
    case "gen_time_in_the_future":
      return ["check the clock of this machine"];
    default:
      return [];
  }
}

function qualifiedHints({ code }: Check): readonly string[] {
  switch (code) {
    case "chain_incomplete":
      return ["--certificates FILE adds certificates of the authority"];
    case "trusted_list_too_old":
    case "trusted_list_missing":
      return [
        "svc-verify trust-list update --output trust.json fetches the lists of today; then --trust-list trust.json",
      ];
    default:
      return [];
  }
}

function contentHints({ code }: Check): readonly string[] {
  return code === "content_hash_not_sha256" ? ["--hash HEX, by the hash that the timestamp uses"] : [];
}

function otherSource({ id, evidence }: Check): string {
  const option = id === "anchor" ? `--rpc ${Number(evidence["chain_id"])}=URL` : "--esplora URL";
  return `${option} asks another endpoint; --timeout SECONDS waits longer`;
}

export const EXIT_STATUS: Readonly<Record<Outcome, ExitStatus>> = {
  verified: EXIT.done,
  failed: EXIT.failed,
  indeterminate: EXIT.open,
};

/** Nothing verified is no success, and neither is evidence beside a file that was probably changed. */
export function statusOfRows(
  rows: readonly Pick<Row, "outcome" | "problem" | "probablyChanged">[],
): ExitStatus {
  if (rows.length === 0) return EXIT_STATUS.indeterminate;
  return rows
    .map(({ outcome, problem, probablyChanged }) => {
      if (problem !== null) return EXIT.unusable;
      const doubt = probablyChanged.length > 0 ? EXIT_STATUS.indeterminate : EXIT_STATUS.verified;
      return worseOf(EXIT_STATUS[outcome], doubt);
    })
    .reduce(worseOf);
}
