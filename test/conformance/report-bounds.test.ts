/** The budget in docs/formats/report.md and the sizes in docs/formats/evidence.md, against the code. */

import { readFileSync } from "node:fs";
import { MAX_WORK_UNITS } from "@svc-proof/shared/work";
import { INPUT_LIMITS } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";

const formats = new URL("../../docs/formats/", import.meta.url);
const report = readFileSync(new URL("report.md", formats), "utf8");
const evidence = readFileSync(new URL("evidence.md", formats), "utf8");
const plain = (count: number) => count.toLocaleString("en-US");

/** What the page says of one part. */
function statedOf(part: string): string | undefined {
  const row = evidence.split("\n").find((line) => line.startsWith(`| \`${part}\``));
  return row?.split("|").at(-2)?.trim();
}

test("the budget of a verification", () => {
  expect(report).toContain(`${plain(MAX_WORK_UNITS)} units`);
});

test.each([
  ["proof.json", INPUT_LIMITS["svc-proof/2"]],
  ["bitcoin/*.ots", INPUT_LIMITS.opentimestamps],
  ["bitcoin/headers.json", INPUT_LIMITS.headers],
  ["seal/timestamp.tsr", INPUT_LIMITS.rfc3161],
  ["seal/timestamp.tsr.ots", INPUT_LIMITS.opentimestamps],
])("%s in a package: %i", (part, limit) => {
  expect(statedOf(part)).toContain(plain(limit));
});
