/**
 * Packages and certificates changed in their structure. None may throw, or verify more than its
 * original; in `npm run fuzz` none may take more than 250 ms.
 */
import { type Report, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import {
  exampleChain,
  original,
  PROOF,
  proof,
  README,
  TIMESTAMP,
  timestampOfOriginal,
} from "../evidence-packages.js";
import { count, endsWithin, MAX_MS, mutations, SEED, tell } from "./extent.js";
import { mutatedPdf } from "./mutate-pdf.js";
import { mutatedZip } from "./mutate-zip.js";
import { type Draw, randomIntegers } from "./random-integers.js";

const MUTATIONS = mutations(1500);
const MAX_TRIES = 5;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const sources = [exampleChain()];

const asBytes = (content: unknown) => content as Uint8Array;
const FILES = [
  { name: "README.txt", content: asBytes(README.content) },
  { name: "proof.json", content: asBytes(PROOF.content) },
  { name: "bitcoin/original.ots", content: asBytes(TIMESTAMP.content) },
  { name: "original/a.txt", content: original },
];
const ATTACHMENTS = [
  { name: "proof.json", data: asBytes(PROOF.content) },
  { name: "bitcoin.ots", data: timestampOfOriginal() },
];

/** The permitted claims: those of the proof alone and the original beside it. */
async function claimed(bytes: Uint8Array): Promise<Report> {
  for (let tries = 1; ; tries++) {
    // Processor time, so that other load on the machine does not count.
    const start = process.cpuUsage();
    const report = await verify(bytes, { sources, now: NOW, contentHash: proof.content.hash });
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 < MAX_MS) return report;
    if (tries === MAX_TRIES)
      expect.fail(`took more than ${MAX_MS} ms: ${Buffer.from(bytes).toString("base64")}`);
  }
}

const words = (value: unknown) => JSON.stringify(value);

describe.each<[kind: string, make: (changes: number, draw: Draw) => Uint8Array]>([
  ["ZIP", (changes, draw) => mutatedZip(FILES.slice(draw(2), 2 + draw(3)), changes, draw)],
  ["PDF", (changes, draw) => mutatedPdf(ATTACHMENTS, changes, draw)],
])("%s", (kind, make) => {
  test(
    `${MUTATIONS} changed ones verify no more than the original`,
    async () => {
      const truth = await claimed(asBytes(PROOF.content));
      expect(truth.outcome).toBe("verified");
      const claims = new Set(truth.claims.map(words));
      const draw = randomIntegers(SEED);
      const codes = new Map<string, number>();
      for (let i = 0; i < MUTATIONS; i++) {
        const bytes = make(draw(4), draw);
        const report = await claimed(bytes);
        const where = () => `${i}: ${Buffer.from(bytes).toString("base64")}`;
        if (report.outcome !== "verified") {
          if (report.outcome === "failed" && report.claims.length > 0) expect.fail(where());
        } else if (words(report.proof) !== words(truth.proof)) expect.fail(where());
        for (const claim of report.claims) if (!claims.has(words(claim))) expect.fail(where());
        const { status, code } = report.checks[0]!;
        count(codes, `${status} ${code}`);
      }
      tell(kind, codes);
    },
    endsWithin(MUTATIONS),
  );
});
