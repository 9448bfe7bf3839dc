/** Every path of x509-limbo, in Node. test/consumers runs them in a browser. */
import { describe, expect, test } from "vitest";
import { judgeLimboCase } from "./judge-limbo-case.js";
import { limboCases } from "./limbo.js";
import { vectorFolder } from "./third-party-vectors.js";

const folder = vectorFolder("x509");
const cases = folder === null ? [] : limboCases(folder);

describe.skipIf(folder === null)("x509-limbo", () => {
  test("has all its cases", () => {
    expect(cases.length).toBe(95);
  });

  test.each(cases)("$id", async (limbo) => {
    const { isAccepted, code } = await judgeLimboCase(limbo);
    expect(isAccepted, code).toBe(limbo.isExpected);
  });
});
