/** Words about a report. `{…}` are placeholders (`fill`); sentences end with their full stop. */

import type { Basis, CheckId, CheckStatus, GivenInput, InputKind, InputType } from "@svc-proof/verifier-lib";
import type { Plural } from "../../language/index.js";
import type { TrustedListTexts } from "../trusted-lists/trusted-list-texts.js";

export interface VerdictTexts {
  readonly headline: {
    readonly verifiedFile: string;
    /** Of a fingerprint that the proof alone states. */
    readonly verifiedFingerprint: string;
    /** Of a fingerprint that was given, without its file. */
    readonly verifiedHash: string;
    /** Every computed check holds; whoever could give a time was not asked. */
    readonly nobodyAsked: string;
    /** Beside a date that is still to be confirmed. */
    readonly holds: string;
    /** The same where the original `{file}` was given. */
    readonly holdsFile: string;
    /** Where an authority is all that is missing. */
    readonly untrusted: string;
    /** Sources were asked, and none could tell. */
    readonly nobodyKnew: string;
  };
  /** Beside the outcome, by the kind of the source: a sentence is quoted without its notes. */
  readonly caveats: {
    readonly "trusted-list": string;
    readonly "trusted-by-caller": string;
    readonly "not-qualified": string;
    readonly "qualification-unknown": string;
    /** By the list of `{territory}` with the number `{number}`. */
    readonly qualified: string;
    readonly unknown: string;
    readonly testnet: string;
    readonly development: string;
    readonly sandbox: string;
    /** `{time}`. */
    readonly "judged-as-of": string;
    /** `{source}`. */
    readonly "single-source": string;
    /** By `{span}`: `days` or `years`. */
    readonly inaccurate: string;
    readonly "original-not-given": string;
    readonly days: Plural;
    readonly years: Plural;
  };
  readonly subject: {
    readonly heading: string;
    readonly file: string;
    readonly files: string;
    readonly noFile: string;
    /** `{file}` is in the package. */
    readonly packedOriginal: string;
    readonly proofId: string;
    /** Of `{algorithm}`. */
    readonly fingerprint: string;
    readonly checkedAt: string;
    readonly input: string;
    readonly inputs: Readonly<Record<InputType, string>>;
    readonly bytes: Plural;
  };
  readonly sources: {
    readonly heading: string;
    readonly lead: string;
    readonly none: string;
    readonly noLaterThan: string;
    readonly evm: string;
    readonly bitcoin: string;
    /** A block of Bitcoin that commits to a block of `{network}`. */
    readonly block: string;
    readonly seal: string;
    readonly notConfirmed: string;
    readonly statedTime: string;
    /** `{time}` as the source states it, `{count}` seconds. */
    readonly accuracy: Plural;
    readonly accuracyUnknown: string;
    /** Of a block of Bitcoin: `{time}` that it states. */
    readonly minersClock: string;
    readonly local: string;
    readonly computed: string;
    readonly checkpoint: string;
    /** `{count}` blocks since the checkpoint of `{date}`; 2^`{bits}` hashes would cost `{cost}`. */
    readonly byWork: string;
    readonly reliedOn: string;
    readonly confirmations: Plural;
    readonly explorer: string;
  };
  readonly checks: {
    readonly heading: string;
    readonly lead: string;
    readonly name: Readonly<Record<CheckId, string>>;
    /** `{term}` as specialists say. */
    readonly technical: string;
    readonly terms: Readonly<Partial<Record<CheckId, string>>>;
    readonly question: Readonly<Record<CheckId, string>>;
    readonly status: Readonly<Record<CheckStatus, string>>;
    readonly compared: string;
    readonly basis: string;
    readonly basisName: Readonly<Record<Basis, string>>;
    readonly basisMeaning: Readonly<Record<Basis, string>>;
    readonly byHand: string;
    readonly everything: string;
    readonly code: string;
    readonly said: string;
  };
  /** Names of what a check has compared. */
  readonly evidence: Readonly<Record<EvidenceLabel, string>>;
  readonly revocation: {
    /** `{time}` when the data that say so were made. */
    readonly notRevoked: string;
    /** `{time}` of the revocation. */
    readonly revokedLater: string;
  };
  readonly notices: {
    readonly heading: string;
    /** Beside a warning that a page was not checked. */
    readonly dateThatCounts: string;
    readonly noDateYet: string;
  };
  /** What became of each thing that was given. */
  readonly inputs: {
    readonly heading: string;
    readonly status: Readonly<Record<GivenInput["status"], string>>;
    readonly kinds: Readonly<Record<InputKind, string>>;
    /** `{input}`. */
    readonly packed: string;
  };
  readonly meaning: {
    readonly heading: string;
    readonly proves: string;
    readonly provesFile: readonly string[];
    readonly provesFingerprint: readonly string[];
    readonly provesNothing: readonly string[];
    readonly provesNot: string;
    readonly provesNotItems: readonly string[];
  };
  /** Whether the electronic timestamp is qualified, and the snapshot of the EU trusted lists that says so. */
  readonly trustedLists: TrustedListTexts;
}

export type EvidenceLabel =
  | "stated"
  | "computed"
  | "expected"
  | "schema"
  | "hash"
  | "value"
  | "root"
  | "index"
  | "path_items"
  | "payload"
  | "chain_id"
  | "network"
  | "tx_hash"
  | "block_number"
  | "finality"
  | "min_confirmations"
  | "message"
  | "reason"
  | "offset"
  | "pointer"
  | "part"
  | "algorithm"
  | "digest"
  | "gen_time"
  | "accuracy_seconds"
  | "serial_number"
  | "policy"
  | "authority"
  | "signer"
  | "trust_anchor"
  | "imprint"
  | "revocation"
  | "as_of"
  | "proof_of_existence"
  | "pki_status"
  | "status_text"
  | "stated_height"
  | "stated_merkle_root"
  | "block_hash"
  | "block_time"
  | "transaction_index"
  | "transaction_type"
  | "sender"
  | "recipient"
  | "value_wei"
  | "header_sha256"
  | "work_bits"
  | "checkpoint_height"
  | "confirmations"
  | "answer"
  | "pending"
  | "other_attestations"
  | "file";
