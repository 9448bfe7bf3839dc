import { describe, expect, test } from "vitest";
import { WorkBudget } from "./work.js";

describe("a budget of work", () => {
  test("can be spent to the last unit but not beyond", () => {
    const work = new WorkBudget(10);
    work.spend(4);
    work.spend(6);
    expect(work.left).toBe(0);
    expect(() => work.spend(1)).toThrow(expect.objectContaining({ code: "work_limit_exceeded" }));
  });

  test("stays exhausted after a request for more than it had", () => {
    const work = new WorkBudget(10);
    expect(() => work.spend(11)).toThrow(expect.objectContaining({ code: "work_limit_exceeded" }));
    expect(() => work.spend(1)).toThrow(expect.objectContaining({ code: "work_limit_exceeded" }));
    work.spend(0);
  });
});
