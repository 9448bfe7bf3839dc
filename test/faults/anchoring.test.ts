import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import type { Chain } from "../../service/src/clients/chain.js";
import { CONFIRMATIONS, chainWith, inclusionOf, until, World } from "./anchoring-world.js";

describe("anchoring on a real chain", () => {
  let anvil: Anvil;
  let world: World;

  beforeEach(async () => {
    anvil = await Anvil.start(0, null);
    world = await World.create(anvil);
  });
  afterEach(async () => {
    await world.end();
    await anvil.end();
  });

  const states = async () => (await world.batches()).map(({ state }) => state);
  const is = (expected: string) => async () => (await states()).join() === expected;
  const inclusions = async () => (await world.batches()).map((batch) => inclusionOf(batch));
  const pooled = (count: number) =>
    until(`${count} transactions wait`, async () => (await world.pooled()) === count);
  const confirmEverything = () => world.mineUntil("everything is confirmed", () => world.allConfirmed());

  it("confirms at the twelfth block and not before, counting the anchor's own", async () => {
    await world.register(3);
    await world.startJobs({ confirmations: 12 });
    await pooled(1);
    expect(await states()).toEqual(["batched"]);
    await world.mine();
    await until("the batch is anchored", is("anchored"));
    await world.mine(10);
    await world.jobs!.stop();
    await world.startJobs({ confirmations: 12 });
    // Registered last: its transaction shows that a whole round has passed over the first batch.
    await world.register(1);
    await pooled(1);
    expect(await states()).toEqual(["anchored", "batched"]);
    await world.mine();
    await until("the batch is confirmed", is("confirmed,anchored"));
    await confirmEverything();
    await world.checkFinished();
  });

  it("sends a dropped transaction again, unchanged", async () => {
    await world.register(1);
    await world.startJobs();
    await pooled(1);
    const [attempt] = await world.store.batches.attempts((await world.batches())[0]!.id);
    await anvil.request("anvil_dropTransaction", [attempt!.txHash]);
    await until(
      "it says so",
      async () => world.logged(/does not know an anchor; it is sent again/).length > 0,
    );
    await pooled(1);
    await anvil.request("anvil_dropTransaction", [attempt!.txHash]);
    await pooled(1);
    expect(
      world.logged(/does not know an anchor; it is sent again/),
      "reported once for one attempt",
    ).toHaveLength(1);
    await confirmEverything();
    expect(await world.store.batches.attempts((await world.batches())[0]!.id)).toEqual([attempt]);
    await world.checkFinished();
  });

  it("closes a nonce gap when the first of several transactions is dropped", async () => {
    await world.register(6);
    await world.startJobs({ batchMaxLeaves: 2 });
    await pooled(3);
    const attempts = await Promise.all(
      (await world.batches()).map(({ id }) => world.store.batches.attempts(id)),
    );
    expect(attempts.flat().map(({ nonce }) => nonce)).toEqual([0, 1, 2]);
    await anvil.request("anvil_dropTransaction", [attempts[0]![0]!.txHash]);
    await pooled(3);
    await confirmEverything();
    await world.checkFinished();
  });

  it("has at most 16 pending transactions", async () => {
    await world.register(40);
    await world.startJobs({ batchMaxLeaves: 2 });
    await until("twenty batches are sealed", async () => (await world.batches()).length === 20);
    await pooled(16);
    await world.register(1);
    await until("another one is sealed", async () => (await world.batches()).length === 21);
    expect(await world.pooled()).toBe(16);
    await confirmEverything();
    await world.checkFinished();
  });

  it.each([
    { depth: 2, removes: true },
    { depth: 3, removes: true },
    { depth: 1, removes: false },
  ])("survives a reorganisation of $depth blocks (anchor removed: $removes)", async ({ depth, removes }) => {
    await world.mine(3);
    await world.register(2);
    await world.startJobs();
    await pooled(1);
    await world.mine();
    await until("the batch is anchored", is("anchored"));
    await world.mine();
    const [before] = await inclusions();
    await anvil.request("anvil_reorg", [depth, []]);
    if (removes) {
      await until("it says so", async () => world.logged(/^chain reorganisation/).length > 0);
      await until("the anchor is sent again", is("batched"));
      await pooled(1);
    }
    await confirmEverything();
    const [after] = await inclusions();
    expect(after!.txHash).toBe(before!.txHash);
    expect(after!.blockHash === before!.blockHash).toBe(!removes);
    expect(world.logged(/^chain reorganisation/)).toHaveLength(removes ? 1 : 0);
    await world.checkFinished();
  });

  it("survives a reorganisation while several batches are pending and others anchored", async () => {
    await world.mine(3);
    await world.register(4);
    // Built when full and only then.
    await world.startJobs({ batchMaxLeaves: 2, batchIntervalMs: 1_000_000 });
    await pooled(2);
    await world.mine();
    await until("two are anchored", is("anchored,anchored"));
    await world.register(4);
    await pooled(2);
    await anvil.request("anvil_reorg", [1, []]);
    await until("all four wait", is("batched,batched,batched,batched"));
    await confirmEverything();
    await world.checkFinished();
  });

  it("replaces an anchor that is too cheap with the same nonce, at a fee higher by at least an eighth", async () => {
    await world.register(1);
    await world.startJobs({ bumpAfterMs: 1_000_000 });
    await pooled(1);
    await world.jobs!.stop();
    const { id } = (await world.batches())[0]!;
    const [first] = await world.store.batches.attempts(id);
    await anvil.request("anvil_setNextBlockBaseFeePerGas", [`0x${(4n * first!.maxFeePerGas).toString(16)}`]);
    await world.mine();
    expect(await anvil.request("eth_getTransactionReceipt", [first!.txHash]), "too cheap").toBeNull();
    await world.startJobs({ bumpAfterMs: 50 });
    await until("a dearer one", async () => (await world.store.batches.attempts(id))[1]);
    await confirmEverything();
    const attempts = await world.store.batches.attempts(id);
    expect(attempts.length).toBeGreaterThan(1);
    for (const [i, { nonce, maxFeePerGas, maxPriorityFeePerGas }] of attempts.entries()) {
      expect(nonce).toBe(first!.nonce);
      if (i === 0) continue;
      expect(maxFeePerGas * 8n).toBeGreaterThanOrEqual(attempts[i - 1]!.maxFeePerGas * 9n);
      expect(maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(attempts[i - 1]!.maxPriorityFeePerGas * 9n);
    }
    await world.checkFinished();
  });

  it("stops raising fees while no block comes", async () => {
    await world.register(1);
    await world.startJobs({ bumpAfterMs: 1 });
    const { id } = await until("a batch", async () => (await world.batches())[0]);
    // From twice the base fee plus a tip, by an eighth each time, up to ten times the estimate: 9/8
    // to the 19th.
    await until("fees were raised", async () => (await world.store.batches.attempts(id)).length === 20);
    const { length } = world.log;
    const chain = world.openChain();
    const asked = await chain.estimateFees();
    await world.register(1);
    await until(
      "another batch was sent",
      async () => (await world.batches()).length === 2 && (await world.pooled()) === 2,
    );
    const attempts = await world.store.batches.attempts(id);
    expect(attempts.at(-1)!.maxFeePerGas).toBeLessThanOrEqual(10n * asked.maxFeePerGas);
    expect(world.log.slice(length).filter(({ message }) => /another attempt is made/.test(message))).toEqual(
      [],
    );
    await confirmEverything();
    await world.checkFinished();
  });

  it("takes another nonce only after a foreign transaction has used the first, deep in the chain", async () => {
    await world.register(1);
    await world.startJobs();
    await pooled(1);
    await world.jobs!.stop();
    const { id } = (await world.batches())[0]!;
    const [first] = await world.store.batches.attempts(id);
    await anvil.request("anvil_dropTransaction", [first!.txHash]);
    const account = privateKeyToAccount(world.anchorKey);
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId: 31_337,
      to: account.address,
      nonce: first!.nonce,
      gas: 21_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
    await anvil.request("eth_sendRawTransaction", [raw]);
    await world.mine();
    let nonceQuestions = 0;
    const chain = world.openChain();
    const fetchNonce: Chain["fetchNonce"] = (of) => {
      nonceQuestions++;
      return chain.fetchNonce(of);
    };
    await world.startJobs({ chain: chainWith(chain, { fetchNonce }) });
    for (let depth = 1; depth < CONFIRMATIONS; depth++) {
      // A round asks three or four times, so twelve include a whole round that began after the
      // block.
      const before = nonceQuestions;
      await until("a round passed", async () => nonceQuestions >= before + 12);
      expect(await world.store.batches.attempts(id), `at depth ${depth}`).toHaveLength(1);
      await world.mine();
    }
    const again = await until("a second attempt", async () => (await world.store.batches.attempts(id))[1]);
    expect(again.nonce).toBeGreaterThan(first!.nonce);
    expect(world.logged(/another transaction used the nonce/)).toHaveLength(1);
    await confirmEverything();
    await world.checkFinished();
  });

  it("reports missing funds, and continues once they arrive", async () => {
    await anvil.request("anvil_setBalance", [world.address, "0x1"]);
    await world.register(1);
    await world.startJobs();
    await until("it says so", async () => world.logged(/insufficient funds/).length > 0);
    await anvil.request("anvil_setBalance", [world.address, "0x56bc75e2d63100000"]);
    await confirmEverything();
    expect(world.logged(/insufficient funds/)).toHaveLength(1);
    expect(world.logged(/^recovered/)).toHaveLength(1);
    await world.checkFinished();
  });

  it("continues when the node mines automatically, at once or in intervals", async () => {
    await anvil.request("evm_setAutomine", [true]);
    await world.register(4);
    await world.startJobs({ batchMaxLeaves: 1, confirmations: 5 });
    await until("all are anchored", is("anchored,anchored,anchored,anchored"));
    await anvil.request("evm_setAutomine", [false]);
    await anvil.request("evm_setIntervalMining", [1]);
    await world.register(1);
    await until("all are confirmed", () => world.allConfirmed(), 30_000);
    await world.checkFinished();
  });

  it("stops anchoring on a chain whose data was replaced, and continues when the chain is back", async () => {
    await world.register(1);
    await world.startJobs();
    await confirmEverything();
    // The time of the first block, in seconds, is what tells one development chain from another.
    await sleep(1_100);
    const other = await Anvil.start(0, null);
    try {
      await other.request("anvil_setBalance", [world.address, "0x56bc75e2d63100000"]);
      // It counts as many of our transactions as the true chain, and is longer: only its blocks
      // differ.
      await other.request("anvil_setNonce", [world.address, "0x5"]);
      await other.request("anvil_mine", ["0x40"]);
      await world.reopenStore();
      const wrong = world.openChain(`http://127.0.0.1:${other.port}`);
      await world.startJobs({ chain: wrong });
      await world.register(1);
      await until("it says so", async () => world.logged(/serves another chain than before/).length > 0);
      expect(await other.request("txpool_status", [])).toEqual({ pending: "0x0", queued: "0x0" });
      const second = await until("it is built", async () => (await world.batches())[1]);
      expect(await world.store.batches.attempts(second.id)).toEqual([]);
      await world.jobs!.stop();
      await world.startJobs();
      await confirmEverything();
      await world.checkFinished();
    } finally {
      await world.jobs!.stop();
      await other.end();
    }
  });

  it("uses a changed key at once, and still confirms what the former key signed", async () => {
    await world.register(1);
    await world.startJobs();
    await confirmEverything();
    await world.register(1);
    await pooled(1);
    await world.jobs!.stop();
    const second = (await world.batches())[1]!;
    const [signed] = await world.store.batches.attempts(second.id);
    await anvil.request("anvil_dropTransaction", [signed!.txHash]);
    await world.changeKey();
    await world.startJobs({ bumpAfterMs: 1 });
    await world.register(1);
    await confirmEverything();
    expect(await world.store.batches.attempts(second.id)).toEqual([signed]);
    const third = (await world.batches())[2]!;
    const [byNewKey] = await world.store.batches.attempts(third.id);
    expect(byNewKey!.from).toBe(world.address.toLowerCase());
    expect(byNewKey!.nonce).toBe(0);
    expect((await world.batches()).map((batch) => inclusionOf(batch)!.txHash).slice(1)).toEqual([
      signed!.txHash,
      (await world.store.batches.attempts(third.id)).at(-1)!.txHash,
    ]);
  });

  it("stops at once during a slow answer", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    // Longer than the test's time limit: it cannot end by waiting for the answer.
    const source = createRpcEvmSource({ chainId: 31_337, url, timeoutMs: 600_000, retries: 0 });
    await world.register(1);
    await world.startJobs({ chain: chainWith(world.openChain(), { source }) });
    await until("it asks", async () => sockets.size > 0);
    await world.jobs!.stop();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
