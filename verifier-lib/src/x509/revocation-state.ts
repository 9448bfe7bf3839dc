/**
 * What the revocation data at hand say of one certificate: RFC 5280, section 6.3; RFC 6960, section 3.2. Fetches nothing.
 */
import type { Certificate } from "./certificate.js";
import { crlState } from "./crl-state.js";
import { NOT_CHECKED } from "./not-checked.js";
import { ocspState } from "./ocsp-state.js";
import type { PathParameters, RevocationState } from "./path-result.js";
import type { SignatureChecks } from "./signature-checks.js";

/** From the gravest to the lightest: the gravest that any list or response says counts. */
const GRAVITY: readonly RevocationState["status"][] = ["revoked", "good", "undetermined", "not_checked"];

/** @param issuer the certificate above it in the path, whose own standing has been checked. */
export async function revocationState(
  certificate: Certificate,
  issuer: Certificate,
  parameters: PathParameters,
  signatures: SignatureChecks,
): Promise<RevocationState> {
  const { crls = [], ocspResponses = [] } = parameters;
  let found = NOT_CHECKED;
  for (const crl of crls) {
    found = graver(found, await crlState(crl, certificate, issuer, parameters, signatures));
  }
  for (const response of ocspResponses) {
    found = graver(found, await ocspState(response, certificate, issuer, parameters, signatures));
  }
  return found;
}

function graver(a: RevocationState, b: RevocationState): RevocationState {
  const difference = GRAVITY.indexOf(a.status) - GRAVITY.indexOf(b.status);
  // Of two with equal weight the one that says more: the later answer, or why there is none.
  if (difference === 0)
    return (b.asOf?.getTime() ?? -1) > (a.asOf?.getTime() ?? -1) || a.message === null ? b : a;
  return difference < 0 ? a : b;
}
