/**
 * A store on a file, an account on a real anvil, and the invariants between them, whatever
 * happened.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { foldAuditPath, indexAgreesWithPath } from "@svc-proof/shared/merkle";
import { leafHash, payloadCalldata } from "@svc-proof/shared/text";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import type { Anvil } from "../../sandbox/src/anvil.js";
import {
  type AnchoredChain,
  type AnchorJobsOptions,
  startAnchorJobs,
} from "../../service/src/anchoring/jobs.js";
import { readAuditPath } from "../../service/src/batches/build-batch.js";
import type { Chain } from "../../service/src/clients/chain.js";
import { openRpcChain } from "../../service/src/clients/evm.js";
import type { Jobs } from "../../service/src/jobs/job.js";
import type { JobLog } from "../../service/src/log.js";
import { anyAudit, newAccount, newKey } from "../../service/src/records/account.testing.js";
import { newOrderedId } from "../../service/src/records/ordered-id.js";
import { openSqliteRecords, type Records } from "../../service/src/records/records.js";
import type { BatchRecord, Inclusion, Lease } from "../../service/src/records/types.js";

/** Runs the jobs unless a test says otherwise. */
export const HOLDER = "the service";

/** Fewer than the service's 12, so that fewer blocks must be mined. */
export const CONFIRMATIONS = 4;

/** Options of the jobs, and of the only chain. */
type JobsOptions = Partial<AnchorJobsOptions & AnchoredChain>;

export interface LogLine {
  readonly level: keyof JobLog;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Asks until there is an answer. @throws with the last answer when time runs out. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | null | false | undefined>,
  timeoutMs = 60_000,
): Promise<Answer> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The same chain with some methods replaced. */
export function chainWith(chain: Chain, replaced: Partial<Chain>): Chain {
  return {
    chainId: chain.chainId,
    network: chain.network,
    address: chain.address,
    source: chain.source,
    fetchNonce: (of) => chain.fetchNonce(of),
    fetchNonceUser: (of) => chain.fetchNonceUser(of),
    fetchWholeBlock: (hash) => chain.fetchWholeBlock(hash),
    fetchRawTransaction: (hash) => chain.fetchRawTransaction(hash),
    fetchBalance: () => chain.fetchBalance(),
    estimateFees: () => chain.estimateFees(),
    sign: (anchor) => chain.sign(anchor),
    broadcast: (raw) => chain.broadcast(raw),
    ...replaced,
  };
}

/** Where the batch's anchor is, on the only chain or on the one given. */
export function inclusionOf(batch: BatchRecord, chainId?: number): Inclusion | null {
  const anchor = batch.anchors.find((one) => chainId === undefined || one.chainId === chainId);
  return anchor?.inclusion ?? null;
}

/** The parts of a block with its transactions that are of interest. */
interface Block {
  readonly hash: string;
  readonly transactions: readonly { readonly hash: string; readonly from: string; readonly input: string }[];
}

function randomKey(): `0x${string}` {
  return `0x${randomBytes(32).toString("hex")}`;
}

function addressOf(key: `0x${string}`): string {
  return privateKeyToAccount(key).address;
}

export class World {
  readonly anvil: Anvil;
  readonly folder: string;
  anchorKey: `0x${string}`;
  /** Of the key: deriving it takes some milliseconds. */
  #address: string;
  readonly log: LogLine[] = [];
  readonly registered: string[] = [];
  /** Transactions that the chain reverted: they anchored nothing. */
  readonly reverted = new Set<string>();
  store: Records;
  jobs: Jobs | null = null;
  readonly #accountId = randomUUID();
  readonly #keyId = randomUUID();
  readonly #open: (folder: string) => Promise<Records>;
  /** Nobody can have used the key before this block. */
  #birthBlock = 0;

  private constructor(
    anvil: Anvil,
    folder: string,
    store: Records,
    open: (folder: string) => Promise<Records>,
  ) {
    this.#open = open;
    this.anvil = anvil;
    this.folder = folder;
    this.store = store;
    this.anchorKey = randomKey();
    this.#address = addressOf(this.anchorKey);
  }

  /**
   * A new world. `anvil` may be shared: every world pays with a key of its own.
   *
   * @param open opens its store. Default: SQLite in a folder of its own.
   */
  static async create(
    anvil: Anvil,
    open: (folder: string) => Promise<Records> = (folder) =>
      openSqliteRecords(join(folder, "service.sqlite")),
  ): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), "svc-proof-faults-"));
    const world = new World(anvil, folder, await open(folder), open);
    const { accounts } = world.store;
    await accounts.createAccount(newAccount({ id: world.#accountId }), null, anyAudit());
    await accounts.createKey(newKey(world.#accountId, { id: world.#keyId }), 1, anyAudit());
    // A reorganisation may reach below today's head, but not into another world's time.
    world.#birthBlock = Math.max(0, Number(await anvil.request("eth_blockNumber", [])) - 20);
    await world.giveMoney();
    return world;
  }

  /** Opens its store once more, as another instance does. The caller closes it. */
  openAnother(): Promise<Records> {
    return this.#open(this.folder);
  }

  giveMoney(): Promise<unknown> {
    return this.anvil.request("anvil_setBalance", [this.address, "0x56bc75e2d63100000"]);
  }

  /** Signs with another key from now on. Anchors of the former key are no longer looked for on the chain. */
  async changeKey(): Promise<void> {
    this.anchorKey = randomKey();
    this.#address = addressOf(this.anchorKey);
    await this.giveMoney();
  }

  get address(): string {
    return this.#address;
  }

  get rpcUrl(): string {
    return `http://127.0.0.1:${this.anvil.port}`;
  }

  openChain(rpcUrl: string = this.rpcUrl, timeoutMs = 60_000, maxCostWei = 10n ** 18n): Chain {
    const chainId = DEVELOPMENT_CHAIN_ID;
    return openRpcChain({ chainId, rpcUrl, anchorKey: this.anchorKey, timeoutMs, maxCostWei });
  }

  get jobLog(): JobLog {
    const write = (level: keyof JobLog) => (fields: object, message: string) => {
      this.log.push({ level, message, fields: fields as Record<string, unknown> });
    };
    return { info: write("info"), warn: write("warn"), error: write("error") };
  }

  logged(message: RegExp): LogLine[] {
    return this.log.filter((line) => message.test(line.message));
  }

  /** Starts the jobs, with short intervals. */
  async startJobs({
    chain,
    confirmations,
    bumpAfterMs,
    fees,
    lowBalanceWei,
    ...options
  }: JobsOptions = {}): Promise<void> {
    const anchored: AnchoredChain = {
      chain: chain ?? this.openChain(),
      confirmations: confirmations ?? CONFIRMATIONS,
      bumpAfterMs: bumpAfterMs ?? 60_000,
      ...(fees === undefined ? {} : { fees }),
      ...(lowBalanceWei === undefined ? {} : { lowBalanceWei }),
    };
    this.jobs = startAnchorJobs({
      store: this.store,
      chains: [anchored],
      log: this.jobLog,
      // As in the service: it alone uses the file, so a restart continues under the lease that a
      // crash left.
      holder: HOLDER,
      leaseMs: 30_000,
      batchIntervalMs: 1,
      batchMaxLeaves: 1_000,
      pollIntervalMs: 20,
      ...options,
    });
  }

  /** The lease of a job, for a step that a test takes itself. */
  async lease(job: string): Promise<Lease> {
    const lease = await this.store.leases.acquire(job, HOLDER, 600_000);
    if (lease === null) throw new Error(`another instance holds the lease of "${job}"`);
    return lease;
  }

  async register(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const receivedAt = new Date();
      const id = newOrderedId(receivedAt);
      const result = await this.store.proofs.register({
        id,
        certificateId: randomUUID(),
        accountId: this.#accountId,
        origin: "api",
        keyId: this.#keyId,
        idempotencyKey: null,
        hash: randomBytes(32).toString("hex"),
        name: "a",
        metadata: null,
        size: null,
        mimeType: "application/octet-stream",
        receivedAt,
        dailyLimit: 1_000_000,
        seal: null,
      });
      expect(result.outcome).toBe("created");
      this.registered.push(id);
    }
  }

  async mine(blocks = 1): Promise<void> {
    await this.anvil.request("anvil_mine", [`0x${blocks.toString(16)}`]);
  }

  /** Mines before each question, until there is an answer. */
  mineUntil<Answer>(what: string, ask: () => Promise<Answer | null | false | undefined>): Promise<Answer> {
    return until(what, async () => {
      await this.mine();
      return ask();
    });
  }

  /** How many transactions of our address wait in the node's pool. */
  async pooled(): Promise<number> {
    return (await this.pooledHashes()).length;
  }

  /** Their hashes, those that can be mined next first. */
  async pooledHashes(): Promise<string[]> {
    const content = (await this.anvil.request("txpool_content", [])) as Record<
      "pending" | "queued",
      Record<string, Record<string, { readonly hash: string }>>
    >;
    return [content.pending, content.queued].flatMap((part) =>
      Object.entries(part)
        .filter(([address]) => address.toLowerCase() === this.address.toLowerCase())
        .flatMap(([, byNonce]) => Object.values(byNonce).map(({ hash }) => hash)),
    );
  }

  /** The batches of all registered proofs that have one. */
  async batches(): Promise<BatchRecord[]> {
    const byId = new Map<string, BatchRecord>();
    for (const id of this.registered) {
      const batch = (await this.store.proofs.find(id))?.batch;
      if (batch) byId.set(batch.id, batch);
    }
    return [...byId.values()].sort((a, b) => a.number - b.number);
  }

  async allConfirmed(): Promise<boolean> {
    const proofs = await Promise.all(this.registered.map((id) => this.store.proofs.find(id)));
    return proofs.every((proof) => proof?.batch?.state === "confirmed");
  }

  /** Invariants at any instant. */
  async checkInvariants(): Promise<void> {
    const places = new Set<string>();
    for (const id of this.registered) {
      const proof = await this.store.proofs.find(id);
      expect(proof, "no registered proof is lost").not.toBeNull();
      const { batch, leafIndex, hash } = proof!;
      if (batch === null || leafIndex === null) continue;
      places.add(`${batch.id}/${leafIndex}`);
      const path = await readAuditPath(this.store.batches, batch, leafIndex);
      expect(foldAuditPath(bytesToHex(leafHash(id, hash)), path)).toBe(batch.root);
      expect(indexAgreesWithPath(leafIndex, path)).toBe(true);
    }
    const inBatches = (await this.batches()).reduce((sum, { leafCount }) => sum + leafCount, 0);
    expect(places.size, "every proof has a place of its own, and every place a proof").toBe(inBatches);

    const anchors = await this.#scanChain();
    for (const batch of await this.batches()) {
      const { root, state } = batch;
      const inclusion = inclusionOf(batch);
      const found = anchors.get(payloadCalldata(`svc:v2:${root}`)) ?? [];
      expect(found.length, `root ${root} is on the chain once at most`).toBeLessThanOrEqual(1);
      if (state !== "batched")
        expect(found[0]).toEqual({ txHash: inclusion!.txHash, blockHash: inclusion!.blockHash });
    }
  }

  /** The final state: everything confirmed, every root anchored once. */
  async checkFinished(): Promise<void> {
    expect(await this.allConfirmed()).toBe(true);
    await this.checkInvariants();
    const anchors = await this.#scanChain();
    const roots = (await this.batches()).map(({ root }) => payloadCalldata(`svc:v2:${root}`));
    expect([...anchors.keys()].sort(), "nothing else was anchored").toEqual(roots.sort());
  }

  /** Every transaction of our address in every block of the chain, by its input. */
  async #scanChain(): Promise<Map<string, { txHash: string; blockHash: string }[]>> {
    const head = Number(await this.anvil.request("eth_blockNumber", []));
    const anchors = new Map<string, { txHash: string; blockHash: string }[]>();
    for (const block of await this.#blocks(this.#birthBlock, head)) {
      for (const { hash, from, input } of block.transactions) {
        if (from.toLowerCase() !== this.address.toLowerCase() || !input.startsWith("0x7376633a")) continue;
        if (this.reverted.has(hash)) continue;
        anchors.set(input, [...(anchors.get(input) ?? []), { txHash: hash, blockHash: block.hash }]);
      }
    }
    return anchors;
  }

  /** The blocks from one number to another, asked for in one request. */
  async #blocks(from: number, to: number): Promise<readonly Block[]> {
    const questions = Array.from({ length: to - from + 1 }, (_, i) => ({
      jsonrpc: "2.0",
      id: i,
      method: "eth_getBlockByNumber",
      params: [`0x${(from + i).toString(16)}`, true],
    }));
    const headers = { "content-type": "application/json" };
    const response = await fetch(this.rpcUrl, { method: "POST", headers, body: JSON.stringify(questions) });
    const answers = (await response.json()) as { readonly id: number; readonly result: Block | null }[];
    return questions.map(({ id }) => {
      const block = answers.find((answer) => answer.id === id)?.result;
      if (block == null) throw new Error(`the chain has no block ${from + id}`);
      return block;
    });
  }

  /** Ends the jobs as a crash would, and opens the same file again. */
  async reopenStore(): Promise<void> {
    await this.jobs?.stop();
    await this.store.close();
    this.store = await this.#open(this.folder);
  }

  async end(): Promise<void> {
    await this.jobs?.stop();
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
