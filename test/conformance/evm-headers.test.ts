/**
 * Blocks of a real node, of every fork that it knows: each header hashes to the block's hash, and
 * an anchor is never verified if the endpoint changes any field.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import { verifyAnchor } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { anvilBinaryPath } from "../../sandbox/src/anvil.js";
import { FaultyEndpoint } from "../faults/faulty-endpoint.js";

const CHAIN_ID = 31_337;
const NETWORK = "Anvil devnet (no evidential value)";
const ROOT = "5f".repeat(32);
const PAYLOAD = `0x${Buffer.from(`svc:v2:${ROOT}`).toString("hex")}`;

let node: ChildProcess | undefined;
let url = "";
const endNode = () => node?.kill("SIGKILL");

async function startNode(hardfork: string | null): Promise<void> {
  const words = ["--host", "127.0.0.1", "--port", "0", "--accounts", "1"];
  node = spawn(anvilBinaryPath(), hardfork === null ? words : [...words, "--hardfork", hardfork]);
  let said = "";
  node.stdout!.on("data", (bytes) => {
    said += bytes;
  });
  for (let tries = 0; tries < 1000; tries++) {
    const address = /Listening on (127\.0\.0\.1:\d+)/.exec(said);
    if (address !== null) {
      url = `http://${address[1]}`;
      return;
    }
    await sleep(10);
  }
  throw new Error(`anvil logged: ${said}`);
}

async function rpc(method: string, params: readonly unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Sends the payload and mines until it is final. */
async function anchored(): Promise<PortableAnchor> {
  const [from] = (await rpc("eth_accounts")) as string[];
  const tx_hash = (await rpc("eth_sendTransaction", [
    { from, to: from, data: PAYLOAD, gas: "0x30000", gasPrice: "0x77359400" },
  ])) as string;
  await rpc("anvil_mine", ["0x10"]);
  const { blockNumber } = (await rpc("eth_getTransactionReceipt", [tx_hash])) as { blockNumber: string };
  return {
    chain_id: CHAIN_ID,
    network: NETWORK,
    tx_hash,
    block_number: Number(blockNumber),
    payload: `svc:v2:${ROOT}`,
  };
}

const checked = async (anchor: PortableAnchor, endpoint: string) => {
  const sources = [createRpcEvmSource({ chainId: CHAIN_ID, url: endpoint, retries: 0 })];
  return verifyAnchor(anchor, ROOT, { sources });
};

describe("every fork", () => {
  afterEach(endNode);

  test.each([
    "frontier",
    "homestead",
    "byzantium",
    "istanbul",
    "berlin",
    "london",
    "paris",
    "shanghai",
    "cancun",
    "prague",
    "osaka",
    null,
  ])("%s", async (hardfork) => {
    await startNode(hardfork);
    const anchor = await anchored();
    const source = createRpcEvmSource({ chainId: CHAIN_ID, url });
    const head = await source.fetchHeadNumber();
    for (let number = 0; number <= head; number++) {
      const block = await source.fetchBlock(number);
      expect(block, `block ${number}`).toMatchObject({ number, header: expect.any(Uint8Array) });
    }
    expect(await source.fetchFinalizedNumber!()).toBeLessThanOrEqual(head);
    const { check, block } = await checked(anchor, url);
    // Before Byzantium, a receipt does not state success.
    if (hardfork === "frontier" || hardfork === "homestead") expect(check.status).not.toBe("failed");
    else expect(check).toMatchObject({ status: "passed", code: "ok" });
    if (block !== null) expect(block.isHeaderBound).toBe(true);
  });
});

describe("an endpoint that changes a block", () => {
  let anchor: PortableAnchor;
  let endpoint: FaultyEndpoint;
  let truth: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    await startNode(null);
    anchor = await anchored();
    truth = (await rpc("eth_getBlockByNumber", [
      `0x${anchor.block_number.toString(16)}`,
      false,
    ])) as typeof truth;
    endpoint = await FaultyEndpoint.start(url);
  });
  afterEach(() => {
    endpoint.fault = null;
  });
  afterAll(() => {
    endpoint.end();
    endNode();
  });

  const lie = (changed: Readonly<Record<string, unknown>>) => {
    endpoint.lie = ({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] !== "finalized" ? { ...truth, ...changed } : undefined;
  };

  test("passes while it tells the truth", async () => {
    lie({});
    expect((await checked(anchor, endpoint.url)).check).toMatchObject({ status: "passed" });
  });

  test("a day earlier, under the true hash", async () => {
    lie({ timestamp: `0x${(Number(truth["timestamp"]) - 86_400).toString(16)}` });
    expect(await checked(anchor, endpoint.url)).toMatchObject({
      check: { status: "indeterminate", code: "source_invalid_answer" },
      block: null,
    });
  });

  test("a day earlier, as a fork of its own", async () => {
    const timestamp = `0x${(Number(truth["timestamp"]) - 86_400).toString(16)}`;
    const unknown = Object.fromEntries(
      ["aRoot", "bRoot", "cRoot"].map((name) => [name, `0x${"5a".repeat(32)}`]),
    );
    lie({ timestamp, ...unknown });
    expect((await checked(anchor, endpoint.url)).check.status).toBe("indeterminate");
  });

  test("any field of the header", async () => {
    const outside = ["transactions", "uncles", "withdrawals", "size", "totalDifficulty"];
    const fields = Object.keys(truth).filter(
      (name) => !outside.includes(name) && typeof truth[name] === "string",
    );
    expect(fields.length).toBeGreaterThanOrEqual(20);
    for (const field of fields) {
      const value = truth[field] as string;
      const last = (Number.parseInt(value.at(-1)!, 16) ^ 1).toString(16);
      for (const other of [value === "0x" ? "0x00" : `${value.slice(0, -1)}${last}`, "0x", null, 7]) {
        if (other === value) continue;
        lie({ [field]: other });
        const { check, block } = await checked(anchor, endpoint.url);
        // An appended zero and an absent field encode alike: the time remains the true one.
        const isSame = Number(value) === 0 && (other === null || other === "0x" || other === 7);
        if (isSame && check.status === "passed") expect(block!.timestamp).toBe(Number(truth["timestamp"]));
        else expect([field, other, check.status]).toEqual([field, other, "indeterminate"]);
      }
    }
  });
});
