import { expect, test } from "vitest";
import { outOfWork } from "./outcome.js";

test("a check without a budget is undecided and rests on nothing", () => {
  expect(outOfWork("seal", new Error("too much"))).toEqual({
    id: "seal",
    status: "indeterminate",
    code: "work_limit_exceeded",
    basis: null,
    evidence: { reason: "too much" },
  });
});
