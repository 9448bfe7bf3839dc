/** docs/formats/what-is-read.md against the verifier: each row, and that no type, code or likeness is missing. */
import { readFileSync } from "node:fs";
import { type InputType, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import type { FaultCode } from "../../verifier-lib/src/fault/fault.js";
import { LOOK_ALIKES } from "../../verifier-lib/src/report/look-alike.js";

const url = new URL("../../docs/formats/what-is-read.md", import.meta.url);
const page = readFileSync(url, "utf8");

interface Row {
  readonly input: string;
  /** The cells by their column, without quotation marks. */
  readonly cells: Readonly<Record<string, string>>;
  /** The input's first check, with what the report says of the input. */
  readonly found: () => Promise<Readonly<Record<string, unknown>>>;
}

/** The rows of the tables whose header has a column and not another. */
function rowsOf(column: string, without?: string): Row[] {
  const tables = page.split(/\n{2,}/).filter((block) => block.startsWith("| "));
  const cellsOf = (line: string) =>
    line
      .replace(/^\| | \|$/g, "")
      .split(" | ")
      .map((cell) => cell.trim());
  return tables.flatMap((table) => {
    const [header, , ...lines] = table.trim().split("\n").map(cellsOf);
    const columns = header!.map((name) => name.replaceAll("`", ""));
    if (!columns.includes(column) || (without !== undefined && columns.includes(without))) return [];
    return lines.map((line) => {
      const cells = Object.fromEntries(columns.map((name, i) => [name, line[i]!.replaceAll("`", "")]));
      return { input: cells["Input"]!, cells, found: () => verdictOn(cells["Example"]!) };
    });
  });
}

async function verdictOn(example: string): Promise<Record<string, unknown>> {
  const path = /\]\((.+)\)$/.exec(example)![1]!;
  const { input, outcome, reason, checks } = await verify(new Uint8Array(readFileSync(new URL(path, url))));
  const { status, code, evidence } = checks[0]!;
  return { type: input.type, outcome, reason, status, code, ...evidence };
}

const UNREAD = { outcome: "indeterminate", reason: "unusable", status: "indeterminate" };

describe("is read", () => {
  test.each(rowsOf("Armour"))("$input", async ({ cells, found }) => {
    const { type, status, code, armour } = await found();
    expect({ type, status, code, armour: armour ?? "" }).toEqual({
      type: cells["type"],
      status: "passed",
      code: "ok",
      armour: cells["Armour"],
    });
  });
});

describe("is recognised, and not read", () => {
  test.each(rowsOf("fault"))("$input", async ({ cells: { type, code, fault }, input, found }) => {
    const verdict = await found();
    expect(verdict).toMatchObject({ ...UNREAD, type, code, fault });
    expect(input.includes(String(verdict["looks_like"])) || verdict["looks_like"] === undefined).toBe(true);
  });
});

describe("says two things", () => {
  test.each(rowsOf("code", "fault"))("$input", async ({ cells: { type, code }, found }) => {
    expect(await found()).toMatchObject({ outcome: "failed", status: "failed", type, code });
  });
});

describe("is named", () => {
  test.each(rowsOf("looks_like"))("$input", async ({ cells: { looks_like }, found }) => {
    expect(await found()).toMatchObject({
      ...UNREAD,
      type: "unknown",
      code: "not_recognised",
      looks_like,
      message: expect.stringMatching(/\S/),
    });
  });
});

// Complete by their types: one that is added does not compile here.
const TYPES: Readonly<Record<Exclude<InputType, "unknown">, true>> = {
  "svc-proof/2": true,
  "evm-witness": true,
  rfc3161: true,
  "evidence-zip": true,
  "asic-s": true,
  opentimestamps: true,
  "certificate-pdf": true,
};
const FAULTS: Readonly<Record<FaultCode, true>> = {
  not_recognised: true,
  unsupported: true,
  encrypted: true,
  too_large: true,
  damaged: true,
};

test("every type, every code and everything that a file may look like has a row", () => {
  const typesRead = new Set(rowsOf("Armour").map(({ cells }) => cells["type"]));
  expect([...typesRead].sort()).toEqual(Object.keys(TYPES).sort());
  const codes = new Set([...rowsOf("fault").map(({ cells }) => cells["code"]), "not_recognised"]);
  expect([...codes].sort()).toEqual(Object.keys(FAULTS).sort());
  const likenesses = new Set(rowsOf("looks_like").map(({ cells }) => cells["looks_like"]));
  expect([...likenesses, "mangled_opentimestamps"].sort()).toEqual(Object.keys(LOOK_ALIKES).sort());
});
