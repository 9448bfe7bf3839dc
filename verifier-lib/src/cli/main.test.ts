import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { VERIFIER } from "../index.js";
import { captured } from "./captured.testing.js";

const { argv, exitCode } = process;
const before = {
  stdout: process.stdout.listeners("error"),
  stderr: process.stderr.listeners("error"),
};
afterEach(() => {
  process.argv = argv;
  process.exitCode = exitCode;
  for (const name of ["stdout", "stderr"] as const) {
    for (const listener of process[name].listeners("error")) {
      if (!before[name].includes(listener)) process[name].off("error", listener as () => void);
    }
  }
  vi.restoreAllMocks();
});

/** A module that runs when it is loaded. */
const PROGRAM = fileURLToPath(new URL("main.ts", import.meta.url));
let count = 0;
/** Runs the program, and hands over what it does when standard output fails. */
async function main(...words: string[]) {
  process.argv = ["node", "svc-verify", ...words];
  const run = await captured(async () => {
    await import(/* @vite-ignore */ `${PROGRAM}?${count++}`);
    return Number(process.exitCode);
  });
  const [onError] = process.stdout.listeners("error").filter((one) => !before.stdout.includes(one));
  return { run, onError: onError as (error: Error) => void };
}

test("the words after the program are the command, and its status is the exit status", async () => {
  expect((await main("--version")).run).toEqual({
    status: 0,
    stdout: `svc-verify ${VERIFIER.version}\n`,
    stderr: "",
  });
  expect((await main("completion", "bash")).run.stdout).toMatch(/^# bash completion/);
  expect((await main("completion")).run.status).toBe(3);
});

test.each([
  ["ENOSPC", "svc-verify: standard output: no space is left on the device\n"],
  ["EPIPE", ""],
])("an answer that could not be written (%s) is no success", async (code, stderr) => {
  const { onError } = await main("--version");
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const told = await captured(async () => {
    onError(Object.assign(new Error("no space"), { code }));
    return 0;
  });
  expect([told.stderr, exit.mock.calls]).toEqual([stderr, [[3]]]);
});
