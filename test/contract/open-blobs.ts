import { readdirSync, readlinkSync } from "node:fs";

/** Descriptors of this process that lead to blobs of tests, where the system tells. */
export function openBlobs(): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return /svc-custody-.*originals/.test(target) ? [target] : [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}
