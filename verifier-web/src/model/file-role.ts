/**
 * What a file is for a verification.
 *
 * - `proof`: `proof.json`; `package`: an evidence ZIP; `certificate`: its PDF; `seal`: `.tsr`; `timestamp`: `.ots`.
 * - `container`: an original with its seal, `.asics`.
 * - `witness`: of an anchor, `anchors/<chain_id>.json`.
 * - `headers`: Bitcoin block headers. `authority`: certificates of an authority, or certificates to trust.
 * - `crl`, `ocsp`: what an authority says of revocations.
 * - `snapshot`: of the EU trusted lists, `svc-trust-list/1`. `trusted-list`: one of these lists itself, which is XML.
 * - `original`: everything else.
 */
export type FileRole =
  | "proof"
  | "package"
  | "certificate"
  | "container"
  | "seal"
  | "timestamp"
  | "witness"
  | "headers"
  | "authority"
  | "crl"
  | "ocsp"
  | "snapshot"
  | "trusted-list"
  | "original";
