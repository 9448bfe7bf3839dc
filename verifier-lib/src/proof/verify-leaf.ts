/** Check `leaf`: docs/interface.md, "Portable proof", rule 1. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import type { PortableProof } from "@svc-proof/shared/proof";
import { LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import type { Check } from "../report/report.js";

/**
 * Recomputes the leaf from the identifier and the content hash. The formula in the proof must match exactly, because
 * people who repeat the check by hand follow it.
 */
export function verifyLeaf(proof: PortableProof): Check {
  const { value, formula } = proof.leaf;
  const computed = bytesToHex(leafHash(proof.proof_id, proof.content.hash));
  if (computed !== value) {
    return {
      id: "leaf",
      status: "failed",
      code: "leaf_value_mismatch",
      basis: "computed",
      evidence: { stated: value, computed },
    };
  }
  if (formula !== LEAF_FORMULA) {
    return {
      id: "leaf",
      status: "failed",
      code: "leaf_formula_mismatch",
      basis: "computed",
      evidence: { stated: formula, expected: LEAF_FORMULA },
    };
  }
  return { id: "leaf", status: "passed", code: "ok", basis: "computed", evidence: { value } };
}
