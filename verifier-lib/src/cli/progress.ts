import { statSync } from "node:fs";
import { printable } from "@svc-proof/shared/text";
import { fileAt, shownPath } from "../node/files.js";

/** Smaller files are hashed in less than a second. */
const WORTH_SHOWING_BYTES = 512 * 1024 * 1024;

/** Shows the progress of hashing a large file on standard error, if it is a terminal. */
export function hashingProgress(path: string): (hashedBytes: number) => void {
  return progress("hashing", path, process.stderr.isTTY ? sizeOf(path) : 0);
}

/** Standard input has none, and whoever opens the file says why it cannot be read. */
function sizeOf(path: string): number {
  return path === "-" ? 0 : (statSync(fileAt(path), { throwIfNoEntry: false })?.size ?? 0);
}

/** Shows the progress of writing a large file on standard error, if it is a terminal. */
export function writingProgress(path: string, sizeBytes: number): (writtenBytes: number) => void {
  return progress("writing", path, process.stderr.isTTY ? sizeBytes : 0);
}

function progress(doing: string, path: string, sizeBytes: number): (doneBytes: number) => void {
  if (sizeBytes < WORTH_SHOWING_BYTES) return () => undefined;
  let shown = -1;
  return (doneBytes) => {
    const percent = Math.min(100, Math.floor((doneBytes / sizeBytes) * 100));
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(
      `\r${doing} ${printable(shownPath(path))}: ${percent} %${percent === 100 ? "\n" : ""}`,
    );
  };
}
