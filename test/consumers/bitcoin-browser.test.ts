import { encodeEpochFile, parseRawHeaders } from "@svc-proof/shared/bitcoin";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import type { Report } from "@svc-proof/verifier-lib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tableUpTo } from "../checkpoints-up-to.js";
import { recordedEpoch } from "../recorded-epoch.js";
import { bundlePage, chromiumPath, openPage } from "./chromium-page.js";

const FIRST = 822_528;
const AT = 700;
const ROUNDS = 15;

const { raw } = recordedEpoch();
const [run] = parseRawHeaders(new Uint8Array(raw).subarray(0, 2016 * 80), FIRST);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** What a bundle with an older table has in place of the module. */
const cutTable = Object.entries(tableUpTo(FIRST - 1))
  .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`)
  .join("\n");

describe.skipIf(chromiumPath === null).each([
  ["by the table as it ships", null, "ok"],
  ["as a run beyond the last checkpoint", cutTable, "bitcoin_proven_by_work"],
])("in Chromium, %s", (_, table, code) => {
  let page: Page;
  let close: (() => Promise<void>) | undefined;
  const { headers } = run!;
  const file = encodeEpochFile(headers);
  const timestamp = () =>
    encodeDetachedTimestamp({
      hash: "sha256",
      digest: headers[AT]!.merkleRoot,
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height: FIRST + AT } }] },
    });

  beforeAll(async () => {
    const files = await bundlePage(
      "headers-in-a-page.ts",
      table === null ? {} : { "/bitcoin/checkpoint-table.js": table },
    );
    // A page loads the table when it needs it.
    expect(files.get("page.js")).not.toContain(tableUpTo(2015).CHECKPOINT_HASHES.slice(0, 16));
    ({ page, close } = await openPage(files, "script-src 'self' 'wasm-unsafe-eval'", "verifyByHeaders"));
  }, 120_000);
  afterAll(() => close?.());

  const ask = async (epochFile: Uint8Array) => {
    const { report, ms } = await page.evaluate(([one, other]) => window.verifyByHeaders(one, other), [
      base64(timestamp()),
      base64(epochFile),
    ] as const);
    return { report: JSON.parse(report) as Report, ms };
  };

  test("an epoch file verifies a timestamp", async () => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { report, ms } = await ask(file);
      times.push(ms);
      expect(report.outcome).toBe("verified");
      expect(report.checks.find(({ id }) => id === "bitcoin")).toMatchObject({ code, basis: "computed" });
    }
    const [first] = times;
    const fastest = Math.min(...times);
    console.info(`2,016 headers: ${first!.toFixed(0)} ms at first, ${fastest.toFixed(1)} ms the fastest`);
  });

  test("a changed file does not", async () => {
    for (const at of [0, 40, 80, file.length - 1]) {
      const { report } = await ask(file.with(at, file[at]! ^ 1));
      expect(report.outcome).toBe("indeterminate");
      expect(report.claims).toEqual([]);
    }
  });
});
