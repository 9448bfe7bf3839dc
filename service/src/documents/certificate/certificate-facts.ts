/** What a certificate says, as plain data: whoever knows the facts can have one made. */
import type { ProofState } from "../../proofs/proof-resource.js";

export interface CertificateFacts {
  readonly certificateId: string;
  readonly proofId: string;
  /** SHA-256, 64 lower-case hexadecimal characters. */
  readonly hash: string;
  /** Display name of the file. Any text: what cannot be shown is replaced. */
  readonly name: string;
  /** As the registrant stated it; null when not stated. */
  readonly sizeBytes: number | null;
  readonly state: ProofState;
  readonly receivedAt: Date;
  /** 64 lower-case hexadecimal characters; null while queued. */
  readonly merkleRoot: string | null;
  /** Empty until one is in a block. */
  readonly anchors: readonly AnchorFacts[];
  readonly bitcoin: BitcoinFacts;
  readonly seal: SealFacts;
  /** Where someone without an account can verify the proof; also in the QR code. At most 500 characters of ASCII. */
  readonly verifierUrl: string;
  /** Public address of the portable proof. */
  readonly proofJsonUrl: string;
  /** Host of the service's site, by which the page names its issuer. */
  readonly issuer: string;
  /** The anchors stand on a development network: nothing here has any evidential value, and the page says so. */
  readonly isDevelopment: boolean;
  readonly attachments: readonly CertificateAttachment[];
}

export interface AnchorFacts {
  readonly network: string;
  readonly chainId: number;
  readonly state: "anchored" | "confirmed";
  /** 0x and 64 lower-case hexadecimal characters. */
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockTime: Date;
  readonly explorerUrl: string;
}

export type BitcoinFacts =
  | { readonly state: "pending" | "submitted" }
  | { readonly state: "confirmed"; readonly blockHeight: number };

export type SealFacts =
  | { readonly state: "none" | "pending" }
  | {
      readonly state: "issued";
      readonly authority: string;
      readonly time: Date;
      /** Upper-case hexadecimal. */
      readonly serialNumber: string;
      readonly policyOid: string;
    };

/** A file that travels inside the PDF: ISO 32000-1 section 7.11.4. */
export interface CertificateAttachment {
  /** Unique among the attachments; printable ASCII. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly kind: "proof" | "bitcoin" | "seal";
  /** ISO 19005-3 section 6.8: `Data` is what the page was made from, `Supplement` stands beside it. */
  readonly relationship: "Data" | "Supplement";
}
