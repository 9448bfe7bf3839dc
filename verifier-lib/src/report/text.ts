/**
 * A report as English text for a terminal. Codes are what software reads; these sentences may change.
 */

import { JOULES_PER_TERAHASH, USD_PER_KWH } from "@svc-proof/shared/bitcoin";
import { chainText } from "@svc-proof/shared/chains";
import { printable } from "@svc-proof/shared/text";
import { type CheckId, isTimeCheck, type TimeCheckId } from "./checks.js";
import { type HeadlineCaveat, type HeadlineFacts, headlineFacts, presumedClaim } from "./headline.js";
import { decidingCheck } from "./outcome.js";
import type {
  Check,
  Claim,
  Evidence,
  GivenInput,
  Notice,
  ProvenByWork,
  Report,
  TimeSource,
} from "./report.js";
import {
  inputName,
  inputType,
  qualifiedDetails,
  readableName,
  sealDetails,
  sealReason,
  sourceText,
} from "./source-text.js";

const PASSED: Readonly<Record<CheckId, string>> = {
  format: "the proof is well-formed",
  content: "the file has the fingerprint that the proof is about",
  leaf: "the leaf follows from the proof's identifier and the fingerprint",
  merkle: "the audit path leads from the leaf to the Merkle root",
  payload: "every anchor states the payload of that root",
  anchor: "the transaction carries the payload, in the block that the proof names",
  block: "a block of Bitcoin's main chain commits to the block of the anchor",
  bitcoin: "a block of Bitcoin's main chain commits to the content",
  seal: "a time-stamping authority with a trusted certificate signed the digest of the content",
  qualified: "the service that made the seal was a qualified one at that time",
  inputs: "every given file was used",
};

const WORDS: Readonly<Partial<Record<Check["code"], string>>> = {
  bitcoin_proven_by_work: "proven by the work of the blocks since the last checkpoint",
  not_requested: "not checked: neither the original nor its fingerprint was given",
  depends_on_failed_check: "skipped: it needs a check that did not pass",
  no_anchor: "the proof has no anchor",
  no_trust_list: "not checked: no trusted list is to be used",
  service_not_listed:
    "no: no trusted list names the service that made the seal: none vouches for this authority, and anyone can choose its name",
  service_of_other_type: "no: trusted lists name the service, but not for qualified time stamps",
  service_withdrawn: "no: the service did not have the status at the time of the seal",
  service_under_supervision:
    "no: the service was supervised by the rules from before July 2016, which had no qualified time stamp within the meaning of Regulation (EU) No 910/2014",
  service_extension_unknown:
    "unknown: the trusted list qualifies the status of the service in a way that is not known here",
  trusted_list_too_old: "unknown: the seal is newer than the trusted list at hand",
  trusted_list_missing: "unknown: the trusted list of the authority's country is not at hand",
  chain_incomplete:
    "unknown: the certificate of an issuer is missing, so it is not known where the chain leads",
  input_not_applicable: "no check uses it",
  not_needed: "not asked: the given files already answer the question",
  not_recognised: "not recognised",
  unsupported: "not supported",
  encrypted: "encrypted",
  too_large: "beyond a limit of this verifier",
  damaged: "damaged",
  work_limit_exceeded: "not finished: it takes more work than one verification may cost",
  content_hash_mismatch: "the file is not the one that the proof is about",
  leaf_formula_mismatch: "the formula in the proof is not the formula of svc-proof/2",
  leaf_value_mismatch: "the leaf does not follow from the proof's identifier and the fingerprint",
  merkle_root_mismatch: "the audit path does not lead to the Merkle root",
  merkle_index_mismatch: "the index contradicts the audit path",
  payload_mismatch: "the payload of an anchor does not match the Merkle root",
  network_mismatch: "the chain number and the network name of the anchor do not match",
  transaction_not_found: "the block named in the proof does not contain the transaction",
  transaction_input_mismatch: "the transaction does not carry the payload",
  transaction_reverted: "the transaction was reverted",
  block_number_mismatch: "the transaction is in a different block than the proof says",
  witness_unconfirmed:
    "the transaction is in the block that the witness shows; whether that block is on the chain was not checked",
  witness_of_other_transaction: "the witness is about a different transaction",
  block_off_chain: "the block of the witness is not on the chain",
  evidence_no_proof:
    "there is no proof in this archive: it is not an evidence package, or one from before its proof existed",
  pdf_no_proof:
    "no proof is attached to this PDF: it is not a certificate of this service, or one from before its proof existed",
  input_unreadable: "the file could not be read",
  original_unreadable: "the original could not be read",
  none_is_original: "none of the files is the file of this proof",
  no_source: "not checked: no source for this chain was given",
  source_unreachable: "could not be checked: the source cannot be reached",
  source_timeout: "could not be checked: the source did not answer in time",
  source_error: "could not be checked: the source answered with an error",
  source_invalid_answer: "could not be checked: the source returned an invalid answer",
  source_wrong_chain: "could not be checked: the source serves another chain",
  source_inconsistent: "could not be checked: the source's answers contradict each other",
  sources_disagree: "could not be settled: the sources contradict each other",
  block_unknown_to_source: "could not be checked: the source does not have the block",
  transaction_not_indexed:
    "could not be checked: the source has the block, but does not return the transaction",
  transaction_pending: "the transaction is not in a block yet",
  receipt_missing: "could not be checked: the source has no receipt of the transaction",
  receipt_without_status: "could not be checked: the receipt does not say whether the transaction succeeded",
  block_time_implausible: "could not be checked: the source states an impossible time for the block",
  too_few_confirmations: "the block does not have enough confirmations yet",
  block_not_final: "the block is not final yet",
  finality_unknown: "could not be checked: the source does not say which blocks are final",
  timestamp_of_other_content: "the timestamp is about different content",
  file_hash_not_sha256: "not compared: the timestamp is about a digest that is not SHA-256",
  content_hash_not_sha256: "not compared: the given digest is not a SHA-256 digest",
  bitcoin_root_mismatch: "the timestamp does not lead to the Merkle root of the block it names",
  bitcoin_block_off_chain: "the timestamp leads to a block that is not on Bitcoin's main chain",
  bitcoin_pending:
    "pending: it names no block yet, only calendars that promised one (try svc-verify upgrade)",
  no_bitcoin_attestation: "the timestamp names no Bitcoin block",
  no_bitcoin_header: "not checked: neither the block's header nor a source was given",
  header_run_missing:
    "could not be checked: a header at that height is cheap to forge, and the source did not return the headers up to a checkpoint",
  header_unproven: "the timestamp matches a header, but nothing proves that the header is on the main chain",
  header_of_regtest: "the timestamp matches a header of regtest, a development network: NO evidential value",
  header_target_invalid: "the timestamp matches a header with an invalid target",
  header_run_short:
    "the headers lead from the last checkpoint to the block, but fewer than six more follow: give later ones",
  header_target_wrong: "the timestamp matches a header whose target is not that of its difficulty epoch",
  header_target_too_easy:
    "the timestamp matches a header with less work than any Bitcoin block at that height",
  header_work_missing: "the timestamp matches a header that does not meet its own target",
  header_time_implausible: "the timestamp matches a header whose time is impossible at that height",
};

const NOTICES: Readonly<Record<Notice["code"], string>> = {
  page_text_not_checked:
    "The text printed on the PDF was not checked: anyone can attach a genuine proof to another page. Only what this report says counts.",
  timestamp_contradicted:
    "An OpenTimestamps file is contradicted by the blocks that it names. The result rests on another one.",
  seal_not_standing: "One of the seals was not confirmed. Another one was.",
  original_probably_changed:
    "This file has the name or the size of the original and another fingerprint. It was probably changed.",
  original_not_given: "No file was checked. Give the original to check that it has this fingerprint.",
  development_network: "The anchor is on a development network: it has NO evidential value.",
  test_network:
    "The anchor is on a test network, which may be reset at any time: it has no evidential value.",
  unknown_network: "The verifier does not know this chain, so its name in the proof was not checked.",
  single_source: "Only one source confirms this date. Give a second one to compare.",
  block_time_by_source:
    "The time of the block is what the source says: it cannot be derived from the block's hash.",
  bitcoin_regtest: "The timestamp is on a development network: it has NO evidential value.",
  not_all_judged: "More was given than one verification judges or asks about. The rest may say more.",
  qualification_not_checked: "It was not checked whether the authority of the seal is qualified.",
  service_withdrawn_since:
    "The service was qualified at the time of the seal, and lost that status afterwards.",
  trust_list_given:
    "The trusted lists are those of a given snapshot, not of the one that ships with the verifier.",
  trusted_list_entry_differs:
    "The package states another entry of the trusted lists than the lists at hand have. The result rests on these.",
  trust_certificate_unreadable:
    "A certificate in a file of trusted certificates could not be read and was ignored.",
  revocation_not_checked:
    "It was not checked whether a certificate of the seal was revoked: no revocation data was given.",
  revocation_fetched: "Revocation data of the seal was fetched from its authority.",
  revocation_not_fetched: "No revocation data could be fetched about a certificate of the seal.",
  path_beyond_named_certificates:
    "The seal names the certificates by which it is to be checked, and the path that was found uses others as well.",
  sandbox_authority: "The seal comes from a sandbox: it has NO evidential value.",
  asked_as_of_another_time: "The seal was judged at a time other than now.",
  rests_on_proof_of_existence:
    "A certificate of the seal has expired or was revoked since, but a Bitcoin block shows that the seal is older.",
  proof_of_existence_not_standing: "The timestamp of the seal was not confirmed: nothing here rests on it.",
  seal_revocation_data_malformed:
    "A revocation list or OCSP response could not be read, or its signature could not be checked, and it was left out.",
  input_not_applicable: "No check uses one of the given files, so nothing here rests on it.",
  parts_not_checked: "Parts of the package that were not checked: nothing here rests on them.",
  input_left_out: "What cannot be read, or does not hold, was left out.",
  packed_verifier:
    "The package brings a verifier of its own. Whoever can change the evidence can change that verifier too: its answer proves nothing by itself.",
  attestation_not_checked: "The proof mentions further evidence that was not given.",
};

/** What a program adds for a terminal. Functions get and return one line. */
export interface ReportTextOptions {
  /** The first line, for colour. */
  readonly headline?: (text: string, report: Report) => string;
  /** The word of a check's status, padded. */
  readonly status?: (text: string) => string;
  /** Lines below a check, printable. */
  readonly below?: (check: Check) => readonly string[];
}

/** The whole report, several lines, without a newline at its end. */
export function reportText(report: Report, options: ReportTextOptions = {}): string {
  const { headline = (text) => text, status: statusText = (text) => text, below = () => [] } = options;
  const { type, size_bytes: sizeBytes } = report.input;
  const head = ["", `  input     ${inputType(type)}, ${sizeBytes} bytes`];
  if (report.proof !== null) {
    const { proof_id, content } = report.proof;
    if (proof_id !== null) head.push(`  proof     ${proof_id}`);
    head.push(`  ${content.algorithm.padEnd(9)} ${content.hash}`, "");
  } else head.push("");
  const checks = report.checks.flatMap((check) => [
    `  ${statusText(check.status.padEnd(13))} ${printable(`${check.id.padEnd(9)} ${checkSentence(check, report)}`)}`,
    ...[...checkDetails(check).map(printable), ...below(check)].map((line) => `${" ".repeat(26)}${line}`),
  ]);
  const rest: string[] = [];
  if (report.inputs.length > 0) rest.push("", ...report.inputs.map(inputLine));
  if (report.claims.length > 0) rest.push("", ...report.claims.map(claimSentence));
  if (report.notices.length > 0)
    rest.push("", ...report.notices.map((notice) => `  Note: ${noticeSentence(notice)}`));
  rest.push("", `  ${report.verifier.name} ${report.verifier.version}, checked at ${report.checked_at}`);
  const first = headline(summaryLine(report), report);
  const presumed = presumedClaim(report);
  const second =
    presumed === undefined
      ? []
      : [`Presumed by law: ${presumed.stated_time} (Article 41(2) of the eIDAS Regulation)`];
  return [first, ...second, ...head.map(printable), ...checks, ...rest.map(printable)].join("\n");
}

/** One line: the outcome and what it comes down to. */
export function summaryLine(report: Report): string {
  const facts = headlineFacts(report);
  if (facts !== null) {
    const caveats = facts.caveats.flatMap(caveatText).join("; ");
    const beside = caveats === "" ? "" : ` (${caveats})`;
    const [word, condition] = VERIFIED[report.verdict as keyof typeof VERIFIED];
    const dated = `existed on or before ${timeText(facts.claim)}, by ${sourceText(facts.claim.source)}`;
    return printable(`${word}${beside}: ${condition}${SUBJECTS[facts.of]} ${dated}`);
  }
  if (report.reason === "missing") {
    const beside = report.inputs.some(({ kind }) => kind === "original" || kind === "content_hash")
      ? ""
      : "; original not given";
    return printable(`CORRECT SO FAR: the date is not confirmed yet (${missingText(report)}${beside})`);
  }
  const check = decidingCheck(report);
  const reason =
    check === null ? "nothing was checked that gives a time" : `${check.id}: ${checkSentence(check, report)}`;
  return printable(`${report.outcome.toUpperCase()}: ${reason}`);
}

/** What the first time source waits for. */
function missingText(report: Report): string {
  const open = report.checks.find((check) => isTimeCheck(check.id) && check.status === "indeterminate");
  return open === undefined ? "no time source has seen it" : `${open.id}: ${checkSentence(open, report)}`;
}

/** The word of what is verified, and what its sentence depends on. */
const VERIFIED: Readonly<
  Record<"verified" | "chosen" | "unvouched" | "rehearsal", readonly [string, string]>
> = {
  verified: ["VERIFIED", ""],
  chosen: ["VERIFIED BY WHAT YOU CHOSE TO TRUST", "if it is right, "],
  unvouched: ["UNKNOWN CHAIN, NOBODY VOUCHES FOR IT", "if that chain is right, "],
  rehearsal: ["REHEARSAL, NO EVIDENTIAL VALUE", "in this rehearsal, "],
};

const SUBJECTS: Readonly<Record<HeadlineFacts["of"], string>> = {
  file: "this file",
  "given-fingerprint": "a file with the fingerprint that was given",
  "stated-fingerprint": "a file with the fingerprint that the proof states",
};

/** Limits that must follow the outcome on the same line: people quote the line without its notes. */
function caveatText(caveat: HeadlineCaveat): string | readonly string[] {
  switch (caveat.kind) {
    case "judged-as-of":
      return `judged as of ${caveat.time}, not as of now`;
    case "inaccurate":
      return `its source may be wrong by about ${spanText(caveat.seconds)}, which the time includes`;
    case "qualified":
      return `qualified electronic time stamp, by the trusted list of ${caveat.territory}, number ${caveat.sequenceNumber}`;
    default:
      return CAVEATS[caveat.kind];
  }
}

const CAVEATS: Readonly<
  Record<
    Exclude<HeadlineCaveat["kind"], "judged-as-of" | "inaccurate" | "qualified">,
    string | readonly string[]
  >
> = {
  "trusted-list": "by an authority on an EU trusted list",
  // The first words say so.
  "trusted-by-caller": [],
  unknown: [],
  "lists-given": "by trusted lists that you gave",
  "not-qualified": "not a qualified time stamp",
  "qualification-unknown": "not known whether it is qualified",
  testnet: "on a test network",
  development: "on a development network",
  sandbox: "by an authority of a sandbox",
  "single-source": "on the word of one source",
  "original-not-given": "original not given",
};

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365.25;

/** In days, or in years from two years on. */
function spanText(seconds: number): string {
  const days = Math.round(seconds / DAY_SECONDS);
  const years = Math.round(days / YEAR_DAYS);
  return days < 2 * YEAR_DAYS ? `${days} days` : `${years} years`;
}

function inputLine(input: GivenInput): string {
  const { status, code, name, fault } = input;
  const became = status.replace("_", " ");
  const called = name === null ? "" : ` ${name}`;
  const detail = fault === null ? "" : ` (${fault})`;
  const why = code === "ok" ? "" : `: ${WORDS[code] ?? code}${detail}`;
  return `  ${became.padEnd(14)} ${inputName(input)}${called}${why}`;
}

/** Whether the caller gave a digest instead of a file. */
function isOfHash({ evidence }: Check, { inputs }: Report): boolean {
  return evidence["part"] === undefined && inputs.some(({ kind }) => kind === "content_hash");
}

/** What a reader says of what it does not understand, or of what states two things. */
function faultSentence({ code, evidence }: Check): string {
  const fault = evidence["fault"] === undefined ? "" : ` (${evidence["fault"]})`;
  const why = `${evidence["message"] ?? evidence["reason"]}${fault}`;
  const word = WORDS[code];
  return word === undefined ? why : `${word}: ${why}`;
}

function checkSentence(check: Check, report: Report): string {
  if (check.id === "content" && isOfHash(check, report)) {
    if (check.status === "passed") return "the given fingerprint is the one that the proof is about";
    if (check.status === "failed") return "the given fingerprint is not the one that the proof is about";
  }
  if (check.status === "passed" && check.id === "format" && report.input.type === "asic-s") {
    return "the container is well-formed";
  }
  if (check.status === "passed") return provenByWorkSentence(check) ?? PASSED[check.id];
  if (check.id === "inputs") return inputsSentence(check);
  if (check.code === "timestamp_not_granted") return sealReason(check);
  const { fault, looks_like = fault } = check.evidence;
  if (typeof looks_like === "string") return faultSentence(check);
  // A list names it from later on, or leads to it by certificates that are not valid.
  if (check.code === "service_not_listed" && typeof check.evidence["service"] === "string") {
    return "no: a trusted list names the service that made the seal, but not yet at that time";
  }
  if (check.id === "qualified" && check.code === "no_path") {
    return "unknown: the chain that leads to a service on a trusted list is not valid";
  }
  const reason = isTimeCheck(check.id) && check.status !== "skipped" ? TIMES[check.id].reason(check) : null;
  return reason ?? WORDS[check.code] ?? check.code;
}

interface TimeCheckText {
  /** Why the check did not pass; null if the words of its code say it all. */
  readonly reason: (check: Check) => string | null;
  /** Lines below the check; null if it has nothing of its own to tell. */
  readonly details: (check: Check) => string[] | null;
}

const TIMES: Readonly<Record<TimeCheckId, TimeCheckText>> = {
  anchor: { reason: () => null, details: anchorDetails },
  block: { reason: bitcoinReason, details: blockDetails },
  bitcoin: { reason: bitcoinReason, details: bitcoinDetails },
  seal: { reason: sealReason, details: sealDetails },
};

function bitcoinReason(check: Check): string | null {
  const workBits = matchedWorkBits(check);
  return workBits === null
    ? null
    : `matches a header with ${workBits} bits of work, but nothing proves that it is on the main chain`;
}

/** The block that most work proves; null if a checkpoint or a source does. */
function provenByWorkSentence({ code, evidence }: Check): string | null {
  if (code !== "bitcoin_proven_by_work") return null;
  const attestations = evidence["attestations"] as readonly { readonly proven_by_work?: ProvenByWork }[];
  const [most] = attestations
    .flatMap(({ proven_by_work: proven }) => proven ?? [])
    .sort((a, b) => b.blocks - a.blocks);
  return `a block of Bitcoin commits to the content, ${provenByWorkText(most!)}`;
}

function provenByWorkText({ blocks, checkpoint_time: time }: ProvenByWork): string {
  return `proven by ${blocks} blocks of work since the checkpoint of ${time.slice(0, 10)}`;
}

/** What the work would cost to fake, as people say it. */
function forgeryCostText(bits: number, { cost_usd_power_of_ten: power }: ProvenByWork): string {
  const names = ["", " thousand", " million", " billion", " trillion"];
  const group = Math.min(Math.max(Math.floor(power / 3), 0), names.length - 1);
  const amount = (10 ** (power - 3 * group)).toLocaleString("en-US");
  return `to fake it takes 2^${bits} hashes: electricity for about ${amount}${names[group]} US dollars, at ${JOULES_PER_TERAHASH} J for 10^12 hashes and ${USD_PER_KWH} US dollars a kWh`;
}

function inputsSentence({ status, evidence }: Check): string {
  const inputs = evidence["inputs"] as unknown as readonly GivenInput[];
  const names = inputs.map((input) =>
    status === "skipped" ? inputName(input) : `${inputName(input)} (${input.fault ?? input.code})`,
  );
  if (status === "failed") return `does not hold: ${names.join(", ")}`;
  return status === "indeterminate"
    ? `cannot be read: ${names.join(", ")}`
    : `not used by any check: ${names.join(", ")}`;
}

/** The work behind a header that is not linked to a checkpoint. */
function matchedWorkBits({ code, evidence }: Check): number | null {
  if (code !== "header_unproven") return null;
  const attestations = evidence["attestations"] as readonly Evidence[];
  const amounts = attestations.flatMap(({ work_bits: bits }) => (typeof bits === "number" ? [bits] : []));
  return Math.max(...amounts);
}

function checkDetails(check: Check): string[] {
  const { status, evidence, id } = check;
  if (id === "qualified") return qualifiedDetails(check);
  const own = isTimeCheck(id) ? TIMES[id].details(check) : null;
  if (own !== null) return own;
  if (status === "passed" && typeof evidence["part"] === "string")
    return [`${evidence["part"]}, in the package`];
  if (status === "failed" && typeof evidence["stated"] === "string") {
    const part = typeof evidence["part"] === "string" ? [`${evidence["part"]}, in the package`] : [];
    return [
      ...part,
      `stated    ${evidence["stated"]}`,
      `computed  ${evidence["computed"] ?? evidence["expected"]}`,
    ];
  }
  return typeof evidence["reason"] === "string" ? [evidence["reason"]] : [];
}

function anchorDetails({ evidence }: Check): string[] | null {
  if (typeof evidence["network"] !== "string") return null;
  return [
    `${networkText(evidence)}, block ${evidence["block_number"]}`,
    `${evidence["tx_hash"]}`,
    ...witnessDetails(evidence),
    ...settledDetails(evidence),
    ...sourceDetails(evidence),
  ];
}

/** What the witness proves, whatever becomes of its block. */
function witnessDetails({ witness }: Evidence): string[] {
  if (typeof witness !== "object" || witness === null) return [];
  const shown = witness as Evidence;
  const to =
    shown["is_to_itself"] === true ? "itself, value 0" : `${shown["recipient"]}, ${shown["value_wei"]} wei`;
  return [
    `holds if block ${shown["block_hash"]} is on the chain`,
    `signed by ${shown["sender"]}, to ${to} (${shown["transaction_type"]})`,
  ];
}

function blockDetails(check: Check): string[] | null {
  const { block_number: number, anchored_block_hash: hash } = check.evidence;
  if (hash === undefined) return null;
  return [`${networkText(check.evidence)}, block ${number}`, `${hash}`, ...(bitcoinDetails(check) ?? [])];
}

/** With the number of a chain that is known by its name. */
function networkText({ network, chain_id: chainId }: Evidence): string {
  const text = chainText(Number(chainId), `${network}`);
  return text === network ? `${network} (chain ${chainId})` : text;
}

/** The finality rule, spelled out so that readers need not know the default. */
function settledDetails({ finality, min_confirmations: confirmations }: Evidence): string[] {
  if (finality !== undefined) return ["settled when the chain itself calls the block final"];
  return confirmations === undefined ? [] : [`confirmed by ${confirmations} blocks, including its own`];
}

function sourceDetails(evidence: Evidence): string[] {
  const sources = evidence["sources"];
  if (!Array.isArray(sources)) return [];
  return sources.map(({ name, answer, confirmations }) => {
    const settled = confirmations === undefined ? "" : `, ${confirmations} confirmations`;
    return `${name}: ${answer}${settled}`;
  });
}

/** Heights that are not confirmed are marked as such. */
function bitcoinDetails({ evidence }: Check): string[] | null {
  if (!Array.isArray(evidence["attestations"])) return null;
  const attestations = evidence["attestations"] as readonly Evidence[];
  const details = attestations.flatMap((attestation) => {
    const { stated_height: height, answer, block_hash: hash, checkpoint_height: checkpoint } = attestation;
    const work = `${attestation["work_bits"]} bits of work`;
    const block = hash === undefined ? [] : [`${hash}, ${work}`];
    const byWork = attestation["proven_by_work"] as unknown as ProvenByWork | undefined;
    const how =
      byWork !== undefined
        ? provenByWorkText(byWork)
        : checkpoint == null
          ? "by sources"
          : `proven by the checkpoint at ${checkpoint}`;
    const isConfirmed = answer === "ok" || answer === "bitcoin_proven_by_work";
    const says = isConfirmed ? `block ${height}, ${how}` : `says block ${height}, NOT confirmed: ${answer}`;
    const cost = byWork === undefined ? [] : [forgeryCostText(Number(attestation["work_bits"]), byWork)];
    return [says, ...block, ...cost, ...sourceDetails(attestation)];
  });
  const named = (field: string, text: string) =>
    Array.isArray(evidence[field]) ? evidence[field].map((value) => `${text} ${value}`) : [];
  return [
    ...details,
    ...pendingDetails(evidence),
    ...named("other_attestations", "not checked: attestation of kind"),
  ];
}

/** If a block is named already, pending calendars can only add further attestations. */
function pendingDetails({ attestations, pending }: Evidence): string[] {
  if (!Array.isArray(pending)) return [];
  const isComplete = (attestations as readonly Evidence[]).length > 0;
  const from = isComplete ? "another attestation may come from" : "pending, can be completed from";
  return pending.map((uri) =>
    /^https?:/.test(`${uri}`) ? `${from} ${uri}` : `pending, but not at a web address: ${uri}`,
  );
}

function claimSentence(claim: Claim): string {
  const { source } = claim;
  const by =
    source.relied_on.length === 0 ? "computed" : `by ${source.relied_on.map(readableName).join(" and ")}`;
  return `  Existed no later than ${timeText(claim)} (${accuracyText(claim)}): ${placeOf(source)}, ${by}`;
}

/** Bitcoin dates to the day: docs/formats/opentimestamps.md, "What bounds Bitcoin's time". */
function timeText({ time, source }: Claim): string {
  return source.type === "bitcoin-block" ? `${time.slice(0, 10)} (UTC)` : time;
}

function accuracyText({ stated_time: stated, accuracy_seconds: seconds, source }: Claim): string {
  if (source.type === "bitcoin-block") return `${stated} by the miner's clock`;
  return seconds === null ? "no accuracy stated" : `${stated} ± ${seconds} s`;
}

function placeOf(source: TimeSource): string {
  switch (source.type) {
    case "rfc3161-timestamp":
      return `seal ${source.serial_number}`;
    case "bitcoin-block": {
      const { anchored_block: of } = source;
      const through =
        of === null ? "" : ` commits to ${chainText(of.chain_id, of.network)}, block ${of.block_number}`;
      return `${source.network}, block ${source.block_height}${through}`;
    }
    case "evm-block":
      return `${chainText(source.chain_id, source.network)}, block ${source.block_number}`;
  }
}

function certificateNumber({ index, number, code }: Evidence): string | undefined {
  return number === undefined ? undefined : `certificate ${number} of file ${Number(index) + 1}: ${code}`;
}

function noticeSentence({ code, evidence }: Notice): string {
  const parts = evidence["parts"] ?? evidence["fields"] ?? evidence["fetched"] ?? evidence["missing"];
  const of = Array.isArray(parts)
    ? parts.join(", ")
    : typeof evidence["kind"] === "string"
      ? inputName(evidence as unknown as GivenInput)
      : (evidence["type"] ??
        evidence["as_of"] ??
        (typeof evidence["network"] === "string"
          ? chainText(Number(evidence["chain_id"]), evidence["network"])
          : undefined) ??
        evidence["source"] ??
        evidence["since"] ??
        evidence["sha256"] ??
        certificateNumber(evidence) ??
        evidence["code"]);
  return of === undefined ? NOTICES[code] : `${NOTICES[code]} (${of})`;
}
