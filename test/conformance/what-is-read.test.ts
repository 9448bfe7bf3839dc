/**
 * What a verifier reads and what it names: docs/formats/what-is-read.md, by the examples of
 * test/vectors/handed-in/cases.json; no type, code or likeness is missing.
 */

import { readFileSync } from "node:fs";
import { type InputType, verify } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import type { FaultCode } from "../../verifier-lib/src/fault.js";
import { LOOK_ALIKES } from "../../verifier-lib/src/report/look-alike.js";

const vectors = new URL("../vectors/", import.meta.url);
const read = (path: string) => new Uint8Array(readFileSync(new URL(path, vectors)));

interface Example {
  readonly about: string;
  /** Below `test/vectors`. */
  readonly file: string;
  readonly type: string;
  readonly armour: string | null;
  readonly code: string;
  readonly fault: string;
  readonly looks_like?: string;
}

const examples: Readonly<Record<"read" | "not_read" | "contradictory" | "named", readonly Example[]>> =
  JSON.parse(new TextDecoder().decode(read("handed-in/cases.json")));

/** The input's first check, with what the report says of the input. */
async function verdictOn({ file }: Example): Promise<Record<string, unknown>> {
  const { input, outcome, reason, checks } = await verify(read(file));
  const { status, code, evidence } = checks[0]!;
  return { type: input.type, outcome, reason, status, code, ...evidence };
}

const UNREAD = { outcome: "indeterminate", reason: "unusable", status: "indeterminate" };

test.each(examples.read)("$about is read", async (example) => {
  const { type, status, code, armour = null } = await verdictOn(example);
  expect({ type, status, code, armour }).toEqual({
    type: example.type,
    status: "passed",
    code: "ok",
    armour: example.armour,
  });
});

test.each(examples.not_read)("$about is recognised, and not read", async (example) => {
  const { type, code, fault, looks_like } = example;
  const verdict = await verdictOn(example);
  expect(verdict).toMatchObject({ ...UNREAD, type, code, fault });
  expect(verdict["looks_like"]).toBe(looks_like);
});

test.each(examples.contradictory)("$about says two things", async (example) => {
  const { type, code } = example;
  expect(await verdictOn(example)).toMatchObject({ outcome: "failed", status: "failed", type, code });
});

test.each(examples.named)("$about is named", async (example) => {
  expect(await verdictOn(example)).toMatchObject({
    ...UNREAD,
    type: "unknown",
    code: "not_recognised",
    looks_like: example.looks_like,
    message: expect.stringMatching(/\S/),
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

test("every type, every code and everything that a file may look like has an example", () => {
  const valuesOf = (all: readonly Example[], member: "type" | "code" | "looks_like") =>
    new Set(all.map((example) => example[member]));
  expect([...valuesOf(examples.read, "type")].sort()).toEqual(Object.keys(TYPES).sort());
  const codes = [...valuesOf(examples.not_read, "code"), "not_recognised"];
  expect(codes.sort()).toEqual(Object.keys(FAULTS).sort());
  const likenesses = [...valuesOf(examples.named, "looks_like"), "mangled_opentimestamps"];
  expect(likenesses.sort()).toEqual(Object.keys(LOOK_ALIKES).sort());
});

test("the page names every type and everything that a file may look like", () => {
  const page = readFileSync(new URL("../../docs/formats/what-is-read.md", import.meta.url), "utf8");
  const names = [...Object.keys(TYPES), ...Object.keys(LOOK_ALIKES)];
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
