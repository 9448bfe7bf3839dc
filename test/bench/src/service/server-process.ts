/** A server in its own process, which prints its address on a line of its own. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  /** Its address. */
  readonly url: string;
  readonly pid: number;
  /** Its log on standard error. Reading it is optional. */
  readonly log: Readable;
  stop(): Promise<void>;
}

/**
 * Starts a program of this workspace.
 * @param path from the root of the workspace.
 * @throws if it exits before it has printed its address.
 */
export async function startServer(
  path: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
): Promise<ServerProcess> {
  const program = fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  child.stderr.resume();
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^(?:svc-proof )?answers at (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    const stop = async () => {
      child.kill("SIGTERM");
      await ended;
    };
    return { url, pid: child.pid!, log: child.stderr, stop };
  }
  throw new Error(`${path} did not start`);
}
