import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPathsIn } from "../node/open-paths.testing.js";
import { makeToken } from "../rfc3161/token.testing.js";
import { issueAuthority, issueUnit } from "../x509/authority.testing.js";
import { runHere } from "./captured.testing.js";

const scratch = mkdtempSync(join(tmpdir(), "svc-asic-"));
afterAll(() => rmSync(scratch, { recursive: true }));
let folder = "";
const at = (name: string) => join(folder, name);
let token: Uint8Array;
let bare: Uint8Array;
let pem = "";

beforeAll(async () => {
  const signer = await issueUnit(await issueAuthority("Root"));
  token = await makeToken({ signer });
  bare = await makeToken({ signer, certificates: [] });
  const base64 = Buffer.from(signer.certificate.der).toString("base64");
  pem = `of J\u00f6rg\n-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
});
beforeEach(() => {
  folder = mkdtempSync(join(scratch, "x"));
  writeFileSync(at("contract.txt"), "content");
  writeFileSync(at("seal.tst"), token);
});
const asic = (...words: string[]) => runHere("asic", ...words);

test.each([
  [[], "asic: expected FILE.tsr and ORIGINAL, or an evidence package"],
  [["a", "b", "c"], "asic: expected FILE.tsr and ORIGINAL, or an evidence package"],
  [["-", "b"], "asic: -: expected files"],
  [["a", "-"], "asic: -: expected files"],
  [["--output=", "a", "b"], "--output: expected a file"],
  [["--output=-", "a", "b"], "--output: expected a file"],
])("%j: %s", async (words, message) => {
  expect(await asic(...words)).toEqual({
    status: 3,
    stdout: "",
    stderr: `svc-verify: ${message}\nTry "svc-verify --help".\n`,
  });
});

test("an original is a regular file", async () => {
  const { status, stderr } = await asic(at("seal.tst"), folder);
  expect([status, stderr]).toEqual([
    3,
    expect.stringContaining(`asic: ${folder}: expected a regular file\n`),
  ]);
});

test("a timestamp without its signer's certificate is completed by --certificates, whatever the text around", async () => {
  writeFileSync(at("seal.tst"), bare);
  writeFileSync(at("signer.pem"), pem, "latin1");
  const refused = await asic(at("seal.tst"), at("contract.txt"));
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/^svc-verify: not written: /)]);
  const { status, stdout, stderr } = await asic(
    ...["--certificates", at("signer.pem"), at("seal.tst"), at("contract.txt")],
  );
  expect([status, stdout, stderr]).toEqual([0, `${at("contract.txt.asics")}: written\n`, ""]);
});

test.each([1_048_576, 1_572_864])("an original of %i bytes is read in parts", async (size) => {
  writeFileSync(at("large"), Buffer.alloc(size));
  const { status, stderr } = await asic(at("seal.tst"), at("large"));
  expect([status, stderr]).toEqual([1, expect.stringContaining("(imprint_mismatch)")]);
});

test("no file stays open", async () => {
  await asic(at("seal.tst"), at("contract.txt"));
  await asic(at("seal.tst"), at("seal.tst"));
  expect(openPathsIn(folder)).toEqual([]);
});

test("files are told apart by every digit of their numbers", async () => {
  const original = fsPromises.stat;
  const replace = (to: unknown) => {
    (fsPromises as { stat: unknown }).stat = to;
    syncBuiltinESMExports();
  };
  writeFileSync(at("out"), "");
  const numbers = [2n ** 60n, 2n ** 60n + 1n, 2n ** 60n + 2n];
  replace(async (path: string, options?: { bigint?: boolean }) => {
    if (options === undefined) return original(path);
    const ino = numbers[["out", "seal.tst", "contract.txt"].findIndex((name) => at(name) === path)]!;
    return options.bigint === true ? { dev: 1n, ino } : { dev: 1, ino: Number(ino) };
  });
  try {
    const { status } = await asic("--force", "--output", at("out"), at("seal.tst"), at("contract.txt"));
    expect(status).toBe(0);
  } finally {
    replace(original);
  }
});

describe.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s", (signal, expected) => {
  test("ends the writing, and leaves nothing behind", async () => {
    // Zeros take no disk space, but a while to be read.
    truncateSync(at("contract.txt"), 2 ** 34);
    const before = process.listeners(signal);
    const running = asic(at("seal.tst"), at("contract.txt"));
    const output = at("contract.txt.asics");
    await expect.poll(() => existsSync(output)).toBe(true);
    const [end] = process.listeners(signal).filter((listener) => !before.includes(listener));
    end!(signal);
    expect(await running).toEqual({
      status: expected,
      stdout: "",
      stderr: `svc-verify: ${output}: not written: ended by ${signal}\n`,
    });
    expect([existsSync(output), process.listeners(signal)]).toEqual([false, before]);
  });
});

test("an existing file stays, unless --force replaces it", async () => {
  writeFileSync(at("out"), "kept");
  const words = ["--output", at("out"), at("seal.tst"), at("contract.txt")];
  const { status, stderr } = await asic(...words);
  expect([status, stderr]).toEqual([3, expect.stringContaining("exists already (--force replaces it)")]);
  expect(readFileSync(at("out"), "utf8")).toBe("kept");
  expect((await asic("--force", ...words)).status).toBe(0);
});
