/** What a check rests on, and how inputs were used, in words. */

import {
  type Check,
  type Claim,
  type Evidence,
  type EvidenceValue,
  type GivenInput,
  type Report,
  readableName,
} from "@svc-proof/verifier-lib";
import { fill, type Language } from "../language.js";
import type { CodeTexts, VerdictTexts } from "../texts/result/english.js";
import { codeSentence, inputTitle, isOriginalKnown } from "./headline.js";
import { utcText } from "./values.js";

// The values that a check compared, as table rows: the fields of its evidence that have a label. The report as JSON has all
// of them.

type EvidenceLabel = keyof VerdictTexts["evidence"];

export interface EvidenceRow {
  readonly label: EvidenceLabel;
  readonly value: string;
  /** `hex` is shown in groups, `time` as a date, `code` in monospace, `name` as untrusted text. */
  readonly form: "hex" | "time" | "code" | "name";
  /** What the value stands in, if it is a part of a record. */
  readonly record?: Evidence;
}

/** The sources' answers to one question. */
export interface SourceAnswer {
  readonly name: string;
  readonly answer: string;
  readonly rows: readonly EvidenceRow[];
}

/** A part of the evidence: its rows and the sources' answers. */
export interface EvidencePart {
  readonly rows: readonly EvidenceRow[];
  readonly answers: readonly SourceAnswer[];
}

/** In the order of the table. */
const LABELS: readonly EvidenceLabel[] = [
  "schema",
  "part",
  "file",
  "message",
  "reason",
  "pointer",
  "offset",
  "algorithm",
  "stated",
  "computed",
  "expected",
  "hash",
  "digest",
  "value",
  "root",
  "index",
  "path_items",
  "payload",
  "network",
  "chain_id",
  "block_number",
  "tx_hash",
  "finality",
  "min_confirmations",
  "stated_height",
  "stated_merkle_root",
  "answer",
  "block_hash",
  "block_time",
  "transaction_index",
  "transaction_type",
  "sender",
  "recipient",
  "value_wei",
  "header_sha256",
  "work_bits",
  "checkpoint_height",
  "confirmations",
  "gen_time",
  "accuracy_seconds",
  "imprint",
  "authority",
  "signer",
  "trust_anchor",
  "serial_number",
  "policy",
  "revocation",
  "as_of",
  "proof_of_existence",
  "pki_status",
  "status_text",
  "pending",
  "other_attestations",
];

const HEX = /^(?:0x)?[0-9a-f]{32,}$/i;
/** Identifiers, and texts of the format that are compared exactly. */
const CODE = /^(?:svc:|SHA-256\(|\d+(?:\.\d+){2,}$|\/\S*$)/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** The check's own rows, then what a witness shows, or one part per attestation of a timestamp. */
export function evidenceParts({ evidence }: Check): readonly EvidencePart[] {
  const attestations = evidence["attestations"];
  const inner = Array.isArray(attestations) ? attestations.filter(isRecord).map(partOf) : [];
  const witness = isRecord(evidence["witness"]) ? [partOf(evidence["witness"])] : [];
  return [partOf(evidence), ...witness, ...inner].filter(
    ({ rows, answers }) => rows.length + answers.length > 0,
  );
}

function partOf(evidence: Evidence): EvidencePart {
  const sources = evidence["sources"];
  return {
    rows: rowsOf(evidence),
    answers: Array.isArray(sources) ? sources.filter(isRecord).map(answerOf) : [],
  };
}

function answerOf(source: Evidence): SourceAnswer {
  const { name, answer, ...rest } = source;
  return { name: String(name), answer: String(answer), rows: rowsOf(rest) };
}

function rowsOf(evidence: Evidence): readonly EvidenceRow[] {
  return LABELS.flatMap((label) => {
    const value = evidence[label];
    return value === undefined || value === null ? [] : rowOf(label, value);
  });
}

function rowOf(label: EvidenceLabel, value: EvidenceValue): readonly EvidenceRow[] {
  const text = isRecord(value)
    ? recordText(label, value)
    : Array.isArray(value)
      ? value.join(", ")
      : String(value);
  if (text === null || text === "") return [];
  const form = HEX.test(text) ? "hex" : ISO_TIME.test(text) ? "time" : CODE.test(text) ? "code" : "name";
  // In the format check of a timestamp, this field names the algorithm.
  return [
    {
      label: label === "hash" && form !== "hex" ? "algorithm" : label,
      value: text,
      form,
      ...(isRecord(value) && { record: value }),
    },
  ];
}

/** The field of a record that the table shows. */
function recordText(label: EvidenceLabel, record: Evidence): string | null {
  const fields: Readonly<Partial<Record<EvidenceLabel, string>>> = {
    imprint: "digest",
    signer: "subject",
    trust_anchor: "subject",
    revocation: "status",
    proof_of_existence: "no_later_than",
  };
  const field = fields[label];
  const value = field === undefined ? undefined : record[field];
  if (typeof value !== "string") return null;
  return field === "subject" ? readableName(value) : value;
}

function isRecord(value: unknown): value is Evidence {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Words for codes in the evidence of a check.

interface Texts {
  readonly result: VerdictTexts;
  readonly codes: CodeTexts;
}

/** The answer of a source or of headers; an unknown code is shown unchanged. */
export function answerText(code: string, { result, codes }: Texts): string {
  const sentences: Readonly<Record<string, string>> = codes.codes;
  return code === "ok" ? result.checks.status.passed : (sentences[code] ?? code);
}

/** The value of a row as a sentence if it is a code, otherwise null. */
export function evidenceSentence(
  { label, value, record }: EvidenceRow,
  texts: Texts & { readonly language: Language },
): string | null {
  if (label === "answer") return answerText(value, texts);
  if (label !== "revocation") return null;
  if (value === "good") {
    const { notRevoked, revokedLater } = texts.result.revocation;
    // As of a time: nothing is known of what came after the data were made.
    const later = record?.["revoked_at"] ?? null;
    const time = utcText(String(later ?? record?.["as_of"]), texts.language);
    return fill(later === null ? notRevoked : revokedLater, { time });
  }
  return value === "revoked" ? texts.codes.codes.revoked : texts.codes.notices.revocation_not_checked;
}

/** How one input was used, in words. */
export interface InputText {
  /** "Seal 1, in the package". */
  readonly title: string;
  /** Name chosen by its author: hostile text. */
  readonly name: string | null;
  readonly status: string;
  /** Null if there is none. */
  readonly reason: string | null;
}

export function inputText(
  input: GivenInput,
  report: Report,
  texts: VerdictTexts,
  codes: CodeTexts,
): InputText {
  const { name, status, code, fault } = input;
  return {
    title: inputTitle(input, texts),
    name,
    status: isUnreached(input, report) ? texts.inputs.notReached : texts.inputs.status[status],
    reason: code === "ok" ? null : codeSentence(code, fault, codes),
  };
}

const UNREACHED: readonly unknown[] = ["source_unreachable", "source_timeout"];

/** Whether a source was asked in vain. */
function isUnreached({ kind, name, status }: GivenInput, { checks, notices }: Report): boolean {
  if (status !== "checked") return false;
  if (kind === "revocation_source") {
    const has = (code: string) => notices.some((notice) => notice.code === code);
    return has("revocation_not_fetched") && !has("revocation_fetched");
  }
  if (kind !== "evm_source" && kind !== "bitcoin_source") return false;
  const answers = checks.flatMap(({ evidence }) => answersIn(evidence)).filter((one) => one["name"] === name);
  return answers.length > 0 && answers.every(({ answer }) => UNREACHED.includes(answer));
}

/** At any depth: attestations and witnesses have sources of their own. */
function answersIn(value: unknown): readonly Evidence[] {
  if (Array.isArray(value)) return value.flatMap(answersIn);
  if (!isRecord(value)) return [];
  return [
    ...("answer" in value && "name" in value ? [value] : []),
    ...Object.values(value).flatMap(answersIn),
  ];
}

/** What a result proves, and on what condition. That it holds without the service is said only if somebody else vouches for a date. */
export function provenTexts(report: Report, { meaning }: VerdictTexts): readonly string[] {
  const { verdict, claims } = report;
  const proven = isOriginalKnown(report) ? meaning.provesFile : meaning.provesFingerprint;
  if (verdict === "chosen" || verdict === "unvouched") return [meaning.holdsIf[verdict], ...proven];
  if (verdict !== "verified") return meaning.provesNothing;
  return claims.every(isOwnWord) ? proven : [...proven, meaning.withoutService];
}

/** Whether the site that the page comes from is all that says so. */
function isOwnWord({ basis, source }: Claim): boolean {
  const own = globalThis.location?.host ?? "";
  const hostOf = (name: string) => (URL.canParse(name) ? new URL(name).host : name);
  return basis !== "computed" && own !== "" && source.relied_on.every((name) => hostOf(name) === own);
}
