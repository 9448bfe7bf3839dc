/** What a reorganisation deeper than the confirmations takes away, and what an endpoint makes up about nonces. */

import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AnchorsStanding } from "../../service/src/anchoring/watch.js";
import { CONFIRMATIONS, inclusionOf, until, type World } from "./anchoring-world.js";
import { type FaultyWorld, startFaultyWorld } from "./faulty-world.js";

describe("a deep reorganisation, or a count of transactions that was wrong", () => {
  let anvil: FaultyWorld["anvil"];
  let world: FaultyWorld["world"];
  let endpoint: FaultyWorld["endpoint"];
  let end: FaultyWorld["end"];
  let standings: AnchorsStanding[];
  let reopened: number;
  let fillers: number;

  beforeEach(async () => {
    ({ anvil, world, endpoint, end } = await startFaultyWorld());
    [standings, reopened, fillers] = [[], 0, 0];
    await world.mine(30);
  });
  afterEach(() => end());

  const startJobs = async (options: Parameters<World["startJobs"]>[0] = {}) =>
    world.startJobs({
      chain: world.openChain(endpoint.url),
      lookIntervalMs: 50,
      watch: {
        stands: (_, standing) => standings.push(standing),
        held: () => {},
        reopened: () => reopened++,
        sent: (_, kind) => {
          if (kind === "filler") fillers++;
        },
        balance: () => {},
      },
      ...options,
    });
  const confirmEverything = () => world.mineUntil("everything is confirmed", () => world.allConfirmed());
  const attempts = async () =>
    (await Promise.all((await world.batches()).map(({ id }) => world.store.batches.attempts(id)))).flat();

  it("reopens the confirmed batches whose blocks it removed, no others, though nothing waits", async () => {
    await world.register(1);
    await startJobs();
    await confirmEverything();
    await world.mine(20);
    await world.register(2);
    await until("both are built", async () => (await world.batches()).length > 1);
    await confirmEverything();
    const [first, ...others] = (await world.batches()).map((batch) => inclusionOf(batch)!);
    const depth = Number(await anvil.request("eth_blockNumber", [])) - others[0]!.blockNumber + 2;
    expect(depth).toBeGreaterThan(CONFIRMATIONS);
    await anvil.request("anvil_reorg", [depth, []]);
    await until("it says so", async () => world.logged(/the batch is reopened/).length === others.length);
    expect(reopened).toBe(others.length);
    const [kept, ...lost] = await world.batches();
    expect(kept).toMatchObject({ state: "confirmed", anchors: [{ inclusion: first }] });
    for (const batch of lost) expect(batch.anchors).toMatchObject([{ state: "batched", reopened: true }]);
    await until("it is reported", async () => standings.at(-1)?.reopened === others.length);
    const lines = world.logged(/the batch is reopened/);
    for (const { level } of lines) expect(level).toBe("error");
    expect(new Set(lines.map(({ fields }) => fields["blockHash"]))).toEqual(
      new Set(others.map(({ blockHash }) => blockHash)),
    );
    await confirmEverything();
    await until("it is no longer reported", async () => standings.at(-1)?.reopened === 0);
    for (const batch of await world.batches()) expect(batch.anchors[0]!.reopened).toBe(false);
    await world.checkFinished();
  });

  it("fills the nonce of someone else's transaction that it removed, and anchors once", async () => {
    await world.register(1);
    await startJobs();
    await until("it is sent", async () => (await world.pooled()) === 1);
    await world.jobs!.stop();
    const [sent] = await attempts();
    await anvil.request("anvil_dropTransaction", [sent!.txHash]);
    const account = privateKeyToAccount(world.anchorKey);
    const raw = await account.signTransaction({
      type: "eip1559",
      chainId: 31_337,
      to: account.address,
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
    await anvil.request("eth_sendRawTransaction", [raw]);
    await world.mine();
    const foreignBlock = Number(await anvil.request("eth_blockNumber", []));
    await startJobs();
    await confirmEverything();
    expect((await attempts()).map(({ nonce }) => nonce)).toEqual([0, 1]);
    const depth = Number(await anvil.request("eth_blockNumber", [])) - foreignBlock + 2;
    await anvil.request("anvil_reorg", [depth, []]);
    await until("a filler is sent", async () => fillers > 0);
    expect(world.logged(/a nonce before those of the anchors is free/)).toHaveLength(1);
    await confirmEverything();
    expect(reopened).toBe(1);
    await world.checkFinished();
  });

  it("fills the nonces that an endpoint skipped which counted too many, twice the same", async () => {
    await world.register(1);
    await startJobs();
    await confirmEverything();
    endpoint.lie = ({ method }, truth) =>
      method === "eth_getTransactionCount" ? `0x${(Number(truth) + 3).toString(16)}` : undefined;
    await world.register(1);
    await until("it takes a nonce too high", async () => (await attempts())[1]?.nonce === 4);
    endpoint.fault = null;
    await until("the gap is told", async () => standings.at(-1)?.gaps === 3);
    expect(
      world.logged(/a nonce before those of the anchors is free/).map(({ fields }) => fields["nonce"]),
    ).toEqual([1, 2, 3]);
    await confirmEverything();
    await until("the gap is closed", async () => standings.at(-1)?.gaps === 0);
    expect(reopened).toBe(0);
    expect((await attempts()).map(({ nonce }) => nonce)).toEqual([0, 4]);
    await world.register(1);
    await confirmEverything();
    expect((await attempts()).map(({ nonce }) => nonce)).toEqual([0, 4, 5]);
    await world.checkFinished();
  });

  it("fills nothing for an endpoint that counts too few: no transaction of ours is replaced", async () => {
    await world.register(2);
    await startJobs({ batchMaxLeaves: 1 });
    await confirmEverything();
    endpoint.lie = ({ method }) => (method === "eth_getTransactionCount" ? "0x0" : undefined);
    await world.register(1);
    await until("it is sent", async () => (await world.pooled()) === 1);
    await until("a gap is seen", async () => (standings.at(-1)?.gaps ?? 0) > 0);
    expect(fillers).toBe(0);
    endpoint.fault = null;
    await confirmEverything();
    expect(fillers).toBe(0);
    await world.checkFinished();
  });

  it("takes no other nonce for a transaction that the endpoint invents", async () => {
    await world.register(1);
    await startJobs();
    await until("it is sent", async () => (await world.pooled()) === 1);
    await world.jobs!.stop();
    const [own] = await attempts();
    await world.mine(CONFIRMATIONS + 2);
    // The block is there, but the endpoint shows another transaction in it, and does not know ours.
    const blind = new Set(["eth_getTransactionByHash", "eth_getTransactionReceipt"]);
    const invented = `0x${"ee".repeat(32)}`;
    endpoint.lie = ({ method, params }, truth) => {
      if (blind.has(method)) return null;
      if (method !== "eth_getBlockByNumber" || params[1] !== true) return undefined;
      const block = truth as { transactions: { hash: string }[] };
      const transactions = block.transactions.map((one) =>
        one.hash === own!.txHash ? { ...one, hash: invented, input: "0x" } : one,
      );
      return { ...block, transactions };
    };
    await startJobs();
    await until("it says so", async () =>
      world.log.some(({ fields }) => String(fields["reason"]).includes("the address did not sign")),
    );
    expect(await attempts()).toEqual([own]);
    endpoint.fault = null;
    await confirmEverything();
    expect(await attempts()).toEqual([own]);
    await world.checkFinished();
  });

  it("warns of a low balance once, and says when it is back", async () => {
    await anvil.request("anvil_setBalance", [world.address, "0xde0b6b3a7640000"]);
    await startJobs({ lowBalanceWei: 2n * 10n ** 18n });
    await until("it warns", async () => world.logged(/balance of the anchor address is low/).length > 0);
    await world.register(1);
    await confirmEverything();
    expect(world.logged(/balance of the anchor address is low/)).toHaveLength(1);
    await world.giveMoney();
    await until("it says so", async () => world.logged(/balance .* is sufficient again/).length > 0);
  });
});
