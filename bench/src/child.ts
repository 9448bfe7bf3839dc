import { spawn } from "node:child_process";

/** Resources that a child process used. */
export interface ChildRun {
  readonly stdout: string;
  readonly elapsedMs: number;
}

/** Runs a program to its end. @throws when it does not end with status 0. */
export function runChild(command: string, words: readonly string[]): Promise<ChildRun> {
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
      if (status === 0) resolve({ stdout, elapsedMs });
      else reject(new Error(`${command} ended with status ${status}`));
    });
  });
}
