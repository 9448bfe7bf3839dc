import { readFileSync } from "node:fs";

/**
 * Peak resident size of a process in MB (10^6 bytes); of another one than this on Linux only.
 *
 * On Linux `getrusage` still counts the pages of the parent from before the program was loaded, which is the
 * benchmark itself; the kernel's own high-water mark does not.
 */
export function peakResidentMb(pid: number = process.pid): number {
  if (process.platform !== "linux" && pid === process.pid)
    return (process.resourceUsage().maxRSS * 1024) / 1e6;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Resident size of another process now, in MB (10^6 bytes); on Linux only. */
export function currentResidentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
