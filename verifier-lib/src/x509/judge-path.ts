/** A complete path, leaf first and anchor last, whose signatures and single certificates hold: RFC 5280, section 6.1. */

import { isSameBytes } from "../der/is-same-bytes.js";
import type { Certificate } from "./certificate.js";
import { nameConstraintsFault } from "./name-constraints.js";
import type { PathFault } from "./path-fault.js";
import type { PathParameters, RevocationState, ValidPath } from "./path-result.js";
import { validPolicies } from "./policy-graph.js";
import { isSameName } from "./read-name.js";
import { revocationState } from "./revocation-state.js";
import type { SignatureChecks } from "./signature-checks.js";

export interface JudgedFault extends PathFault {
  readonly certificate: Certificate;
  readonly revocation: RevocationState | null;
}

/** The first fault, or what is to be said of a valid path. */
export async function judgePath(
  chain: readonly Certificate[],
  parameters: PathParameters,
  signatures: SignatureChecks,
): Promise<JudgedFault | ValidPath> {
  const names = nameConstraintsFault(chain);
  if (names !== null) return { ...names, revocation: null };
  // Below the anchor; a leaf that is the anchor has still its own policies to tell.
  const policies = validPolicies(chain.slice(0, Math.max(1, chain.length - 1)).reverse(), parameters);
  if ("code" in policies) return { ...policies, revocation: null };
  const revocation: RevocationState[] = [];
  for (const [i, certificate] of chain.slice(0, -1).entries()) {
    const state = await revocationState(certificate, chain[i + 1]!, parameters, signatures);
    const { status, message, revokedAt } = state;
    if (status === "revoked") {
      return { code: "revoked", message: `at ${revokedAt?.toISOString()}`, certificate, revocation: state };
    }
    if (status === "undetermined") {
      return { code: "revocation_undetermined", message: message ?? "", certificate, revocation: state };
    }
    revocation.push(state);
  }
  const anchor = chain.at(-1)!;
  const state = await anchorRevocation(anchor, parameters, signatures);
  if (state?.status === "revoked") {
    const message = `at ${state.revokedAt?.toISOString()}`;
    return { code: "revoked", message, certificate: anchor, revocation: state };
  }
  if (state !== null) revocation.push(state);
  return { isValid: true, chain, anchor, policies: policies.policies, revocation };
}

/**
 * An anchor is trusted as it is, unless another anchor, its issuer, has revoked it: whoever trusts both, as a bundle with a
 * whole chain in it does, trusts that word too. Null where none has said that it is revoked or good.
 */
async function anchorRevocation(
  anchor: Certificate,
  parameters: PathParameters,
  signatures: SignatureChecks,
): Promise<RevocationState | null> {
  const { anchors, crls = [], ocspResponses = [] } = parameters;
  if (crls.length + ocspResponses.length === 0) return null;
  let found: RevocationState | null = null;
  for (const issuer of anchors) {
    if (!isSameName(issuer.subject, anchor.issuer) || isSameBytes(issuer.der, anchor.der)) continue;
    if ((await signatures.verify(anchor, issuer)) !== "valid") continue;
    const state = await revocationState(anchor, issuer, parameters, signatures);
    if (state.status === "revoked") return state;
    if (state.status === "good") found ??= state;
  }
  return found;
}
