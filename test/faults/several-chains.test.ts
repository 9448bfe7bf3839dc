/** Batches on two chains, each with endpoints of its own that may fail or disagree. */

import { parsePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload } from "@svc-proof/shared/text";
import { verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import type { HeldReason } from "../../service/src/anchoring/watch.js";
import type { Chain } from "../../service/src/clients/chain.js";
import { openRpcChain } from "../../service/src/clients/evm.js";
import { severalEndpoints } from "../../service/src/clients/evm-endpoints.js";
import { addressesOf } from "../../service/src/http/site.js";
import { issuePortableProof } from "../../service/src/resources/portable-proof.js";
import { proofResource } from "../../service/src/resources/proof.js";
import { CONFIRMATIONS, inclusionOf, until, World } from "./anchoring-world.js";
import { FaultyEndpoint } from "./faulty-endpoint.js";

const FIRST = 31_337;
const SECOND = 424_242;

describe("a batch on two chains", () => {
  let anvils: readonly [Anvil, Anvil];
  let world: World;
  /** Two endpoints of the first chain, one of the second. */
  let endpoints: readonly [FaultyEndpoint, FaultyEndpoint, FaultyEndpoint];
  let held: Map<number, HeldReason | null>;
  let failing: Set<number>;

  beforeEach(async () => {
    anvils = [await Anvil.start(0, null), await Anvil.start(0, null)];
    await anvils[1].request("anvil_setChainId", [SECOND]);
    world = await World.create(anvils[0]);
    await anvils[1].request("anvil_setBalance", [world.address, "0x56bc75e2d63100000"]);
    const [first, second] = anvils.map(({ port }) => `http://127.0.0.1:${port}`) as [string, string];
    endpoints = [
      await FaultyEndpoint.start(first),
      await FaultyEndpoint.start(first),
      await FaultyEndpoint.start(second),
    ];
    [held, failing] = [new Map(), new Set()];
    const open = (chainId: number, { url }: FaultyEndpoint): Chain =>
      openRpcChain({
        chainId,
        rpcUrl: url,
        anchorKey: world.anchorKey,
        timeoutMs: 5_000,
        maxCostWei: 10n ** 18n,
      });
    const watch = {
      failed: (place: number) => failing.add(place),
      worked: (place: number) => failing.delete(place),
    };
    const both = severalEndpoints([open(FIRST, endpoints[0]), open(FIRST, endpoints[1])], {
      watch,
      restMs: 50,
      maxRestMs: 200,
    });
    const policy = { confirmations: CONFIRMATIONS, bumpAfterMs: 60_000 };
    await world.startJobs({
      chains: [
        { chain: both, ...policy },
        { chain: open(SECOND, endpoints[2]), ...policy, confirmations: 2 },
      ],
      // An endpoint that is back is noticed at a look, also when no batch waits.
      lookIntervalMs: 100,
      watch: {
        stands: () => {},
        held: (chainId, reason) => held.set(chainId, reason),
        reopened: () => {},
        sent: () => {},
        balance: () => {},
      },
    });
  });
  afterEach(async () => {
    for (const endpoint of endpoints) endpoint.end();
    await world.end();
    for (const anvil of anvils) await anvil.end();
  });

  const mineBoth = async () => {
    for (const anvil of anvils) await anvil.request("evm_mine", []);
  };
  const standing = async () => {
    const [batch] = await world.batches();
    return batch === undefined ? [] : [batch.state, ...batch.anchors.map(({ state }) => state)];
  };
  const reaches = (...expected: string[]) =>
    until(`it is ${expected.join()}`, async () => {
      await mineBoth();
      return (await standing()).join() === expected.join();
    });

  it("is anchored on both; the furthest gives the proof its state, and every document names both", async () => {
    await world.register(1);
    await reaches("confirmed", "confirmed", "confirmed");
    const proof = (await world.store.proofs.find(world.registered[0]!))!;
    const names = new Map([[SECOND, "Second chain"]]);
    const resource = proofResource(
      proof,
      { addresses: addressesOf("https://proofs.example"), networkName: names },
      null,
    );
    expect(resource.anchors).toMatchObject([
      { chain_id: FIRST, state: "confirmed" },
      {
        chain_id: SECOND,
        state: "confirmed",
        network: "Second chain",
        tx_hash: inclusionOf(proof.batch!, SECOND)!.txHash,
      },
    ]);
    const text = (await issuePortableProof(world.store.batches, proof, names))!;
    const { anchors, merkle } = parsePortableProof(text);
    expect(anchors.map(({ chain_id, payload }) => ({ chain_id, payload }))).toEqual(
      [FIRST, SECOND].map((chain_id) => ({ chain_id, payload: anchorPayload(merkle.root) })),
    );
    const sources = [FIRST, SECOND].map((chainId, i) =>
      createRpcEvmSource({ chainId, url: `http://127.0.0.1:${anvils[i]!.port}` }),
    );
    const report = await verify(text, { contentHash: proof.hash, sources, minConfirmations: 2 });
    expect(report.checks.filter(({ id }) => id === "anchor").map(({ status }) => status)).toEqual([
      "passed",
      "passed",
    ]);
  });

  it("does not wait for a chain that is down, and goes on there when it is back", async () => {
    endpoints[2].fault = (_, response) => response.destroy();
    await world.register(1);
    await reaches("confirmed", "confirmed", "batched");
    expect(held.get(SECOND)).toBe("unavailable");
    expect(held.get(FIRST)).toBeNull();
    expect(world.logged(/no usable answer/).map(({ fields }) => fields["chainId"])).toEqual([SECOND]);
    const proof = (await world.store.proofs.find(world.registered[0]!))!;
    const text = (await issuePortableProof(world.store.batches, proof, null))!;
    expect(parsePortableProof(text).anchors.map(({ chain_id }) => chain_id)).toEqual([FIRST]);
    endpoints[2].fault = null;
    await reaches("confirmed", "confirmed", "confirmed");
    await until("it is told", async () => world.logged(/^recovered/).length === 1);
  });

  it("keeps its state on one chain when a reorganisation takes the other's anchor", async () => {
    for (let i = 0; i < 10; i++) await mineBoth();
    await world.register(1);
    await reaches("confirmed", "confirmed", "confirmed");
    const { blockNumber } = inclusionOf((await world.batches())[0]!, FIRST)!;
    const depth = Number(await anvils[0].request("eth_blockNumber", [])) - blockNumber + 1;
    await anvils[0].request("anvil_reorg", [depth, []]);
    await world.register(1);
    await until("it is reopened", async () => world.logged(/the batch is reopened/).length === 1);
    expect(await standing()).toEqual(["confirmed", "batched", "confirmed"]);
    await reaches("confirmed", "confirmed", "confirmed");
  });

  it("goes on with the second endpoint when the first is down, and with the first when the second is", async () => {
    endpoints[0].fault = (_, response) => response.destroy();
    await world.register(1);
    await reaches("confirmed", "confirmed", "confirmed");
    expect([...failing]).toEqual([1]);
    expect(world.logged(/no usable answer/)).toEqual([]);
    endpoints[0].fault = null;
    await until("the first answers again", async () => failing.size === 0);
    endpoints[1].fault = (_, response) => response.destroy();
    await world.register(1);
    await until("both are confirmed", async () => {
      await mineBoth();
      return world.allConfirmed();
    });
    expect(failing.has(2)).toBe(true);
  });

  it.each<[string, (endpoint: FaultyEndpoint) => void]>([
    [
      "the hash of a block",
      (endpoint) => {
        endpoint.lie = ({ method }, truth) =>
          method === "eth_getBlockByNumber" && truth !== null
            ? { ...(truth as object), hash: `0x${"ee".repeat(32)}` }
            : undefined;
      },
    ],
    [
      "the block of a transaction",
      (endpoint) => {
        endpoint.lie = ({ method }, truth) =>
          method === "eth_getTransactionReceipt" && truth !== null
            ? { ...(truth as object), blockHash: `0x${"ee".repeat(32)}` }
            : undefined;
      },
    ],
    [
      "the chain id",
      (endpoint) => {
        endpoint.lie = ({ method }) => (method === "eth_chainId" ? "0x1" : undefined);
      },
    ],
  ])(
    "holds a chain whose endpoints disagree on %s, with one line, and goes on when they agree",
    async (_, lie) => {
      await world.register(1);
      await until("it is sent", async () => (await world.pooled()) === 1);
      lie(endpoints[1]);
      for (let i = 0; i < 8; i++) await mineBoth();
      await until("it is held", async () => held.get(FIRST) === "disagreement");
      await until("the other chain goes on", async () => {
        await mineBoth();
        return (await world.batches())[0]!.anchors[1]!.state === "confirmed";
      });
      expect((await world.batches())[0]!.anchors[0]!.state).toBe("batched");
      const lines = world.logged(/endpoints of the chain disagree/);
      expect(lines.map(({ level, fields }) => [level, fields["chainId"]])).toEqual([["error", FIRST]]);
      endpoints[1].fault = null;
      await reaches("confirmed", "confirmed", "confirmed");
      expect(held.get(FIRST)).toBeNull();
    },
  );
});
