/** Questions on the terminal. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Whether someone is there to be asked: both what they type and what they see are terminals. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** What was typed, which is not shown if it is secret. Null if the input ended. @throws what aborted `signal` */
export async function ask(
  question: string,
  { isSecret, signal }: { readonly isSecret: boolean; readonly signal: AbortSignal },
): Promise<string | null> {
  signal.throwIfAborted();
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  try {
    return await new Promise<string | null>((resolve, reject) => {
      lines.once("close", () => resolve(null));
      // In raw mode the terminal sends no signal: readline sees the key.
      lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      lines.question(question, resolve);
      isMuted = isSecret;
    });
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}
