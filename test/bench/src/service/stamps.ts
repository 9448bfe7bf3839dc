/**
 * A round over stamps: from digests that wait to a set that is submitted, and the file of one stamp. The calendar answers
 * at once, so that only the service's own work and the store's are measured.
 */

import { randomBytes } from "node:crypto";
import { OutageLog } from "@svc-proof/service/log";
import { type AttestRoundOptions, runAttestRound } from "@svc-proof/service/opentimestamps/attest";
import { issueStampFile, MAX_STAMPS } from "@svc-proof/service/opentimestamps/stamps";
import type { Records } from "@svc-proof/service/records/records";
import type { Lease } from "@svc-proof/service/records/types";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { mongodbBenchStore, sqliteBenchStore } from "./service-process.js";

const ROUNDS = 9;
const FILES = 200;
const MAX_ROUND_MS = 1_000;
const MAX_FILE_MS = 20;

const log = { info: () => {}, warn: () => {}, error: () => {} };
const calendar: AttestRoundOptions["calendars"][number] = {
  name: "https://calendar.example",
  isNamedBy: () => false,
  submit: async () => ({
    branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }],
  }),
  fetchTimestamp: async () => null,
};

export async function stamps(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, bench] of [
    ["sqlite", sqliteBenchStore()],
    ["mongodb", mongodbBenchStore()],
  ] as const) {
    if (bench === null) continue;
    const store = await bench.open();
    const lease = (await store.leases.acquire("attest", "bench", 3_600_000))!;
    await timedRound(store, lease, MAX_STAMPS);
    const [many, one]: number[][] = [[], []];
    for (let i = 0; i < ROUNDS; i++) {
      many!.push((await timedRound(store, lease, MAX_STAMPS)).ms);
      one!.push((await timedRound(store, lease, 1)).ms);
    }
    const { digests } = await timedRound(store, lease, MAX_STAMPS);
    const files: number[] = [];
    for (const digest of digests.slice(0, FILES)) {
      const begun = performance.now();
      if ((await issueStampFile(store, digest)) === null) throw new Error("a stamp has no file");
      files.push(performance.now() - begun);
    }
    await store.close();
    await bench.remove();
    figures.push(
      figure({
        id: `service.${name}.stamps-round`,
        unit: "ms",
        ours: median(many!),
        reference: MAX_ROUND_MS,
        referenceName: `limit: ${MAX_STAMPS} stamps, submitted`,
        bar: { atMost: 1 },
      }),
      figure({
        id: `service.${name}.stamps-round-one`,
        unit: "ms",
        ours: median(many!),
        reference: median(one!),
        referenceName: "a round with one stamp",
        bar: null,
      }),
      figure({
        id: `service.${name}.stamp-file`,
        unit: "ms",
        ours: median(files),
        reference: MAX_FILE_MS,
        referenceName: `limit: the file of one of ${MAX_STAMPS} stamps`,
        bar: { atMost: 1 },
      }),
    );
  }
  return figures;
}

async function timedRound(
  store: Records,
  lease: Lease,
  count: number,
): Promise<{ ms: number; digests: readonly string[] }> {
  const digests = Array.from({ length: count }, () => randomBytes(32).toString("hex"));
  await store.stamps.request(digests);
  const begun = performance.now();
  await runAttestRound(
    store,
    lease,
    log,
    new OutageLog(log),
    {
      calendars: [calendar],
      minCalendars: 1,
      bitcoin: { network: "bitcoin", sources: [], confirmations: 6 },
      pollMs: 3_600_000,
    },
    new AbortController().signal,
  );
  return { ms: performance.now() - begun, digests };
}
