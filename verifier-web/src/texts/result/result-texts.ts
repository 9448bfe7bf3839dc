/** Texts of a result, loaded with the first one. `{…}` are placeholders (`fill`); sentences end with their full stop. */

import type { Plural } from "@svc-proof/ui/language";
import type { Basis, CheckId, CheckStatus, GivenInput, InputKind, InputType } from "@svc-proof/verifier-lib";
import type { AsicWriteErrorCode } from "@svc-proof/verifier-lib/asic";
import type { ListTexts } from "../list/list-texts.js";
import type { TrustedListTexts } from "../trusted-lists/trusted-list-texts.js";

export interface ResultTexts {
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
  readonly repeat: {
    readonly expected: string;
    readonly unpackZip: string;
    readonly unpackPdf: string;
    readonly formatProof: string;
    readonly formatTimestamp: string;
    readonly formatSeal: string;
    readonly content: string;
    readonly linux: string;
    readonly mac: string;
    readonly windows: string;
    readonly leaf: string;
    readonly merkle: string;
    readonly payload: string;
    readonly anchorCast: string;
    readonly anchorCurl: string;
    readonly anchorExplorer: string;
    readonly bitcoinOts: string;
    readonly bitcoinNode: string;
    readonly bitcoinExplorer: string;
    readonly sealOpenssl: string;
    readonly sealText: string;
    readonly qualified: string;
    readonly placeholderFile: string;
    readonly withoutUs: string;
    /** Where the command line is: `{program}`, and `{hashes}` that name its SHA-256. */
    readonly program: string;
    /** The same in the single-file page, which does not know its site. */
    readonly programElsewhere: string;
    readonly saveFirst: string;
    readonly sandboxRoot: string;
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
  /** The one action that settles a date, under the headline. */
  readonly next: {
    readonly confirm: string;
    /** `{sources}` are host names. */
    readonly asks: string;
    /** `{size}` of block headers. */
    readonly headers: string;
    readonly orAsk: string;
    readonly sandbox: string;
    readonly authority: string;
    readonly chooseAuthority: string;
  };
  readonly online: {
    readonly heading: string;
    readonly evm: string;
    readonly bitcoin: string;
    readonly sentEvm: string;
    readonly sentBitcoin: string;
    readonly notSent: string;
    readonly sources: string;
    readonly noSources: string;
    readonly ask: string;
    readonly askAgain: string;
    readonly change: string;
    readonly never: string;
    readonly isOffline: string;
  };
  /** Where headers of Bitcoin would settle what is open. `{files}` are names of files. */
  readonly headers: {
    readonly heading: string;
    /** `{files}` are paths on such a site, `{size}` that of all. */
    readonly lead: string;
    readonly sent: string;
    readonly fetch: string;
    readonly fetched: string;
    readonly kept: string;
    readonly absent: string;
    readonly unreachable: string;
  };
  /** Whether the electronic timestamp is qualified, and the snapshot of the EU trusted lists that says so. */
  readonly trustedLists: TrustedListTexts;
  readonly list: ListTexts;
  /** Where the original was not given, or the certificates of an authority were. */
  readonly add: {
    readonly original: string;
    readonly chooseOriginal: string;
    readonly trustHeading: string;
    readonly trustLead: string;
    readonly trust: string;
  };
  readonly report: {
    readonly heading: string;
    readonly lead: string;
    readonly print: string;
    readonly pdf: string;
    readonly json: string;
    /** Where an original and its timestamp are at hand. */
    readonly asic: string;
    readonly makingAsic: string;
    readonly failedAsic: string;
    readonly asicRefusals: Readonly<Record<AsicWriteErrorCode, string>>;
    readonly leadAsic: string;
    readonly title: string;
    readonly making: string;
    readonly failed: string;
    readonly page: string;
    readonly verifier: string;
    readonly build: string;
    readonly attached: string;
    /** A report of several items. */
    readonly joint: {
      readonly count: Plural;
      readonly file: string;
      readonly outcome: string;
      readonly date: string;
      readonly ground: string;
      /** Which reports follow in full. */
      readonly bounded: string;
      readonly attached: string;
    };
  };
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
