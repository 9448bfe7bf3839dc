import type { PortableProof } from "@svc-proof/shared/proof";
import { LEAF_FORMULA } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { exampleProof } from "./example.testing.js";
import { verifyLeaf, verifyMerkle, verifyPayload } from "./proof.js";

const PROOF = exampleProof();
const ZEROS = "0".repeat(64);
const changed = (change: (proof: { -readonly [F in keyof PortableProof]: PortableProof[F] }) => void) => {
  const proof = { ...PROOF };
  change(proof);
  return proof;
};

/** What the checks tell, with which a reader repeats them by hand. */
describe("a check computed from the proof alone", () => {
  test("of the leaf", () => {
    const { value } = PROOF.leaf;
    const found = { id: "leaf", basis: "computed" };
    expect(verifyLeaf(PROOF)).toEqual({ ...found, status: "passed", code: "ok", evidence: { value } });
    const otherValue = changed((proof) => (proof.leaf = { ...PROOF.leaf, value: ZEROS }));
    expect(verifyLeaf(otherValue)).toEqual({
      ...found,
      status: "failed",
      code: "leaf_value_mismatch",
      evidence: { stated: ZEROS, computed: value },
    });
    const otherFormula = changed((proof) => (proof.leaf = { ...PROOF.leaf, formula: "SHA-1" }));
    expect(verifyLeaf(otherFormula)).toEqual({
      ...found,
      status: "failed",
      code: "leaf_formula_mismatch",
      evidence: { stated: "SHA-1", expected: LEAF_FORMULA },
    });
  });

  test("of the Merkle path", () => {
    const { root, index, path } = PROOF.merkle;
    const found = { id: "merkle", basis: "computed" };
    const evidence = { root, index, path_items: path.length };
    expect(verifyMerkle(PROOF)).toEqual({ ...found, status: "passed", code: "ok", evidence });
    const otherRoot = changed((proof) => (proof.merkle = { ...PROOF.merkle, root: ZEROS }));
    expect(verifyMerkle(otherRoot)).toEqual({
      ...found,
      status: "failed",
      code: "merkle_root_mismatch",
      evidence: { stated: ZEROS, computed: root },
    });
    const otherIndex = changed((proof) => (proof.merkle = { ...PROOF.merkle, index: 3 }));
    expect(verifyMerkle(otherIndex)).toEqual({
      ...found,
      status: "failed",
      code: "merkle_index_mismatch",
      evidence: { ...evidence, index: 3 },
    });
  });

  test("of the payloads", () => {
    const found = { id: "payload", basis: "computed" };
    const { payload } = PROOF.anchors[0]!;
    expect(verifyPayload(PROOF)).toEqual({ ...found, status: "passed", code: "ok", evidence: { payload } });
    expect(verifyPayload(exampleProof([{}, { chain_id: 10, payload: "svc:v1" }]))).toEqual({
      ...found,
      status: "failed",
      code: "payload_mismatch",
      evidence: { chain_id: 10, stated: "svc:v1", expected: payload },
    });
    expect(verifyPayload(exampleProof([]))).toEqual({
      id: "payload",
      status: "skipped",
      code: "no_anchor",
      basis: null,
      evidence: {},
    });
  });
});
