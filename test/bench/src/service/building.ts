/** Building a batch of 100,000 proofs while the service registers more: its duration, and the effect on requests. */
import { createInterface } from "node:readline";
import { type Figure, figure, limitFigure } from "../figure.js";
import { fillProofs, newAccount } from "./fill-store.js";
import { measureLoad } from "./measure-load.js";
import { p99 } from "./p99.js";
import { sqliteBenchStore, withService } from "./service-process.js";

const LEAVES = 100_000;
const LIMIT_SECONDS = 5;
const ACCOUNTS = 40;

/** The log lines that count here. */
interface LogLine {
  readonly time: string;
  readonly msg: string;
  readonly leafCount?: number;
  readonly durationMs?: number;
}

export async function building(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const store = await bench.open();
  const keys: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++) keys.push((await newAccount(store)).key);
  // The load itself completes the batch, some seconds after it has started.
  await fillProofs(store, await newAccount(store), LEAVES - 15_000);
  await store.close();

  const settings = {
    SVC_BATCH_MAX_LEAVES: String(LEAVES),
    SVC_BATCH_INTERVAL_MS: "86400000",
    SVC_POLL_INTERVAL_MS: "100",
  };
  const { load, batch } = await withService(bench, settings, async (service) => {
    const built = builtBatch(service.log);
    const { origin, pathname } = new URL(service.url);
    const load = await measureLoad({
      origin,
      connections: 64,
      expectedStatus: 201,
      paths: [`${pathname}/proofs`],
      keys,
      warmUpSeconds: 2,
      seconds: 12,
      withTimes: true,
    });
    return { load, batch: await built };
  });
  const { time, durationMs } = batch;

  const during: number[] = [];
  const otherwise: number[] = [];
  load.endedAtMs!.forEach((endedAtMs, i) => {
    const isDuring = endedAtMs >= time - durationMs && endedAtMs <= time;
    (isDuring ? during : otherwise).push(load.latenciesMs![i]!);
  });
  if (during.length < 100) throw new Error("the batch was not built while the load was measured");
  return [
    limitFigure({
      id: "service.sqlite.seal-100k",
      unit: "s",
      ours: durationMs / 1000,
      limit: LIMIT_SECONDS,
      what: "under 64 connections that register",
    }),
    figure({
      id: "service.sqlite.seal-100k-p99",
      unit: "ms",
      ours: p99(during),
      reference: p99(otherwise),
      referenceName: "registrations of the same run while no batch was built",
      bar: { atMost: 2 },
    }),
  ];
}

async function builtBatch(log: NodeJS.ReadableStream): Promise<{ time: number; durationMs: number }> {
  for await (const text of createInterface({ input: log })) {
    const line = JSON.parse(text) as LogLine;
    if (line.msg === "batch built" && line.leafCount === LEAVES) {
      log.resume();
      return { time: Date.parse(line.time), durationMs: line.durationMs! };
    }
  }
  throw new Error("the service ended without building the batch");
}
