/** A complete path, leaf first and anchor last, whose signatures and single certificates hold: RFC 5280, section 6.1. */
import type { Certificate } from "./certificate.js";
import { nameConstraintsFault } from "./name-constraints.js";
import type { PathFault } from "./path-fault.js";
import type { PathParameters, RevocationState, ValidPath } from "./path-result.js";
import { validPolicies } from "./policy-graph.js";
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
  return { isValid: true, chain, anchor: chain.at(-1)!, policies: policies.policies, revocation };
}
