import { encodeHeaders } from "@svc-proof/shared/bitcoin";
import { expect, test } from "vitest";
import { FoundEvidence } from "../../verifier-lib/src/evidence/index.js";
import { foundPiece } from "../../verifier-lib/src/evidence/kinds.js";
import { verify } from "../../verifier-lib/src/index.js";
import { attestedContent, recordedEpoch } from "../recorded-epoch.js";

const recorded = recordedEpoch();
const { firstHeight, headers } = recorded;
const LAST = firstHeight + 2015;
const encoded = (from: number, to: number, text = (document: string) => document) =>
  new TextEncoder().encode(
    text(
      encodeHeaders({
        network: "bitcoin",
        height: from,
        headers: headers.slice(from - firstHeight, to - firstHeight + 1),
      }),
    ),
  );

/** What was read of documents while each height was verified, and the documents that something rests on. */
async function readFor(documents: readonly Uint8Array[], heights: readonly number[]) {
  const reads: number[] = [];
  const used = new Set<number>();
  const found = new FoundEvidence(
    documents.map((bytes) => foundPiece(bytes)!),
    async (i) => {
      reads.push(i);
      return documents[i]!;
    },
    (i) => used.add(i),
  );
  const outcomes: string[] = [];
  for (const height of heights) {
    outcomes.push((await verify(attestedContent(recorded, height).timestamp, { found })).outcome);
  }
  return { reads: reads.sort((a, b) => a - b), used: [...used].sort((a, b) => a - b), outcomes };
}

test("of many documents those are read that lead to the checkpoint, each once", async () => {
  const many = Array.from({ length: 40 }, (_, i) => encoded(LAST - 100 - 5 * i, LAST - 5 * i));
  const { reads, used, outcomes } = await readFor(many, [LAST - 3, LAST - 100, LAST - 150, LAST - 3]);
  expect(outcomes).toEqual(["verified", "verified", "verified", "verified"]);
  expect(reads).toEqual([...new Set(reads)]);
  expect(reads.length).toBeLessThan(5);
  expect(used).toEqual(reads);
});

test("a document that lies about its heights, or breaks off, hides none that does not", async () => {
  const wrong = encoded(LAST - 60, LAST - 30, (text) => text.replace(`${LAST - 60}`, `${LAST - 30}`));
  const broken = encoded(LAST - 60, LAST, (text) => text.slice(0, -2));
  const { outcomes, used } = await readFor([wrong, broken, encoded(LAST - 40, LAST)], [LAST - 40]);
  expect([outcomes, used]).toEqual([["verified"], [2]]);
});

test("where nothing leads to the checkpoint all are read, each once", async () => {
  const gap = [encoded(LAST - 40, LAST - 20), encoded(LAST - 19, LAST - 1), encoded(LAST - 60, LAST - 20)];
  const { reads, outcomes } = await readFor(gap, [LAST - 30, LAST - 25]);
  expect(outcomes).toEqual(["indeterminate", "indeterminate"]);
  expect(reads).toEqual([0, 1, 2]);
});
