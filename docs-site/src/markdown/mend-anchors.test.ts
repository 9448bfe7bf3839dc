import { expect, test } from "vitest";
import { mendAnchors } from "./mend-anchors.js";

const HEADINGS =
  '<h3 id="evmchain">evmChain()</h3><h3 id="evmchain-1">EvmChain</h3><h3 id="step-2">Step 2</h3>';

test.each([
  ["a number that no heading has", "evmchain-3", "evmchain-1"],
  ["a heading that is there", "evmchain", "evmchain"],
  ["a number that is part of the name", "step-2", "step-2"],
  ["a name that no heading has: it stays, and the test of the links finds it", "other-1", "other-1"],
])("%s", (_, asked, leads) => {
  expect(mendAnchors(`${HEADINGS}<a href="#${asked}">x</a>`)).toBe(`${HEADINGS}<a href="#${leads}">x</a>`);
});
