/** Check `payload`: docs/interface.md, "Portable proof", rule 2. */
import type { PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload } from "@svc-proof/shared/text";
import type { Check } from "../report/report.js";

/** Compares the payload of every anchor with the payload of the root. */
export function verifyPayload(proof: PortableProof): Check {
  if (proof.anchors.length === 0) {
    return { id: "payload", status: "skipped", code: "no_anchor", basis: null, evidence: {} };
  }
  const expected = anchorPayload(proof.merkle.root);
  for (const { chain_id, payload } of proof.anchors) {
    if (payload === expected) continue;
    return {
      id: "payload",
      status: "failed",
      code: "payload_mismatch",
      basis: "computed",
      evidence: { chain_id, stated: payload, expected },
    };
  }
  return { id: "payload", status: "passed", code: "ok", basis: "computed", evidence: { payload: expected } };
}
