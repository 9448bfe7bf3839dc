import { once } from "node:events";
import type { Output } from "./output.js";

/** The standard output. A reader that has seen enough, as `head`, ends the program quietly. */
export function openOutput(isJson: boolean): Output {
  const { stdout, stderr } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  return {
    isJson,
    columns: stdout.isTTY ? stdout.columns : null,
    write: async (text) => {
      if (!stdout.write(text)) await once(stdout, "drain");
    },
    note: (text) => {
      stderr.write(`${text}\n`);
    },
  };
}
