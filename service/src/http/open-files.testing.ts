import { readdirSync, readlinkSync } from "node:fs";

/** Files with a matching path that this process has open; none if the system does not say. */
export function openFiles(path: RegExp): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return path.test(target) ? [target] : [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}
