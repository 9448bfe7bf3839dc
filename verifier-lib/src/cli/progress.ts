import { statSync } from "node:fs";
import { printable } from "@svc-proof/shared/text";

/** Smaller files are hashed in less than a second. */
const WORTH_SHOWING_BYTES = 512 * 1024 * 1024;

/** Shows the progress of hashing a large file on standard error, if it is a terminal. */
export function hashingProgress(path: string): (hashedBytes: number) => void {
  const sizeBytes = process.stderr.isTTY ? statSync(path).size : 0;
  if (sizeBytes < WORTH_SHOWING_BYTES) return () => undefined;
  let shown = -1;
  return (hashedBytes) => {
    const percent = Math.min(100, Math.floor((hashedBytes / sizeBytes) * 100));
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(`\rhashing ${printable(path)}: ${percent} %${percent === 100 ? "\n" : ""}`);
  };
}
