/** Check `merkle`: docs/formats/svc-proof-2.md, "Folding" and "Index rule". */
import { foldAuditPath, indexAgreesWithPath } from "@svc-proof/shared/merkle";
import type { PortableProof } from "@svc-proof/shared/proof";
import type { Check } from "../report/report.js";

/** Folds the leaf along the path, and compares the result with the root and the path with the index. */
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
