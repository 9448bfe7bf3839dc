/** Processor time of a process, and of its first thread, which is the event loop of a Node process. Linux only. */
import { readFileSync } from "node:fs";

/** Of the kernel's counts of time. */
const TICKS_PER_SECOND = 100;

export interface ProcessorTime {
  readonly eventLoopMs: number;
  /** All threads, the event loop among them. */
  readonly processMs: number;
}

/** What a process used while the work went on. */
export async function processorTime(pid: number, work: () => Promise<unknown>): Promise<ProcessorTime> {
  const before = { eventLoop: usedMs(`${pid}/task/${pid}`), process: usedMs(`${pid}`) };
  await work();
  return {
    eventLoopMs: usedMs(`${pid}/task/${pid}`) - before.eventLoop,
    processMs: usedMs(`${pid}`) - before.process,
  };
}

function usedMs(path: string): number {
  const stat = readFileSync(`/proc/${path}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
}
