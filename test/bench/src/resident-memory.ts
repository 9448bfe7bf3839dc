import { readFileSync } from "node:fs";

/**
 * Peak resident size of a process in MB (10^6 bytes); for another process on Linux only. On Linux,
 * `getrusage` also counts the pages of the parent, the benchmark itself, from before the program
 * was loaded; the kernel's own high-water mark does not.
 */
export function peakResidentMb(pid: number = process.pid): number {
  if (process.platform !== "linux" && pid === process.pid)
    return (process.resourceUsage().maxRSS * 1024) / 1e6;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Current resident size of another process, in MB (10^6 bytes); on Linux only. */
export function currentResidentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
