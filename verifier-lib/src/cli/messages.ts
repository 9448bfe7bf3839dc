/** What goes to standard error, and why a file could not be read. */

import { printable } from "@svc-proof/shared/text";
import { shownPath } from "../node/files.js";

export function complain(text: string): void {
  process.stderr.write(`svc-verify: ${printable(shownPath(text))}\n`);
}

export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "is a directory";
  if (code === "EACCES") return "permission denied";
  return error instanceof Error ? error.message : String(error);
}
