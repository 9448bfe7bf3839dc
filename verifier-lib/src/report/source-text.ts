/** The source of a date in a few English words, for a headline. */

import { chainText } from "@svc-proof/shared/chains";
import type { InputType } from "./checks.js";
import type { Check, Evidence, GivenInput, InputKind, TimeSource } from "./report.js";

/** The evidence of the check `qualified` as English text. */
export function qualifiedDetails({ evidence }: Check): string[] {
  const snapshot = evidence["snapshot"] as Evidence | undefined;
  if (snapshot === undefined) return typeof evidence["reason"] === "string" ? [evidence["reason"]] : [];
  const list = evidence["list"] as Evidence | null;
  return [
    ...serviceLines(evidence),
    // Of an authority that no list names, nothing of a list is shown: its name, and so its country, may be made up.
    ...(list === null || evidence["service"] === null ? [] : [listLine(list), `sha256    ${list["sha256"]}`]),
    ...snapshotLines(snapshot),
    ...toldLines(evidence["told"] as Evidence | undefined),
  ];
}

/** Where the chain leads, if not to a listed service. */
function serviceLines(evidence: Evidence): string[] {
  const { service, provider, leads_to: leadsTo, territory, list } = evidence;
  if (service === null) {
    return [
      `the chain of its certificates leads to ${readableName(String(leadsTo))}`,
      ...(list === null && territory !== null ? [`not at hand: the trusted list of ${territory}`] : []),
    ];
  }
  return [
    `${service}`,
    `provider  ${provider}`,
    statusLine(evidence["at_gen_time"] as Evidence | null, "at the time of the seal"),
    existenceLine(evidence["at_existence"] as Evidence | null),
  ];
}

function existenceLine(status: Evidence | null): string {
  const isProven = status?.["basis"] === "proof-of-existence";
  const when = isProven ? "when the seal is proven to have existed" : "at the time of this verification";
  if (status?.["is_covered"] === false) {
    const known = `${status["status"]} since ${day(status["since"])}`;
    return `not known ${when} (${status["time"]}): the list ends before; it says ${known}`;
  }
  return statusLine(status, when);
}

function statusLine(status: Evidence | null, when: string): string {
  if (status === null) return `not listed yet ${when}`;
  return `${status["status"]} since ${day(status["since"])}, ${when} (${status["time"]})`;
}

function listLine(list: Evidence): string {
  return `by the trusted list of ${list["territory"]}, ${numberAndDates(list)}`;
}

function snapshotLines({ origin, lists, sha256, age_days: days }: Evidence): string[] {
  const all = lists as readonly Evidence[];
  const from = origin === "given" ? "a given snapshot" : "the snapshot that ships with this verifier";
  return [
    `lists of ${from}, the newest ${days} days old:`,
    all.map((list) => `${list["territory"]} ${list["sequence_number"]} (${day(list["issued"])})`).join(", "),
    `snapshot  ${sha256}`,
  ];
}

function toldLines(told: Evidence | undefined): string[] {
  if (told === undefined || told["agrees"] === null) return [];
  const list = told["list"] as Evidence;
  const states = `the package states ${told["territory"]}, number ${list["sequence_number"]}: ${told["service"]}`;
  return [`${states}, ${told["agrees"] === true ? "which agrees" : "which DIFFERS"}`];
}

function numberAndDates({ sequence_number: number, issued, next_update: next }: Evidence): string {
  const until = next === null ? "the last one" : `next by ${day(next)}`;
  return `number ${number}, issued ${day(issued)}, ${until}`;
}

function day(time: unknown): string {
  return String(time).slice(0, 10);
}

/** Why the check did not pass. */
export function sealReason({ code, evidence }: Check): string {
  const reason = evidence["reason"];
  return typeof reason === "string" ? `${reason} (${code})` : code;
}

/** If the check did not pass, its time is marked as not confirmed. */
export function sealDetails({ status, evidence }: Check): string[] {
  const says = evidence["gen_time"];
  if (typeof says !== "string") return [];
  const accuracy = evidence["accuracy_seconds"];
  const time = `${says}${accuracy === null ? "" : ` (± ${accuracy} s)`}`;
  const signer = evidence["signer"] as Evidence | undefined;
  const trustAnchor = evidence["trust_anchor"] as Evidence | undefined;
  return [
    status === "passed" ? time : `says ${time}, NOT confirmed`,
    ...(signer === undefined ? [] : [`signed for ${readableName(`${signer["subject"]}`)}`]),
    ...(trustAnchor === undefined ? [] : [`trusted   ${readableName(`${trustAnchor["subject"]}`)}`]),
    `serial    ${evidence["serial_number"]}, policy ${evidence["policy"]}`,
    ...(trustAnchor === undefined ? [] : [revocationLine(evidence["revocation"] as Evidence)]),
  ];
}

/** "Not revoked" holds for the moment when the data that say so were made. */
function revocationLine({ status, revoked_at, reason, as_of }: Evidence): string {
  if (status === "not_checked") return "revocation not checked: no revocation data was given";
  const later =
    revoked_at === null ? "" : `, revoked later at ${revoked_at} (${reason ?? "no reason given"})`;
  return status === "good"
    ? `not revoked at that time, by data of ${as_of}${later}`
    : `revoked at ${revoked_at}`;
}

/** English names of inputs. */
const TYPES: Readonly<Record<InputType, string>> = {
  "svc-proof/2": "portable proof (svc-proof/2)",
  "evidence-zip": "evidence package (ZIP)",
  "certificate-pdf": "certificate (PDF)",
  "asic-s": "time-stamped container (ASiC-S)",
  opentimestamps: "OpenTimestamps file",
  rfc3161: "RFC 3161 timestamp",
  "evm-witness": "witness of a transaction (svc-evm-witness/1)",
  unknown: "not recognised",
};

const KINDS: Readonly<Record<InputKind, string>> = {
  proof: "proof",
  original: "original",
  content_hash: "fingerprint",
  timestamp: "timestamp",
  headers: "document of headers",
  seal: "seal",
  trust: "trusted certificates",
  trust_list: "snapshot of trusted lists",
  trusted_list_entry: "entry of a trusted list",
  certificates: "certificates",
  crl: "revocation list",
  ocsp_response: "OCSP response",
  seal_timestamp: "timestamp of the seal",
  witness: "witness",
  witness_timestamp: "timestamp of the anchor's block",
  at: "moment to judge as of",
  evm_source: "source",
  bitcoin_source: "source of Bitcoin",
  revocation_source: "source of revocation data",
  part: "part",
};

/** Kinds of which each origin gives at most one. */
const ONCE: ReadonlySet<InputKind> = new Set<InputKind>([
  "proof",
  "original",
  "content_hash",
  "seal",
  "trust_list",
  "trusted_list_entry",
  "at",
  "revocation_source",
]);

export function inputType(type: InputType): string {
  return TYPES[type];
}

/** For example "seal" or "timestamp 2 in the package". Numbers start at 1. */
export function inputName({ kind, origin, index }: Pick<GivenInput, "kind" | "origin" | "index">): string {
  const where = origin === "package" ? " in the package" : "";
  const number = ONCE.has(kind) ? "" : ` ${index + 1}`;
  return `${KINDS[kind]}${number}${where}`;
}

/** For example `block 21000000 of Ethereum`. It may hold names that others chose. */
export function sourceText(source: TimeSource): string {
  switch (source.type) {
    case "rfc3161-timestamp":
      return `a timestamp of ${readableName(source.authority)}`;
    case "bitcoin-block":
      return `block ${source.block_height} of Bitcoin`;
    case "evm-block":
      return `block ${source.block_number} of ${chainText(source.chain_id, source.network)}`;
  }
}

/** Attributes that name somebody, best first, under their names and numbers in RFC 4514 and RFC 5280. */
const NAMING = ["CN|2\\.5\\.4\\.3", "O|2\\.5\\.4\\.10", "OU|2\\.5\\.4\\.11"].map(
  (type) => new RegExp(`(?:^|(?<!\\\\)[,+] ?)(?:${type})=((?:\\\\.|[^\\\\,+])*)`, "iu"),
);

/**
 * The name of an authority as people read it: of a distinguished name (RFC 4514) its common name, else its organisation, else its
 * unit, without escapes. Any other text is returned as it is.
 */
export function readableName(name: string): string {
  if (!/^(?:[A-Za-z][A-Za-z0-9-]*|[0-9]+(?:\.[0-9]+)+)=/.test(name)) return name;
  const value = NAMING.map((form) => form.exec(name)?.[1]).find(
    (found) => found !== undefined && found !== "",
  );
  if (value === undefined) return name;
  return value.replace(/((?:\\[0-9a-fA-F]{2})+)|\\(.)/gsu, (all, octets?: string, character?: string) =>
    octets === undefined ? character! : (decoded(octets.replaceAll("\\", "")) ?? all),
  );
}

/** UTF-8 in hexadecimal; null if it is none. */
function decoded(hex: string): string | null {
  try {
    return decodeURIComponent(hex.replace(/../g, "%$&"));
  } catch {
    return null;
  }
}
