/**
 * What a file is to a verification.
 *
 * - `proof`: `proof.json`; `package`: an evidence ZIP; `certificate`: its PDF; `seal`: `.tsr`; `timestamp`: `.ots`.
 * - `headers`: of Bitcoin blocks. `authority`: PEM certificates, that an authority has or that are to be trusted.
 * - `original`: all else.
 */
export type FileRole =
  | "proof"
  | "package"
  | "certificate"
  | "seal"
  | "timestamp"
  | "headers"
  | "authority"
  | "original";
