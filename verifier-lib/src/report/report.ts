/**
 * The report of a verification: the checks, the basis of each result, and the outcome.
 *
 * Vocabulary of ETSI EN 319 102-1: TOTAL-PASSED, TOTAL-FAILED and INDETERMINATE are `verified`, `failed` and
 * `indeterminate`. The report is JSON as it stands; `report.schema.json` beside this file describes it, field names
 * are therefore in snake_case.
 */
import type { CheckId, InputType } from "./checks.js";
import type { CheckCode, NoticeCode } from "./codes.js";

/** Value of `format`: a reader of another version must refuse the report. */
export const REPORT_FORMAT = "svc-verification-report/4";

/** The answer. Only `verified` is a yes. */
export type Outcome = "verified" | "failed" | "indeterminate";

/**
 * Why an outcome is `indeterminate`. `missing`: everything holds that can be computed, and a source is still to be asked or to
 * come. `contradictory`: sources or evidence disagree. `unusable`: something is unreadable, too weak or out of bounds.
 */
export type IndeterminateReason = "missing" | "contradictory" | "unusable";

/**
 * The outcome as a reader is told it. `chosen`: verified, by an authority or trusted lists that the reader chose. `unvouched`:
 * verified, on a chain that the verifier does not know. `rehearsal`: verified on a development or test network, or by the
 * authority of a sandbox: no evidential value. `soFar`: indeterminate only because something is missing.
 */
export type Verdict = Outcome | "chosen" | "unvouched" | "rehearsal" | "soFar";

/** `skipped`: not requested, or a check that it needs did not pass. */
export type CheckStatus = "passed" | "failed" | "indeterminate" | "skipped";

/**
 * The basis of a result: the given bytes and constants of the verifier (`computed`), named external sources
 * (`relied-on`), or the statement of the issuer (`asserted`, never sufficient). Null if the check was skipped.
 */
export type Basis = "computed" | "relied-on" | "asserted";

/** JSON values that show what was compared. */
export type Evidence = Readonly<Record<string, EvidenceValue>>;
/** A JSON value. */
export type EvidenceValue =
  | string
  | number
  | boolean
  | null
  | readonly EvidenceValue[]
  | { readonly [name: string]: EvidenceValue };

/** One check of a report. Branch on `status` and `code`; `evidence` holds the values that were compared. */
export interface Check {
  readonly id: CheckId;
  readonly status: CheckStatus;
  readonly code: CheckCode;
  /** What the result rests on; null if the check was not made. */
  readonly basis: Basis | null;
  /** The values that were compared, by name. */
  readonly evidence: Evidence;
}

/** What decides about an item by itself. */
export interface Fault extends Pick<Check, "code" | "evidence"> {
  readonly status: "failed" | "indeterminate";
}

/** The content that the input is about. */
export interface Subject {
  /** UUID; null if the input is a timestamp. */
  readonly proof_id: string | null;
  readonly content: {
    /** Always SHA-256 in a portable proof. */
    readonly algorithm: "SHA-256" | "SHA-1" | "SHA-384" | "SHA-512" | "RIPEMD-160" | "Keccak-256";
    /** Lower-case hexadecimal. */
    readonly hash: string;
  };
}

/** The time source of a claim. */
export type TimeSource = EvmBlockTimeSource | BitcoinBlockTimeSource | AuthorityTimeSource;

/** A block of an EVM chain that dates a content. */
export interface EvmBlockTimeSource {
  readonly type: "evm-block";
  /** EIP-155 identifier. */
  readonly chain_id: number;
  /** Name of the chain. */
  readonly network: string;
  /** `development`: no evidential value. `unknown`: the verifier does not know the chain. */
  readonly kind: "public" | "testnet" | "development" | "unknown";
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly tx_hash: string;
  readonly block_number: number;
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly block_hash: string;
  /** Blocks from this block to the head, both included. */
  readonly confirmations: number;
  /** Names of the sources. */
  readonly relied_on: readonly string[];
}

/** A block of Bitcoin that dates a content. */
export interface BitcoinBlockTimeSource {
  readonly type: "bitcoin-block";
  readonly network: "Bitcoin";
  /** Blocks of other networks are not a time source. */
  readonly kind: "public";
  readonly block_height: number;
  /** In the byte order that explorers show. */
  readonly block_hash: string;
  /** Bits of work of the block and of the given headers after it. */
  readonly work_bits: number;
  /** The checkpoint that the headers lead to; null if sources or the work since a checkpoint were relied on. */
  readonly checkpoint_height: number | null;
  /** How the block is proven if it is newer than the last checkpoint; null if it is proven otherwise. */
  readonly proven_by_work: ProvenByWork | null;
  /** Blocks from this block to the tip, both included, according to the sources; null if none was asked. */
  readonly confirmations: number | null;
  /** Names of the sources; empty if the result was computed. */
  readonly relied_on: readonly string[];
  /**
   * The block of an EVM chain that this block of Bitcoin commits to, and that holds the content's anchor; null if it
   * commits to the content or its Merkle root.
   */
  readonly anchored_block: AnchoredBlock | null;
}

/** A block of an EVM chain that a block of Bitcoin commits to. */
export interface AnchoredBlock {
  /** EIP-155 identifier. */
  readonly chain_id: number;
  /** Name of the chain. */
  readonly network: string;
  readonly block_number: number;
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly block_hash: string;
}

/** The work of the blocks since the last checkpoint: what a light client asks for. */
export interface ProvenByWork {
  /** Height of the checkpoint that the headers start at. */
  readonly checkpoint_height: number;
  /** ISO 8601, UTC: time of that checkpoint, or of the block after it. */
  readonly checkpoint_time: string;
  /** This block and those on top of it. `work_bits` is their work. */
  readonly blocks: number;
  /**
   * The power of ten of US dollars that is nearest to what the electricity for this work would cost. The assumptions are
   * in docs/formats/bitcoin-headers.md.
   */
  readonly cost_usd_power_of_ten: number;
}

/** A time-stamping authority (RFC 3161). */
export interface AuthorityTimeSource {
  readonly type: "rfc3161-timestamp";
  /** The name in the certificate of the signer. */
  readonly authority: string;
  /**
   * `trusted-list`: its chain ends in a certificate that an EU trusted list names. `trusted-by-caller`: in one that the caller
   * trusts. `development`: no evidential value.
   */
  readonly kind: "trusted-list" | "trusted-by-caller" | "development";
  /** Whether its service was qualified at the time of the seal, by the check `qualified`; null if that is not known. */
  readonly qualified: boolean | null;
  /** The entry of the trusted list that decides; null if the lists name no service of the authority. */
  readonly trusted_list: TrustedListEntry | null;
  /** Of the token: upper-case hexadecimal. */
  readonly serial_number: string;
  /** Policy of the token, dotted decimal. */
  readonly policy: string;
  /** Subject of the trusted certificate at the end of the chain. */
  readonly trust_anchor: string;
  /** The authority. */
  readonly relied_on: readonly string[];
}

/** The entry of an EU trusted list that names the authority of a seal. */
export interface TrustedListEntry {
  /** Of the list: `ES`, `EL` for Greece. */
  readonly territory: string;
  /** Of the list. */
  readonly sequence_number: number;
  /** Name of the service. */
  readonly service: string;
}

/** "The content existed no later than `time`." Made only if every check it needs has passed. */
export interface Claim {
  readonly statement: "existed_no_later_than";
  /** ISO 8601, UTC: `stated_time` plus the accuracy. */
  readonly time: string;
  /** ISO 8601, UTC: what the source states. */
  readonly stated_time: string;
  /** The maximum error of `stated_time` by the rules of the source; null if they set none. */
  readonly accuracy_seconds: number | null;
  readonly basis: Basis;
  readonly source: TimeSource;
}

/** What can be given in addition to the input, or be part of a package. */
export type InputKind =
  | "proof"
  | "original"
  | "content_hash"
  | "timestamp"
  | "headers"
  | "seal"
  | "trust"
  /** A snapshot of trusted lists instead of the shipped one. */
  | "trust_list"
  /** What a package says of the trusted list that its seal rests on. */
  | "trusted_list_entry"
  | "certificates"
  | "crl"
  | "ocsp_response"
  | "seal_timestamp"
  | "witness"
  | "witness_timestamp"
  | "at"
  | "evm_source"
  | "bitcoin_source"
  | "revocation_source"
  /** A part of a package that no check uses. */
  | "part";

/** One given input and its result. The list contains every given input. */
export interface GivenInput {
  readonly kind: InputKind;
  readonly origin: "caller" | "package";
  /** Index among inputs of the same kind and origin, from 0. */
  readonly index: number;
  /** Name of the part or of the source; null if it has none. */
  readonly name: string | null;
  /**
   * `checked`: a check used it; `code` is the code of that check. `failed`: it contradicts the proof or itself.
   * `unreadable`: it is not understood; `code` is a `FaultCode`. `not_applicable`: no check uses it.
   */
  readonly status: "checked" | "failed" | "unreadable" | "not_applicable";
  readonly code: CheckCode;
  /** With `unreadable` what its reader says; else null. */
  readonly fault: string | null;
}

/** Something a reader must know that is not a check. */
export interface Notice {
  readonly code: NoticeCode;
  readonly evidence: Evidence;
}

/**
 * The answer of `verify`: plain JSON, described by the entry `report.schema.json` and in docs/formats/report.md.
 */
export interface Report {
  readonly format: typeof REPORT_FORMAT;
  /** Name and version of the package that made the report. */
  readonly verifier: { readonly name: string; readonly version: string };
  /** Time of the verification by the clock of the machine: ISO 8601, UTC. */
  readonly checked_at: string;
  readonly input: {
    readonly type: InputType;
    /** The number of bytes read, which can be less than the size of an input that is too large. */
    readonly size_bytes: number;
    /** Name of the file, from the option `inputName`; null if the caller gave none. */
    readonly name: string | null;
  };
  /** The content that the proof is about; null if it could not be parsed. */
  readonly proof: Subject | null;
  /** Everything that was given in addition to the input, and the parts of a package. */
  readonly inputs: readonly GivenInput[];
  readonly outcome: Outcome;
  /** Null unless `outcome` is `indeterminate`. */
  readonly reason: IndeterminateReason | null;
  /** The outcome as a reader is told it. */
  readonly verdict: Verdict;
  /** Every check, in the order of `CHECKS`. */
  readonly checks: readonly Check[];
  /** What is shown, in the order of the checks; empty unless all that a claim needs has passed. */
  readonly claims: readonly Claim[];
  /** What a reader must know that is no check. */
  readonly notices: readonly Notice[];
}
