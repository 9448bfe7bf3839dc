/**
 * Random reorganisations of depth 1 to 20, deeper than the confirmations too, and drops, replacements, foreign
 * transactions, pauses and changes of the instance between them, with two instances on one store. Every batch ends
 * confirmed, once on the chain, and no instance ever stores a state that it has not just checked.
 *
 * `SVC_TEST_REORGS` is the number of reorganisations, `SVC_TEST_SEED` repeats a run.
 */

import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EvmSource } from "@svc-proof/verifier-lib/source";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { type AnchorJobsOptions, startAnchorJobs } from "../../service/src/anchoring/jobs.js";
import type { AnchorWatch } from "../../service/src/anchoring/watch.js";
import type { Chain } from "../../service/src/clients/chain.js";
import type { Jobs } from "../../service/src/jobs/job.js";
import { type BatchStore, openMongodbRecords, type Records } from "../../service/src/records/records.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { CONFIRMATIONS, chainWith, World } from "./anchoring-world.js";

const REORGS = Number(process.env["SVC_TEST_REORGS"] ?? 10);
const SEED = Number(process.env["SVC_TEST_SEED"] ?? randomInt(2 ** 31));
const MAX_DEPTH = 20;
const LEASE_MS = 400;
const TIMEOUT_MS = 120_000 + 30_000 * REORGS;

const mongodbUrl = inject("mongodbUrl");

/** Mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** One instance: its own store, its own view of the chain, which can be frozen. */
class Instance {
  readonly holder: string;
  readonly store: Records;
  /** The latest answers of the chain, and states that were stored against them. */
  readonly violations: string[] = [];
  readonly counts = {
    reopened: 0,
    sent: 0,
    replacements: 0,
    again: 0,
    fillers: 0,
    anchored: 0,
    confirmed: 0,
  };
  readonly #world: World;
  readonly #blocks = new Map<number, string | null>();
  readonly #receipts = new Map<string, string | null>();
  #head = -1;
  #thaw: Promise<void> = Promise.resolve();
  #jobs: Jobs | null = null;

  constructor(world: World, holder: string, store: Records) {
    this.#world = world;
    this.holder = holder;
    this.store = store;
  }

  async start(): Promise<void> {
    const chain = this.#observed(this.#world.openChain());
    const options: AnchorJobsOptions = {
      store: {
        ...this.store,
        batches: this.#checked(this.store.batches),
        leases: {
          acquire: async (...lease) => {
            await this.#thaw;
            return this.store.leases.acquire(...lease);
          },
          release: (lease) => this.store.leases.release(lease),
        },
      },
      chains: [{ chain, confirmations: CONFIRMATIONS, bumpAfterMs: 300 }],
      log: this.#world.jobLog,
      holder: this.holder,
      leaseMs: LEASE_MS,
      batchIntervalMs: 1,
      batchMaxLeaves: 3,
      pollIntervalMs: 20,
      lookIntervalMs: 50,
      watch: this.#watch(),
    };
    this.#jobs = startAnchorJobs(options);
  }

  async stop(): Promise<void> {
    await this.#jobs?.stop();
    this.#jobs = null;
  }

  get runs(): boolean {
    return this.#jobs !== null;
  }

  /** No call begins or ends for a time, as if the process were paused. Its lease runs out. */
  freeze(ms: number): void {
    this.#thaw = sleep(ms);
  }

  #watch(): AnchorWatch {
    const { counts } = this;
    return {
      stands: () => {},
      held: () => {},
      reopened: () => counts.reopened++,
      sent: (_, kind) => {
        counts.sent++;
        if (kind === "replacement") counts.replacements++;
        if (kind === "again") counts.again++;
        if (kind === "filler") counts.fillers++;
      },
      balance: () => {},
    };
  }

  #observed(chain: Chain): Chain {
    const paused = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
      await this.#thaw;
      const answer = await ask();
      await this.#thaw;
      return answer;
    };
    const { source } = chain;
    const observed: EvmSource = {
      chainId: source.chainId,
      name: source.name,
      fetchChainId: () => paused(() => source.fetchChainId()),
      fetchTransaction: (hash) => paused(() => source.fetchTransaction(hash)),
      fetchHeadNumber: async () => {
        this.#head = await paused(() => source.fetchHeadNumber());
        return this.#head;
      },
      fetchReceipt: async (hash) => {
        const receipt = await paused(() => source.fetchReceipt(hash));
        this.#receipts.set(hash, receipt?.blockHash ?? null);
        return receipt;
      },
      fetchBlock: async (number) => {
        const block = await paused(() => source.fetchBlock(number));
        this.#blocks.set(number, block?.hash ?? null);
        return block;
      },
    };
    return chainWith(chain, {
      source: observed,
      fetchNonce: (of) => paused(() => chain.fetchNonce(of)),
      broadcast: (raw) => paused(() => chain.broadcast(raw)),
    });
  }

  /** The same store; a state that the chain's latest answers to this instance do not show is a violation. */
  #checked(batches: BatchStore): BatchStore {
    const demand = (holds: boolean, what: string) => {
      if (!holds) this.violations.push(`${this.holder}: ${what}`);
    };
    return new Proxy(batches, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          if (name === "markAnchored") {
            const { txHash, blockHash, blockNumber } = args[3] as Parameters<BatchStore["markAnchored"]>[3];
            demand(this.#receipts.get(txHash) === blockHash, `anchored ${txHash} without its receipt`);
            demand(
              this.#blocks.get(blockNumber) === blockHash,
              `anchored in ${blockNumber} without the block`,
            );
            this.counts.anchored++;
          }
          if (name === "markConfirmed") {
            const batch = (await target.find(args[1] as string))!;
            const { blockNumber, blockHash } = batch.anchors[0]!.inclusion ?? {
              blockNumber: -1,
              blockHash: "",
            };
            if (blockHash === args[3]) {
              demand(
                this.#blocks.get(blockNumber) === blockHash,
                `confirmed in ${blockNumber} without the block`,
              );
              const depth = this.#head - blockNumber + 1;
              demand(depth >= CONFIRMATIONS, `confirmed in ${blockNumber} at depth ${depth}`);
            }
            this.counts.confirmed++;
          }
          return value.apply(target, args);
        };
      },
    });
  }
}

const kinds = [
  { name: "SQLite", url: () => null },
  ...(mongodbUrl === null ? [] : [{ name: "MongoDB", url: () => newDatabaseUrl(mongodbUrl) }]),
];

describe.each(kinds)("two instances on $name, and a chain that changes its mind", ({ name, url }) => {
  let anvil: Anvil;
  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
  });
  afterAll(() => anvil.end());

  it(`confirm every batch once: ${REORGS} reorganisations, seed ${SEED}`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const random = randomOf(SEED);
    const address = url();
    const open = address === null ? undefined : () => openMongodbRecords({ url: address, timeoutMs: 20_000 });
    const world = await World.create(anvil, open);
    // No reorganisation takes back the money.
    await anvil.request("anvil_mine", [`0x${(MAX_DEPTH + 5).toString(16)}`]);
    const other = await world.openAnother();
    const instances = [new Instance(world, "first", world.store), new Instance(world, "second", other)];
    const told = { drops: 0, foreign: 0, dearer: 0, pauses: 0, restarts: 0, deep: 0, batches: 0 };

    const drop = async () => {
      const [pending] = await world.pooledHashes();
      if (pending === undefined) return;
      await anvil.request("anvil_dropTransaction", [pending]);
      told.drops++;
    };
    /** Someone else uses the key: the anchor with that nonce is replaced. */
    const foreign = async () => {
      const account = privateKeyToAccount(world.anchorKey);
      const nonce = Number(await anvil.request("eth_getTransactionCount", [account.address, "latest"]));
      const fee = 2_000_000_000_000n;
      const raw = await account.signTransaction({
        type: "eip1559",
        chainId: 31_337,
        to: account.address,
        nonce,
        gas: 21_000n,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: fee / 2n,
      });
      const sent = await anvil.request("eth_sendRawTransaction", [raw]).catch(() => null);
      if (sent !== null) told.foreign++;
    };
    const dearer = async () => {
      const fee = BigInt(1 + random(40)) * 1_000_000_000n;
      await anvil.request("anvil_setNextBlockBaseFeePerGas", [`0x${fee.toString(16)}`]);
      told.dearer++;
    };
    const pause = async () => {
      instances[random(2)]!.freeze(LEASE_MS + random(600));
      told.pauses++;
    };
    const restart = async () => {
      const instance = instances[random(2)]!;
      if (instance.runs) await instance.stop();
      await sleep(random(200));
      await instance.start();
      told.restarts++;
    };
    const mine = () => world.mine(1 + random(6));
    const wait = () => sleep(random(150));
    const register = () => world.register(1 + random(4));
    const events = [mine, mine, mine, wait, wait, register, drop, drop, dearer, pause, restart, foreign];
    const reorganise = async () => {
      const depth = 1 + random(MAX_DEPTH);
      if (depth >= CONFIRMATIONS) told.deep++;
      await anvil.request("anvil_reorg", [depth, []]);
    };

    try {
      for (const instance of instances) await instance.start();
      for (let i = 0; i < REORGS; i++) {
        await register();
        for (let event = random(8); event >= 0; event--) await events[random(events.length)]!();
        // Every third one finds confirmed batches.
        if (i % 3 === 0) await settled(world, random);
        else await wait();
        await reorganise();
        expect(violationsOf(instances)).toEqual([]);
      }
      for (const instance of instances) if (!instance.runs) await instance.start();
      await world.mineUntil("everything is confirmed", () => world.allConfirmed());
      // Confirmed is what stays: nothing is reopened after the last reorganisation.
      await world.mine(MAX_DEPTH);
      await sleep(10 * LEASE_MS);
      await world.mineUntil("everything is confirmed", () => world.allConfirmed());
      expect(violationsOf(instances)).toEqual([]);
      await world.checkFinished();
      expect(world.logged(/a job failed/)).toEqual([]);
      told.batches = (await world.batches()).length;
      const sums = instances.map(({ holder, counts }) => ({ holder, ...counts }));
      console.log(
        JSON.stringify({ store: name, reorganisations: REORGS, seed: SEED, ...told, instances: sums }),
      );
    } catch (error) {
      console.log(await report(world));
      throw error;
    } finally {
      for (const instance of instances) {
        instance.freeze(0);
        await instance.stop();
      }
      await other.close();
      await world.end();
      if (address !== null) await dropDatabase(address);
    }
  });
});

/** What helps to understand a failed run. */
async function report(world: World): Promise<string> {
  const open = (await world.batches()).filter(({ state }) => state !== "confirmed");
  const attempts = await Promise.all(open.map(({ id }) => world.store.batches.attempts(id)));
  const nonce = await world.anvil.request("eth_getTransactionCount", [world.address, "latest"]);
  return JSON.stringify({
    seed: SEED,
    nonce,
    pooled: await world.pooledHashes(),
    open: open.map(({ number, state }, i) => ({
      number,
      state,
      attempts: attempts[i]!.map(({ nonce, txHash, maxFeePerGas }) => `${nonce} ${txHash} ${maxFeePerGas}`),
    })),
    log: world.log.slice(-40),
  });
}

/** Mines until everything is confirmed, so that the next reorganisation may remove confirmed anchors. */
async function settled(world: World, random: (below: number) => number): Promise<void> {
  await world.mineUntil("everything is confirmed", () => world.allConfirmed());
  await world.mine(random(6));
}

function violationsOf(instances: readonly Instance[]): string[] {
  return instances.flatMap(({ violations }) => violations);
}
