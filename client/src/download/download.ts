/** What downloads take and return. */
import type { Report } from "@svc-proof/verifier-lib";

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
