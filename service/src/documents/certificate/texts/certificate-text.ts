/** The texts of a certificate in one language. The names of states and attachments are keys of the facts. */
import type { ListedService } from "../../facts.js";
import type { CertificateAttachment } from "../facts.js";

export interface CertificateText {
  /** BCP 47. */
  readonly title: string;
  readonly developmentNotice: string;
  /** Before the time. */
  readonly provenLead: string;
  readonly provenByBlock: (network: string, blockNumber: number) => string;
  readonly provenByBitcoin: (blockHeight: number) => string;
  readonly provenBySeal: (authority: string) => string;
  /** Follows one of these: the time includes the accuracy of the source. */
  readonly accuracy: (seconds: number) => string;
  readonly unsettled: string;
  readonly unprovenLead: string;
  readonly unprovenDetail: string;
  readonly scanToVerify: string;
  readonly qrDescription: (url: string) => string;

  readonly file: string;
  /** Below a name with characters that are shown as their code points. */
  readonly codePoints: string;
  readonly fingerprint: string;
  readonly received: string;
  readonly receivedNote: string;

  readonly timeSources: string;
  readonly publicChain: string;
  readonly bitcoin: string;
  readonly seal: string;
  /** Replaces `seal` if the trusted lists named the authority as a qualified one. */
  readonly qualifiedSeal: string;
  readonly chainStates: Readonly<Record<"queued" | "batched" | "anchored" | "confirmed", string>>;
  readonly bitcoinStates: Readonly<Record<"pending" | "submitted" | "confirmed", string>>;
  readonly sealStates: Readonly<Record<"none" | "pending" | "issued", string>>;
  readonly chainWaiting: string;
  readonly bitcoinWaiting: string;
  readonly bitcoinSubmitted: string;
  readonly noSeal: string;
  readonly sealWaiting: string;
  readonly block: string;
  readonly blockTime: string;
  readonly transaction: string;
  readonly chainId: string;
  readonly authority: string;
  readonly time: string;
  readonly serialNumber: string;
  readonly policy: string;
  readonly trustedList: string;
  readonly listNumber: (number: number) => string;

  readonly proves: string;
  readonly provesItems: readonly string[];
  readonly provesNothingYet: readonly string[];
  readonly provesNot: string;
  readonly provesNotItems: readonly string[];

  readonly annex: string;
  readonly howToVerify: string;
  readonly stepOriginal: string;
  /** Says what FILE stands for in the commands, which are the same in every language. */
  readonly stepFingerprint: string;
  readonly stepVerifier: (url: string) => string;
  readonly stepOffline: (programUrl: string) => string;
  readonly stepChain: (root: string) => string;
  readonly stepBitcoin: string;
  readonly stepSeal: string;
  readonly stepWait: string;
  readonly details: string;
  readonly certificateId: string;
  readonly proofId: string;
  readonly size: string;
  readonly bytes: (count: number) => string;
  readonly merkleRoot: string;
  readonly explorer: string;
  readonly verifier: string;
  readonly portableProof: string;
  readonly attachments: string;
  readonly noAttachments: string;
  readonly attachmentKinds: Readonly<Record<CertificateAttachment["kind"], string>>;
  readonly sealNote: string;
  /** What the trusted lists said when the seal was issued. @param service null if they name none. */
  readonly qualified: (service: ListedService) => string;
  readonly notQualified: (service: ListedService | null) => string;
  readonly qualificationOpen: string;
  readonly qualificationNotChecked: string;
  /** Why the seal outlives its certificate; a command follows. @param blockHeight null while it is only submitted. */
  readonly sealTimestamp: (blockHeight: number | null) => string;
  readonly labelled: (label: string, value: string) => string;
  readonly page: (number: number, count: number) => string;
  /** Day, month and year, and the time with the zone's name. */
  readonly dateTime: (date: Date) => string;
  readonly day: (date: Date) => string;
}
