import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../e2e/sandbox.js";
import type { SavedFile } from "./browser-page.js";

/** Unfinished downloads: Firefox's, and WebKit's. */
const UNFINISHED = /\.(?:part|wkdownload)$/;

/** Waits for a file that is not in the folder at the time of this call, until it is whole. */
export function nextFileIn(folder: string): () => Promise<SavedFile> {
  const before = new Set(readdirSync(folder));
  return async () => {
    let sizeBytes = -1;
    let name: string | undefined;
    await until(() => {
      const names = readdirSync(folder);
      name = names.find((one) => !before.has(one) && !UNFINISHED.test(one));
      if (name === undefined || names.some((one) => UNFINISHED.test(one))) return false;
      const earlier = sizeBytes;
      sizeBytes = readFileSync(join(folder, name)).length;
      return sizeBytes > 0 && sizeBytes === earlier;
    }, 20_000);
    return { name: name!, bytes: readFileSync(join(folder, name!)) };
  };
}
