/** From a file to a verified proof against a running sandbox, and the result when one byte is changed. */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isFaultCode, type Report, verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STRIDE } from "../fuzz/extent.js";
import { root, run, type Sandbox, startSandbox, svcVerify, until } from "./sandbox.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-main-"));
const original = join(folder, "contract.txt");
writeFileSync(original, "We agree.\n");

let sandbox: Sandbox;
let proofPath: string;
let proofText: string;
let demo: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  sandbox = await startSandbox();
  demo = await run(process.execPath, ["sandbox/dist/demo.js", original], {
    SVC_DATA_DIR: sandbox.dataDir,
  });
  proofPath = /^ {4}(.+\.json)$/m.exec(demo.stdout)?.[1] ?? "";
  proofText = readFileSync(resolve(root, proofPath), "utf8");
}, 60_000);
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

test("the demonstration goes through every state and ends in verified", () => {
  expect(demo.stderr).toBe("");
  expect(demo.stdout).toMatch(/^confirmed in Bitcoin\n {4}block \d+ of a regtest chain commits to it$/m);
  expect(demo.stdout).toMatch(/^sealed at \S+Z\n {4}by Sandbox TSA \(P-256\): no evidential value$/m);
  expect(demo.stdout).toMatch(/^ {2}passed +seal /m);
  const states = [...demo.stdout.matchAll(/^(queued|batched|anchored|confirmed)$/gm)].map(([state]) => state);
  expect(states[0]).toBe("queued");
  expect(states.at(-1)).toBe("confirmed");
  expect(demo.stdout).toMatch(
    /^REHEARSAL, NO EVIDENTIAL VALUE \(.*\): in this rehearsal, this file existed on or before \d{4}-/m,
  );
  expect(demo.stdout).toMatch(/\n\nverified\n$/);
  expect(demo.status).toBe(0);
});

test("the demonstration resolves a file from the current folder, and names what it cannot read", async () => {
  const settings = { SVC_DATA_DIR: sandbox.dataDir, INIT_CWD: folder };
  const demonstrate = (file: string) => run(process.execPath, ["sandbox/dist/demo.js", file], settings);
  expect(await demonstrate("contract.txt")).toMatchObject({ status: 0, stderr: "" });
  expect(await demonstrate("nowhere.txt")).toEqual({
    status: 3,
    stdout: "",
    stderr: "nowhere.txt: no such file\n",
  });
  expect(await demonstrate(".")).toEqual({ status: 3, stdout: "", stderr: ".: is a directory\n" });
});

test("the demonstration waits for a sandbox that is starting", async () => {
  const dataDir = join(folder, "later");
  const demonstration = spawn(process.execPath, [join(root, "sandbox/dist/demo.js"), original], {
    env: { ...process.env, SVC_DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  demonstration.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const status = new Promise((resolve) => demonstration.once("close", resolve));
  await until(() => errors.includes("Waiting for the sandbox ...\n"), 10_000);
  mkdirSync(dataDir);
  copyFileSync(join(sandbox.dataDir, "sandbox.json"), join(dataDir, "sandbox.json"));
  expect(await status).toBe(0);
  expect(errors).toBe("Waiting for the sandbox ...\n");
});

test("the service prints its addresses, both keys, and that nothing here is evidence", () => {
  const output = sandbox.output();
  for (const shown of [
    sandbox.base_url,
    sandbox.keys.free,
    sandbox.keys.pro,
    sandbox.rpc_url,
    "evidential value",
  ]) {
    expect(output).toContain(shown);
  }
});

test("the command line agrees with the demonstration", async () => {
  const rpc = `${sandbox.chain_id}=${sandbox.rpc_url}`;
  const verified = await svcVerify("--original", original, "--rpc", rpc, "--rpc", rpc, proofPath);
  expect(verified).toMatchObject({ status: 0, stderr: "" });
  const dead = await svcVerify(
    "--original",
    original,
    "--rpc",
    `${sandbox.chain_id}=http://127.0.0.1:9`,
    proofPath,
  );
  expect(dead.stdout).toContain("source_unreachable");
  expect(dead.status).toBe(2);
  const wrongChain = await svcVerify("--rpc", `1=${sandbox.rpc_url}`, proofPath);
  expect(wrongChain.status).toBe(2);
});

test("the proof is the canonical text, and the key-less route serves it", async () => {
  const { proof_id } = JSON.parse(proofText);
  const answer = await fetch(`${sandbox.base_url}/proof/${proof_id}.json`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(proofText);
  expect(proofText).toBe(JSON.stringify(JSON.parse(proofText)));
});

test("the example of the library's README works as described", async () => {
  const readme = readFileSync(join(root, "verifier-lib/README.md"), "utf8");
  const example = /^```js\n([\s\S]*?)^```$/m.exec(readme)![1]!;
  // Beside the workspace's packages, so that it imports like a project that has installed them.
  const program = join(root, "test/e2e/example.generated.mjs");
  const local = example
    .replace('"proof.json"', JSON.stringify(resolve(root, proofPath)))
    .replace('"original.bin"', JSON.stringify(original))
    .replace('"http://127.0.0.1:8545"', JSON.stringify(sandbox.rpc_url));
  writeFileSync(program, local);
  try {
    const { stdout, stderr, status } = await run(process.execPath, [program]);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toMatch(
      /^verified\nexisted no later than \d{4}-.+, by block \d+\nformat passed ok computed\n/,
    );
  } finally {
    rmSync(program);
  }
});

const failedChecks = (report: Report) =>
  report.checks.filter(({ status }) => status === "failed").map(({ id }) => id);

test("any byte of the file changed: only the check content fails", async () => {
  const bytes = readFileSync(original);
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  for (let at = 0; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at]! ^= 1;
    const report = await verify(proofText, { original: changed, sources: [source] });
    expect(report.outcome).toBe("failed");
    expect(failedChecks(report)).toEqual(["content"]);
  }
});

/**
 * Which checks may report a change in which part of the document. A change of its form is not understood.
 */
const PARTS: readonly [pointer: RegExp, checks: readonly string[]][] = [
  [/^\/proof_id$/, ["leaf"]],
  [/^\/content\/hash$/, ["content", "leaf"]],
  [/^\/leaf\/formula$/, ["leaf"]],
  [/^\/leaf\/value$/, ["leaf", "merkle"]],
  [/^\/merkle\/index$/, ["merkle"]],
  [/^\/merkle\/root$/, ["merkle", "payload", "anchor"]],
  [/^\/anchors\/0\/chain_id$/, ["anchor"]],
  [/^\/anchors\/0\/network$/, ["anchor"]],
  [/^\/anchors\/0\/tx_hash$/, ["anchor"]],
  [/^\/anchors\/0\/block_number$/, ["anchor"]],
  [/^\/anchors\/0\/payload$/, ["payload"]],
];

/** Reported only: this verifier does not check attestations of another kind or state. */
const TOLD = /^\/attestations\/[01]\/(type|state)$/;

test("any byte of the proof changed: not understood, or failed by a check that covers the change", async () => {
  const bytes = new TextEncoder().encode(proofText);
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  const content = { original: readFileSync(original) };
  const before = JSON.parse(proofText);
  const survivors: string[] = [];
  for (let at = 0; at < bytes.length; at += STRIDE) {
    // A neighbour in the same class of characters if possible: a digit for a digit, a letter for a
    // letter.
    for (const mask of [1, 2, 0x20]) {
      const changed = bytes.slice();
      changed[at]! ^= mask;
      const report = await verify(changed, { ...content, sources: [source] });
      if (isFaultCode(report.checks[0]!.code) && report.outcome === "indeterminate") continue;
      const failed = failedChecks(report);
      const where = `${at} ^ ${mask}: ${JSON.stringify(new TextDecoder().decode(changed.subarray(at - 8, at + 8)))}`;
      if (report.outcome !== "failed") {
        const pointer = differing(before, JSON.parse(new TextDecoder().decode(changed)));
        if (!TOLD.test(pointer)) survivors.push(`${where} ${report.outcome}`);
      } else if (failed[0] !== "format") {
        const pointer = differing(before, JSON.parse(new TextDecoder().decode(changed)));
        const allowed = PARTS.find(([part]) => part.test(pointer))?.[1] ?? [];
        if (failed.length === 0 || failed.some((id) => !allowed.includes(id)))
          survivors.push(`${where} ${pointer} ${failed}`);
      }
    }
  }
  expect(survivors).toEqual([]);
}, 120_000);

/** JSON pointer of the first value in which two documents differ. */
function differing(a: unknown, b: unknown, pointer = ""): string {
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return pointer;
  for (const key of Object.keys(a)) {
    const [left, right] = [(a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]];
    if (JSON.stringify(left) !== JSON.stringify(right)) return differing(left, right, `${pointer}/${key}`);
  }
  return pointer;
}
