import type { RevocationState } from "./path-result.js";

/** Nothing at hand speaks of the certificate. */
export const NOT_CHECKED: RevocationState = {
  status: "not_checked",
  source: null,
  revokedAt: null,
  reason: null,
  asOf: null,
  message: null,
};
