/** The anchor's address has code that reverts, as EIP-7702 allows: fees are bounded, other batches go on, and so does it when the code is gone. */

import { randomBytes } from "node:crypto";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnchorsStanding, HeldReason } from "../../service/src/anchoring/watch.js";
import { CONFIRMATIONS, until, type World } from "./anchoring-world.js";
import { type FaultyWorld, startFaultyWorld } from "./faulty-world.js";

const REVERTER = "0x00000000000000000000000000000000000000ee";
const BUMP_AFTER_MS = 60_000;
const NEVER_MS = 1_000_000_000;

describe("an anchor that the chain reverts", () => {
  let anvil: FaultyWorld["anvil"];
  let world: FaultyWorld["world"];
  let endpoint: FaultyWorld["endpoint"];
  let end: FaultyWorld["end"];
  let held: HeldReason | null;
  let standing: AnchorsStanding | null;
  /** Rounds that ended. */
  let ended: number;

  beforeEach(async () => {
    ({ anvil, world, endpoint, end } = await startFaultyWorld());
    [held, standing, ended] = [null, null, 0];
  });
  afterEach(async () => {
    vi.useRealTimers();
    await end();
  });

  const delegate = async () => {
    // PUSH0 PUSH0 REVERT, and the mark of a delegation to it.
    await anvil.request("anvil_setCode", [REVERTER, "0x5f5ffd"]);
    await anvil.request("anvil_setCode", [world.address, `0xef0100${REVERTER.slice(2)}`]);
  };
  const undelegate = () => anvil.request("anvil_setCode", [world.address, "0x"]);
  const startJobs = (options: Parameters<World["startJobs"]>[0] = {}) =>
    world.startJobs({
      chain: world.openChain(endpoint.url),
      batchMaxLeaves: 1,
      watch: {
        stands: (_, now) => {
          standing = now;
          ended++;
        },
        held: (_, reason) => {
          held = reason;
        },
        reopened: () => {},
        sent: () => {},
        balance: () => {},
      },
      ...options,
    });
  const pooled = (count: number) =>
    until(`${count} transactions wait`, async () => (await world.pooled()) === count);
  /** The nonces of each batch's attempts. */
  const nonces = async () =>
    Promise.all(
      (await world.batches()).map(async ({ id }) => {
        const attempts = await world.store.batches.attempts(id);
        return attempts.map(({ nonce }) => nonce);
      }),
    );
  const attemptCounts = async () => (await nonces()).map(({ length }) => length).join();
  /** Sends the first attempts of new batches, which the chain then reverts, deep enough. */
  const revertFirst = async (batches: number) => {
    await world.register(batches);
    await startJobs({ bumpAfterMs: NEVER_MS });
    await pooled(batches);
    await delegate();
    await world.mine(CONFIRMATIONS);
  };
  const checkFinished = async () => {
    const chain = world.openChain();
    for (const { id } of await world.batches()) {
      for (const { txHash } of await world.store.batches.attempts(id)) {
        const receipt = await chain.source.fetchReceipt(txHash);
        if (receipt?.status === "reverted") world.reverted.add(txHash);
      }
    }
    await world.checkFinished();
  };
  const confirmEverything = () => world.mineUntil("everything is confirmed", () => world.allConfirmed());
  /** Waits until whole rounds have passed. */
  const rounds = async () => {
    const before = ended;
    await until("rounds passed", async () => ended >= before + 3);
  };

  it("holds no other batch, and gets another transaction in its time", async () => {
    await revertFirst(1);
    await undelegate();
    const told = /^the chain reverted the transaction of an anchor/;
    await until("it is said", async () => world.logged(told).length > 0);
    await world.register(1);
    const second = async () => (await world.batches())[1];
    await world.mineUntil("another batch is confirmed", async () => (await second())?.state === "confirmed");
    expect(await nonces()).toEqual([[0], [1]]);
    expect(standing).toMatchObject({ unexplained: 1 });
    expect(world.logged(told)).toMatchObject([{ fields: { nonce: 0, refused: "transaction_reverted" } }]);
    await world.jobs!.stop();
    await startJobs({ bumpAfterMs: 1 });
    await until("another transaction", async () => (await nonces())[0]!.includes(2));
    await confirmEverything();
    await until("it is over", async () => standing?.unexplained === 0);
    await checkFinished();
  });

  it("costs nothing more while the endpoint foresees it, and is told once", async () => {
    await revertFirst(1);
    await world.jobs!.stop();
    await startJobs({ bumpAfterMs: 1 });
    await until("it is held", async () => held === "reverts");
    await world.register(1);
    await until("another batch is built", async () => (await world.batches()).length === 2);
    await rounds();
    expect(await nonces()).toEqual([[0], []]);
    await undelegate();
    await confirmEverything();
    await until("it goes on", async () => held === null);
    expect(world.logged(/^the chain would revert an anchor/)).toHaveLength(1);
    await checkFinished();
  });

  it("costs less and less where the endpoint does not foresee it, for four batches at most", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await revertFirst(6);
    await world.jobs!.stop();
    endpoint.lie = ({ method }) => (method === "eth_estimateGas" ? "0x186a0" : undefined);
    await startJobs({ bumpAfterMs: BUMP_AFTER_MS });
    await world.register(1);
    await until("another batch is built", async () => (await world.batches()).length === 7);
    await rounds();
    expect(await attemptCounts()).toBe("1,1,1,1,1,1,0");
    vi.advanceTimersByTime(BUMP_AFTER_MS);
    await pooled(4);
    await rounds();
    expect(await attemptCounts()).toBe("2,2,2,2,1,1,0");
    await world.mine(CONFIRMATIONS);
    vi.advanceTimersByTime(BUMP_AFTER_MS);
    await rounds();
    expect(await attemptCounts()).toBe("2,2,2,2,1,1,0");
    vi.advanceTimersByTime(BUMP_AFTER_MS);
    await pooled(4);
    expect(await attemptCounts()).toBe("3,3,3,3,1,1,0");
    await undelegate();
    await confirmEverything();
    expect(await attemptCounts()).toBe("3,3,3,3,2,2,1");
    await checkFinished();
  });

  it("lost its nonce to the authorization that set the code", async () => {
    await world.register(1);
    await startJobs({ bumpAfterMs: NEVER_MS });
    await pooled(1);
    await world.jobs!.stop();
    const [dropped] = await world.pooledHashes();
    await anvil.request("anvil_dropTransaction", [dropped]);
    await anvil.request("anvil_setCode", [REVERTER, "0x5f5ffd"]);
    const authorization = await privateKeyToAccount(world.anchorKey).signAuthorization({
      chainId: DEVELOPMENT_CHAIN_ID,
      address: REVERTER,
      nonce: 0,
    });
    const other = privateKeyToAccount(`0x${randomBytes(32).toString("hex")}`);
    await anvil.request("anvil_setBalance", [other.address, "0x56bc75e2d63100000"]);
    const raw = await other.signTransaction({
      type: "eip7702",
      chainId: DEVELOPMENT_CHAIN_ID,
      to: other.address,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      authorizationList: [authorization],
    });
    await anvil.request("eth_sendRawTransaction", [raw]);
    await world.mine(CONFIRMATIONS);
    await startJobs({ bumpAfterMs: NEVER_MS });
    await until("it is held", async () => held === "reverts");
    expect(world.logged(/another transaction used the nonce/)).not.toEqual([]);
    await undelegate();
    await confirmEverything();
    expect(await nonces()).toEqual([[0, 1]]);
    await checkFinished();
  });

  it("was not reverted after all: nothing is paid for twice", async () => {
    endpoint.lie = ({ method }, truth) =>
      method === "eth_getTransactionReceipt" && truth !== null
        ? { ...(truth as object), status: "0x0" }
        : undefined;
    await world.register(1);
    await startJobs({ bumpAfterMs: NEVER_MS });
    await pooled(1);
    await world.mine(CONFIRMATIONS - 1);
    await world.jobs!.stop();
    await startJobs({ bumpAfterMs: 1 });
    await rounds();
    expect(standing).toMatchObject({ unexplained: 0 });
    endpoint.fault = null;
    await confirmEverything();
    expect(await nonces()).toEqual([[0]]);
    await checkFinished();
  });
});
