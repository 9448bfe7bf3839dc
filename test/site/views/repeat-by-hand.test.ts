/**
 * "How to repeat it by hand", done by hand: the commands that a result shows, in a shell, with
 * third-party programs. Their output must match the result.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, type Report, verify } from "@svc-proof/verifier-lib";
import { afterAll, describe, expect, test } from "vitest";
import { result as english } from "../../../verifier-web/src/texts/result/english.js";
import {
  commandLine,
  type GivenFile,
  type RepeatContext,
  repeatSteps,
} from "../../../verifier-web/src/wording/repeat-steps.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";
import { canFakeTime, type } from "../../e2e/typed-commands.js";
import { stockClient } from "../../oracles/opentimestamps/oracles.js";

const good = join(root, "test/vectors/svc-proof-2/good");
const tsp = vectorFolder("tsp");
const ots = vectorFolder("ots");
const missing = ["sha256sum", "jq", "xxd", "openssl"].filter(
  (tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0,
);
if (missing.length > 0) console.warn(`SKIPPED: repeating checks by hand (without ${missing.join(", ")})`);
const hasTools = missing.length === 0;
test("CI has the programs", () => {
  if (process.env["CI"] === "true") expect(missing).toEqual([]);
});

const folder = mkdtempSync(join(tmpdir(), "svc-proof-by-hand-"));
afterAll(() => rmSync(folder, { recursive: true }));

const shell = (command: string) =>
  execFileSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

function stepsOf(report: Report, id: Check["id"], files: readonly GivenFile[]) {
  const context: RepeatContext = { report, files, endpointOf: () => null };
  return report.checks
    .filter((check) => check.id === id)
    .flatMap((check) => repeatSteps(check, context, english.repeat));
}

describe.skipIf(!hasTools)("a portable proof", () => {
  const names = readdirSync(good).filter((name) => !/^(?:largest|deepest)/.test(name));

  test.each(names)("%s: leaf, path and payload come out as stated", async (vector) => {
    const name = `it's -a- "proof" ${vector}`;
    copyFileSync(join(good, vector), join(folder, name));
    const report = await verify(readFileSync(join(good, vector)));
    const files = [{ name, role: "proof" }];
    for (const id of ["format", "leaf", "merkle", "payload"] as const) {
      const steps = stepsOf(report, id, files);
      if (id === "payload" && report.checks.some((check) => check.code === "no_anchor")) continue;
      expect(steps, id).toHaveLength(1);
      const [{ commands, expected }] = steps as [(typeof steps)[0]];
      const printed = shell(commands[0]!.command);
      if (expected !== null) expect(printed.split(/\s/)[0], id).toBe(expected);
    }
  });

  test("an original: its fingerprint, even if its name begins like an option", async () => {
    const content = Buffer.from("The quick brown fox jumps over the lazy dog");
    const proof = JSON.parse(readFileSync(join(good, "one-leaf.json"), "utf8")) as {
      content: { hash: string };
    };
    for (const name of ["original.bin", "-n two  words $HOME.txt"]) {
      writeFileSync(join(folder, name), content);
      const report = await verify(JSON.stringify(proof), { original: content });
      const [step] = stepsOf(report, "content", [{ name, role: "original" }]);
      const printed = shell(step!.commands[0]!.command).split(/\s/)[0]!.replace("\\", "");
      // The proof is of another file: by hand one sees that as well.
      const check = report.checks.find(({ id }) => id === "content")!;
      expect(printed).toBe(check.evidence["computed"]);
      expect(step!.expected).toBe(check.evidence["stated"]);
    }
  });

  test("svc-verify itself: the same outcome", async () => {
    const files = [{ name: "for the command line.json", role: "proof" }];
    copyFileSync(join(good, "one-leaf.json"), join(folder, files[0]!.name));
    const report = await verify(readFileSync(join(good, "one-leaf.json")));
    const command = commandLine({ report, files, asked: [], trustsSandbox: false }).replace(
      "node svc-verify.mjs",
      `${process.execPath} ${join(root, "verifier-lib/bin/svc-verify.js")}`,
    );
    expect(spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" })).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/^CORRECT SO FAR/),
    });
  });
});

test("a change in a proof is found by hand too", async () => {
  if (!hasTools) return;
  const text = readFileSync(join(good, "hundred-leaves.json"), "utf8");
  const { root: stated } = (JSON.parse(text) as { merkle: { root: string } }).merkle;
  const changed = text.replaceAll(stated, `00${stated.slice(2)}`);
  writeFileSync(join(folder, "changed.json"), changed);
  const report = await verify(changed);
  const [step] = stepsOf(report, "merkle", [{ name: "changed.json", role: "proof" }]);
  expect(step!.expected).toBe(`00${stated.slice(2)}`);
  expect(shell(step!.commands[0]!.command).trim()).toBe(stated);
});

/** Days by which the clock is ahead: none, and twenty years. */
const CLOCKS = canFakeTime ? [0, 7_306] : [0];

describe.skipIf(!hasTools || tsp === null)("a seal", () => {
  test.each(CLOCKS)("OpenSSL accepts it, and shows its content, %i days on", async (daysAhead) => {
    const bytes = readFileSync(join(tsp!, "good/sigstage-sha256.tsr"));
    const chain = readFileSync(join(tsp!, "good/sigstage.chain.pem"));
    writeFileSync(join(folder, "seal of a file.tsr"), bytes);
    writeFileSync(join(folder, "CA.pem"), chain);
    const report = await verify(bytes, { trust: [chain.toString("latin1")] });
    const steps = stepsOf(report, "seal", [{ name: "seal of a file.tsr", role: "seal" }]);
    const commands = steps.map((step) => step.commands[0]!.command);
    const [checked, shown] = [...type(commands, folder, daysAhead).values()];
    expect(checked).toEqual({ status: 0, output: expect.stringContaining(steps[0]!.expected!) });
    const serial = report.checks.find(({ id }) => id === "seal")!.evidence["serial_number"] as string;
    expect(shown!.output).toContain(`Serial number: 0x${serial.replace(/^0+/, "")}`);
  });
});

describe.skipIf(ots === null || stockClient() === null)("an OpenTimestamps file", () => {
  test.each(CLOCKS)("its client names the block, without a node, %i days on", async (daysAhead) => {
    const names = ["hello-world.txt", "hello-world.txt.ots"] as const;
    for (const name of names) copyFileSync(join(ots!, "good", name), join(folder, name));
    const [original, bytes] = names.map((name) => readFileSync(join(folder, name)));
    const report = await verify(bytes!, { original: original! });
    const files = [
      { name: names[1], role: "timestamp" },
      { name: names[0], role: "original" },
    ];
    const [shown, checked, ofNode] = [
      ...stepsOf(report, "format", files),
      ...stepsOf(report, "bitcoin", files),
    ];
    const commands = [shown!, checked!].map((step) => step.commands[0]!.command);
    const answers = [...type(commands, folder, daysAhead).values()];
    expect(answers[0]).toEqual({
      status: 0,
      output: expect.stringContaining("BitcoinBlockHeaderAttestation"),
    });
    // Status 1: it has not looked.
    expect(answers[1]!.status).toBe(1);
    expect(answers[1]!.output).toContain(`has merkleroot ${ofNode!.expected}`);
  });
});
