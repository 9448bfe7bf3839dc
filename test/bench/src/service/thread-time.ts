/** Processor time of a process, and of its first thread, which is the event loop of a Node process. Linux only. */
import { readFileSync } from "node:fs";

/** The kernel's unit of processor time. */
const TICKS_PER_SECOND = 100;

export interface ProcessorTime {
  readonly eventLoopMs: number;
  /** All threads, including the event loop. */
  readonly processMs: number;
}

/** The processor time of a process during the work. */
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
