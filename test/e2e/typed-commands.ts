/** The commands that documents print: read off them as a person would, and typed into a shell at a given clock. */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PortableProof } from "@svc-proof/shared/proof";
import { externalTool } from "../certificates/external-tool.js";
import { stockClient } from "../oracles/opentimestamps/oracles.js";

/** A line to copy. */
export interface PrintedLine {
  /** The system that it is for, as named before it; null if for all. */
  readonly system: string | null;
  readonly line: string;
}

/** The lines of a `README.txt` that are to be copied: seven spaces before them; five before a system's name. */
export function linesOfReadme(readme: string): PrintedLine[] {
  const lines: PrintedLine[] = [];
  let system: string | null = null;
  for (const each of readme.split("\n")) {
    const line = /^ {7}(\S.*)$/.exec(each)?.[1];
    if (line !== undefined) lines.push({ system, line });
    system = /^ {5}(\S.*):$/.exec(each)?.[1] ?? null;
  }
  return lines;
}

const PROGRAMS = "sha256sum|shasum|certutil|node|pipx|ots|openssl";
const SYSTEMS = "Linux|macOS|Windows";

/**
 * The commands of a certificate, each on a line of its own.
 *
 * @param text as `pdftotext -layout` writes it.
 */
export function commandsOfCertificate(text: string): PrintedLine[] {
  const line = new RegExp(`^\\s*(?:(${SYSTEMS})\\s+)?((?:${PROGRAMS}) .*\\S)\\s*$`);
  return text.split("\n").flatMap((each) => {
    const [, system = null, command] = line.exec(each) ?? [];
    return command === undefined ? [] : [{ system, line: command }];
  });
}

/** One command for each item of the path, from the leaf to the root. */
export function pathCommands(line: string, { leaf, merkle }: PortableProof): string[] {
  let value = leaf.value;
  return merkle.path.map(({ position, hash }) => {
    const pair = position === "left" ? hash + value : value + hash;
    value = createHash("sha256").update(Buffer.from(pair, "hex")).digest("hex");
    return line.replace("LEFTRIGHT", pair);
  });
}

export interface Answer {
  readonly status: number;
  /** Of both streams. */
  readonly output: string;
}

const faketime = externalTool("faketime", "--version");
export const canFakeTime: boolean = faketime !== null;

/**
 * Types the commands into one shell, one after the other.
 *
 * @param daysAhead by which the clock of the shell and of all that it starts is ahead. It needs `canFakeTime`.
 */
export function type(commands: readonly string[], folder: string, daysAhead = 0): Map<string, Answer> {
  const script = commands.flatMap((command) => [command, `printf '\\n<%s>\\n' $?`]).join("\n");
  const { status, stdout, error } = spawnSync(
    daysAhead === 0 ? "sh" : "faketime",
    daysAhead === 0 ? [] : ["-f", `+${daysAhead}d`, "sh"],
    {
      cwd: folder,
      input: `exec 2>&1\n${script}\n`,
      env: { PATH: `${pipxFolder(folder)}:${process.env["PATH"]}`, HOME: folder, LC_ALL: "C" },
      encoding: "utf8",
      timeout: 60_000,
    },
  );
  if (error !== undefined || status !== 0) throw new Error(`the shell ended with ${status}: ${stdout}`);
  const outputs = stdout.split(/\n<(\d+)>\n/);
  return new Map(
    commands.map((command, i) => [
      command,
      { status: Number(outputs[2 * i + 1]), output: outputs[2 * i] ?? "" },
    ]),
  );
}

/** A folder with a `pipx` that runs the installed client. The real one would download it. */
function pipxFolder(folder: string): string {
  const at = join(folder, ".programs");
  mkdirSync(at, { recursive: true });
  const script = `#!/bin/sh\n[ "$1 $2 $3 $4" = "run --spec opentimestamps-client ots" ] || exit 64\nshift 4\nexec ${stockClient()} "$@"\n`;
  writeFileSync(join(at, "pipx"), script);
  chmodSync(join(at, "pipx"), 0o755);
  return at;
}
