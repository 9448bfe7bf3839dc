/** The content of a certificate, as plain data. A certificate is made from these facts alone. */
import type { ProofState } from "../../resources/proof.js";
import type { BitcoinFacts, Issuer, ProofFacts } from "../facts.js";

export interface CertificateFacts extends ProofFacts {
  /** As the registrant stated it; null when not stated. */
  readonly sizeBytes: number | null;
  readonly state: ProofState;
  /** The seal's own state in Bitcoin; `pending` also when there is no seal. */
  readonly sealBitcoin: BitcoinFacts;
  /** Where someone without an account can verify the proof; also in the QR code. At most 500 characters of ASCII. */
  readonly verifierUrl: string;
  /** Public address of the portable proof. */
  readonly proofJsonUrl: string;
  /** Where the verifier for the command line can be had. */
  readonly programUrl: string;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
  readonly issuer: Issuer & {
    /** Host of the service's site. */
    readonly site: string;
  };
  readonly attachments: readonly CertificateAttachment[];
}

/** A file embedded in the PDF: ISO 32000-1 section 7.11.4. */
export interface CertificateAttachment {
  /** Unique among the attachments; printable ASCII. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly kind:
    | "proof"
    | "bitcoin"
    | "seal"
    | "trusted_list_entry"
    | "seal_timestamp"
    | "witness"
    | "witness_timestamp";
  /** ISO 19005-3 section 6.8: the page was made from `Data`; a `Supplement` accompanies it. */
  readonly relationship: "Data" | "Supplement";
}
