import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { UsageError } from "@svc-proof/verifier-lib/command-line";
import { reasonOf } from "../errors/reason-of.js";

/** A configuration or a key is far smaller. */
const MAX_BYTES = 65_536;

/** Bits of the mode that let the group or others do anything. */
const BEYOND_OWNER = 0o077;

/**
 * Reads a text file that only its owner may read. What is checked is the open file, so that it cannot be exchanged in between.
 *
 * @param descriptor what to read in place of the file at the path, such as 0 for standard input, which has no mode of its own.
 * @returns null if there is no such file.
 * @throws UsageError if others may read it, if it is another's, or if it cannot be read.
 */
export function readSecretFile(path: string, descriptor?: number): string | null {
  let file: number;
  try {
    // Without O_NONBLOCK a named pipe that nobody writes to would never open.
    file = descriptor ?? openSync(path, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
  try {
    if (descriptor === undefined) expectPrivate(path, file);
    return readText(path, file);
  } finally {
    if (descriptor === undefined) closeSync(file);
  }
}

function expectPrivate(path: string, file: number): void {
  const stat = fstatSync(file);
  if (stat.isDirectory()) throw new UsageError(`${path}: is a directory`);
  // Pipes come from programs such as password managers; Windows keeps rights elsewhere than in the mode.
  if (!stat.isFile() || process.platform === "win32") return;
  const self = process.geteuid!();
  if (stat.uid !== self && stat.uid !== 0) {
    throw new UsageError(`${path}: belongs to another user, who could read or replace the key`);
  }
  if ((stat.mode & BEYOND_OWNER) !== 0) {
    const mode = (stat.mode & 0o777).toString(8).padStart(4, "0");
    throw new UsageError(
      `${path}: others may read it or write to it (mode ${mode}). If nobody has, run: chmod 600 ${quoted(path)}. Otherwise revoke the key in the dashboard first.`,
    );
  }
}

function readText(path: string, file: number): string {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  try {
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      if (count === 0) break;
      length += count;
    }
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
  if (length > MAX_BYTES) throw new UsageError(`${path}: expected at most ${MAX_BYTES} bytes`);
  return bytes.toString("utf8", 0, length);
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
