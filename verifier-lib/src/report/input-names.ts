/** English names of inputs. */
import type { InputType } from "./checks.js";
import type { GivenInput, InputKind } from "./report.js";

const TYPES: Readonly<Record<InputType, string>> = {
  "svc-proof/2": "portable proof (svc-proof/2)",
  "evidence-zip": "evidence package (ZIP)",
  "certificate-pdf": "certificate (PDF)",
  "asic-s": "time-stamped container (ASiC-S)",
  opentimestamps: "OpenTimestamps file",
  rfc3161: "RFC 3161 timestamp",
  "evm-witness": "witness of a transaction (svc-evm-witness/1)",
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
