import { readFileSync } from "node:fs";

/**
 * Peak resident size of this process in MB (10^6 bytes).
 *
 * On Linux `getrusage` still counts the pages of the parent from before the program was loaded, which is the
 * benchmark itself; the kernel's own high-water mark does not.
 */
export function peakResidentMb(): number {
  if (process.platform !== "linux") return (process.resourceUsage().maxRSS * 1024) / 1e6;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
