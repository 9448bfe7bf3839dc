/**
 * The sandbox's timestamping authority, killed at any instant, most often while it makes its
 * certificates: there is one root from the first answer on, every token leads to it, and no serial
 * number repeats.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  encodeTimestampRequest,
  parseTimestampResponse,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import { compileSandbox } from "../../service/src/compile-service.testing.js";

/** When each process is killed: this many lines after its start, plus this many milliseconds. */
const KILLS: readonly (readonly [lines: number, afterMs: number])[] = [
  ...[0, 10, 25, 50, 100, 200].map((afterMs) => [1, afterMs] as const),
  ...[3, 4, 7, 8, 12].map((lines) => [lines, lines] as const),
];
/** So short that certificates are renewed all the time. */
const SIGNER_VALIDITY_MS = 3_000;

/** Starts the authority, then stamps without end with both keys and prints each answer. */
const PROGRAM = `
import { startSandboxTsa } from ${JSON.stringify(new URL("../../sandbox/dist/tsa/server.js", import.meta.url).href)};
const [dataDir, ...queries] = process.argv.slice(1);
console.log("begun");
const tsa = await startSandboxTsa({ dataDir, port: 0, signerValidityMs: ${SIGNER_VALIDITY_MS}, onFailure: console.error });
console.log(JSON.stringify({ rootPem: tsa.rootPem }));
for (;;) for (const query of queries) for (const url of [tsa.p256Url, tsa.rsaUrl]) {
  const headers = { "content-type": "application/timestamp-query" };
  const answer = await fetch(url, { method: "POST", headers, body: Buffer.from(query, "base64") });
  const response = Buffer.from(await answer.arrayBuffer()).toString("base64");
  console.log(JSON.stringify({ response }));
}
`;

let dataDir: string;
beforeAll(async () => {
  compileSandbox();
  dataDir = await mkdtemp(join(tmpdir(), "svc-tsa-kills-"));
}, 120_000);
afterAll(() => rm(dataDir, { recursive: true }));

const digest = randomBytes(32);
const query = Buffer.from(encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest }));

/** Its complete output lines until the kill, without the first. */
async function killed(child: ChildProcess, lines: number, afterMs: number): Promise<readonly string[]> {
  let output = "";
  const written = new Promise<void>((resolve) => {
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.split("\n").length > lines) resolve();
    });
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  await Promise.race([written, ended]);
  await sleep(afterMs);
  child.kill("SIGKILL");
  await ended;
  return output.split("\n").slice(1, -1);
}

test("one root, and no serial number twice, whenever it is killed", async () => {
  const roots = new Set<string>();
  const responses: Uint8Array[] = [];
  for (const [lines, afterMs] of KILLS) {
    const words = ["--input-type=module", "-e", PROGRAM, dataDir, query.toString("base64")];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    // Early at first, when everything is made; later between tokens and renewals.
    for (const line of await killed(child, lines, afterMs)) {
      const { rootPem, response } = JSON.parse(line) as { rootPem?: string; response?: string };
      if (rootPem !== undefined) roots.add(rootPem);
      if (response !== undefined) responses.push(Uint8Array.from(Buffer.from(response, "base64")));
    }
  }
  const tsa = await startSandboxTsa({ dataDir, port: 0, onFailure: () => {} });
  await tsa.stop();
  expect([...roots, tsa.rootPem].filter((root) => root !== tsa.rootPem)).toEqual([]);
  expect(responses.length).toBeGreaterThan(20);
  const serials = new Set<string>();
  for (const response of responses) {
    const { genTime, serialNumberHex } = parseTimestampResponse(response).token!.tstInfo;
    serials.add(serialNumberHex);
    const { code } = await verifyTimestamp({
      response,
      imprint: { algorithm: "SHA-256", digest },
      anchors: parsePemCertificates(tsa.rootPem),
      at: genTime,
    });
    expect(code).toBe("ok");
  }
  expect(serials.size).toBe(responses.length);
  expect((await readdir(join(dataDir, "tsa"))).filter((name) => name.endsWith(".damaged"))).toEqual([]);
});
