/** Every signature of wycheproof, in Node. test/consumers runs them in a browser. */
import { verifySignature } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "./third-party-vectors.js";
import { signatureCases } from "./wycheproof.js";

const folder = vectorFolder("wycheproof");

describe.skipIf(folder === null)("wycheproof", () => {
  test("every valid signature is accepted and every other refused", async () => {
    const cases = signatureCases(folder!);
    const wrong: string[] = [];
    for (const { name, isExpected, ...parameters } of cases) {
      const verdict = await verifySignature(parameters);
      if (verdict !== (isExpected ? "valid" : "invalid")) wrong.push(`${verdict}: ${name}`);
    }
    expect(wrong).toEqual([]);
    expect(cases.length).toBe(2851);
  });
});
