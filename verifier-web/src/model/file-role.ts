/**
 * What a file is for a verification.
 *
 * - `proof`: `proof.json`; `package`: an evidence ZIP; `certificate`: its PDF; `seal`: `.tsr`; `timestamp`: `.ots`.
 * - `witness`: of an anchor, `anchors/<chain_id>.json`.
 * - `headers`: Bitcoin block headers. `authority`: PEM certificates of an authority, or certificates to trust.
 * - `original`: everything else.
 */
export type FileRole =
  | "proof"
  | "package"
  | "certificate"
  | "seal"
  | "timestamp"
  | "witness"
  | "headers"
  | "authority"
  | "original";
