/** Against what downloads are verified, and how. */
import type { VerifyOptions } from "@svc-proof/verifier-lib";

/** Options of the verifier that hold for every download, and what a download must reach. */
export interface DownloadVerification
  extends Pick<
    VerifyOptions,
    | "sources"
    | "bitcoinSources"
    | "evidence"
    | "headers"
    | "minConfirmations"
    | "minBitcoinConfirmations"
    | "trust"
    | "trustList"
    | "certificates"
    | "revocationSource"
    | "now"
  > {
  /**
   * `consistent`: everything that can be computed holds, and what is left waits for a source or for Bitcoin.
   * `verified`: at least one time source is verified too, which needs `sources` or evidence at hand. Default: `consistent`.
   */
  readonly require?: "consistent" | "verified";
}

/** A proof: its identifier, or any object with identifier and fingerprint, such as a `Proof`. */
export type ProofReference = string | { readonly id: string; readonly hash: string };
