/**
 * The verifier's maximum cost for one input: the worst known input of each kind, and those that a
 * search over the shapes of deflate blocks found worst, at full size. Each input is verified, then
 * verified again and aborted after a while.
 */
import { verify } from "@svc-proof/verifier-lib";
import { type Figure, limitFigure } from "../figure.js";
import type { WorstInput } from "./worst-input.js";
import { worstPdfs } from "./worst-pdfs.js";
import { worstZips } from "./worst-zips.js";

const FULL_BYTES = 64 * 2 ** 20;
/** Large enough to show which shapes are the worst. */
const PROBE_BYTES = 2 ** 20;
/** This many of a kind are measured at full size. */
const FINALISTS = 8;
const LIMIT_MS = 2000;
const LIMIT_ABORT_MS = 100;
const LIMIT_MIB = 256;

interface Cost {
  readonly name: string;
  readonly ms: number;
  readonly abortMs: number;
  readonly mebibytes: number;
}

export async function worst(): Promise<Figure[]> {
  const probes: { readonly input: WorstInput; readonly ms: number }[] = [];
  for (const input of [...worstZips, ...worstPdfs]) {
    const bytes = input.make(PROBE_BYTES);
    await cpuMs(bytes);
    probes.push({ input, ms: await cpuMs(bytes) });
  }
  probes.sort((a, b) => b.ms - a.ms);
  // The most expensive ones per byte, and one of each other kind.
  const finalists = new Set([
    ...probes.slice(0, FINALISTS).map(({ input }) => input),
    ...worstZips.slice(-14),
    ...worstPdfs,
  ]);
  const costs: Cost[] = [];
  for (const input of finalists) costs.push(await costOf(input));
  costs.sort((a, b) => b.ms - a.ms);
  for (const { name, ms, abortMs, mebibytes } of costs) {
    process.stderr.write(
      `${Math.round(ms)} ms, abort ${Math.round(abortMs)} ms, ${Math.round(mebibytes)} MiB: ${name}\n`,
    );
  }
  const most = (key: "ms" | "abortMs" | "mebibytes") => costs.reduce((a, b) => (b[key] > a[key] ? b : a));
  const dearest = most("ms");
  const slowest = most("abortMs");
  const largest = most("mebibytes");
  return [
    limitFigure({
      id: "worst.time",
      unit: "ms of processor",
      ours: dearest.ms,
      limit: LIMIT_MS,
      what: `${dearest.name}, of ${costs.length} kinds`,
    }),
    limitFigure({
      id: "worst.abort",
      unit: "ms",
      ours: slowest.abortMs,
      limit: LIMIT_ABORT_MS,
      what: `${slowest.name}`,
    }),
    limitFigure({
      id: "worst.memory",
      unit: "MiB beyond the input",
      ours: largest.mebibytes,
      limit: LIMIT_MIB,
      what: `${largest.name}`,
    }),
  ];
}

async function cpuMs(bytes: Uint8Array): Promise<number> {
  const start = process.cpuUsage();
  await verify(bytes);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function costOf({ name, make }: WorstInput): Promise<Cost> {
  const bytes = make(FULL_BYTES);
  // Frees garbage before memory is counted.
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  const ms = await cpuMs(bytes);
  highest = Math.max(highest, process.memoryUsage.rss());
  clearInterval(watch);
  let abortMs = 0;
  for (const share of [0.1, 0.5, 0.9]) abortMs = Math.max(abortMs, await abortedAfter(bytes, share * ms));
  return { name, ms, abortMs, mebibytes: (highest - before) / 2 ** 20 };
}

/**
 * How long the verifier takes to answer an abort: until the event loop has a turn to hear it, and from then on the
 * processor time to its answer.
 */
async function abortedAfter(bytes: Uint8Array, afterMs: number): Promise<number> {
  const stop = new AbortController();
  const due = performance.now() + afterMs;
  const lateness = () => Math.max(0, performance.now() - due);
  let heard: { readonly lateMs: number; readonly cpu: NodeJS.CpuUsage } | undefined;
  const timer = setTimeout(() => {
    heard = { lateMs: lateness(), cpu: process.cpuUsage() };
    stop.abort();
  }, afterMs);
  await verify(bytes, { signal: stop.signal }).catch(() => undefined);
  clearTimeout(timer);
  if (heard === undefined) return lateness();
  const { user, system } = process.cpuUsage(heard.cpu);
  return heard.lateMs + (user + system) / 1000;
}
