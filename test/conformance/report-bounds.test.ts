/** The totals of a package that docs/formats/report.md states, against the code. */
import { readFileSync } from "node:fs";
import { MAX_WORK_UNITS } from "@svc-proof/shared/work";
import { INPUT_LIMITS } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/formats/report.md", import.meta.url), "utf8");
const bounds = page.slice(page.indexOf("\n## Bounds\n"), page.indexOf("\n## On a terminal\n"));
const plain = (count: number) => count.toLocaleString("en-US");

/** What the page says of one part. */
function statedOf(part: string): string | undefined {
  const row = bounds.split("\n").find((line) => line.startsWith(`| \`${part}\` |`));
  return row?.split("|")[2]?.trim();
}

test("the budget of a verification", () => {
  expect(bounds).toContain(`${plain(MAX_WORK_UNITS)} units`);
});

test.each([
  ["proof.json", INPUT_LIMITS["svc-proof/2"]],
  ["bitcoin/*.ots", INPUT_LIMITS.opentimestamps],
  ["bitcoin/headers.json", INPUT_LIMITS.headers],
  ["seal/qualified-timestamp.tsr", INPUT_LIMITS.rfc3161],
  ["seal/qualified-timestamp.tsr.ots", INPUT_LIMITS.opentimestamps],
])("%s in a package: %i", (part, limit) => {
  expect(statedOf(part)).toContain(plain(limit));
});
