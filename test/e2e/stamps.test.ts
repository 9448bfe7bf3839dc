/**
 * What a sandbox binds to Bitcoin on its own account, the token of a seal and the header of the anchor's block, from the
 * API to a block of its regtest chain: read by the stock OpenTimestamps client and by other people's implementations.
 */

import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { evmBlockHash, parseEvmWitness } from "@svc-proof/verifier-lib/evm";
import { createEsploraBitcoinSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { oracles, stockClient } from "../oracles/opentimestamps/oracles.js";
import { type Sandbox, startSandbox, until } from "./sandbox.js";

/** Tag of a Bitcoin attestation. */
const BITCOIN = "0588960d73d71901";

let sandbox: Sandbox & { readonly calendar_url: string };
let folder: string;
/** Stamped bytes and their file, by the file's name in the package. */
const stamped: Record<string, { readonly bytes: Uint8Array; readonly file: Uint8Array }> = {};
let publicFile: Uint8Array;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-stamps-e2e-"));
  sandbox = (await startSandbox({
    SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_TSA_TIMEOUT_MS: "60000",
  })) as typeof sandbox;
  const headers = { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "application/json" };
  const body = JSON.stringify({
    hash: createHash("sha256").update(randomBytes(100)).digest("hex"),
    qualified: true,
  });
  const created = await fetch(`${sandbox.base_url}/proofs`, { method: "POST", headers, body });
  const { id } = (await created.json()) as { id: string };
  const chain = `anchors/${sandbox.chain_id}`;
  let parts = new Map<string, Uint8Array>();
  await until(async () => {
    const answer = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip`, { headers });
    parts = new Map();
    for (const entry of await parseZip(new Uint8Array(await answer.arrayBuffer()))) {
      const pieces: Uint8Array[] = [];
      for await (const piece of entry.read()) pieces.push(piece);
      parts.set(entry.name, new Uint8Array(Buffer.concat(pieces)));
    }
    return ["seal/timestamp.tsr.ots", `${chain}.ots`].every((name) => isInBlock(parts.get(name)));
  }, 90_000);
  const witness = parseEvmWitness(parts.get(`${chain}.json`)!);
  stamped["seal/timestamp.tsr.ots"] = {
    bytes: parts.get("seal/timestamp.tsr")!,
    file: parts.get("seal/timestamp.tsr.ots")!,
  };
  stamped["anchors/<chain>.ots"] = { bytes: witness.header, file: parts.get(`${chain}.ots`)! };
  publicFile = new Uint8Array(await (await fetch(`${sandbox.base_url}/proof/${id}.tsr.ots`)).arrayBuffer());
  const proof = JSON.parse(Buffer.from(parts.get("proof.json")!).toString()) as {
    anchors: { block_number: number }[];
  };
  const params = [`0x${proof.anchors[0]!.block_number.toString(16)}`, false];
  const asked = { jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params };
  const answer = await fetch(sandbox.rpc_url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  const { result } = (await answer.json()) as { result: { hash: string } };
  expect(evmBlockHash(witness.header)).toBe(result.hash);
}, 120_000);
afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true });
});

function isInBlock(file: Uint8Array | undefined): boolean {
  return file !== undefined && attestedBy(file).every(({ attestation }) => attestation.kind === "bitcoin");
}

function attestedBy(file: Uint8Array) {
  const { digest, timestamp } = parseDetachedTimestamp(file);
  return replay(timestamp, digest);
}

/** Height and root of the one block to which a file leads. */
function blockOf(file: Uint8Array): { height: number; root: string } {
  const [{ attestation, message }, ...others] = attestedBy(file) as [ReturnType<typeof attestedBy>[0]];
  expect(others).toEqual([]);
  return {
    height: attestation.kind === "bitcoin" ? attestation.height : Number.NaN,
    root: bytesToHex(message),
  };
}

const NAMES = ["seal/timestamp.tsr.ots", "anchors/<chain>.ots"] as const;

describe.each(NAMES)("%s", (name) => {
  test("is of the stamped bytes, and leads to a block of the sandbox's chain", async () => {
    const { bytes, file } = stamped[name]!;
    const { hash, digest } = parseDetachedTimestamp(file);
    expect([hash, bytesToHex(digest)]).toEqual(["sha256", createHash("sha256").update(bytes).digest("hex")]);
    const { height, root } = blockOf(file);
    const header = (await createEsploraBitcoinSource({ url: sandbox.calendar_url }).fetchHeader(height))!;
    expect(bytesToHex(header, 36, 68)).toBe(root);
  });

  const client = stockClient();
  test.skipIf(client === null)(
    "satisfies the stock client, and no other bytes do",
    async () => {
      const { bytes, file } = stamped[name]!;
      const [original, timestamp] = [join(folder, "stamped"), join(folder, "stamped.ots")];
      const ots = () =>
        new Promise<{ status: number; output: string }>((resolve) => {
          const words = ["--no-cache", "--btc-regtest", "--bitcoin-node", sandbox.calendar_url, "verify"];
          const options = { timeout: 60_000, env: { ...process.env, HOME: folder } };
          execFile(client!, [...words, timestamp], options, (error, stdout, stderr) => {
            resolve({ status: error === null ? 0 : Number(error.code), output: stdout + stderr });
          });
        });
      await writeFile(original, bytes);
      await writeFile(timestamp, file);
      const verified = await ots();
      expect(verified.output).toContain(`Success! Bitcoin block ${blockOf(file).height} attests existence`);
      expect(verified.status).toBe(0);
      const changed = Uint8Array.from(bytes);
      changed[changed.length >> 1]! ^= 1;
      await writeFile(original, changed);
      expect(await ots()).toMatchObject({ status: 1, output: expect.stringContaining("does not match") });
    },
    60_000,
  );
});

test("the public file of the seal is the one in the package", () => {
  expect(publicFile).toEqual(stamped[NAMES[0]]!.file);
});

describe.each(oracles)("$name", ({ oracle }) => {
  test.skipIf(oracle === null)("reads both files, up to the root", () => {
    const files = NAMES.map((name) => stamped[name]!.file);
    for (const [i, { attested }] of oracle!.judge(files).entries()) {
      expect(attested).toEqual([[BITCOIN, expect.any(String), blockOf(files[i]!).root]]);
    }
  });
});
