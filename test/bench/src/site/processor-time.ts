/** Processor time of the browser's pages: on a busy machine wall-clock time includes other processes. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { rendererPids } from "./renderer-memory.js";

/** The kernel's unit of processor time. */
const TICKS_PER_SECOND = 100;

/** Processor time of all renderers during the work, workers included, in ms. */
export async function renderersMs(work: () => Promise<unknown>): Promise<number> {
  const before = usedMs();
  await work();
  return usedMs() - before;
}

function usedMs(): number {
  let ticks = 0;
  for (const pid of rendererPids()) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // The process has ended.
    }
  }
  return (ticks / TICKS_PER_SECOND) * 1000;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in µs, if the event has one. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * The longest task of any page's main thread during the work, in ms of its own processor time.
 * @throws Error when the browser reported no task.
 */
export async function longestTaskMs(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasksUs = traceEvents
    .filter((event) => event.ph === "X" && event.tdur !== undefined && mainThreads.has(threadOf(event)))
    .map(({ tdur }) => tdur!);
  if (tasksUs.length === 0) throw new Error("the trace has no task of a page's main thread");
  return tasksUs.reduce((longest, us) => Math.max(longest, us), 0) / 1000;
}
