/** Witnesses of anchors in the blocks of a real node, through reorganisations, outages and kills. */

import { anchorPayload } from "@svc-proof/shared/text";
import { openWitness, parseEvmWitness } from "@svc-proof/verifier-lib/evm";
import { type Hex, sha256 } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { type Chain, ChainUnavailableError } from "../../service/src/clients/chain.js";
import type { Jobs } from "../../service/src/jobs/job.js";
import type { BatchRecord, WitnessRecord } from "../../service/src/records/types.js";
import { bytesOf, hex } from "../../service/src/witnesses/block-answer.testing.js";
import { startWitnessJob } from "../../service/src/witnesses/round.js";
import { buildTransactionsTrie } from "../../service/src/witnesses/transactions.js";
import { chainWith, HOLDER, until, World } from "./anchoring-world.js";

/** The point at infinity of BLS12-381: commitment to, and proof of, the polynomial that is zero. */
const INFINITY: Hex = `0xc0${"00".repeat(47)}`;
const BLOB: Hex = `0x${"00".repeat(131_072)}`;
const FEES = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n } as const;

describe("witnesses of anchors on a real chain", () => {
  let anvil: Anvil;
  let world: World;
  let witnessing: Jobs | null = null;

  beforeEach(async () => {
    anvil = await Anvil.start(0, null);
    world = await World.create(anvil);
  });
  afterEach(async () => {
    await witnessing?.stop();
    witnessing = null;
    await world.end();
    await anvil.end();
  });

  const inclusionOf = ({ anchors }: BatchRecord) => anchors[0]!.inclusion;
  const isIncluded = (batch: BatchRecord) => inclusionOf(batch) !== null;
  const startWitnesses = async (chain?: Chain) => {
    witnessing = startWitnessJob({
      store: world.store,
      chains: [chain ?? world.openChain()],
      log: world.jobLog,
      holder: HOLDER,
      leaseMs: 30_000,
      intervalMs: 20,
    });
  };
  const stopWitnesses = async () => {
    await witnessing?.stop();
    witnessing = null;
  };
  const isAnchored = async () => {
    const proofs = await Promise.all(world.registered.map((id) => world.store.proofs.find(id)));
    return proofs.every((proof) => proof!.batch !== null && isIncluded(proof!.batch));
  };
  const anchored = () => world.mineUntil("everything is anchored", isAnchored);
  const recordOf = ({ id: batchId, anchors: [anchor] }: BatchRecord): Promise<WitnessRecord | null> =>
    world.store.witnesses.find({
      batchId,
      chainId: anchor!.chainId,
      blockHash: anchor!.inclusion!.blockHash,
    });
  const witnessOf = async (batch: BatchRecord): Promise<Uint8Array | null> =>
    (await recordOf(batch))?.document ?? null;
  const allWitnessed = () =>
    until("every anchor has a witness", async () => {
      const batches = (await world.batches()).filter(isIncluded);
      return (await Promise.all(batches.map(witnessOf))).every((document) => document !== null);
    });

  /** The witness of a batch's present block proves its anchor. */
  async function expectWitness(batch: BatchRecord): Promise<ReturnType<typeof openWitness>> {
    const witness = parseEvmWitness((await witnessOf(batch))!);
    const opened = openWitness(witness);
    const { chainId, inclusion } = batch.anchors[0]!;
    expect(witness.chainId).toBe(chainId);
    expect(opened.block).toMatchObject({
      hash: inclusion!.blockHash,
      number: inclusion!.blockNumber,
      timestamp: inclusion!.blockTimestamp.getTime() / 1_000,
    });
    expect(opened.transaction.hash).toBe(inclusion!.txHash);
    expect(Buffer.from(opened.transaction.input).toString()).toBe(anchorPayload(batch.root));
    expect(opened.sender).toBe(world.address.toLowerCase());
    return opened;
  }

  async function newPayer(seed: number): Promise<PrivateKeyAccount> {
    const account = privateKeyToAccount(`0x${seed.toString(16).padStart(64, "0")}`);
    await anvil.request("anvil_setBalance", [account.address, "0x56bc75e2d63100000"]);
    return account;
  }

  /** Transactions of every type but that of blobs, from a payer of its own. */
  async function sendOfManyTypes(account: PrivateKeyAccount): Promise<void> {
    const chainId = Number(await anvil.request("eth_chainId", []));
    const to = account.address;
    const common = { chainId, to, gas: 100_000n, value: 1n } as const;
    const authorization = await account.signAuthorization({ address: to, chainId, nonce: 5 });
    const accessList = [{ address: to, storageKeys: [`0x${"07".repeat(32)}`] }] as const;
    const { gas, chainId: _ } = common;
    const signed = [
      await account.signTransaction({ ...common, type: "legacy", nonce: 0, gasPrice: 10n ** 10n }),
      await account.signTransaction({
        ...common,
        type: "eip2930",
        nonce: 1,
        gasPrice: 10n ** 10n,
        accessList,
      }),
      await account.signTransaction({ ...common, type: "eip1559", nonce: 2, ...FEES, accessList }),
      await account.signTransaction({
        type: "eip1559",
        chainId,
        gas,
        nonce: 3,
        ...FEES,
        // A contract of one byte: STOP.
        data: "0x6001600c60003960016000f300",
      }),
      await account.signTransaction({
        ...common,
        type: "eip7702",
        nonce: 4,
        ...FEES,
        authorizationList: [authorization],
      }),
    ];
    for (const raw of signed) await anvil.request("eth_sendRawTransaction", [raw]);
  }

  it("are made in a block with transactions of many types", async () => {
    const payers = await Promise.all(Array.from({ length: 40 }, (_, i) => newPayer(0xbeef + i)));
    for (const payer of payers) await sendOfManyTypes(payer);
    await world.register(2);
    await world.startJobs();
    await until("the anchor waits", async () => (await world.pooled()) === 1);
    await startWitnesses();
    await anchored();
    await allWitnessed();
    const [batch] = await world.batches();
    const { transactionIndex } = await expectWitness(batch!);
    const block = (await anvil.request("eth_getBlockByHash", [inclusionOf(batch!)!.blockHash, true])) as {
      transactions: { type: string; hash: string }[];
    };
    expect([...new Set(block.transactions.map(({ type }) => type))].sort()).toEqual([
      "0x0",
      "0x1",
      "0x2",
      "0x4",
    ]);
    expect(block.transactions).toHaveLength(201);
    expect(block.transactions[transactionIndex]!.hash).toBe(inclusionOf(batch!)!.txHash);
    expect((await witnessOf(batch!))!.length).toBeLessThanOrEqual(4_096);
  });

  it("are not made where the trie is not Ethereum's, and the log says so", async () => {
    // anvil (1.7.1) hashes blobs into the trie. By EIP-4844 they are no part of the transaction in a block.
    const account = await newPayer(0xb10b);
    const raw = await account.signTransaction({
      type: "eip4844",
      chainId: Number(await anvil.request("eth_chainId", [])),
      to: account.address,
      gas: 100_000n,
      nonce: 0,
      ...FEES,
      maxFeePerBlobGas: 10n ** 9n,
      blobVersionedHashes: [`0x01${sha256(INFINITY).slice(4)}`],
      sidecars: [{ blob: BLOB, commitment: INFINITY, proof: INFINITY }],
    });
    // Without a time-out: at the first blob anvil prepares its tables, seconds of work.
    const sent = await fetch(world.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendRawTransaction", params: [raw] }),
    });
    expect(await sent.json()).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    await world.register(1);
    await world.startJobs();
    await until("the anchor waits", async () => (await world.pooled()) === 1);
    await startWitnesses();
    await anchored();
    const [batch] = await world.batches();
    const record = await until("it was looked for", () => recordOf(batch!));
    expect(record).toMatchObject({ absence: "transactions", document: null, tries: 1 });
    expect(record.dueAt!.getTime()).toBeGreaterThan(Date.now());
    await until("it is logged", async () => world.logged(/has no witness/).length > 0);
    expect(world.logged(/has no witness/)).toMatchObject([
      { level: "warn", fields: { absence: "transactions", chainId: batch!.anchors[0]!.chainId } },
    ]);

    const block = (await anvil.request("eth_getBlockByHash", [inclusionOf(batch!)!.blockHash, true])) as {
      transactionsRoot: string;
      transactions: { type: string; hash: string }[];
    };
    const [attempt] = await world.store.batches.attempts(batch!.id);
    const withBlobs = block.transactions.map(({ type }) => bytesOf(type === "0x3" ? raw : attempt!.raw));
    expect(hex((await buildTransactionsTrie(withBlobs, 0)).root)).toBe(block.transactionsRoot);
  });

  it("follow a batch that a reorganisation moves", async () => {
    await world.register(1);
    await world.startJobs({ confirmations: 12 });
    await startWitnesses();
    await until("the anchor waits", async () => (await world.pooled()) === 1);
    await world.mine();
    await until("it is anchored", isAnchored);
    await allWitnessed();
    const [before] = await world.batches();
    const former = await expectWitness(before!);
    await anvil.request("anvil_reorg", [1, []]);
    const after = await world.mineUntil("it is in another block", async () => {
      const [batch] = await world.batches();
      return (
        isIncluded(batch!) && inclusionOf(batch!)!.blockHash !== inclusionOf(before!)!.blockHash && batch
      );
    });
    await until("it has another witness", () => witnessOf(after));
    const { block } = await expectWitness(after);
    expect(block.hash).not.toBe(former.block.hash);
    await world.mineUntil("it is confirmed", () => world.allConfirmed());
    await expectWitness((await world.batches())[0]!);
  });

  /** Confirmed batches of which nobody has looked for a witness. */
  async function confirmBatches(count: number): Promise<readonly BatchRecord[]> {
    await world.register(count);
    await world.startJobs({ batchMaxLeaves: 1 });
    await world.mineUntil("everything is confirmed", () => world.allConfirmed());
    return world.batches();
  }

  it("are made up for batches that were confirmed before, and only once", async () => {
    const batches = await confirmBatches(20);
    expect(batches).toHaveLength(20);
    const chain = world.openChain();
    const asked: string[] = [];
    const counting = chainWith(chain, {
      fetchWholeBlock: (hash) => {
        asked.push(hash);
        return chain.fetchWholeBlock(hash);
      },
    });
    await startWitnesses(counting);
    await allWitnessed();
    for (const batch of batches) await expectWitness(batch);
    await until("all are done", async () => (await world.store.witnesses.progress()) === 20);
    await stopWitnesses();
    await startWitnesses(counting);
    await world.register(1);
    await anchored();
    await allWitnessed();
    expect(asked).toHaveLength(21);
  });

  it("are not held up by a block that the endpoint does not answer for", async () => {
    // In a block of its own.
    const [poisonous] = await confirmBatches(1);
    await world.register(2);
    await world.mineUntil("everything is confirmed", () => world.allConfirmed());
    const chain = world.openChain();
    let isPoisonous = true;
    await startWitnesses(
      chainWith(chain, {
        fetchWholeBlock: async (hash) => {
          if (isPoisonous && hash === inclusionOf(poisonous!)!.blockHash)
            throw new ChainUnavailableError("too large");
          return chain.fetchWholeBlock(hash);
        },
      }),
    );
    const others = (await world.batches()).slice(1);
    await until("the others have theirs", async () =>
      (await Promise.all(others.map(witnessOf))).every((document) => document !== null),
    );
    const record = (await recordOf(poisonous!))!;
    expect(record).toMatchObject({ absence: "endpoint", tries: 1, document: null });
    expect(world.logged(/no usable answer/)).toMatchObject([{ fields: { job: "witness" } }]);
    isPoisonous = false;
    await world.store.witnesses.put({ ...record, dueAt: new Date() });
    await until("it has its own", () => witnessOf(poisonous!));
    await expectWitness(poisonous!);
    expect(await recordOf(poisonous!)).toMatchObject({ absence: null, tries: 2, dueAt: null });
  });

  it("are looked for again, ever less often, until it is pointless", async () => {
    const [batch] = await confirmBatches(1);
    const chain = world.openChain();
    let asked = 0;
    await startWitnesses(
      chainWith(chain, {
        fetchWholeBlock: async () => {
          asked++;
          return null;
        },
      }),
    );
    const waits: (number | null)[] = [];
    for (let tries = 1; tries <= 24; tries++) {
      const record = await until(`it was looked for ${tries} times`, async () => {
        const now = await recordOf(batch!);
        return now?.tries === tries && now;
      });
      expect(record).toMatchObject({ absence: "block_missing", document: null });
      waits.push(record.dueAt && Math.round((record.dueAt.getTime() - Date.now()) / 10_000) * 10);
      if (record.dueAt !== null) await world.store.witnesses.put({ ...record, dueAt: new Date(0) });
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, ...Array(14).fill(3600), null]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(asked).toBe(24);
    expect(world.logged(/has no witness/)).toHaveLength(1);
  });

  it("are no longer looked for in a block that the batch has left", async () => {
    const [batch] = await confirmBatches(1);
    const { id: batchId, anchors } = batch!;
    const { chainId } = anchors[0]!;
    const left = {
      batchId,
      chainId,
      blockHash: `0x${"ee".repeat(32)}`,
      absence: "block_missing",
      tries: 1,
    } as const;
    await world.store.witnesses.put({ ...left, dueAt: new Date(0), document: null });
    await startWitnesses();
    await until("it is given up", async () => (await world.store.witnesses.find(left))?.dueAt === null);
    expect(await world.store.witnesses.find(left)).toMatchObject({ ...left, document: null });
  });

  it("wait for no endpoint of another chain", async () => {
    const [batch] = await confirmBatches(1);
    await startWitnesses(chainWith(world.openChain(), { chainId: 1 }));
    const record = await until("it was looked for", () => recordOf(batch!));
    expect(record).toMatchObject({ absence: "endpoint", document: null });
    await until("it is logged", async () => world.logged(/has no witness/).length === 1);
  });

  it("are made once by two instances, and survive their stops", async () => {
    const batches = await confirmBatches(12);
    const chain = world.openChain();
    let asked = 0;
    const slow = chainWith(chain, {
      fetchWholeBlock: async (hash) => {
        asked++;
        await new Promise((resolve) => setTimeout(resolve, 30));
        return chain.fetchWholeBlock(hash);
      },
    });
    const start = (holder: string) =>
      startWitnessJob({
        store: world.store,
        chains: [slow],
        log: world.jobLog,
        holder,
        leaseMs: 30_000,
        intervalMs: 5,
      });
    const first = start("first");
    const second = start("second");
    await until("some are made", async () => asked > 3);
    // In the middle of a fetch: it is abandoned, and what was not stored is made again.
    await first.stop();
    await allWitnessed();
    await second.stop();
    for (const batch of batches) await expectWitness(batch);
    expect(asked).toBeLessThanOrEqual(batches.length + 1);
  });
});
