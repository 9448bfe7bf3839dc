import { expect, test } from "vitest";
import { codes as english } from "../../../ui/src/texts/result/english.js";
import { codesIn } from "./codes-in.js";
import { USUAL_CODES } from "./usual-codes.js";

test("codes are found wherever they stand", () => {
  const report = {
    checks: [
      {
        code: "ok",
        evidence: { sources: [{ answer: "source_timeout", name: "code" }], inner: { code: "x" } },
      },
    ],
    inputs: [{ code: "zip_gap", name: "a" }],
    reason: null,
  };
  expect([...codesIn(report)]).toEqual(["ok", "source_timeout", "x", "zip_gap"]);
});

test("every usual code has words, and stands once in the list", () => {
  expect(new Set(USUAL_CODES).size).toBe(USUAL_CODES.length);
  for (const code of USUAL_CODES) expect(Object.hasOwn(english.codes, code), code).toBe(true);
});
