/** The instructions of a package in one language. A judge is to understand them, and to need nothing else. */
import type { EvidencePartKind } from "../evidence-part.js";
import type { OriginalAbsence } from "../packed-original.js";

/** What is known of the proof. */
export interface ReadmeFacts {
  readonly proofId: string;
  readonly certificateId: string;
  /** As it was registered; never a path. */
  readonly fileName: string;
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string;
  readonly receivedAt: Date;
  /** Null while the proof is in no block. */
  readonly anchor: ReadmeAnchor | null;
  readonly bitcoin: ReadmeBitcoin;
  /** On a development network, where nothing has evidential value. */
  readonly isDevelopment: boolean;
  readonly parts: readonly { readonly kind: EvidencePartKind; readonly name: string }[];
  /** Null where the original is in the package. */
  readonly originalAbsence: OriginalAbsence | null;
}

export interface ReadmeAnchor {
  readonly network: string;
  readonly chainId: number;
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockTime: Date;
  readonly isConfirmed: boolean;
  /** Lower-case hexadecimal. */
  readonly merkleRoot: string;
}

export type ReadmeBitcoin =
  | { readonly state: "pending" | "submitted" }
  | { readonly state: "confirmed"; readonly blockHeight: number };

/** A sentence, and the line that a person types, if any. */
export interface ReadmeStep {
  readonly text: string;
  readonly commands?: readonly string[];
}

export interface ReadmeText {
  readonly title: string;
  readonly developmentNotice: string;
  readonly introduction: string;

  readonly file: string;
  readonly fingerprint: string;
  readonly proof: string;
  readonly certificate: string;
  /** By the service's own clock. */
  readonly received: string;

  readonly provenHeading: string;
  /** @param time as `utcText` writes it. */
  readonly proven: (anchor: ReadmeAnchor, time: string) => string;
  readonly unconfirmed: string;
  readonly notProvenYet: string;
  readonly bitcoinConfirmed: (blockHeight: number) => string;
  readonly bitcoinSubmitted: string;
  readonly bitcoinPending: string;

  readonly contentsHeading: string;
  readonly readme: string;
  readonly parts: Readonly<Record<EvidencePartKind, string>>;

  readonly originalHeading: string;
  readonly originalIncluded: string;
  readonly originalAbsent: Readonly<Record<OriginalAbsence, string>>;

  readonly verifyHeading: string;
  readonly fingerprintStep: string;
  readonly windows: string;
  readonly macOs: string;
  readonly verifierStep: (hasOriginal: boolean) => string;
  readonly byHandHeading: string;
  readonly leafStep: string;
  readonly pathStep: string;
  readonly transactionStep: (anchor: ReadmeAnchor) => string;
  readonly bitcoinStep: string;
  readonly bitcoinBlockStep: string;
  readonly sealStep: string;
  readonly nothingToVerify: string;

  readonly provesHeading: string;
  readonly proves: readonly string[];
  readonly provesNotHeading: string;
  readonly provesNot: readonly string[];
}
