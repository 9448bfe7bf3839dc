/** Many headers at once: paid for, judged once, and left as soon as nobody waits. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { expect, test } from "vitest";
import { statedOf } from "../items.testing.js";
import { Work } from "../work/work.js";
import { type HeadersInput, headersAtHand } from "./headers.js";

/** The headers of a caller, with what is wrong with them, in their order. */
async function atHandOf(documents: readonly HeadersInput[], ...rest: Tail<Parameters<typeof headersAtHand>>) {
  const items = statedOf("headers", documents);
  const { malformed, ...atHand } = await headersAtHand(items, ...rest);
  const codes = items.flatMap((item, index) => {
    const fault = malformed.get(item);
    return fault === undefined ? [] : [{ index, code: fault.code }];
  });
  return { ...atHand, malformed: codes };
}
type Tail<All> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

const NOW = new Date("2026-11-21T12:00:00.000Z");
/** As many documents as `verify` takes, of two epochs each; none is like another. */
const DOCUMENTS = 64;
const HEADERS = 4034;
const documents = Array.from({ length: DOCUMENTS }, (_, d) =>
  Array.from({ length: HEADERS }, (_, i) => {
    const header = new Uint8Array(80);
    new DataView(header.buffer).setUint32(76, d * HEADERS + i);
    return `${i} ${bytesToHex(header)}`;
  }).join("\n"),
);

test("64,544 headers fit into one verification, and four times as many do not", async () => {
  const { malformed } = await atHandOf(documents.slice(0, DOCUMENTS / 4), [], NOW, new Work());
  // All were judged: none states a target.
  expect(malformed).toEqual(
    Array.from({ length: DOCUMENTS / 4 }, (_, index) => ({ index, code: "header_target_invalid" })),
  );
  const all = atHandOf(documents, [], NOW, new Work());
  await expect(all).rejects.toMatchObject({ code: "work_limit_exceeded" });
}, 120_000);

test("give the event loop its turns, and end with an abort", async () => {
  const controller = new AbortController();
  let turns = 0;
  const timer = setInterval(() => turns++);
  const reading = atHandOf(documents, [], NOW, new Work({ signal: controller.signal }));
  setTimeout(() => controller.abort(new Error("enough")));
  await expect(reading).rejects.toThrow("enough");
  expect(turns).toBeGreaterThan(0);
  await atHandOf(documents.slice(0, 16), [], NOW, new Work());
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
}, 120_000);
