/** Which files this process has open, where the system tells. */
import { existsSync, readdirSync, readlinkSync } from "node:fs";

const FOLDER = "/proc/self/fd";

/** Whether the system tells. */
export const knowsOpenPaths: boolean = existsSync(FOLDER);

export function openPaths(): readonly string[] {
  return readdirSync(FOLDER).flatMap((name) => {
    try {
      return [readlinkSync(`${FOLDER}/${name}`)];
    } catch {
      // That of the folder itself.
      return [];
    }
  });
}

/** Those at or below a path; none where the system does not tell. Others belong to what else the process does. */
export function openPathsIn(path: string): readonly string[] {
  return knowsOpenPaths ? openPaths().filter((open) => open.startsWith(path)) : [];
}
