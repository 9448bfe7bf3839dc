import { describe, expect, test } from "vitest";
import type { CheckId, InputType } from "./checks.js";
import { givesTime, linksHold, outcomeOf } from "./outcome.js";
import type { Check, CheckStatus } from "./report.js";

const check = (id: CheckId, status: CheckStatus = "passed", code = "ok"): Check =>
  ({ id, status, code, basis: "computed", evidence: {} }) as Check;

const LINKS: Readonly<Record<InputType, readonly CheckId[]>> = {
  "svc-proof/2": ["format", "leaf", "merkle", "payload"],
  "evidence-zip": ["format", "leaf", "merkle", "payload"],
  "certificate-pdf": ["format", "leaf", "merkle", "payload"],
  opentimestamps: ["format"],
  rfc3161: ["format"],
  "asic-s": ["format"],
  "evm-witness": ["format"],
  unknown: ["format"],
};
const INPUTS = Object.entries(LINKS) as [InputType, readonly CheckId[]][];
const TIMES: readonly CheckId[] = ["anchor", "block", "bitcoin", "seal"];
const NOT_PASSED: readonly CheckStatus[] = ["indeterminate", "skipped"];

describe.each(INPUTS)("the outcome of %s", (input, links) => {
  const linked = [...links.map((id) => check(id)), check("content")];

  test.each(TIMES)("is verified if one %s gives a time", (id) => {
    expect(outcomeOf([...linked, check(id)], input)).toBe("verified");
    expect(linksHold(linked, input)).toBe(true);
    const others = TIMES.filter((other) => other !== id).map((other) => check(other, "indeterminate"));
    expect(outcomeOf([...linked, ...others, check(id)], input)).toBe("verified");
  });

  test("is indeterminate if what the caller gave is not understood, whatever else gives a time", () => {
    const all = [...linked, ...TIMES.map((id) => check(id))];
    expect(outcomeOf([...all, check("inputs", "indeterminate", "damaged")], input)).toBe("indeterminate");
    expect(outcomeOf([...all, check("inputs", "skipped", "input_not_applicable")], input)).toBe("verified");
  });

  test("is indeterminate if no check with a time passed", () => {
    expect(outcomeOf(linked, input)).toBe("indeterminate");
    for (const status of NOT_PASSED) {
      expect(outcomeOf([...linked, ...TIMES.map((id) => check(id, status))], input)).toBe("indeterminate");
    }
  });

  test.each(links)("is indeterminate if the check %s is missing or did not pass", (id) => {
    const without = [...linked.filter((one) => one.id !== id), check("anchor")];
    expect(outcomeOf(without, input)).toBe("indeterminate");
    expect(linksHold(without, input)).toBe(false);
    for (const status of NOT_PASSED) {
      expect(outcomeOf([...without, check(id, status)], input)).toBe("indeterminate");
      // Once is not enough where it was made twice.
      expect(outcomeOf([...linked, check(id, status), check("anchor")], input)).toBe("indeterminate");
    }
  });

  test("is indeterminate if the content was not checked, or not fully", () => {
    const others = [...links.map((id) => check(id)), check("anchor")];
    expect(outcomeOf(others, input)).toBe("indeterminate");
    for (const status of NOT_PASSED) {
      const unread = check("content", status, "original_unreadable");
      expect(outcomeOf([...others, unread], input)).toBe("indeterminate");
      expect(outcomeOf([...others, check("content"), unread], input)).toBe("indeterminate");
    }
    expect(outcomeOf([...others, check("content", "skipped", "not_requested")], input)).toBe("verified");
  });

  test("does not depend on what a seal is worth", () => {
    for (const status of ["passed", ...NOT_PASSED] as const) {
      const quality = check("qualified", status, status === "passed" ? "ok" : "service_not_listed");
      expect(outcomeOf([...linked, check("seal"), quality], input)).toBe("verified");
      expect(outcomeOf([...linked, quality], input)).toBe("indeterminate");
    }
  });

  test("is failed if any check failed", () => {
    for (const id of [...links, ...TIMES, "content"] as const) {
      expect(outcomeOf([...linked, check("anchor"), check(id, "failed", "x")], input)).toBe("failed");
    }
  });
});

test.each([...TIMES])("where there are several checks %s, one is enough unless they are seals", (id) => {
  const isEnough = id !== "seal";
  expect(givesTime(id, [])).toBe(false);
  expect(givesTime(id, [check("format"), check(id)])).toBe(true);
  expect(givesTime(id, [check(id), check(id)])).toBe(true);
  expect(givesTime(id, [check(id, "indeterminate"), check(id)])).toBe(isEnough);
  const damaged = { ...check(id, "indeterminate"), code: "damaged" } as const;
  expect(givesTime(id, [damaged, check(id)])).toBe(true);
  expect(givesTime(id, [damaged])).toBe(false);
  expect(givesTime(id, [check(id), check(id, "indeterminate")])).toBe(isEnough);
});
