import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  encodeDetachedTimestamp,
  encodeTimestamp,
  parseDetachedTimestamp,
} from "@svc-proof/shared/opentimestamps";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Endpoint, startEndpoint } from "../source/http-endpoint.testing.js";
import { runHere } from "./captured.testing.js";

const folder = mkdtempSync(join(tmpdir(), "svc-upgrade-"));
let calendar: Endpoint;
let asked: string[] = [];
beforeAll(async () => {
  calendar = await startEndpoint(({ url }, response) => {
    asked.push(url!);
    if (url!.includes("/later/")) response.writeHead(404).end();
    else response.end(encodeTimestamp({ branches: [{ attestation: { kind: "bitcoin", height: 7 } }] }));
  });
});
afterAll(async () => {
  await calendar.stop();
  rmSync(folder, { recursive: true });
});

function pending(...uris: string[]): string {
  const path = join(folder, "pending.ots");
  const branches = uris.map((uri) => ({ attestation: { kind: "pending", uri } as const }));
  writeFileSync(
    path,
    encodeDetachedTimestamp({ hash: "sha256", digest: new Uint8Array(32), timestamp: { branches } }),
  );
  asked = [];
  return path;
}
const upgrade = (...words: string[]) => runHere("upgrade", ...words);

test("what a calendar answers is added, and told", async () => {
  const [now, later] = [`${calendar.url}/now`, `${calendar.url}/later`];
  const path = pending(now, later);
  const { status, stdout, stderr } = await upgrade("--calendar", now, "--calendar", `${later}/`, path);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").sort()).toEqual(
    [
      `${path}: complete, says block 7 of Bitcoin (svc-verify checks that)`,
      `  ${now}: added`,
      `  ${later}: nothing yet, try again later`,
      "",
    ].sort(),
  );
  expect(parseDetachedTimestamp(readFileSync(path)).timestamp.branches).toHaveLength(3);
});

test("a file about which there is nothing new is not written", async () => {
  const path = pending(`${calendar.url}/later`);
  const { mtimeNs, ino } = statSync(path, { bigint: true });
  const { status, stdout } = await upgrade("--calendar", `${calendar.url}/later`, path);
  expect([status, stdout]).toEqual([
    2,
    `${path}: still pending\n  ${calendar.url}/later: nothing yet, try again later\n`,
  ]);
  expect(statSync(path, { bigint: true })).toMatchObject({ mtimeNs, ino });
});

test.each([
  ["of another path", (url: string) => `${url}/other`],
  ["of a path below", (url: string) => `${url}/a/b/c`],
  ["of another origin", (url: string) => `${url.replace("http:", "https:")}/a/b`],
  ["of all paths", (url: string) => url],
])("a calendar %s than the one that is allowed is not asked", async (_, allowed) => {
  const path = pending(`${calendar.url}/a/b`);
  const { status, stdout } = await upgrade("--calendar", allowed(calendar.url), path);
  expect([status, asked]).toEqual([2, []]);
  expect(stdout).toContain("not asked: not a public calendar (allow it with --calendar)");
});

test("only the last slash of an allowed address has no meaning", async () => {
  const path = pending(`${calendar.url}/a/b`);
  await upgrade("--calendar", `${calendar.url}/ab`, path);
  expect(asked).toEqual([]);
  await upgrade("--calendar", `${calendar.url}/a/b/`, path);
  expect(asked).toHaveLength(1);
});

test("the worst of several files decides", async () => {
  const path = pending(`${calendar.url}/later`);
  const missing = join(folder, "missing.ots");
  const { status, stderr } = await upgrade(missing, path);
  expect([status, stderr]).toEqual([3, expect.stringContaining(`svc-verify: ${missing}: ENOENT`)]);
  writeFileSync(join(folder, "bad.ots"), "x");
  expect((await upgrade(join(folder, "bad.ots"))).stderr).toMatch(/bad\.ots: .*\(ots_bad_magic\)\n$/);
});

test.each([
  [[], "upgrade: expected FILE.ots..."],
  [["-"], "upgrade: -: expected a file that can be written"],
  [["--calendar", "x", "f"], "--calendar: expected an http or https address"],
  [["--calendar", "ftp://x", "f"], "--calendar: expected an http or https address"],
  [["--calendar", "xhttp://x", "f"], "--calendar: expected an http or https address"],
  [["--calendar", "http://", "f"], "--calendar: expected an http or https address"],
])("%j: %s", async (words, message) => {
  expect((await upgrade(...words)).stderr).toBe(`svc-verify: ${message}\nTry "svc-verify --help".\n`);
});

test("the file that the name names is compared: another one is told, and no success", async () => {
  const path = pending(`${calendar.url}/now`);
  const named = path.replace(/\.ots$/, "");
  writeFileSync(named, "other");
  try {
    const { status, stdout, stderr } = await upgrade("--calendar", `${calendar.url}/now`, path);
    const computed = createHash("sha256").update("other").digest("hex");
    expect([status, stderr]).toEqual([
      1,
      `svc-verify: ${path}: ${named} is not the file that it is about; its SHA-256 is ${computed}, not ${"0".repeat(64)}\n`,
    ]);
    // The timestamp is about something: what completes it is added.
    expect(stdout).toContain("complete, says block 7");
  } finally {
    rmSync(named);
  }
  expect((await upgrade("--calendar", `${calendar.url}/now`, path)).status).toBe(0);
});

test("the file that the name names is the one: nothing is told", async () => {
  const path = join(folder, "same.txt.ots");
  writeFileSync(join(folder, "same.txt"), "same");
  const digest = new Uint8Array(createHash("sha256").update("same").digest());
  const timestamp = { branches: [{ attestation: { kind: "bitcoin", height: 7 } as const }] };
  writeFileSync(path, encodeDetachedTimestamp({ hash: "sha256", digest, timestamp }));
  expect(await upgrade(path)).toMatchObject({ status: 0, stderr: "" });
});
