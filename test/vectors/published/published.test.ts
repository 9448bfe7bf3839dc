/**
 * `vectors/`, the package for other verifiers: its cases are those of the folders beside this one, our verifier gives what
 * they expect, and an expectation that is changed is noticed. With SVC_TEST_WRITE_VECTORS=1 it writes them before.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { encodePortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { CHECKS } from "@svc-proof/verifier-lib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { runCase } from "../../published-vectors/example-runner.mjs";
import { madeHeaders } from "../bitcoin-headers/made.js";
import { headerTimestamp, madeWitnesses, proof as witnessedProof } from "../evm-witness/made.js";
import { madeTimestamps } from "../opentimestamps/made.js";
import type { Kind, StatedCase } from "./stated-case.js";
import { NOW, statedCases } from "./stated-cases.js";

const root = join(import.meta.dirname, "../../..");
const stored = join(root, "test/vectors");
const published = join(root, "test/published-vectors");
const isWriting = process.env["SVC_TEST_WRITE_VECTORS"] === "1";

interface Result {
  readonly outcome: string;
  readonly checks: readonly { readonly id: string; readonly status: string; readonly code: string }[];
  readonly inputs?: readonly {
    readonly kind: string;
    readonly index: number;
    readonly status: string;
    readonly code: string;
  }[];
}
interface PublishedCase {
  readonly name: string;
  readonly about: string;
  readonly spec: string;
  readonly input: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly expected: Result;
}
interface Document {
  readonly format: "svc-proof-vectors/1";
  readonly kind: Kind;
  readonly cases: readonly PublishedCase[];
}

const read = (path: string) => new Uint8Array(readFileSync(join(stored, path.replace(/^files\//, ""))));
const sameBytes = (path: string, bytes: Uint8Array) => {
  if (isWriting) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  expect(existsSync(path) && readFileSync(path).equals(bytes), `${path} differs`).toBe(true);
};
const text = (value: string) => new TextEncoder().encode(value);

/** The files of this folder and of those that have no program of their own, by path. */
function madeFiles(): Map<string, Uint8Array> {
  const given = parsePortableProof(readFileSync(join(stored, "given/files/proof.json")));
  const [anchor] = given.anchors;
  const block = JSON.parse(readFileSync(join(stored, "evm-blocks/good/prague.json"), "utf8"));
  const inBlock = { ...anchor!, tx_hash: block.transactions[0] };
  return new Map<string, Uint8Array>([
    ...madeTimestamps.map(({ file, bytes }) => [`opentimestamps/${file}`, bytes] as const),
    ...madeHeaders.map(({ file, bytes }) => [`bitcoin-headers/${file}`, bytes] as const),
    ...madeWitnesses.map(({ file, bytes }) => [`evm-witness/${file}`, bytes] as const),
    ["published/made/proof.json", text(encodePortableProof({ ...given, anchors: [inBlock] }))],
    [
      "published/made/block.json",
      text(`${JSON.stringify({ ...block, transactions: [anchor!.tx_hash] }, null, 2)}\n`),
    ],
    ["published/made/witnessed-proof.json", text(witnessedProof)],
    ["published/made/header.ots", headerTimestamp],
  ]);
}

/** With `files/` before each path. */
function inPackage(value: unknown): unknown {
  if (typeof value === "string") return existsSync(join(stored, value)) ? `files/${value}` : value;
  if (Array.isArray(value)) return value.map(inPackage);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inPackage(item)]));
}

const saidBy = ({ checks }: Result) => checks.map(({ id, status, code }) => `${id} ${status} ${code}`);

/** Cases whose statement our verifier contradicts. */
const contradicted: string[] = [];

async function publish(one: StatedCase): Promise<PublishedCase> {
  const { name, about, spec } = one;
  const options = inPackage({ now: NOW, ...one.options }) as PublishedCase["options"];
  const input = `files/${one.input}`;
  const result = (await runCase({ input, options }, read)) as Result;
  const given = (result.inputs ?? []).map(
    ({ kind, index, status, code }) => `${kind} ${index}: ${status} ${code}`,
  );
  const said = [...saidBy(result), ...given];
  const failed = (all: readonly string[]) => all.some((check) => check.includes(" failed "));
  const holds =
    result.outcome === one.outcome &&
    one.says.every((check) => said.includes(check)) &&
    failed(saidBy(result)) === (one.outcome === "failed");
  if (!holds)
    contradicted.push(`${one.kind}/${name}: ${one.outcome}: ${one.says}, got ${result.outcome}: ${said}`);
  return { name, about, spec: `formats/${spec}`, input, options, expected: result };
}

const documents = new Map<Kind, Document>();

beforeAll(async () => {
  if (isWriting) for (const [path, bytes] of madeFiles()) sameBytes(join(stored, path), bytes);
  for (const one of statedCases()) {
    const { cases } = documents.get(one.kind) ?? { cases: [] };
    const next = {
      format: "svc-proof-vectors/1",
      kind: one.kind,
      cases: [...cases, await publish(one)],
    } as const;
    documents.set(one.kind, next);
  }
});

test("our verifier contradicts no statement", () => expect(contradicted).toEqual([]));

test("the files without a program of their own are what is made here, byte for byte", () => {
  const made = madeFiles();
  for (const [path, bytes] of made) sameBytes(join(stored, path), bytes);
  for (const folder of ["opentimestamps", "bitcoin-headers", "evm-witness"]) {
    const there = ["good", "bad"].flatMap((part) =>
      readdirSync(join(stored, folder, part)).map((name) => `${folder}/${part}/${name}`),
    );
    expect(there.sort()).toEqual([...made.keys()].filter((path) => path.startsWith(`${folder}/`)).sort());
  }
});

test("each kind is published as it is stated and as our verifier answers, byte for byte", () => {
  for (const [kind, document] of documents) {
    if (contradicted.length === 0)
      sameBytes(join(published, kind, "cases.json"), text(`${JSON.stringify(document, null, 2)}\n`));
  }
  const folders = readdirSync(published).filter((name) => existsSync(join(published, name, "cases.json")));
  expect(folders.sort()).toEqual([...documents.keys()].sort());
  const { files } = JSON.parse(readFileSync(join(published, "package.json"), "utf8"));
  expect(files).toEqual(expect.arrayContaining(folders));
});

test("the documents follow the schema, each name is there once, and each section exists", () => {
  const schema = JSON.parse(readFileSync(join(published, "cases.schema.json"), "utf8"));
  const isDocument = new Ajv2020({ strict: false }).compile(schema);
  for (const document of documents.values()) {
    expect(isDocument(document), JSON.stringify(isDocument.errors)).toBe(true);
    const names = document.cases.map(({ name }) => name);
    expect(new Set(names).size, document.kind).toBe(names.length);
    for (const { name, spec } of document.cases) {
      const [page, section] = spec.replace("formats/", "").split("#");
      expect(sectionsOf(page!), `${name}: ${spec}`).toContain(section);
    }
  }
});

test("the example of the README is the case that it shows", () => {
  const [, shown] = /```json\n([\s\S]*?)```/.exec(readFileSync(join(published, "README.md"), "utf8"))!;
  const example = JSON.parse(shown!);
  expect(documents.get("opentimestamps")!.cases).toContainEqual(example);
});

function sectionsOf(page: string): string[] {
  return [...readFileSync(join(root, "docs/formats", page), "utf8").matchAll(/^#+ (.*)$/gm)].map(
    ([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, "")
        .replaceAll(" ", "-"),
  );
}

describe("what is expected", () => {
  /** Every word in the tables and texts of the formats. */
  const told = new Set(
    readdirSync(join(root, "docs/formats")).flatMap(
      (page) => readFileSync(join(root, "docs/formats", page), "utf8").match(/[a-z0-9_]+/g) ?? [],
    ),
  );

  test("names checks of the report and codes that a page of the formats tells", () => {
    const ids = new Set<string>(CHECKS.map(({ id }) => id));
    const cases = [...documents.values()].flatMap((document) => document.cases);
    const checks = cases.flatMap(({ expected }) => expected.checks);
    expect(checks.filter(({ id }) => !ids.has(id))).toEqual([]);
    // The pages tell these by their prefixes alone.
    const isTold = (code: string) => told.has(code) || /^(?:der|x509)_/.test(code);
    expect([...new Set(checks.map(({ code }) => code))].filter((code) => !isTold(code))).toEqual([]);
  });

  test("can fail: with one part of it changed, each case is told as different", async () => {
    const { differenceOf } = await import("../../published-vectors/bin/svc-proof-vectors.mjs");
    for (const { cases } of documents.values()) {
      for (const { expected } of cases) {
        expect(differenceOf(expected, expected)).toBeNull();
        for (const changed of mutationsOf(expected)) expect(differenceOf(changed, expected)).not.toBeNull();
      }
    }
  });

  test("can fail: an input without its middle byte, or another option, is not what a good case expects", async () => {
    for (const { cases } of documents.values()) {
      const good = cases.find(({ expected }) => expected.outcome !== "failed")!;
      const cut = (path: string) => (path === good.input ? withoutByte(read(path)) : read(path));
      expect(await runCase(good, cut), good.name).not.toEqual(good.expected);
      const other = { ...good, options: { ...good.options, content_hash: "00".repeat(32) } };
      expect(await runCase(other, read), good.name).not.toEqual(good.expected);
    }
  });
});

function withoutByte(bytes: Uint8Array): Uint8Array {
  const middle = bytes.length >> 1;
  return Uint8Array.of(...bytes.subarray(0, middle), ...bytes.subarray(middle + 1));
}

/** What is expected, with each outcome, status and code changed, a check or an input less or more. */
function mutationsOf({ outcome, checks, inputs = [] }: Result): Result[] {
  const changed = (index: number, by: object) =>
    checks.map((check, i) => (i === index ? { ...check, ...by } : check));
  return [
    ...["verified", "failed", "indeterminate"]
      .filter((one) => one !== outcome)
      .map((one) => ({ outcome: one, checks })),
    ...checks.flatMap(({ status }, i) => [
      { outcome, checks: changed(i, { code: "mutated" }) },
      { outcome, checks: changed(i, { status: status === "passed" ? "failed" : "passed" }) },
      { outcome, checks: checks.filter((_, at) => at !== i) },
    ]),
    { outcome, checks: [...checks, { id: "format", status: "passed", code: "ok" }] },
    ...inputs.map((_, i) => ({
      outcome,
      checks,
      inputs: inputs.map((input, at) => (at === i ? { ...input, code: "mutated" } : input)),
    })),
  ];
}
