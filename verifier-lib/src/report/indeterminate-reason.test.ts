import { describe, expect, test } from "vitest";
import type { CheckId } from "./checks.js";
import type { CheckCode } from "./codes.js";
import { indeterminateReason, reasonOf } from "./outcome.js";
import type { Check, CheckStatus, GivenInput, InputKind } from "./report.js";

const check = (id: CheckId, status: CheckStatus = "passed", code: CheckCode = "ok"): Check => ({
  id,
  status,
  code,
  basis: "computed",
  evidence: {},
});
const open = (id: CheckId, code: CheckCode) => check(id, "indeterminate", code);
const LINKED = [...(["format", "content", "leaf", "merkle", "payload"] as const).map((id) => check(id))];
const reason = (...checks: Check[]) => reasonOf("indeterminate", [...LINKED, ...checks], "svc-proof/2", []);

describe("why an outcome is indeterminate", () => {
  test("a source is still to be asked, or to come", () => {
    expect(reason(open("anchor", "no_source"), open("bitcoin", "bitcoin_pending"))).toBe("missing");
    expect(reason(open("seal", "no_trust_anchor"))).toBe("missing");
    expect(reason(check("anchor", "skipped", "no_anchor"))).toBe("missing");
  });

  test("the worst reason counts", () => {
    const missing = open("anchor", "no_source");
    const unusable = open("bitcoin", "header_target_wrong");
    const contradictory = open("anchor", "sources_disagree");
    expect(reason(missing, unusable)).toBe("unusable");
    expect(reason(missing, contradictory, unusable)).toBe("contradictory");
  });

  test("a code that no table names is a warning", () => {
    expect(indeterminateReason(open("anchor", "later_code" as CheckCode))).toBe("unusable");
    expect(indeterminateReason(open("seal", "out_of_bounds_no_poe"))).toBe("unusable");
    expect(indeterminateReason(open("anchor", "work_limit_exceeded"))).toBe("unusable");
  });

  test("nothing is merely missing if a link does not hold", () => {
    const unread = [
      open("format", "evidence_no_proof"),
      check("content", "skipped", "depends_on_failed_check"),
    ];
    expect(reasonOf("indeterminate", unread, "evidence-zip", [])).toBe("unusable");
    expect(reasonOf("indeterminate", [check("format"), open("anchor", "no_source")], "svc-proof/2", [])).toBe(
      "unusable",
    );
  });

  test("sources that disagree do so even if a link does not hold", () => {
    const checks = [check("format"), open("anchor", "sources_disagree")];
    expect(reasonOf("indeterminate", checks, "svc-proof/2", [])).toBe("contradictory");
  });

  test("nothing is merely missing if a given file could not be read", () => {
    const checks = [...LINKED, open("bitcoin", "no_bitcoin_header")];
    const of = (origin: "caller" | "package", status: GivenInput["status"], kind: InputKind = "crl") =>
      reasonOf("indeterminate", checks, "svc-proof/2", [{ kind, origin, status }]);
    expect([of("caller", "checked"), of("caller", "unreadable")]).toEqual(["missing", "unusable"]);
    // Whoever made a package does not make the reader's result look worse than it is.
    expect(of("package", "unreadable")).toBe("missing");
    // Anyone can write headers that count for nothing.
    expect(of("caller", "unreadable", "headers")).toBe("missing");
  });

  test("what a seal is worth in law decides nothing", () => {
    expect(reason(open("anchor", "no_source"), open("qualified", "service_not_listed"))).toBe("missing");
  });

  test("no other outcome has a reason", () => {
    for (const outcome of ["verified", "failed"] as const) {
      expect(reasonOf(outcome, [open("anchor", "no_source")], "svc-proof/2", [])).toBeNull();
    }
    expect(indeterminateReason(check("anchor", "failed", "transaction_not_found"))).toBeNull();
  });
});
