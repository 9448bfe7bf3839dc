import type { Check, Report } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { comparisonOf } from "./report.js";

const [STATED, OTHER] = ["aa".repeat(32), "ab".repeat(32)];
const equal = { id: "content", status: "passed", code: "ok", evidence: { hash: STATED } };
const differs = {
  id: "content",
  status: "failed",
  code: "content_hash_mismatch",
  evidence: { stated: STATED, computed: OTHER },
};
const packed = <T extends typeof equal | typeof differs>(check: T) => ({
  ...check,
  evidence: { part: "original/a.pdf", ...check.evidence },
});

test.each<[string, readonly object[], boolean, string]>([
  ["a fingerprint alone", [equal], true, STATED],
  ["another fingerprint alone", [differs], true, OTHER],
  ["a fingerprint, and the original in the package", [equal, packed(equal)], false, STATED],
  ["another fingerprint, and the original in the package", [differs, packed(equal)], true, OTHER],
  ["a fingerprint, and another original in the package", [equal, packed(differs)], false, OTHER],
])("what is compared is named as what was given: %s", (_, checks, isEntered, compared) => {
  const report = {
    proof: { proof_id: null, content: { algorithm: "SHA-256", hash: STATED } },
    checks: checks as readonly Check[],
    inputs: [{ kind: "content_hash", origin: "caller", status: "checked", code: "ok", name: null }],
  } as unknown as Report;
  expect(comparisonOf(report, [])).toMatchObject({ isEntered, compared, inProof: STATED });
});
