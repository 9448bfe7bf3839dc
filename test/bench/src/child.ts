import { spawn } from "node:child_process";

/** Resources that a child process used. */
export interface ChildRun {
  readonly stdout: string;
  readonly elapsedMs: number;
}

/** Runs a program to its end. @throws when it does not end with the expected status. */
export function runChild(
  command: string,
  words: readonly string[],
  expectedStatus: number = 0,
): Promise<ChildRun> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, words, { stdio: ["ignore", "pipe", "inherit"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.on("error", reject);
    child.on("close", (status) => {
      const elapsedMs = performance.now() - start;
      if (status === expectedStatus) resolve({ stdout, elapsedMs });
      else reject(new Error(`${command} ended with status ${status}`));
    });
  });
}
