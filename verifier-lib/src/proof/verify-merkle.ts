/** Check `merkle`: docs/formats/svc-proof-2.md, "Folding" and "Index rule". */
import { foldAuditPath, indexAgreesWithPath } from "@svc-proof/shared/merkle";
import type { PortableProof } from "@svc-proof/shared/proof";
import type { Check } from "../report/report.js";

/** Folds the stated leaf along the path to the stated root, and holds the index against the path. */
export function verifyMerkle(proof: PortableProof): Check {
  const { index, path, root } = proof.merkle;
  const computed = foldAuditPath(proof.leaf.value, path);
  if (computed !== root) {
    return {
      id: "merkle",
      status: "failed",
      code: "merkle_root_mismatch",
      basis: "computed",
      evidence: { stated: root, computed },
    };
  }
  const evidence = { root, index, path_items: path.length };
  return indexAgreesWithPath(index, path)
    ? { id: "merkle", status: "passed", code: "ok", basis: "computed", evidence }
    : { id: "merkle", status: "failed", code: "merkle_index_mismatch", basis: "computed", evidence };
}
