/**
 * Our verifier beside `second_verifier`, a Python one that was written from docs/formats and the standards named there.
 * `npm run second-verifier -- COUNT SEED` compares more generated cases.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { endsWithin, mutations, SEED } from "../fuzz/extent.js";
import type { StatedCase } from "../vectors/published/stated-case.js";
import { statedCases } from "../vectors/published/stated-cases.js";
import { type StoredSealCase, bytesOf as sealBytes, sealCases } from "../vectors/seals/cases.js";
import { pythonWith } from "./python-oracle.js";
import { KINDS, makeCases, NOW, pem, type TwoVerifiersCase } from "./second-verifier-cases.js";

const python = pythonWith("second-verifier");
/** As few as find every kind's outcomes; `npm run test:all` draws more. */
const COUNT = Math.max(100, mutations(300));
const MAX_LINES = 2_300;
/** Larger archives of other projects test what decompressing costs, which the second verifier does not judge. */
const MAX_BYTES = 300_000;
const folder = join(import.meta.dirname, "second_verifier");
const vectors = join(import.meta.dirname, "../vectors");

/** `fault` is what a reader says, where one decides. */
type CheckLine = readonly [id: string, status: string, code: string, fault: string | null];

interface Verdict {
  readonly outcome: string;
  readonly checks: readonly CheckLine[];
  /** What the second verifier leaves open in this input: then only failures are compared. */
  readonly undecided?: readonly string[];
  readonly where?: string;
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString("base64");

function asked({ input, options }: TwoVerifiersCase): string {
  const { contentHash, original, seal, now = NOW, at } = options;
  const lists = {
    headers: options.headers,
    timestamps: options.timestamps,
    trust: options.trust,
    certificates: options.certificates,
    witnesses: options.witnesses,
    witness_timestamps: options.witnessTimestamps,
    seal_timestamps: options.sealTimestamps,
    seals: seal && [seal],
    originals: original && [original],
  };
  return JSON.stringify({
    input: base64(input),
    ...Object.fromEntries(
      Object.entries(lists).map(([name, items]) => [
        name,
        (items ?? []).map((item) => base64(item as Uint8Array)),
      ]),
    ),
    content_hash: contentHash,
    now: now.getTime() / 1000,
    ...(at === undefined ? {} : { at: at.getTime() / 1000 }),
  });
}

/**
 * Codes of these families are those of a reader, of what is malformed or states two things; where several rules are broken, no
 * format says which is told.
 */
const FAMILIES: readonly RegExp[] = [/^zip_/, /^(der|x509|tsp)_|^invalid_utf8$/];

function familyOf([, status, , fault]: CheckLine): RegExp | undefined {
  if (status !== "failed" && status !== "indeterminate") return undefined;
  return FAMILIES.find((pattern) => fault !== null && pattern.test(fault));
}

function normal(line: CheckLine): string {
  const [id, status, code, fault] = line;
  const family = familyOf(line);
  if (family !== undefined) return `${id} not understood, or two things: ${family.source}`;
  return `${id} ${status} ${code}${fault === null ? "" : ` by ${fault}`}`;
}

/**
 * Whether a timestamp is qualified is the trusted list's word, which the second verifier does not read. The outcome that a family
 * has is one of two, and never `verified`.
 */
function compared({ outcome, checks }: Verdict): readonly string[] {
  const told = checks.filter(([id]) => id !== "qualified");
  const isOfFamily = outcome !== "verified" && told.some((line) => familyOf(line) !== undefined);
  return [isOfFamily ? "failed or indeterminate" : outcome, ...told.map(normal)];
}

function ofReport({ outcome, checks }: Report): Verdict {
  return {
    outcome,
    checks: checks.map(({ id, status, code, evidence }) => {
      // The check `inputs` lists the inputs that it is about.
      const [first] = (evidence["inputs"] ?? []) as readonly { readonly fault: string | null }[];
      const fault = (first ?? evidence)["fault"];
      return [id, status, code, typeof fault === "string" ? fault : null];
    }),
  };
}

/** What both say of each case, in their order. */
async function* judged(cases: AsyncIterable<TwoVerifiersCase> | Iterable<TwoVerifiersCase>) {
  const child = spawn(python!, ["-m", "second_verifier", "--lines"], {
    cwd: import.meta.dirname,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    for await (const one of cases) {
      child.stdin.write(`${asked(one)}\n`);
      const ours = ofReport(await verify(one.input, { now: NOW, trustList: null, ...one.options }));
      const theirs = JSON.parse((await lines.next()).value ?? "null") as Verdict;
      yield { one, ours, theirs };
    }
  } finally {
    child.stdin.end();
  }
}

/** Compares both on every case. Returns how often each code decided, by the kind of the case. */
async function compareAll(cases: AsyncIterable<TwoVerifiersCase> | Iterable<TwoVerifiersCase>) {
  const tally = new Map<string, number>();
  const disagreements: unknown[] = [];
  for await (const { one, ours, theirs } of judged(cases)) {
    const decided = ours.checks.find(([, status]) => status === "failed" || status === "indeterminate");
    const key = `${one.kind} ${decided === undefined ? "ok" : normal(decided)}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    if (theirs.undecided !== undefined && theirs.undecided.length > 0) continue;
    const [theirChecks, ourChecks] = [compared(theirs), compared(ours)];
    if (theirChecks.join() === ourChecks.join()) continue;
    disagreements.push({
      kind: one.kind,
      theirs: theirChecks,
      ours: ourChecks,
      where: theirs.where,
      asked: asked(one),
    });
  }
  expect(disagreements).toEqual([]);
  return tally;
}

const read = (...path: string[]) => new Uint8Array(readFileSync(join(vectors, ...path)));
const json = (...path: string[]) => JSON.parse(readFileSync(join(vectors, ...path), "utf8"));

interface FileCase {
  readonly file: string;
  readonly code?: string;
  readonly check?: string;
  readonly content_hash?: string;
  readonly given_hash?: string;
}

/** Bad proofs of which nothing says that they are meant to be one. */
const NO_PROOFS: ReadonlySet<string> = new Set([
  "bad/empty.json",
  "bad/white-space-only.json",
  "bad/list-of-proofs.json",
  "bad/null.json",
]);

test("is a Python package of less than 2,300 lines", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".py"));
  const lines = files.reduce(
    (sum, name) => sum + readFileSync(join(folder, name), "utf8").split("\n").length - 1,
    0,
  );
  expect(lines).toBeLessThan(MAX_LINES);
});

describe.skipIf(python === null && process.env["CI"] !== "true")("the second verifier agrees", () => {
  test("on every proof of test/vectors, as cases.json has it", async () => {
    const { good, bad } = json("svc-proof-2", "cases.json") as Record<"good" | "bad", FileCase[]>;
    const all = [...good, ...bad];
    const cases = all.map(({ file, content_hash, given_hash }) => {
      const contentHash = content_hash ?? given_hash;
      return {
        kind: file,
        input: read("svc-proof-2", file),
        options: contentHash === undefined ? {} : { contentHash },
      };
    });
    await compareAll(cases);
    for await (const { one, theirs } of judged(cases)) {
      const expected = all.find(({ file }) => file === one.kind)!;
      const failed = theirs.checks
        .filter(([id, status]) => status === "failed" || (status === "indeterminate" && id === "format"))
        .map(([id, , code, fault]) => [id, fault ?? code]);
      const code = NO_PROOFS.has(one.kind) ? "not_recognised" : expected.code;
      expect(failed, one.kind).toEqual(expected.code === undefined ? [] : [[expected.check, code]]);
    }
  });

  test("on every package, to the code", async () => {
    const { good, bad } = json("packages", "cases.json") as Record<"good" | "bad", FileCase[]>;
    const all = [...good, ...bad].filter(({ file }) => file.endsWith(".zip"));
    const cases = all.map(({ file }) => ({ kind: file, input: read("packages", file), options: {} }));
    for await (const { one, ours, theirs } of judged(cases)) {
      expect(
        theirs.checks.filter(([id]) => id !== "qualified"),
        one.kind,
      ).toEqual(ours.checks.filter(([id]) => id !== "qualified"));
      const expected = all.find(({ file }) => file === one.kind)!;
      const [, , code, fault] = theirs.checks[0]!;
      expect(fault ?? code, one.kind).toBe(expected.code ?? "ok");
    }
  });

  test("on every seal without revocation data, to the code", async () => {
    const inScope = sealCases.cases.filter((one) => !hasRevocation(one));
    const cases = inScope.map((one) => ({
      kind: one.token,
      input: sealBytes(one.token),
      options: {
        trust: one.anchors.map((file) => pem(sealBytes(file))),
        certificates: one.certificates.map((file) => pem(sealBytes(file))),
        now: new Date(one.at),
      },
    }));
    for await (const { one, theirs } of judged(cases)) {
      const { status, code, known_since } = inScope.find(({ token }) => token === one.kind)!;
      // A proof of existence is an OpenTimestamps file, which these cases do not have.
      if (known_since !== null) continue;
      // Of a bare token that is not understood, the format is not.
      const [, told, own, fault] = theirs.checks.find(
        ([id]) => id === (/^(?:der|tsp)_/.test(code) ? "format" : "seal"),
      )!;
      expect([told, fault ?? own], one.kind).toEqual([status, code]);
    }
    await compareAll(cases);
  });

  test("on what is given beside an input", async () => {
    const { cases } = json("given", "cases.json") as { cases: GivenCase[] };
    await compareAll(cases.filter((one) => reasonOutside(one) === null).map(givenCase));
  });

  test("on every published vector of headers, timestamps, witnesses, and what is given beside proofs", async () => {
    await compareAll(statedCases().filter(isPublishedInScope).map(publishedCase));
  });

  test("on third-party timestamps and archives", async () => {
    const found = (["ots", "tsp", "zip"] as const).flatMap((kind) => {
      const path = vectorFolder(kind);
      return path === null
        ? []
        : (["good", "bad"] as const).flatMap((name) =>
            readdirSync(join(path, name)).map((file) => ({
              kind: `${kind}/${name}/${file}`,
              input: new Uint8Array(readFileSync(join(path, name, file))),
              options: {},
            })),
          );
    });
    const isOther = (name: string) => /\.(asics|asice|tsq)$/.test(name);
    await compareAll(found.filter(({ kind, input }) => input.length < MAX_BYTES && !isOther(kind)));
  });

  test("on what people hand in", async () => {
    const folders = [join(vectors, "handed-in"), ...[vectorFolder("field")].filter((path) => path !== null)];
    const files = folders.flatMap((path) =>
      readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((file) =>
        file.isFile() ? [join(file.parentPath, file.name)] : [],
      ),
    );
    const roots = files.filter((path) => path.endsWith(".pem") && path.includes("root"));
    const trust = roots.map((path) => readFileSync(path, "latin1"));
    const cases = files.map((path) => ({
      kind: path.slice(path.lastIndexOf("vectors/")),
      input: new Uint8Array(readFileSync(path)),
      options: { trust },
    }));
    const tally = await compareAll(cases.filter(({ input }) => input.length < MAX_BYTES));
    expect(tally.size).toBeGreaterThan(30);
  });

  test(
    `on ${COUNT} generated cases of each kind`,
    async () => {
      const tally = await compareAll(makeCases(SEED, COUNT));
      const told = [...tally].sort((a, b) => b[1] - a[1]).map(([key, count]) => `${count} ${key}`);
      process.stdout.write(`${COUNT * KINDS.length} cases: ${told.join(", ")}\n`);
      // The comparison would mean little if all were refused for the same reason, or none were good.
      for (const kind of KINDS) {
        const codes = [...tally.keys()].filter((key) => key.startsWith(kind));
        expect(codes.length, kind).toBeGreaterThan(4);
      }
    },
    endsWithin(COUNT * KINDS.length),
  );
});

test("what it does not judge is listed, with the reason", () => {
  const seals = sealCases.cases.filter(hasRevocation).length;
  const { cases } = json("given", "cases.json") as { cases: GivenCase[] };
  const packages = json("packages", "cases.json") as Record<"good" | "bad", FileCase[]>;
  const asic = json("asic", "cases.json") as Record<"good" | "bad", FileCase[]>;
  const outside = {
    "seals: revocation lists and OCSP responses": seals,
    "given: a node of a chain": cases.filter((one) => reasonOutside(one) === "a node of a chain").length,
    "given: revocation data": cases.filter((one) => reasonOutside(one) === "revocation data").length,
    "packages: certificates (PDF)": [...packages.good, ...packages.bad].filter(({ file }) =>
      file.endsWith(".pdf"),
    ).length,
    "asic: containers of another standard": asic.good.length + asic.bad.length,
    "evm-blocks: answers of nodes": (json("evm-blocks", "cases.json") as { cases: unknown[] }).cases.length,
  };
  expect(outside).toMatchInlineSnapshot(`
    {
      "asic: containers of another standard": 44,
      "evm-blocks: answers of nodes": 52,
      "given: a node of a chain": 5,
      "given: revocation data": 3,
      "packages: certificates (PDF)": 18,
      "seals: revocation lists and OCSP responses": 63,
    }
  `);
});

function hasRevocation({ crls, ocsp }: StoredSealCase): boolean {
  return crls.length + ocsp.length > 0;
}

interface GivenCase {
  readonly name: string;
  readonly input: string;
  readonly given: Readonly<Record<string, string | boolean | readonly string[]>>;
}

const PUBLISHED_KINDS = ["bitcoin-headers", "evm-witness", "opentimestamps", "proof", "package", "rfc3161"];

function isPublishedInScope({ kind, options = {} }: StatedCase): boolean {
  const isOutside = options.sources ?? options.crls ?? options.ocsp_responses ?? options.known_since;
  return PUBLISHED_KINDS.includes(kind) && isOutside === undefined;
}

function publishedCase({ name, input, options = {} }: StatedCase): TwoVerifiersCase {
  const files = (paths: readonly string[] = []) => paths.map((path) => read(path));
  const certificates = (paths?: readonly string[]) =>
    files(paths).map((bytes) => {
      const text = Buffer.from(bytes).toString("latin1");
      return text.startsWith("-----") ? text : pem(bytes);
    });
  const { content_hash: contentHash, original, seal, at, now = NOW } = options;
  return {
    kind: name,
    input: read(input),
    options: {
      ...(contentHash !== undefined && { contentHash }),
      ...(original !== undefined && { original: read(original) }),
      ...(seal !== undefined && { seal: read(seal) }),
      ...(at !== undefined && { at: new Date(at) }),
      now: new Date(now),
      timestamps: files(options.timestamps),
      headers: files(options.headers),
      trust: certificates(options.trust),
      certificates: certificates(options.certificates),
      sealTimestamps: files(options.seal_timestamps),
      witnesses: files(options.witnesses),
      witnessTimestamps: files(options.witness_timestamps),
    },
  };
}

function reasonOutside({ given }: GivenCase): string | null {
  if (given["chain"] === true) return "a node of a chain";
  if (given["crls"] !== undefined || given["ocspResponses"] !== undefined) return "revocation data";
  return null;
}

function givenCase({ name, input, given }: GivenCase): TwoVerifiersCase {
  const file = (one: string) => read("given", "files", one);
  const files = (key: string) => ((given[key] ?? []) as readonly string[]).map(file);
  const texts = (key: string) => files(key).map((bytes) => Buffer.from(bytes).toString("latin1"));
  const options: VerifyOptions = {
    ...(given["seal"] === undefined ? {} : { seal: file(given["seal"] as string) }),
    ...(given["contentHash"] === undefined ? {} : { contentHash: given["contentHash"] as string }),
    ...(given["original"] === undefined ? {} : { original: file(given["original"] as string) }),
    ...(given["at"] === undefined ? {} : { at: new Date(given["at"] as string) }),
    timestamps: files("timestamps"),
    headers: files("headers"),
    trust: texts("trust"),
    certificates: texts("certificates"),
    sealTimestamps: files("sealTimestamps"),
  };
  return { kind: name, input: file(input), options };
}
