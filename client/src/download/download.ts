/** What downloads take and return, and how they are verified. */
import { INPUT_LIMITS, type Report, type VerifyOptions } from "@svc-proof/verifier-lib";

/** Options of every download. */
export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Bytes received so far, of this try. */
  readonly onProgress?: (receivedBytes: number) => void;
  /**
   * Bytes of an evidence package or an original, at most. They are held in memory until they are verified. Default:
   * 134,217,728 (128 MiB). Other files have the verifier's own limits.
   */
  readonly maxBytes?: number;
}

/** Options of downloads that are in a language. */
export interface LanguageOptions extends DownloadOptions {
  /** Default: `en`. */
  readonly language?: "de" | "en" | "es" | "fr";
}

/** Options of the download of a witness. */
export interface WitnessOptions extends DownloadOptions {
  /** Which chain, of a proof with several anchors. Default: that of the first anchor. */
  readonly chainId?: number;
}

/** A file that was verified. */
export interface Download {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A name for the file: letters, digits, `.`, `_` and `-` only, never a path. For an original its own name. */
  readonly fileName: string;
  readonly mediaType: string;
  /** What was verified. Null for an original, of which only the fingerprint is compared. */
  readonly report: Report | null;
}

/** One file of a bundle, verified. */
export interface BundleFile {
  /** Its name in an evidence package (docs/formats/evidence.md): `proof.json`, `bitcoin/batch.ots`, `anchors/1.json`. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** All evidence of one proof that there is now. */
export interface Bundle {
  readonly id: string;
  readonly hash: string;
  /** `proof.json` first. */
  readonly files: readonly BundleFile[];
  /** The report on all files together. */
  readonly report: Report;
}

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

type Sized = "proof" | "seal" | "timestamp" | "headers" | "witness" | "certificate" | "large";

/** Bytes that a download may have. */
export const MAX_BYTES: Readonly<Record<Sized, number>> = {
  proof: INPUT_LIMITS["svc-proof/2"],
  seal: INPUT_LIMITS.rfc3161,
  timestamp: INPUT_LIMITS.opentimestamps,
  headers: INPUT_LIMITS.headers,
  witness: INPUT_LIMITS["evm-witness"],
  certificate: INPUT_LIMITS["certificate-pdf"],
  /** Of an evidence package or an original, unless the caller sets another limit. */
  large: 134_217_728,
};
