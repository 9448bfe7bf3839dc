/** A page of commands, typed block by block into a shell, and what it says that they print. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Block {
  /** The heading above it. */
  readonly step: string;
  readonly commands: string;
  /** What the page shows; null where it shows nothing. */
  readonly shown: string | null;
}

/** The `sh` blocks of a page in order, each with the `text` block that follows it. */
export function blocksOf(path: string): readonly Block[] {
  const blocks: Block[] = [];
  let step = "";
  for (const [, heading, language, body] of readFileSync(path, "utf8").matchAll(
    /^## ([^\n]*)$|^```(\w+)\n(.*?)^```$/gms,
  )) {
    if (heading !== undefined) step = heading;
    if (language === "sh") blocks.push({ step, commands: body!, shown: null });
    if (language === "text") blocks.push({ ...blocks.pop()!, shown: body! });
  }
  return blocks;
}

export interface Typed {
  readonly block: Block;
  readonly status: number | null;
  /** Both streams. */
  readonly output: string;
}

/** Types blocks in a folder, up to the first that ends with an error. @param path of programs, before the system's. */
export function typeBlocks(blocks: readonly Block[], folder: string, path: string): readonly Typed[] {
  const typed: Typed[] = [];
  for (const block of blocks) {
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-c", block.commands], {
      cwd: folder,
      env: { PATH: `${path}:${process.env["PATH"]}`, HOME: folder, LC_ALL: "C.UTF-8" },
      encoding: "utf8",
      timeout: 120_000,
    });
    typed.push({ block, status, output: stdout + stderr });
    if (status !== 0) break;
  }
  return typed;
}

/** Replaces what differs from package to package by its kind. */
export function normalised(text: string): string {
  return text
    .replace(/\b(?:0x)?[0-9a-f]{64}\b/g, "<hash>")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<uuid>")
    .replace(/\b(?:left|right) (?=<hash>)/g, "<side> ")
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00/g, "<time>")
    .replace(/\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? \d{4} GMT/g, "<time>")
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replace(/\b(?:Python|OpenSSL) 3[\d.]+/g, "<version>")
    .replace(/\bSandbox CA [0-9a-f]{8}/g, "Sandbox CA <number>")
    .replace(/\b2\^[\d.]+/g, "2^<number>")
    .replace(/\b\d+(?= (?:bytes|headers))/g, "<number>")
    .replace(/\b(?<=block )\d+|(?<=the anchor's: )\d+/g, "<number>");
}

/** What a page shows, as a pattern in which `...` stands for anything. */
export function pattern(shown: string): RegExp {
  const parts = normalised(shown)
    .split("...")
    .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^\\s*${parts.join("[\\s\\S]*")}\\s*$`);
}
