/** `svc-verify asic` writes containers, and `svc-verify` reads them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@svc-proof/verifier-lib";
import { createAsic } from "@svc-proof/verifier-lib/asic";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { root, svcVerify } from "../e2e/sandbox.js";
import { packed, README } from "../evidence-packages.js";
import { asicCases, pemOf } from "../vectors/asic/cases.js";
import { CONTENT, sealCase } from "../vectors/asic/containers.js";
import { bytesOf } from "../vectors/seals/cases.js";

const scratch = mkdtempSync(join(tmpdir(), "svc-asic-cli-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const token = bytesOf(sealCase.token);
let folder = "";
let count = 0;
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = join(scratch, `${count++}`);
  mkdirSync(folder);
  writeFileSync(at("contract.txt"), CONTENT);
  writeFileSync(at("other.txt"), "other");
  writeFileSync(at("seal.tst"), token);
  writeFileSync(at("trust.pem"), [asicCases.anchor, ...asicCases.certificates].map(pemOf).join(""));
});

const run = (...words: readonly string[]) => svcVerify("asic", ...words);
const expected = async (name: string) =>
  Buffer.from(
    await (await createAsic({ original: new Uint8Array(CONTENT), name, seal: token })).arrayBuffer(),
  );

describe("a timestamp and its original", () => {
  test("become a container beside the original, which is verified", async () => {
    const { status, stdout, stderr } = await run(at("seal.tst"), at("contract.txt"));
    expect([status, stdout, stderr]).toEqual([0, `${at("contract.txt.asics")}: written\n`, ""]);
    expect(readFileSync(at("contract.txt.asics")).equals(await expected("contract.txt"))).toBe(true);
    const words = ["--json", "--trust", at("trust.pem"), "--at", asicCases.at];
    const read = await svcVerify(...words, "--original", at("contract.txt"), at("contract.txt.asics"));
    const report: Report = JSON.parse(read.stdout);
    expect([read.status, report.outcome, report.input.type]).toEqual([0, "verified", "asic-s"]);
    const wrong = await svcVerify(...words, "--original", at("other.txt"), at("contract.txt.asics"));
    expect(wrong.status).toBe(1);
  });

  test("go where --output says", async () => {
    const { status } = await run("--output", at("x.scs"), at("seal.tst"), at("contract.txt"));
    expect(status).toBe(0);
    expect(readFileSync(at("x.scs")).equals(await expected("contract.txt"))).toBe(true);
  });

  test("do not replace a file without --force", async () => {
    writeFileSync(at("contract.txt.asics"), "kept");
    const refused = await run(at("seal.tst"), at("contract.txt"));
    expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining("exists already")]);
    expect(readFileSync(at("contract.txt.asics"), "utf8")).toBe("kept");
    expect((await run("--force", at("seal.tst"), at("contract.txt"))).status).toBe(0);
    expect(readFileSync(at("contract.txt.asics")).equals(await expected("contract.txt"))).toBe(true);
  });

  test("are refused if they do not match, and nothing is left behind", async () => {
    const before = readdirSync(folder);
    const { status, stdout, stderr } = await run(at("seal.tst"), at("other.txt"));
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("not written: the timestamp was made over another file (imprint_mismatch)");
    expect((await run(at("other.txt"), at("contract.txt"))).status).toBe(1);
    expect(readdirSync(folder)).toEqual(before);
  });

  test("are never overwritten, by whatever name", async () => {
    linkSync(at("contract.txt"), at("link.txt"));
    for (const output of ["contract.txt", "link.txt", "seal.tst"]) {
      const { status, stderr } = await run(
        "--force",
        "--output",
        at(output),
        at("seal.tst"),
        at("contract.txt"),
      );
      expect([status, stderr]).toEqual([3, expect.stringContaining("expected another file")]);
    }
    expect(readFileSync(at("contract.txt")).equals(CONTENT)).toBe(true);
  });

  test("are needed, and nothing else", async () => {
    const wrong: readonly (readonly [readonly string[], number])[] = [
      [[at("seal.tst")], 1],
      [[at("missing.tst"), at("contract.txt")], 3],
      [[at("seal.tst"), at("missing.txt")], 3],
      [[at("seal.tst"), folder], 3],
      [[], 3],
      [[at("seal.tst"), at("contract.txt"), at("other.txt")], 3],
      [["-", at("contract.txt")], 3],
      [["--outputs", "x", at("seal.tst"), at("contract.txt")], 3],
      [["--output", "-", at("seal.tst"), at("contract.txt")], 3],
      [["--certificates", at("missing.pem"), at("seal.tst"), at("contract.txt")], 3],
    ];
    const results = await Promise.all(wrong.map(([words]) => run(...words)));
    expect(results.map(({ status, stdout }) => [status, stdout])).toEqual(
      wrong.map(([, status]) => [status, ""]),
    );
    expect(readdirSync(folder).filter((name) => name.endsWith(".asics"))).toEqual([]);
  });
});

describe("an evidence package", () => {
  const SEAL = { name: "seal/timestamp.tsr", content: token };
  const original = (name: string) => ({ name: `original/${name}`, content: new Uint8Array(CONTENT) });

  test("gives its seal and its original", async () => {
    writeFileSync(at("evidence.zip"), await packed(README, SEAL, original("contract of sale.txt")));
    const { status, stdout } = await run(at("evidence.zip"));
    expect([status, stdout]).toEqual([0, `${at("contract of sale.txt.asics")}: written\n`]);
    expect(
      readFileSync(at("contract of sale.txt.asics")).equals(await expected("contract of sale.txt")),
    ).toBe(true);
  });

  test("must hold both", async () => {
    for (const parts of [[SEAL], [original("contract.txt")]]) {
      writeFileSync(at("evidence.zip"), await packed(README, ...parts));
      const { status, stderr } = await run(at("evidence.zip"));
      expect([status, stderr]).toEqual([3, expect.stringContaining("does not hold both")]);
    }
  });

  test("that is damaged is refused", async () => {
    const bytes = Buffer.from(await packed(README, SEAL, original("contract.txt")));
    writeFileSync(at("evidence.zip"), bytes.subarray(0, -1));
    expect((await run(at("evidence.zip"))).status).toBe(1);
    expect(existsSync(at("contract.txt.asics"))).toBe(false);
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s removes the incomplete container", async (signal) => {
  // The zeros take no disk space, but a while to be read and written.
  truncateSync(at("other.txt"), 2 ** 36);
  const words = [join(root, "verifier-lib/bin/svc-verify.js"), "asic", at("seal.tst"), at("other.txt")];
  const child = spawn(process.execPath, words, { stdio: "ignore" });
  const ended = once(child, "exit");
  await expect.poll(() => existsSync(at("other.txt.asics"))).toBe(true);
  child.kill(signal);
  expect(await ended).toEqual([signal === "SIGINT" ? 130 : 143, null]);
  expect(existsSync(at("other.txt.asics"))).toBe(false);
});
