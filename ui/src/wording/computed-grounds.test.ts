import type { Claim } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { verdict as english } from "../texts/result/english.js";
import { verdict as german } from "../texts/result/german.js";
import { computedGrounds } from "./computed-grounds.js";

const source = {
  type: "bitcoin-block",
  work_bits: 88.3,
  checkpoint_height: 824_543,
  proven_by_work: null,
} as Partial<Claim["source"]> as Claim["source"];

test("bits of work are written as the language writes numbers", () => {
  expect(computedGrounds(source, german, "de")).toContain("88,3 Bit");
  expect(computedGrounds(source, english, "en")).toContain("88.3 bits");
});
