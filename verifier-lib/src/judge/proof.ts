/** A portable proof as input: docs/formats/svc-proof-2.md. What ties its content to what time sources have seen is computed here. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { foldAuditPath, indexAgreesWithPath } from "@svc-proof/shared/merkle";
import { type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import { formatFault, formatPassed, type Reading } from "../reading.js";
import type { Check } from "../report/report.js";

/** @param input bytes, or text decoded from UTF-8. */
export function readProof(input: Uint8Array | string): Reading {
  const type = "svc-proof/2";
  try {
    const proof = parsePortableProof(input);
    return {
      type,
      format: formatPassed({ schema: proof.schema }),
      subject: { proof_id: proof.proof_id, content: proof.content },
      proof,
      links: [verifyLeaf(proof), verifyMerkle(proof), verifyPayload(proof)],
    };
  } catch (error) {
    return { type, format: formatFault(error), subject: null };
  }
}

/**
 * Check `leaf` (docs/interface.md, "Portable proof", rule 1).
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

/** Check `merkle` (docs/formats/svc-proof-2.md, "Folding" and "Index rule"). Folds the leaf along the path, and compares the result with the root and the path with the index. */
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

/** Check `payload` (docs/interface.md, "Portable proof", rule 2). Compares the payload of every anchor with the payload of the root. */
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
