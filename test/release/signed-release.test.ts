/**
 * A release from the first command to the last: built, signed with a key of this test, stamped by the sandbox's calendar, and
 * verified by us, by OpenSSH, by `sha256sum` and by the stock OpenTimestamps client, which we only call.
 */

import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxCalendar, startSandboxCalendar } from "../../sandbox/src/calendar/server.js";
import { stamp, upgrade } from "../../scripts/release/sign.mjs";
import { signerOf, verifyRelease, verifyTimestamps } from "../../scripts/release/verify.mjs";
import { root } from "../e2e/sandbox.js";
import { stockClient } from "../oracles/opentimestamps/oracles.js";
import { type SmallProject, smallProject } from "./small-project.js";

const run = promisify(execFile);
const FILES = [
  "CHANGES.md",
  "SHA256SUMS",
  "SHA256SUMS.ots",
  "SHA256SUMS.sig",
  "SHA256SUMS.sig.ots",
  "THIRD-PARTY-LICENSES.txt",
  "svc-proof-1.2.3.cdx.json",
  "svc-proof-high-1.2.3.cdx.json",
  "svc-proof-high-1.2.3.tgz",
  "svc-proof-low-1.2.3.cdx.json",
  "svc-proof-low-1.2.3.tgz",
];

let project: SmallProject;
let calendar: SandboxCalendar;
let keys: string;
let release: string;
let signers: string;
let said: string;
beforeAll(async () => {
  project = smallProject({ isInGit: true });
  keys = mkdtempSync(join(tmpdir(), "svc-proof-keys-"));
  signers = join(keys, "signers");
  writeFileSync(signers, `release@example.org namespaces="svc-proof-release" ${newKey("key")}`);
  calendar = await startSandboxCalendar({
    dataDir: keys,
    port: 0,
    blockTimeMs: 50,
    confirmations: 6,
    onFailure: (error) => console.error(error),
  });
  release = join(keys, "release");
  said = await make("key", release);
});
afterAll(async () => {
  await calendar?.stop();
  project?.remove();
  rmSync(keys, { recursive: true, force: true });
});

function newKey(name: string): string {
  const words = ["-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", join(keys, name)];
  expect(spawnSync("ssh-keygen", words).status).toBe(0);
  return readFileSync(join(keys, `${name}.pub`), "utf8");
}

async function make(key: string, out: string): Promise<string> {
  const words = ["--key", join(keys, key), "--signers", signers, "--calendar", calendar.url, "--out", out];
  const program = join(root, "scripts/release/main.mjs");
  const { stdout } = await run(process.execPath, [program, ...words, "--root", project.folder]);
  return stdout;
}

test("it has its files, and says what comes next", () => {
  expect(readdirSync(release).sort()).toEqual(FILES);
  expect(said).toContain("@svc-proof/low: svc-proof-low-1.2.3.tgz");
  expect(said).toContain("signed by release@example.org");
  expect(said).toContain("git tag -s v1.2.3");
  expect(readFileSync(join(release, "CHANGES.md"), "utf8")).toBe(
    "# 1.2.3 - 2026-11-22\n\n### Verifier\n\n- Begins.\n",
  );
  const bom = JSON.parse(readFileSync(join(release, "svc-proof-high-1.2.3.cdx.json"), "utf8"));
  expect(
    bom.components.map(({ purl, scope }: { purl: string; scope: string }) => `${purl} ${scope}`),
  ).toEqual([
    "pkg:npm/%40svc-proof/low@1.2.3 required",
    "pkg:npm/leaf-native@2.0.0 optional",
    "pkg:npm/leaf@2.0.0 required",
  ]);
});

test("a package that bundles others has their licences; one that only depends on them has not", () => {
  const list = (name: string) =>
    spawnSync("tar", ["-tzf", join(release, `svc-proof-${name}-1.2.3.tgz`)], { encoding: "utf8" }).stdout;
  expect(list("high")).toContain("package/LICENSE.third-party.txt");
  expect(list("low")).not.toContain("third-party");
  const tarball = join(release, "svc-proof-high-1.2.3.tgz");
  const { stdout } = spawnSync("tar", ["-xzOf", tarball, "package/LICENSE.third-party.txt"], {
    encoding: "utf8",
  });
  expect(stdout).toContain("leaf 2.0.0 (0BSD)\n\nPermission to use");
});

test("a timestamp that waits for its block is told, and is a problem only for whoever needs it", async () => {
  const pending = copy("pending");
  // A new digest, so that no block has it yet.
  appendFileSync(join(pending, "CHANGES.md"), "More.\n");
  resum(pending);
  signAgain(pending);
  await stamp(pending, [calendar.url]);
  const { told, problems } = await verifyRelease(pending, { signers });
  expect(problems).toEqual([]);
  expect(told).toEqual([
    "SHA256SUMS: all files are those of the list",
    "SHA256SUMS.sig: signed by release@example.org",
    expect.stringMatching(/^SHA256SUMS\.ots: .*(?:calendar|pending|block)/i),
    expect.stringMatching(/^SHA256SUMS\.sig\.ots: /),
  ]);
  const strict = await verifyRelease(pending, { signers, needsTimestamp: true });
  expect(strict.problems).toHaveLength(2);
});

test("its timestamps are completed, and our verifier finds the block; it never takes regtest for Bitcoin", async () => {
  await expect
    .poll(async () => (await upgrade(release, [calendar.url])).map(({ heights }) => heights.length > 0))
    .toEqual([true, true]);
  const options = { signers, explorers: [calendar.url] };
  const matched = "the timestamp matches a header whose target is not that of its difficulty epoch";
  await expect
    .poll(async () => (await verifyRelease(release, options)).told.filter((line) => line.includes(matched)))
    .toHaveLength(2);
  expect((await verifyRelease(release, options)).problems).toEqual([]);
  expect((await verifyRelease(release, { ...options, needsTimestamp: true })).problems).toHaveLength(2);
});

test("stock tools verify it: sha256sum, ssh-keygen", () => {
  const stock = (program: string, words: readonly string[], input?: Buffer) =>
    spawnSync(program, words, { cwd: release, encoding: "utf8", ...(input && { input }) });
  expect(stock("sha256sum", ["--check", "--strict", "SHA256SUMS"])).toMatchObject({ status: 0 });
  const words = ["-Y", "verify", "-f", signers, "-I", "release@example.org", "-n", "svc-proof-release"];
  const sums = readFileSync(join(release, "SHA256SUMS"));
  const verified = stock("ssh-keygen", [...words, "-s", "SHA256SUMS.sig"], sums);
  expect(verified).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`Good "svc-proof-release" signature`),
  });
  const changed = Buffer.concat([sums, Buffer.from("\n")]);
  expect(stock("ssh-keygen", [...words, "-s", "SHA256SUMS.sig"], changed).status).not.toBe(0);
});

test.skipIf(stockClient() === null)("the stock OpenTimestamps client verifies it", async () => {
  for (const name of ["SHA256SUMS.ots", "SHA256SUMS.sig.ots"]) {
    const words = ["--no-cache", "--btc-regtest", "--bitcoin-node", calendar.url, "verify", name];
    const { stdout, stderr } = await run(stockClient()!, words, {
      cwd: release,
      env: { ...process.env, HOME: keys },
    });
    expect(stdout + stderr).toMatch(/Success! Bitcoin block \d+ attests existence/);
  }
});

test.each<[string, (folder: string) => void, string]>([
  [
    "another tarball",
    (at) => appendFileSync(join(at, "svc-proof-low-1.2.3.tgz"), "x"),
    "svc-proof-low-1.2.3.tgz is not the file of SHA256SUMS",
  ],
  [
    "a file less",
    (at) => rmSync(join(at, "svc-proof-1.2.3.cdx.json")),
    "svc-proof-1.2.3.cdx.json is missing",
  ],
  ["a file more", (at) => writeFileSync(join(at, "readme.txt"), "x"), "readme.txt is not in SHA256SUMS"],
  [
    "a path in the list",
    (at) => appendFileSync(join(at, "SHA256SUMS"), `${"00".repeat(32)}  ../x\n`),
    "SHA256SUMS: a line of another form",
  ],
  [
    "a file twice in the list",
    (at) => appendFileSync(join(at, "SHA256SUMS"), `${"00".repeat(32)}  CHANGES.md\n`),
    "SHA256SUMS: CHANGES.md is there twice",
  ],
  ["no list", (at) => rmSync(join(at, "SHA256SUMS")), "SHA256SUMS is missing"],
  ["no signature", (at) => rmSync(join(at, "SHA256SUMS.sig")), "SHA256SUMS.sig is missing"],
  ["no timestamp", (at) => rmSync(join(at, "SHA256SUMS.ots")), "SHA256SUMS.ots is missing"],
  [
    "a timestamp of the other file",
    (at) => cpSync(join(at, "SHA256SUMS.ots"), join(at, "SHA256SUMS.sig.ots")),
    "SHA256SUMS.sig.ots: FAILED",
  ],
  ["a damaged timestamp", (at) => appendFileSync(join(at, "SHA256SUMS.ots"), "x"), "SHA256SUMS.ots: FAILED"],
  [
    "a list that was made anew",
    (at) => {
      appendFileSync(join(at, "CHANGES.md"), "More.\n");
      resum(at);
    },
    "SHA256SUMS.sig does not verify",
  ],
  [
    "a package without its bill",
    (at) => {
      rmSync(join(at, "svc-proof-low-1.2.3.cdx.json"));
      resum(at);
      signAgain(at);
    },
    "svc-proof-low-1.2.3.tgz has no bill of materials",
  ],
  [
    "a bill of another package",
    (at) => {
      cpSync(join(at, "svc-proof-high-1.2.3.cdx.json"), join(at, "svc-proof-low-1.2.3.cdx.json"));
      resum(at);
      signAgain(at);
    },
    "svc-proof-low-1.2.3.cdx.json is of @svc-proof/high@1.2.3",
  ],
  ...["not JSON", "null", "{}"].map((content): [string, (folder: string) => void, string] => [
    `a bill that is ${content}`,
    (at) => {
      writeFileSync(join(at, "svc-proof-low-1.2.3.cdx.json"), content);
      resum(at);
      signAgain(at);
    },
    "svc-proof-low-1.2.3.cdx.json is no bill of materials",
  ]),
  [
    "a link in place of a file",
    (at) => {
      rmSync(join(at, "CHANGES.md"));
      symlinkSync(join(release, "CHANGES.md"), join(at, "CHANGES.md"));
    },
    "CHANGES.md is not a file",
  ],
  ...["SHA256SUMS", "SHA256SUMS.sig", "SHA256SUMS.ots", "SHA256SUMS.sig.ots"].map(
    (name): [string, (folder: string) => void, string] => [
      `a link in place of ${name}`,
      (at) => {
        rmSync(join(at, name));
        symlinkSync(join(release, name), join(at, name));
      },
      `${name} is not a file`,
    ],
  ),
  [
    "evidence of another kind in place of a timestamp",
    (at) => cpSync(join(root, "test/vectors/svc-proof-2/good/one-leaf.json"), join(at, "SHA256SUMS.ots")),
    "SHA256SUMS.ots: FAILED: no OpenTimestamps file",
  ],
  ["a folder", (at) => mkdirSync(join(at, "more")), "more is not in SHA256SUMS"],
  [
    "a package under another name",
    (at) => {
      renameSync(join(at, "svc-proof-low-1.2.3.tgz"), join(at, "svc-proof-low-1.2.4.tgz"));
      resum(at);
      signAgain(at);
    },
    "svc-proof-low-1.2.4.tgz is @svc-proof/low@1.2.3",
  ],
  ["a signature for another purpose", (at) => signAgain(at, "file"), "SHA256SUMS.sig does not verify"],
  [
    "a signature by somebody else",
    (at) => {
      newKey("other");
      signAgain(at, "svc-proof-release", "other");
    },
    "SHA256SUMS.sig is by none of the signers",
  ],
])("%s is noticed", async (name, change, problem) => {
  const changed = copy(name.replaceAll(" ", "-"));
  change(changed);
  const { problems } = await verifyRelease(changed, { signers });
  expect(problems).toContainEqual(expect.stringContaining(problem));
});

test("a key that has retired signed what is older, by a proven time, and nothing else", async () => {
  const retired = join(keys, "retired-signers");
  const options = `namespaces="svc-proof-release",valid-before="20251231"`;
  writeFileSync(retired, `release@example.org ${options} ${readFileSync(join(keys, "key.pub"), "utf8")}`);
  const before = new Date("2025-12-30T23:59:59Z");
  const after = new Date("2025-12-31T00:00:01Z");
  expect(signerOf(release, retired, before)).toEqual({ signer: "release@example.org" });
  expect(signerOf(release, retired, after).problem).toMatch(/^SHA256SUMS\.sig: key has expired: /);
  // Its timestamp is on regtest, so no time is proven, and the present counts.
  const { problems } = await verifyRelease(release, { signers: retired });
  expect(problems).toEqual([
    expect.stringMatching(
      /key has expired: .*only a proven timestamp of SHA256SUMS\.sig shows when it was made$/,
    ),
  ]);
});

test("a proven timestamp says when: a file that is the first transaction of Bitcoin's first block", async () => {
  const folder = join(keys, "proven");
  mkdirSync(folder);
  const transaction = Buffer.from(
    "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000",
    "hex",
  );
  // The magic, version 1, SHA-256; then a second SHA-256, and block 0.
  const head = Buffer.from("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e8929401" + "08", "hex");
  const tail = Buffer.from("08" + "00" + "0588960d73d71901" + "01" + "00", "hex");
  const digest = createHash("sha256").update(transaction).digest();
  writeFileSync(join(folder, "SHA256SUMS.sig"), transaction);
  writeFileSync(join(folder, "SHA256SUMS.sig.ots"), Buffer.concat([head, digest, tail]));
  const headers = [join(root, "test/vectors/bitcoin-headers/good/document.json")];
  expect(await verifyTimestamps(folder, { headers })).toEqual([
    { name: "SHA256SUMS", summary: "SHA256SUMS is missing", isProven: false, isWrong: true },
    {
      name: "SHA256SUMS.sig",
      summary: expect.stringMatching(/^VERIFIED/),
      isProven: true,
      isWrong: false,
      // Two hours after the time in the header, as far as a miner may set it wrong.
      time: new Date("2009-01-03T20:15:05Z"),
    },
  ]);
});

test("a key that no signer has is refused, before anything is stamped", async () => {
  newKey("unknown");
  const out = join(keys, "refused");
  await expect(make("unknown", out)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("by none of the signers"),
  });
  expect(readdirSync(out).filter((name) => name.endsWith(".ots"))).toEqual([]);
});

test("a folder that has files, and calendars that do not answer, are told", async () => {
  await expect(make("key", release)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not empty"),
  });
  const silent = copy("silent");
  const nobody = "http://127.0.0.1:1";
  await expect(stamp(silent, [nobody, calendar.url])).rejects.toThrow(
    "1 of 2 calendars answered, 2 are needed",
  );
  expect(await stamp(silent, [nobody, calendar.url], 1)).toEqual([
    expect.stringContaining("SHA256SUMS: "),
    expect.stringContaining("SHA256SUMS.sig: "),
  ]);
});

function copy(name: string): string {
  const folder = join(keys, "copies", name);
  mkdirSync(folder, { recursive: true });
  cpSync(release, folder, { recursive: true });
  return folder;
}

/** The list of what is in a folder, by `sha256sum`. */
function resum(folder: string): void {
  const names = readdirSync(folder).filter((name) => !name.startsWith("SHA256SUMS"));
  const { stdout } = spawnSync("sha256sum", names.sort(), { cwd: folder, encoding: "utf8" });
  writeFileSync(join(folder, "SHA256SUMS"), stdout);
}

function signAgain(folder: string, namespace = "svc-proof-release", key = "key"): void {
  const path = join(folder, "SHA256SUMS");
  rmSync(`${path}.sig`);
  expect(spawnSync("ssh-keygen", ["-Y", "sign", "-f", join(keys, key), "-n", namespace, path]).status).toBe(
    0,
  );
}
