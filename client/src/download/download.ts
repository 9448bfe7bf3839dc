/** What downloads take and return. */
import type { Report } from "@svc-proof/verifier-lib";

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  /** Bytes received so far, of this try. */
  readonly onProgress?: (receivedBytes: number) => void;
}

export interface LanguageOptions extends DownloadOptions {
  /** Default: `en`. */
  readonly language?: "de" | "en" | "es" | "fr";
}

export interface WitnessOptions extends DownloadOptions {
  /** Which chain, of a proof with several anchors. Default: that of its first witness. */
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

export interface BundleFile {
  /** Path in an evidence package: `proof.json`, `bitcoin/batch.ots`, `anchors/1.json`. */
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
