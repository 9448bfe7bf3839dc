import { WorkBudget } from "@svc-proof/shared/work";
import { expect, test } from "vitest";
import { isMisleadinglyLinearized } from "./is-misleadingly-linearized.js";

/** A file whose first object is a dictionary, and what stands between it and the newest section. */
function isMisleading(dictionary: string, between: string, length?: string): boolean {
  const build = (stated: string) => `%PDF-1.7\n1 0 obj\n<< ${dictionary} ${stated} >>\nendobj${between}`;
  const stated = length ?? `/L ${String(build("/L 0000000000").length + 4).padStart(10, "0")}`;
  const text = build(stated);
  return isMisleadinglyLinearized(Buffer.from(`${text}xref`, "latin1"), 0, text.length, new WorkBudget());
}

test("in a linearized file, the newest section follows the first object", () => {
  expect(isMisleading("/Linearized 1", "")).toBe(false);
  expect(isMisleading("/Linearized 1", "\n")).toBe(false);
  expect(isMisleading("/Linearized 1", " \r\n\0\t")).toBe(false);
  expect(isMisleading("/Linearized 1", "\n2 0 obj")).toBe(true);
  expect(isMisleading("/Linearized 1", "x")).toBe(true);
});

test("a file that is not linearized, or was updated, may have its section anywhere", () => {
  expect(isMisleading("/Type /Catalog", "\n2 0 obj")).toBe(false);
  expect(isMisleading("/Linearized 1", "\n2 0 obj", "/L 5")).toBe(false);
});

test("a length that is no number does not tell of an update", () => {
  expect(isMisleading("/Linearized 1", "\n2 0 obj", "")).toBe(true);
  expect(isMisleading("/Linearized 1", "\n2 0 obj", "/L (5)")).toBe(true);
});
