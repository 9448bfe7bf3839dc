/**
 * From a registration to a block of the sandbox's regtest chain: every file that the sandbox
 * issues, read by our verifier and by third-party programs, up to the header; and none takes it for
 * Bitcoin.
 */
import { execFile } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { displayHash, encodeHeaders, parseBlockHeader, parseHeaders } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeTimestamp, parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { reportText, verify } from "@svc-proof/verifier-lib";
import { createEsploraBitcoinSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oracles, stockClient } from "../oracles/opentimestamps/oracles.js";
import { randomHash, register } from "./instance.js";
import { type Sandbox, startSandbox, until } from "./sandbox.js";

interface Issued {
  readonly id: string;
  readonly original: Uint8Array;
  readonly hash: string;
  /** While the batch waited for a block, and when it had one. */
  readonly submitted: Uint8Array;
  readonly confirmed: Uint8Array;
  readonly height: number;
}

const PROOFS = 5;
/** Tag of a Bitcoin attestation. */
const BITCOIN = "0588960d73d71901";

let sandbox: Sandbox & { readonly calendar_url: string };
const issued: Issued[] = [];

const bytesOf = async (path: string) => {
  const answer = await fetch(`${sandbox.base_url}${path}`);
  return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null;
};

beforeAll(async () => {
  sandbox = (await startSandbox({
    SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
  })) as typeof sandbox;
  for (let i = 0; i < PROOFS; i++) {
    const original = randomBytes(1_000);
    const hash = createHash("sha256").update(original).digest("hex");
    const { id } = (await (await register(sandbox.base_url, sandbox.keys.pro, hash)).json()) as {
      id: string;
    };
    let [submitted, confirmed]: (Uint8Array | null)[] = [null, null];
    let height: number | null = null;
    await until(async () => {
      submitted ??= await bytesOf(`/proof/${id}.ots`);
      const headers = { authorization: `Bearer ${sandbox.keys.pro}` };
      const proof = (await (await fetch(`${sandbox.base_url}/proofs/${id}`, { headers })).json()) as {
        bitcoin: { block_height: number | null };
      };
      height = proof.bitcoin.block_height;
      return height !== null;
    }, 60_000);
    confirmed = await bytesOf(`/proof/${id}.ots`);
    issued.push({ id, original, hash, submitted: submitted!, confirmed: confirmed!, height: height! });
  }
}, 120_000);
afterAll(() => sandbox.stop());

const headerAt = async (height: number) =>
  parseBlockHeader((await createEsploraBitcoinSource({ url: sandbox.calendar_url }).fetchHeader(height))!);

test("each leads from the content to the Merkle root of a real header", async () => {
  for (const { hash, confirmed, height } of issued) {
    const { digest, timestamp } = parseDetachedTimestamp(confirmed);
    expect(bytesToHex(digest)).toBe(hash);
    const [attested] = replay(timestamp, digest).filter(({ attestation }) => attestation.kind === "bitcoin");
    expect(attested?.attestation).toEqual({ kind: "bitcoin", height });
    expect(bytesToHex(attested!.message)).toBe(bytesToHex((await headerAt(height)).merkleRoot));
  }
});

test("the verifier finds no fault in them, and never takes regtest for Bitcoin", async () => {
  const source = createEsploraBitcoinSource({ url: sandbox.calendar_url });
  for (const { hash, submitted, confirmed, height } of issued) {
    const waiting = await verify(submitted, { contentHash: hash });
    expect(waiting.checks.map(({ status }) => status)).toEqual(["passed", "passed", "indeterminate"]);
    expect(waiting.checks[2]!.code).toBe("bitcoin_pending");
    const headers = [encodeHeaders({ network: "regtest", height, headers: [await headerAt(height)] })];
    const offline = await verify(confirmed, { contentHash: hash, headers });
    expect(offline.checks[2]).toMatchObject({ status: "indeterminate", code: "header_of_regtest" });
    const online = await verify(confirmed, {
      contentHash: hash,
      bitcoinSources: [source],
      minBitcoinConfirmations: 1,
    });
    expect(reportText(offline)).not.toContain("pending");
    expect(online.checks[2]).toMatchObject({ status: "indeterminate", code: "header_target_wrong" });
    expect([offline.outcome, online.outcome]).toEqual(["indeterminate", "indeterminate"]);
    const other = await verify(confirmed, { contentHash: randomHash() });
    expect(other.outcome).toBe("failed");
  }
});

test("the portable proof names the block, and its file is one of its timestamps", async () => {
  for (const { id, hash, confirmed } of issued) {
    const text = await (await fetch(`${sandbox.base_url}/proof/${id}.json`)).text();
    expect(JSON.parse(text).attestations).toEqual([{ type: "opentimestamps", state: "confirmed" }]);
    const report = await verify(text, { contentHash: hash, timestamps: [confirmed] });
    expect(report.checks.find(({ id }) => id === "bitcoin")).toMatchObject({ code: "no_bitcoin_header" });
  }
  expect((await fetch(`${sandbox.base_url}/proof/${randomUUID()}.ots`)).status).toBe(404);
});

test("the headers from its block on are served, state regtest, and prove nothing about Bitcoin", async () => {
  for (const { id, hash, confirmed, height } of issued) {
    let text = "";
    await until(async () => {
      const answer = await fetch(`${sandbox.base_url}/proof/${id}.headers.json`);
      text = await answer.text();
      return answer.status === 200;
    }, 30_000);
    const [run] = parseHeaders(text);
    expect(run).toMatchObject({ network: "regtest", height });
    expect(bytesToHex(run!.headers[0]!.bytes)).toBe(bytesToHex((await headerAt(height)).bytes));
    const report = await verify(confirmed, { contentHash: hash, headers: [text] });
    expect(report.outcome).toBe("indeterminate");
    expect(report.checks[2]).toMatchObject({ code: "header_of_regtest" });
  }
}, 60_000);

test("a package with them says offline exactly what regtest allows", async () => {
  for (const { id, hash } of issued.slice(0, 2)) {
    const headers = { authorization: `Bearer ${sandbox.keys.pro}` };
    const answer = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip`, { headers });
    const report = await verify(new Uint8Array(await answer.arrayBuffer()), { contentHash: hash });
    expect(report.outcome).toBe("indeterminate");
    expect(report.checks.find((check) => check.id === "bitcoin")).toMatchObject({
      status: "indeterminate",
      code: "header_of_regtest",
    });
    expect(report.claims).toEqual([]);
    expect(report.inputs).toContainEqual(
      expect.objectContaining({ kind: "headers", origin: "package", status: "checked" }),
    );
  }
  // No epoch of regtest is Bitcoin's.
  const site = sandbox.base_url.replace(/\/api\/v2$/, "");
  expect((await fetch(`${site}/verify/bitcoin/0.bin`)).status).toBe(404);
});

describe("the stock client", () => {
  const client = stockClient();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-ots-client-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Its output, and whether it was satisfied. */
  const ots = (...words: string[]) =>
    new Promise<{ status: number; output: string }>((resolve) => {
      const options = { timeout: 60_000, env: { ...process.env, HOME: folder } };
      execFile(client!, ["--no-cache", ...words], options, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code), output: stdout + stderr });
      });
    });
  const regtest = () => ["--btc-regtest", "--bitcoin-node", sandbox.calendar_url];
  const filesOf = async ({ id, original, confirmed }: Issued) => {
    await writeFile(join(folder, id), original);
    await writeFile(join(folder, `${id}.ots`), confirmed);
    return { original: join(folder, id), timestamp: join(folder, `${id}.ots`) };
  };

  test.skipIf(client === null)(
    "verifies each original against the sandbox's chain",
    async () => {
      for (const one of issued) {
        const { timestamp } = await filesOf(one);
        const verified = await ots(...regtest(), "verify", timestamp);
        expect(verified.output).toContain(`Success! Bitcoin block ${one.height} attests existence`);
        expect(verified.status).toBe(0);
        const { output } = await ots("info", timestamp);
        expect(output).toContain(`File sha256 hash: ${one.hash}`);
        expect(output).toContain(`BitcoinBlockHeaderAttestation(${one.height})`);
        const manual = await ots("--no-bitcoin", "verify", timestamp);
        const root = displayHash((await headerAt(one.height)).merkleRoot);
        expect(manual.output).toContain(`check that Bitcoin block ${one.height} has merkleroot ${root}`);
      }
    },
    60_000,
  );

  test.skipIf(client === null)(
    "refuses another original, and another file's timestamp",
    async () => {
      const [one, other] = issued as [Issued, Issued];
      const { original, timestamp } = await filesOf(one);
      await writeFile(original, other.original);
      const refused = await ots(...regtest(), "verify", timestamp);
      expect(refused.status).toBe(1);
      expect(refused.output).toContain("File does not match original!");
    },
    60_000,
  );
});

describe.each(oracles)("$name", ({ name, oracle }) => {
  test.skipIf(oracle === null)("reads every issued file, up to the header", async () => {
    const usable = issued.filter(() => !oracle!.lacks.includes("hexlify"));
    expect(usable.length, name).toBe(oracle!.lacks.includes("hexlify") ? 0 : PROOFS);
    if (usable.length === 0) return;
    const judgements = oracle!.judge(usable.flatMap(({ submitted, confirmed }) => [submitted, confirmed]));
    for (const [i, { height }] of usable.entries()) {
      expect(judgements[2 * i]!.attested).toHaveLength(1);
      const encoded = encodeTimestamp({ branches: [{ attestation: { kind: "bitcoin", height } }] });
      const payload = bytesToHex(encoded.subarray(10));
      const root = bytesToHex((await headerAt(height)).merkleRoot);
      expect(judgements[2 * i + 1]!.attested).toContainEqual([BITCOIN, payload, root]);
    }
  });
});
