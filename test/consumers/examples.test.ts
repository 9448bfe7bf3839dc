/**
 * The examples, each as a stranger runs it: in a project with the packed library, with a good proof, a wrong original and
 * a broken file.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { verify } from "@svc-proof/verifier-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";
import { EXAMPLES, type ExampleProject, installExamples, manifestOf } from "./example-project.js";
import { installedFolder } from "./packed-library.js";

const COMMAND_LINES: Readonly<Record<string, readonly string[] | null>> = {
  node: [process.execPath, "verify.js"],
  commonjs: process.features.require_module ? [process.execPath, "verify.cjs"] : null,
  deno: program("SVC_TEST_DENO", ["run", "--no-prompt", "--cached-only", "--allow-read", "verify.js"]),
  bun: program("SVC_TEST_BUN", ["--no-install", "verify.js"]),
};

function program(variable: string, words: readonly string[]): readonly string[] | null {
  const path = process.env[variable];
  if (path !== undefined && existsSync(path)) return [path, ...words];
  if (path !== undefined) throw new Error(`${variable}: ${path} is missing`);
  console.warn(`SKIPPED: an example (${variable} names no program)`);
  return null;
}

let project: ExampleProject;
beforeAll(async () => {
  project = await installExamples([...Object.keys(COMMAND_LINES), "express"]);
}, 120_000);
afterAll(() => project?.remove());

test("the sample is what it was made from", () => {
  const sample = (name: string) => readFileSync(join(root, "docs/examples/sample", name)).toString("base64");
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  expect(sample("first-transaction.bin")).toBe(base64(project.sample.original));
  expect(sample("first-transaction.svc.zip")).toBe(base64(project.sample.evidence));
});

test.each(EXAMPLES)("%s names the versions that are tested, and the README says how it is run", (example) => {
  const { dependencies, devDependencies } = manifestOf(example);
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const manifest = JSON.parse(
      readFileSync(join(installedFolder(name, join(root, "examples")), "package.json"), "utf8"),
    );
    expect([name, version]).toEqual([name, manifest.version]);
  }
  expect(readFileSync(join(root, "docs/examples/README.md"), "utf8")).toMatch(
    new RegExp(`^\\| \\[${example}\\]\\(${example}\\) \\| .+ \\| \`.+\` \\|$`, "m"),
  );
});

describe.each(Object.entries(COMMAND_LINES))("%s", (example, command) => {
  const run = (...words: readonly string[]) => {
    const [path, ...before] = command!;
    const { status, stdout, stderr } = spawnSync(path!, [...before, ...words], {
      cwd: join(project.folder, example),
      encoding: "utf8",
      // Without the network: what is not installed cannot be fetched.
      env: { PATH: process.env["PATH"], HOME: project.folder, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    });
    return { status, stdout, stderr };
  };

  test.skipIf(command === null)("verifies a good proof", () => {
    const { original, evidence } = project.files;
    expect(run(original, evidence)).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^VERIFIED.*2009-01-03.*block 0[\s\S]*content/),
      stderr: "",
    });
  });

  test.skipIf(command === null)("does not verify another original", () => {
    const { otherOriginal, evidence } = project.files;
    expect(run(otherOriginal, evidence)).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^FAILED/),
      stderr: "",
    });
  });

  test.skipIf(command === null)("does not verify a broken file", () => {
    const { original, brokenEvidence } = project.files;
    const { status, stdout, stderr } = run(original, brokenEvidence);
    expect({ status, stderr }).toEqual({ status: 2, stderr: "" });
    expect(stdout).toMatch(/^INDETERMINATE[\s\S]*format/);
  });

  test.skipIf(command === null)("says that a file is missing, and how it is run", () => {
    const { original, evidence } = project.files;
    for (const words of [
      [original, "missing.zip"],
      ["missing.bin", evidence],
    ]) {
      expect(run(...words)).toEqual({ status: 3, stdout: "", stderr: expect.stringContaining("missing.") });
    }
    expect(run(original)).toEqual({ status: 3, stdout: "", stderr: expect.stringMatching(/^Usage: .+\n$/) });
  });
});

describe("express", () => {
  const servers: ChildProcess[] = [];
  afterAll(() => {
    for (const server of servers) server.kill();
  });

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<string> {
    const server = spawn(process.execPath, ["server.js"], {
      cwd: join(project.folder, "express"),
      env: { PATH: process.env["PATH"], PORT: "0", ...settings },
      stdio: ["ignore", "pipe", "inherit"],
    });
    servers.push(server);
    const [line] = await once(createInterface(server.stdout!), "line");
    return line as string;
  }

  const ask = async (url: string, contentHash: string, body?: Uint8Array) => {
    const init = { method: "POST", ...(body && { body: new Uint8Array(body) }) };
    const response = await fetch(`${url}?content_hash=${contentHash}`, init);
    return { status: response.status, answer: await response.json() };
  };

  test("answers with the report, and refuses what it cannot verify", async () => {
    const url = await start();
    const { contentHash, evidence } = project.sample;
    const good = await ask(url, contentHash, evidence);
    expect(good.status).toBe(200);
    const expected = await verify(evidence, { contentHash, isOriginalHashed: true });
    expect(good.answer).toEqual({ ...expected, checked_at: expect.any(String) });
    expect(good.answer.outcome).toBe("verified");

    const other = "00".repeat(32);
    expect(await ask(url, other, evidence)).toMatchObject({ status: 200, answer: { outcome: "failed" } });
    const broken = evidence.subarray(0, 500);
    expect(await ask(url, contentHash, broken)).toMatchObject({
      status: 200,
      answer: { outcome: "indeterminate" },
    });

    expect(await ask(url, "no hash", evidence)).toMatchObject({
      status: 400,
      answer: { error: /content_hash/ },
    });
    expect(await ask(url, contentHash)).toMatchObject({ status: 400, answer: { error: /body/ } });
    expect(await ask(url, contentHash, new Uint8Array(4_194_305))).toMatchObject({ status: 413 });
    expect(await ask(url, contentHash, new Uint8Array(4_194_304))).toMatchObject({ status: 200 });

    // Whoever goes away in the middle of the body takes nothing with them.
    const half = request(`${url}?content_hash=${contentHash}`, {
      method: "POST",
      headers: { "content-length": evidence.length },
    });
    half.on("error", () => {});
    await new Promise<void>((resolve) => half.write(evidence.subarray(0, 100), () => resolve()));
    half.destroy();
    expect((await ask(url, contentHash, evidence)).status).toBe(200);
  });

  test("ends a verification that takes too long", async () => {
    const url = await start({ TIMEOUT_MS: "1" });
    const { contentHash, evidence } = project.sample;
    expect(await ask(url, contentHash, evidence)).toEqual({
      status: 503,
      answer: { error: "the verification took too long" },
    });
  });
});
