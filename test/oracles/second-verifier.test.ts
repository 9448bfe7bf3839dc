/** Our verifier beside `second_verifier`, which was written from docs/formats and the standards that it names. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { pythonWith } from "./python-oracle.js";
import { makeCases, NOW, type TwoVerifiersCase } from "./second-verifier-cases.js";

const python = pythonWith("second-verifier");
const COUNT = Number(process.env["SVC_TEST_MUTATIONS"] ?? 400);
const SEED = Number(process.env["SVC_TEST_SEED"] ?? 20261123);

interface Verdict {
  readonly outcome: string;
  readonly checks: readonly (readonly [id: string, status: string, code: string])[];
  readonly undecided: readonly string[];
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString("base64");

function asked({ input, options }: TwoVerifiersCase): string {
  const { contentHash, original, now = NOW, at } = options;
  const lists = Object.fromEntries(
    (
      [
        ["headers", options.headers],
        ["timestamps", options.timestamps],
        ["trust", options.trust],
        ["certificates", options.certificates],
        ["witnesses", options.witnesses],
        ["witness_timestamps", options.witnessTimestamps],
        ["seal_timestamps", options.sealTimestamps],
        ["seals", options.seal && [options.seal]],
        ["originals", original && [original]],
      ] as const
    ).map(([name, items]) => [name, (items ?? []).map((item) => base64(item as Uint8Array))]),
  );
  return JSON.stringify({
    input: base64(input),
    ...lists,
    content_hash: contentHash,
    now: now.getTime() / 1000,
    at: at && at.getTime() / 1000,
  });
}

async function compare(cases: AsyncIterable<TwoVerifiersCase>) {
  const child = spawn(python!, ["-m", "second_verifier", "--lines"], { cwd: import.meta.dirname, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const found: unknown[] = [];
  const tally = new Map<string, number>();
  for await (const one of cases) {
    child.stdin.write(`${asked(one)}\n`);
    const ours = ofReport(await verify(one.input, { now: NOW, trustList: null, ...one.options }));
    const { value } = await lines.next();
    const theirs = JSON.parse(value as string) as Verdict;
    const mine = JSON.stringify([ours.outcome, ours.checks]);
    const their = JSON.stringify([theirs.outcome, theirs.checks.filter(([id]) => id !== "qualified")]);
    const key = `${one.kind} ${ours.checks.find(([, status]) => status === "failed" || status === "indeterminate")?.join(" ") ?? "ok"}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    if (mine !== their) found.push({ kind: one.kind, mine, their, undecided: theirs.undecided, asked: asked(one) });
  }
  child.stdin.end();
  return { found, tally };
}

function ofReport({ outcome, checks }: Report) {
  return {
    outcome,
    checks: checks.filter(({ id }) => id !== "qualified").map(({ id, status, code }) => [id, status, code] as const),
  };
}

test("generated cases", async () => {
  const start = performance.now();
  const { found, tally } = await compare(makeCases(SEED, COUNT));
  console.info(`${(performance.now() - start) / 1000} s, ${found.length} differ`);
  console.info([...tally].sort((a, b) => b[1] - a[1]).map(([k, n]) => `${n} ${k}`).join("\n"));
  writeFileSync("/tmp/found.json", JSON.stringify(found));
}, 600_000);
