/**
 * The report of a verification: what was checked, on what each answer rests, and what follows.
 *
 * Vocabulary of ETSI EN 319 102-1: TOTAL-PASSED, TOTAL-FAILED and INDETERMINATE are `verified`, `failed` and
 * `indeterminate`. The report is JSON as it stands; `report.schema.json` beside this file describes it, field names
 * are therefore in snake_case.
 */
import type { CheckId, InputType } from "./checks.js";
import type { CheckCode, NoticeCode } from "./codes.js";

/** Value of `format`: a reader of another version must refuse the report. */
export const REPORT_FORMAT = "svc-verification-report/2";

export type Outcome = "verified" | "failed" | "indeterminate";

/** `skipped`: not asked for, or another check that it needs did not pass. */
export type CheckStatus = "passed" | "failed" | "indeterminate" | "skipped";

/**
 * What an answer rests on: only bytes at hand and constants of the verifier (`computed`), named outside sources
 * (`relied-on`), or the word of the issuer (`asserted`, never enough). Null for a check that was skipped.
 */
export type Basis = "computed" | "relied-on" | "asserted";

/** JSON values that show what was compared. */
export type Evidence = Readonly<Record<string, EvidenceValue>>;
export type EvidenceValue =
  | string
  | number
  | boolean
  | null
  | readonly EvidenceValue[]
  | { readonly [name: string]: EvidenceValue };

export interface Check {
  readonly id: CheckId;
  readonly status: CheckStatus;
  readonly code: CheckCode;
  readonly basis: Basis | null;
  readonly evidence: Evidence;
}

/** What the input is about. */
export interface Subject {
  /** UUID; null where the input is a timestamp alone. */
  readonly proof_id: string | null;
  readonly content: {
    /** Always SHA-256 in a portable proof. */
    readonly algorithm: "SHA-256" | "SHA-1" | "SHA-384" | "SHA-512" | "RIPEMD-160" | "Keccak-256";
    /** Lower-case hexadecimal. */
    readonly hash: string;
  };
}

/** A time source that stands behind a claim. */
export type TimeSource = EvmBlockTimeSource | BitcoinBlockTimeSource | AuthorityTimeSource;

export interface EvmBlockTimeSource {
  readonly type: "evm-block";
  readonly chain_id: number;
  readonly network: string;
  /** `development`: no evidential value. `unknown`: the verifier does not know the chain. */
  readonly kind: "public" | "testnet" | "development" | "unknown";
  readonly tx_hash: string;
  readonly block_number: number;
  readonly block_hash: string;
  /** Blocks from that block to the head, both counted. */
  readonly confirmations: number;
  /** Names of the sources that said so. */
  readonly relied_on: readonly string[];
}

export interface BitcoinBlockTimeSource {
  readonly type: "bitcoin-block";
  readonly network: "Bitcoin";
  /** Blocks of other networks are no time source. */
  readonly kind: "public";
  readonly block_height: number;
  /** As people write it. */
  readonly block_hash: string;
  /** Bits of work of the block and of the headers at hand behind it. */
  readonly work_bits: number;
  /** The checkpoint of the verifier that headers at hand run on to; null where sources were relied on. */
  readonly checkpoint_height: number | null;
  /** Blocks from that block to the tip, both counted, by the sources; null where none was asked. */
  readonly confirmations: number | null;
  /** Names of the sources that said so; none where it was computed. */
  readonly relied_on: readonly string[];
}

/** A time-stamping authority (RFC 3161). Whether it is qualified was not checked. */
export interface AuthorityTimeSource {
  readonly type: "rfc3161-timestamp";
  /** Whom the certificate of the token's signer names. */
  readonly authority: string;
  /** `trusted-by-caller`: it leads to a certificate that was given as trusted. `development`: no evidential value. */
  readonly kind: "trusted-by-caller" | "development";
  /** Of the token: upper-case hexadecimal. */
  readonly serial_number: string;
  /** Under which the token was made: dotted decimal. */
  readonly policy: string;
  /** Subject of the certificate that was given as trusted. */
  readonly trust_anchor: string;
  /** The authority. */
  readonly relied_on: readonly string[];
}

/** "The content existed no later than `time`." Only made when everything that the claim needs has passed. */
export interface Claim {
  readonly statement: "existed_no_later_than";
  /** ISO 8601, UTC: what the source states, and its accuracy on top. */
  readonly time: string;
  /** ISO 8601, UTC: what the source states. */
  readonly stated_time: string;
  /** How far `stated_time` may stand from true time by the source's own rules; null where they set no bound. */
  readonly accuracy_seconds: number | null;
  readonly basis: Basis;
  readonly source: TimeSource;
}

/** What can be given to a verification beside its input, or lies in a package. */
export type InputKind =
  | "proof"
  | "original"
  | "content_hash"
  | "timestamp"
  | "headers"
  | "seal"
  | "trust"
  | "certificates"
  | "crl"
  | "ocsp_response"
  | "seal_timestamp"
  | "at"
  | "evm_source"
  | "bitcoin_source"
  /** A part of a package that is given to no check. */
  | "part";

/** One thing that was given, and what became of it. Nothing that was given is missing from the list. */
export interface GivenInput {
  readonly kind: InputKind;
  readonly origin: "caller" | "package";
  /** Its place among those of its kind and origin, from 0. */
  readonly index: number;
  /** Of a part of a package, or of a source; null where it has none. */
  readonly name: string | null;
  /**
   * `checked`: a check looked at it, and `code` is what that check says. `failed`: it cannot be read, or contradicts the
   * proof. `not_applicable`: nothing here could use it.
   */
  readonly status: "checked" | "failed" | "not_applicable";
  readonly code: CheckCode;
}

/** Something a reader of the report must know, that is no check. */
export interface Notice {
  readonly code: NoticeCode;
  readonly evidence: Evidence;
}

export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly verifier: { readonly name: string; readonly version: string };
  /** When the verification took place by the clock of the machine it ran on: ISO 8601, UTC. */
  readonly checked_at: string;
  /** `size_bytes`: bytes that were looked at; of an input that is larger than any proof, perhaps not all. */
  readonly input: { readonly type: InputType; readonly size_bytes: number };
  /** What the proof is about; null when it could not be parsed. */
  readonly proof: Subject | null;
  /** Everything that was given beside the input, and the parts of a package. */
  readonly inputs: readonly GivenInput[];
  readonly outcome: Outcome;
  readonly checks: readonly Check[];
  readonly claims: readonly Claim[];
  readonly notices: readonly Notice[];
}
