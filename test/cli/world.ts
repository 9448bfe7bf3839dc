/** `svc-proof` as a process, with a home and folders of its own, against one sandbox. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { expect } from "vitest";
import { type Run, root } from "../e2e/sandbox.js";

const PROGRAM = join(root, "client/bin/svc-proof.js");
const schema = JSON.parse(readFileSync(join(root, "client/output.schema.json"), "utf8"));
const isLine = new Ajv.default().compile(schema);

export interface CommandLine {
  /** A folder that is removed in the end. */
  readonly folder: string;
  readonly home: string;
  /** Writes files below the folder. @returns its path. */
  files(name: string, contents: Readonly<Record<string, string>>): string;
  run(words: readonly string[], options?: RunOptions): Promise<Run>;
  /** Runs with `--json` and checks each line against the schema. */
  json(words: readonly string[], options?: RunOptions): Promise<JsonRun>;
  remove(): void;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What stands on standard input. */
  readonly input?: string;
  /** Called with the process. */
  readonly onStart?: (child: ReturnType<typeof spawn>) => void;
}

export interface JsonRun extends Run {
  // biome-ignore lint/suspicious/noExplicitAny: lines of several kinds, checked against the schema
  readonly lines: readonly any[];
}

export function commandLine(env: Readonly<Record<string, string>>): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-cli-"));
  const home = join(folder, "home");
  mkdirSync(home);
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  const run = (
    words: readonly string[],
    { env: more = {}, cwd = folder, input = "", onStart }: RunOptions = {},
  ) =>
    new Promise<Run>((resolve, reject) => {
      const child = spawn(process.execPath, [PROGRAM, ...words], {
        cwd,
        env: { PATH, HOME: home, NODE_COMPILE_CACHE, ...env, ...more },
        stdio: ["pipe", "pipe", "pipe"],
      });
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      child.stdin.on("error", () => undefined).end(input);
      child.on("error", reject);
      child.on("close", (status) => resolve({ status, stdout, stderr }));
      onStart?.(child);
    });
  return {
    folder,
    home,
    run,
    async json(words, options) {
      const [command = "", ...others] = words;
      const told = await run([command, "--json", ...others], options);
      const lines = told.stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
      for (const line of lines)
        expect(isLine(line), `${JSON.stringify(line)}: ${JSON.stringify(isLine.errors)}`).toBe(true);
      return { ...told, lines };
    },
    files(name, contents) {
      const target = join(folder, name);
      mkdirSync(target, { recursive: true });
      for (const [path, text] of Object.entries(contents)) {
        mkdirSync(dirname(join(target, path)), { recursive: true });
        writeFileSync(join(target, path), text);
      }
      return target;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
