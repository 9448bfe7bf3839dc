/**
 * A proxy between the service and a real anvil that fails in every way an endpoint can. The service
 * must conclude nothing from it, log it once, and recover by itself.
 */

import { type EvmWitness, openWitness } from "@svc-proof/verifier-lib/evm";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { keccak256 } from "viem";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChainUnavailableError } from "../../service/src/clients/chain.js";
import { buildWitness } from "../../service/src/witnesses/build-witness.js";
import { until } from "./anchoring-world.js";
import { type Fault, answerJson as json, resultOf as result } from "./faulty-endpoint.js";
import { type FaultyWorld, startFaultyWorld } from "./faulty-world.js";

const FAULTS: Readonly<Record<string, Fault>> = {
  "connections end without an answer": (_, response) => response.destroy(),
  "no answer in time": () => {},
  "an answer that stalls in its middle": (_, response, answer) => response.write(answer.slice(0, 20)),
  "HTML with status 200": (_, response) => response.end("<html><body>maintenance</body></html>"),
  "status 503": (_, response) => {
    response.statusCode = 503;
    response.end("overloaded");
  },
  "a redirect": (_, response) => {
    response.statusCode = 307;
    response.setHeader("location", "http://127.0.0.1:9/");
    response.end();
  },
  "cut JSON": (_, response, answer) => json(response, answer.slice(0, -2)),
  "JSON that is not an answer": (_, response) => json(response, []),
  "no result": ({ id }, response) => json(response, { jsonrpc: "2.0", id }),
  "an error": ({ id }, response) =>
    json(response, { jsonrpc: "2.0", id, error: { code: -32_000, message: "no" } }),
  "results of the wrong type": ({ id }, response) => json(response, result(id, { number: 1, hash: [] })),
  "numbers without bound": ({ id }, response) => json(response, result(id, `0x${"f".repeat(80)}`)),
  "a huge body": (_, response) => json(response, `"${"a".repeat(6 * 1024 * 1024)}"`),
  "another chain": ({ id, method }, response, answer) =>
    json(response, method === "eth_chainId" ? result(id, "0x1") : answer),
  "blocks with other numbers": ({ id, method }, response, answer) =>
    json(response, method === "eth_getBlockByNumber" ? result(id, { number: "0x7", hash: "0x" }) : answer),
  "receipts of other transactions": ({ id, method }, response, answer) =>
    method === "eth_getTransactionReceipt"
      ? json(
          response,
          result(id, { transactionHash: `0x${"1".repeat(64)}`, status: "0x1", blockNumber: "0x1" }),
        )
      : json(response, answer),
};

/** Faults that only a time-out ends. */
const SILENT: ReadonlySet<string> = new Set(["no answer in time", "an answer that stalls in its middle"]);

describe("a failing endpoint", () => {
  let world: FaultyWorld["world"];
  let endpoint: FaultyWorld["endpoint"];
  let end: FaultyWorld["end"];

  beforeEach(async () => {
    ({ world, endpoint, end } = await startFaultyWorld());
  });
  afterEach(() => end());

  it.each(Object.keys(FAULTS))("%s: no state follows, and it recovers by itself", async (name) => {
    await world.register(1);
    // Under other faults, no true answer may be late: on a busy machine that would be a second
    // outage.
    const timeoutMs = SILENT.has(name) ? 2_000 : 60_000;
    await world.startJobs({ chain: world.openChain(endpoint.url, timeoutMs) });
    await until("it is sent", async () => (await world.pooled()) === 1);
    endpoint.fault = FAULTS[name]!;
    // It is in the chain now, but the only endpoint fails.
    await world.mine(6);
    await until(
      "the outage is reported",
      async () =>
        world.logged(/no usable answer|serves another chain than before/).length > 0 &&
        endpoint.faultsServed > 2,
    );
    expect((await world.batches())[0]!.state).toBe("batched");
    endpoint.fault = null;
    await until("it recovered", () => world.allConfirmed());
    await until("the recovery is reported", async () => world.logged(/^recovered/).length > 0);
    expect(world.logged(/a job failed/)).toEqual([]);
    expect(world.logged(/^recovered/)).toHaveLength(1);
    expect(world.logged(/no usable answer|serves another chain than before/)).toHaveLength(1);
    await world.checkFinished();
  });

  it("gives no usable answer, and no other error", async () => {
    const chain = world.openChain(endpoint.url, 100);
    for (const [name, next] of Object.entries(FAULTS)) {
      if (name === "another chain" || /blocks|receipts/.test(name)) continue;
      endpoint.fault = next;
      await expect(chain.fetchBalance(), name).rejects.toThrow(ChainUnavailableError);
    }
  });

  it("gives no false witness, and no answer that is not one of the chain", async () => {
    await world.register(1);
    await world.startJobs({ chain: world.openChain(endpoint.url, 60_000) });
    await world.mineUntil("it is anchored", async () => (await world.batches())[0]?.anchors[0]?.inclusion);
    const inclusion = (await world.batches())[0]!.anchors[0]!.inclusion!;
    await world.jobs!.stop();
    const chain = world.openChain(endpoint.url, 60_000);
    const hurried = world.openChain(endpoint.url, 200);
    for (const [name, next] of Object.entries(FAULTS)) {
      endpoint.fault = next;
      const asked = SILENT.has(name) ? hurried : chain;
      const made = await buildWitness(asked, inclusion).catch((error: unknown) => error);
      if (/^another chain|^blocks|^receipts/.test(name)) {
        const { block, transaction } = openWitness(made as EvmWitness);
        expect([block.hash, transaction.hash]).toEqual([inclusion.blockHash, inclusion.txHash]);
      } else {
        expect(made, name).toBeInstanceOf(ChainUnavailableError);
      }
      const raw = await asked.fetchRawTransaction(inclusion.txHash).catch((error: unknown) => error);
      if (!(raw instanceof ChainUnavailableError) && raw !== null) {
        expect(keccak256(raw as Uint8Array), name).toBe(inclusion.txHash);
      }
    }
    endpoint.fault = null;
    expect(await chain.fetchWholeBlock(`0x${"1".repeat(64)}`)).toBeNull();
    expect(await chain.fetchRawTransaction(`0x${"1".repeat(64)}`)).toBeNull();
    expect(keccak256((await chain.fetchRawTransaction(inclusion.txHash))!)).toBe(inclusion.txHash);
  });

  it("never logs the credentials of its address", async () => {
    const secret = "s3cret-of-the-endpoint";
    const url = `${endpoint.url}/v3/${secret}`;
    const chain = world.openChain(url, 1_000);
    for (const next of Object.values(FAULTS)) {
      endpoint.fault = next;
      const errors = await Promise.allSettled([
        chain.fetchNonce(),
        chain.estimateFees(),
        chain.broadcast("0x00"),
        chain.fetchWholeBlock(`0x${"1".repeat(64)}`),
        chain.fetchRawTransaction(`0x${"1".repeat(64)}`),
        createRpcEvmSource({ chainId: 31_337, url, timeoutMs: 100, retries: 0 }).fetchHeadNumber(),
      ]);
      for (const error of errors) {
        if (error.status === "rejected") expect(String(error.reason?.message)).not.toContain(secret);
      }
    }
    await world.register(1);
    endpoint.fault = FAULTS["status 503"]!;
    await world.startJobs({ chain });
    await until("the outage is reported", async () => world.log.length > 1);
    expect(JSON.stringify(world.log)).not.toContain(secret);
  });
});
