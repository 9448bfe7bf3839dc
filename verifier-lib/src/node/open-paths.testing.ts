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
