/** The instructions of a package in one language. A judge must understand them without anything else. */
import type { AnchorFacts, BitcoinFacts, HeadlineDate, ListedService, ProofFacts } from "../../facts.js";
import type { EvidencePartKind, OriginalAbsence } from "../../files.js";

/** What is known of the proof and of the package. */
export interface ReadmeFacts extends ProofFacts {
  readonly parts: readonly { readonly kind: EvidencePartKind; readonly name: string }[];
  /** The seal's own state in Bitcoin; `pending` also when there is no seal. */
  readonly sealBitcoin: BitcoinFacts;
  /** Null while no source has a time. */
  readonly headline: Pick<HeadlineDate, "time" | "by"> | null;
  /** Null where the original is in the package. */
  readonly originalAbsence: OriginalAbsence | null;
  readonly verifier: ReadmeVerifier;
}

/** Where the reader finds a verifier. SHA-256 values are lower-case hexadecimal. */
export interface ReadmeVerifier {
  /** Of the site, with a slash at its end. */
  readonly siteUrl: string;
  /** Of `verifier.html` in the package; null if it is not in there. */
  readonly pageSha256: string | null;
  /** Of `svc-verify.mjs` on the site; null if it is not there. */
  readonly programSha256: string | null;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
}

/** A line that a person types, or compares with; an object if it is for one system alone. */
export type ReadmeCommand = string | { readonly system: string; readonly command: string };

export interface ReadmeStep {
  readonly text: string;
  readonly commands?: readonly ReadmeCommand[];
}

export interface ReadmeText {
  readonly title: string;
  readonly developmentNotice: string;
  readonly introduction: string;

  /** A line of the head. */
  readonly labelled: (label: string, value: string) => string;
  readonly file: string;
  readonly fingerprint: string;
  readonly proof: string;
  readonly certificate: string;
  /** By the service's own clock. */
  readonly received: string;

  readonly provenHeading: string;
  /** The one date that counts. @param time as `utcText` writes it. @param source one of `headlineSources`. */
  readonly headline: (time: string, source: string) => string;
  readonly headlineSources: {
    readonly anchor: (anchor: AnchorFacts) => string;
    readonly bitcoin: (blockHeight: number) => string;
    readonly seal: (authority: string) => string;
  };
  /** @param time as `utcText` writes it. */
  readonly anchored: (anchor: AnchorFacts, time: string) => string;
  readonly unconfirmed: string;
  /** @param time as `utcText` writes it. */
  readonly sealed: (authority: string, time: string) => string;
  /** Follows `sealed`: what the trusted lists said then. @param service null if they name none. */
  readonly qualified: (service: ListedService) => string;
  readonly notQualified: (service: ListedService | null) => string;
  readonly qualificationOpen: string;
  /** Why the seal outlives its certificate. @param blockHeight null while it is only submitted. */
  readonly sealTimestamp: (blockHeight: number | null) => string;
  readonly notProvenYet: string;
  readonly bitcoinConfirmed: (blockHeight: number) => string;
  readonly bitcoinSubmitted: string;
  readonly bitcoinPending: string;
  /** Replaces `proven` if there is a seal but no block yet. */
  readonly notAnchoredYet: string;

  readonly contentsHeading: string;
  readonly readme: string;
  readonly parts: Readonly<Record<EvidencePartKind, string>>;

  readonly originalHeading: string;
  readonly originalIncluded: string;
  readonly originalAbsent: Readonly<Record<OriginalAbsence, string>>;

  readonly verifyHeading: string;
  readonly fingerprintStep: string;
  readonly macOs: string;
  readonly linux: string;
  /** In a browser, by the package as a whole. */
  readonly browserStep: (hasOriginal: boolean) => string;
  /** Replaces `browserStep` if there is a seal but no proof yet. */
  readonly sealBrowserStep: string;
  /** The verifier that lies in the package. */
  readonly packedVerifierStep: string;
  /** Unpacks the package: the commands that follow are typed in its folder. */
  readonly terminalStep: string;
  /** Follows `terminalStep` if the commands have the word FILE for the original. */
  readonly fileWord: string;
  /** Computes the fingerprint of the verifier that lies in the package. */
  readonly pageFingerprintStep: string;
  readonly programStep: string;
  /** Follows `programStep` if there is a seal. */
  readonly programTrust: string;
  /** Replaces `programTrust` if the trusted lists named the authority as a qualified one. */
  readonly programLists: string;
  readonly byHandHeading: string;
  readonly leafStep: string;
  readonly pathStep: string;
  readonly transactionStep: (anchor: AnchorFacts) => string;
  readonly witnessStep: string;
  readonly headerTimestampStep: string;
  readonly bitcoinStep: string;
  readonly bitcoinBlockStep: string;
  readonly sealStep: string;
  readonly sealTimestampStep: string;
  readonly nothingToVerify: string;

  readonly provesHeading: string;
  readonly proves: readonly string[];
  readonly provesNotHeading: string;
  readonly provesNot: readonly string[];
  /** What a reader must keep in mind, below the two lists. */
  readonly remarks: readonly string[];
}
