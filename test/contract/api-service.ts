/**
 * The API over a real store and a real connection. Every answer is checked against the document
 * that the API serves.
 */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Agent, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodeTimestamp, timestampAlong } from "@svc-proof/shared/opentimestamps";
import { anchorPayload, leafHash } from "@svc-proof/shared/text";
import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { keccak256, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import { issueApiKey } from "../../service/src/accounts/accounts.js";
import { accountRoutes } from "../../service/src/accounts/routes.js";
import type { Custody } from "../../service/src/custody/custody.js";
import { custodyRoutes } from "../../service/src/custody/routes.js";
import { openCertificateFonts } from "../../service/src/documents/certificate/fonts.js";
import type { OfferedVerifier, OpenOriginal } from "../../service/src/documents/files.js";
import { documentRoutes } from "../../service/src/documents/routes.js";
import { makeDocument } from "../../service/src/documents/worker.js";
import { DocumentMaker } from "../../service/src/documents/workers.js";
import type { ConnectionLimits } from "../../service/src/http/connections.js";
import { MinuteLimiter } from "../../service/src/http/limits.js";
import type { ApiRoute } from "../../service/src/http/routes.js";
import { type Addresses, addressesOf, localSiteUrl, sitePages } from "../../service/src/http/site.js";
import { createLog, type Log } from "../../service/src/log.js";
import { openTimestampsRoutes } from "../../service/src/opentimestamps/routes.js";
import { gatherStamps } from "../../service/src/opentimestamps/stamps.js";
import { DocumentMetrics, Metrics } from "../../service/src/operations/metrics.js";
import { proofRoutes } from "../../service/src/proofs/routes.js";
import { openPublicPages, type PublicPagesHost } from "../../service/src/public/open.js";
import { newAccount as accountOf, anyAudit } from "../../service/src/records/account.testing.js";
import type { Records } from "../../service/src/records/records.js";
import type { Lease, PlanId, SealKind } from "../../service/src/records/types.js";
import type { SealIssuer } from "../../service/src/seals/issue-or-refund.js";
import { SealPurchase } from "../../service/src/seals/purchase.js";
import { sealRoutes } from "../../service/src/seals/routes.js";
import { createServer } from "../../service/src/server.js";
import { blockAnswer, bytesOf } from "../../service/src/witnesses/block-answer.testing.js";
import { buildWitness } from "../../service/src/witnesses/build-witness.js";
import { witnessRoutes } from "../../service/src/witnesses/routes.js";
import { type ApiAnswer, answerCheck, BASE_PATH } from "./answer-check.js";
import { openTemporarySqlite } from "./test-stores.js";

export const SITE = "https://proofs.example";

const CERTIFICATE_FONTS = await openCertificateFonts([]);

type Server = ReturnType<typeof createServer>;

export interface ApiRequest {
  readonly key?: string | undefined;
  readonly headers?: OutgoingHttpHeaders;
  /** Values are sent as JSON, bytes and text as they are. */
  readonly body?: unknown;
  /** Sends the body in chunks, without its length. */
  readonly chunked?: boolean;
}

export interface Answered extends ApiAnswer {
  /** The body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests state its shape
  readonly json: any;
}

export interface TestAccount {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
}

/** The defaults of the settings. */
export const CONNECTIONS: ConnectionLimits = {
  maxConnections: 2_000,
  maxConnectionsPerIp: 0,
  headersTimeoutMs: 20_000,
  keepAliveMs: 5_000,
  uploads: { timeoutMs: 600_000, minBytesPerSecond: 16_000, stallMs: 15_000 },
  downloads: { timeoutMs: 600_000, minBytesPerSecond: 16_000, stallMs: 15_000 },
};

/** What a test may replace in the server under test. */
export interface ApiDeps {
  /** Null if no seals are sold. */
  readonly issuer: SealIssuer | null;
  readonly sealWaitMs: number;
  /** Why no seal is sold at present. */
  readonly closedBecause: () => Promise<string | null>;
  readonly sealsPerMinute: number;
  /** Null if no originals are kept. */
  readonly custody: Custody | null;
  readonly connections: ConnectionLimits;
  readonly log: Log;
  readonly siteUrl: string | null;
  readonly networkName: string | null;
  readonly creationsPerMinute: number;
  readonly requestsPerMinutePerIp: number;
  /** Long, so that the store decides even on a busy machine. */
  readonly addressLimitWaitMs: number;
  readonly trustedProxies: readonly string[];
  readonly hstsSeconds: number;
  readonly openOriginal: OpenOriginal;
  readonly documents: DocumentMaker;
  readonly verifier: OfferedVerifier;
  readonly documentsPerMinute: number;
  readonly rehearsal: () => boolean;
  readonly localRpcUrl: string | null;
  readonly tsaRootPem: string | null;
  readonly hasFingerprintLookup: boolean;
}

/** A server over a store, with no limits but those of plans. */
export function newServer(store: Records, changes: Partial<ApiDeps> = {}): Server {
  const deps = withDefaults(changes);
  const { siteUrl, networkName, rehearsal } = deps;
  const addresses = () => addressesOf(siteUrl ?? localSiteUrl("127.0.0.1", Number(server.info.port)));
  const network = {
    get isRehearsal() {
      return rehearsal();
    },
  };
  const routes = apiRoutes(store, deps, addresses);
  const { pages = [], footer } = openPublicPages(
    { config: { ...PUBLIC_SETTINGS, networkName }, store, network, addresses },
    deps.localRpcUrl,
  );
  const server = createServer({
    ...deps,
    config: { ...deps, httpHost: "127.0.0.1", httpPort: 0 },
    network,
    localSources: { ...deps, rpcUrl: deps.localRpcUrl },
    store,
    addresses,
    routes,
    pages,
    footer,
  });
  return server;
}

/** The settings of the public pages, as they are when none is given. */
export const PUBLIC_SETTINGS: PublicPagesHost["config"] = {
  anchors: null,
  networkName: null,
  issuerName: null,
  issuerAddress: null,
  imprintFile: null,
  privacyFile: null,
  securityContact: null,
};

function withDefaults(changes: Partial<ApiDeps>): ApiDeps {
  return {
    issuer: null,
    connections: CONNECTIONS,
    sealWaitMs: 5_000,
    closedBecause: async () => null,
    sealsPerMinute: 0,
    log: createLog("silent"),
    siteUrl: SITE,
    networkName: null,
    creationsPerMinute: 0,
    requestsPerMinutePerIp: 0,
    addressLimitWaitMs: 60_000,
    trustedProxies: [],
    hstsSeconds: 0,
    openOriginal: async () => "not_in_custody",
    documents: documentsInProcess(),
    verifier: { page: null, programSha256: null },
    documentsPerMinute: 0,
    rehearsal: () => false,
    localRpcUrl: null,
    tsaRootPem: null,
    hasFingerprintLookup: false,
    custody: null,
    ...changes,
  };
}

/** The routes of the API over a store. */
export function apiRoutes(
  store: Records,
  changes: Partial<ApiDeps>,
  addresses: () => Addresses,
): readonly ApiRoute[] {
  const deps = withDefaults(changes);
  const { issuer, custody, connections, networkName, rehearsal, documents, openOriginal } = deps;
  const { uploads } = connections;
  const context = () => ({ addresses: addresses(), networkName });
  const limiter = (name: string, perMinute: number) => new MinuteLimiter(store.rates, name, perMinute);
  const sealPurchase = new SealPurchase({
    store,
    issuer,
    limiter: limiter("seals", deps.sealsPerMinute),
    waitMs: deps.sealWaitMs,
    closedBecause: deps.closedBecause,
    buyUrl: () => sitePages(addresses()).seals,
  });
  return [
    ...proofRoutes({
      store,
      limiter: limiter("creations", deps.creationsPerMinute),
      sealPurchase,
      context,
      uploads,
      hasFingerprintLookup: deps.hasFingerprintLookup,
    }),
    ...openTimestampsRoutes({ store }),
    ...witnessRoutes({ store }),
    ...sealRoutes({ store, sealPurchase, addresses }),
    ...documentRoutes({
      store,
      documents,
      limiter: limiter("documents", deps.documentsPerMinute),
      addresses,
      networkName,
      rehearsal,
      verifier: deps.verifier,
      localRpcUrl: deps.localRpcUrl,
      issuer: { name: null, address: null },
      openOriginal,
    }),
    ...custodyRoutes({ store, custody, context, uploads }),
    ...accountRoutes({
      store,
      addresses,
      sealPriceEur: 3,
      sealsAvailable: () => sealPurchase.isOpen(),
      hasCustody: custody !== null,
    }),
  ];
}

/** Makes documents in this process: the workers need compiled code. */
export function documentsInProcess(): DocumentMaker {
  return new DocumentMaker({
    make: (task) => makeDocument(task, CERTIFICATE_FONTS),
    cacheBytes: 1_000_000,
    metrics: new DocumentMetrics(new Metrics().registry),
  });
}

/** A new account with a key. */
export async function newAccount(store: Records, plan: PlanId = "pro"): Promise<TestAccount> {
  const account = accountOf({ plan });
  await store.accounts.createAccount(account, null, anyAudit());
  const { key, id: keyId } = (await issueApiKey(store.accounts, account, "key", { kind: "service" }))!;
  return { id: account.id, key, keyId };
}

export class ApiService {
  readonly store: Records;
  readonly server: Server;
  readonly #remove: () => Promise<void>;
  readonly #agent = new Agent({ keepAlive: true });
  #check: ((answer: ApiAnswer) => void) | undefined;

  private constructor(store: Records, server: Server, remove: () => Promise<void>) {
    this.store = store;
    this.server = server;
    this.#remove = remove;
  }

  static async start(changes: Partial<ApiDeps> = {}, open = openTemporarySqlite): Promise<ApiService> {
    const { store, remove } = await open();
    const server = await Promise.resolve()
      .then(() => newServer(store, changes))
      .catch(async (error: unknown) => {
        await remove();
        throw error;
      });
    // Otherwise a connection that was idle while the tests were busy may close just as the next
    // request is sent on it.
    server.listener.keepAliveTimeout = 0;
    await server.start();
    const service = new ApiService(store, server, remove);
    // From another address than the tests use, so that it does not count towards their limit.
    const document = await server.inject({
      url: `${BASE_PATH}/openapi.json`,
      remoteAddress: "198.51.100.255",
    });
    service.#check = answerCheck(JSON.parse(document.payload));
    return service;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.server.stop();
    await this.#remove();
  }

  get port(): number {
    return Number(this.server.info.port);
  }

  /** @param path below the base path. */
  request(method: string, path: string, request: ApiRequest = {}): Promise<Answered> {
    return this.requestAt(method, `${BASE_PATH}${path}`, request);
  }

  /** @param path from the root. */
  async requestAt(method: string, path: string, request: ApiRequest = {}): Promise<Answered> {
    const { key, headers = {}, body, chunked = false } = request;
    const bytes =
      body === undefined
        ? undefined
        : typeof body === "string" || Buffer.isBuffer(body)
          ? Buffer.from(body as string)
          : Buffer.from(JSON.stringify(body));
    const sent = httpRequest({
      agent: this.#agent,
      host: "127.0.0.1",
      port: this.port,
      method,
      path,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(bytes === undefined ? {} : { "content-type": "application/json" }),
        ...(bytes === undefined || chunked ? {} : { "content-length": bytes.length }),
        ...headers,
      },
    });
    const answer = await new Promise<ApiAnswer>((resolve, reject) => {
      sent.on("error", reject).on("response", (response) => {
        const parts: Buffer[] = [];
        response
          .on("data", (part: Buffer) => parts.push(part))
          .on("error", reject)
          .on("end", () => {
            const text = Buffer.concat(parts).toString("latin1");
            const isText = /json|text/.test(response.headers["content-type"] ?? "");
            resolve({
              method,
              path,
              status: response.statusCode!,
              headers: response.headers,
              body: isText ? Buffer.concat(parts).toString("utf8") : text,
            });
          });
      });
      if (bytes !== undefined && chunked) {
        for (let at = 0; at < bytes.length; at += 65_536) sent.write(bytes.subarray(at, at + 65_536));
      } else if (bytes !== undefined) sent.write(bytes);
      sent.end();
    });
    this.#check!(answer);
    const isJson =
      String(answer.headers["content-type"]).startsWith("application/json") && answer.body !== "";
    return { ...answer, json: isJson ? JSON.parse(answer.body) : undefined };
  }

  /** The bytes of a file. @param path below the base path. */
  async requestBytes(path: string, key?: string): Promise<Uint8Array> {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(`http://127.0.0.1:${this.port}${BASE_PATH}${path}`, { headers });
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  }

  async newAccount(plan: PlanId = "pro"): Promise<TestAccount> {
    return newAccount(this.store, plan);
  }

  async addSeals(accountId: string, kind: SealKind, amount: number): Promise<void> {
    const entry = { id: randomUUID(), accountId, kind, amount, cause: "test", at: new Date() };
    await this.store.accounts.addSeals(entry, anyAudit());
  }

  /** A proof of an account, made through the API. */
  async newProof({ key }: TestAccount, hash: string = randomHash()): Promise<Answered["json"]> {
    const answer = await this.request("POST", "/proofs", { key, body: { hash } });
    expect(answer.status).toBe(201);
    return answer.json;
  }

  /** Builds one batch of the whole queue and returns its identifier. */
  async batchQueue(root?: string, chainId: number = DEVELOPMENT_CHAIN_ID): Promise<string> {
    return batchQueue(this.store, root, chainId);
  }

  async anchor(batchId: string): Promise<void> {
    await anchorBatch(this.store, batchId);
  }

  /** Anchors a batch in a block whose transactions are signed. @returns the witness of the anchor. */
  async anchorInBlock(batchId: string, chainId?: number): Promise<Uint8Array> {
    return anchorInBlock(this.store, batchId, chainId);
  }

  /** @param blockHeight of the Bitcoin block that commits to it; null if it is only submitted. */
  async attest(batchId: string, blockHeight: number | null = null): Promise<void> {
    await attestBatch(this.store, batchId, blockHeight);
  }

  /** Submits the tokens of all issued seals that are not stamped yet. */
  async stampSeals(): Promise<void> {
    await stampSeals(this.store);
  }

  async storeHeaders(epoch: number, run: Uint8Array): Promise<void> {
    await storeHeaders(this.store, epoch, run);
  }
}

/** As the job does once an epoch's headers are collected. */
export async function storeHeaders(store: Records, epoch: number, run: Uint8Array): Promise<void> {
  expect(await store.blockHeaders.replace(await lease(store), epoch, 0, run)).toBe(true);
}

/** The timestamp of a batch's root: a calendar's promise, and the block if there is one. */
function timestampOf(blockHeight: number | null): Uint8Array {
  const pending = { attestation: { kind: "pending", uri: "https://calendar.example" } } as const;
  const attested =
    blockHeight === null ? [] : [{ attestation: { kind: "bitcoin", height: blockHeight } } as const];
  return encodeTimestamp(
    timestampAlong([{ kind: "append", argument: randomBytes(16) }, { kind: "sha256" }], {
      branches: [pending, ...attested],
    }),
  );
}

/** As the job does when calendars have answered and, given a height, when a block was found. */
export async function attestBatch(
  store: Records,
  batchId: string,
  blockHeight: number | null = null,
): Promise<void> {
  const held = await lease(store);
  await store.attestations.takeDue(held, new Date(), 256);
  const { state } = (await store.attestations.find(batchId))!;
  const attestation = {
    state: blockHeight === null ? "submitted" : "confirmed",
    blockHeight,
    timestamp: timestampOf(blockHeight),
    submittedAt: new Date(),
    tries: 0,
    dueAt: null,
  } as const;
  expect(await store.attestations.replace(held, batchId, state, attestation)).toBe(true);
}

/** As the job does when calendars have answered. */
async function stampSeals(store: Records): Promise<void> {
  const held = await lease(store);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await gatherStamps(store, held, log, new AbortController().signal);
  for (const { set, attestation } of await store.stamps.takeDue(held, new Date(), 256)) {
    const submitted = {
      ...attestation,
      state: "submitted",
      timestamp: timestampOf(null),
      submittedAt: new Date(),
      dueAt: null,
    } as const;
    expect(await store.stamps.replace(held, set.number, "pending", submitted)).toBe(true);
  }
}

export const TX_HASH: string = `0x${"ab".repeat(32)}`;
const BLOCK_HASH = `0x${"cd".repeat(32)}`;

/** The lease of a job that only this test runs. */
function lease(store: Records): Promise<Lease> {
  return store.leases.acquire("test", "test", 600_000) as Promise<Lease>;
}

/** @param root a root that differs from that of the leaves, for a damaged store. */
export async function batchQueue(
  store: Records,
  root?: string,
  chainId: number = DEVELOPMENT_CHAIN_ID,
): Promise<string> {
  const slice = (await store.batches.peekQueue(await lease(store), 256))!;
  const leaves = await store.batches.readQueue(slice, 0, 256);
  const values = Buffer.concat(leaves.map(({ proofId, hash }) => leafHash(proofId, hash)));
  await store.batches.writeTiles(slice, [{ level: 0, index: 0, values }]);
  const id = randomUUID();
  const committed = await store.batches.commit(slice, {
    id,
    root: root ?? Buffer.from(new MerkleTree(values).root).toString("hex"),
    leafCount: slice.count,
    createdAt: new Date(),
    chainIds: [chainId],
  });
  expect(committed).toBe(true);
  return id;
}

async function chainOf(store: Records, batchId: string): Promise<number> {
  return (await store.batches.find(batchId))!.anchors[0]!.chainId;
}

export async function anchorBatch(store: Records, batchId: string): Promise<void> {
  const held = await lease(store);
  await store.batches.takeUnfinished(held);
  const blockTimestamp = new Date("2026-02-03T04:05:06.000Z");
  const inclusion = { txHash: TX_HASH, blockNumber: 77, blockHash: BLOCK_HASH, blockTimestamp };
  expect(await store.batches.markAnchored(held, batchId, await chainOf(store, batchId), inclusion)).toBe(
    true,
  );
}

/**
 * Anchors a batch in a block whose transactions are signed, and keeps its witness, as the jobs do.
 *
 * @returns the witness.
 */
export async function anchorInBlock(
  store: Records,
  batchId: string,
  chainId: number = DEVELOPMENT_CHAIN_ID,
): Promise<Uint8Array> {
  const held = await lease(store);
  await store.batches.takeUnfinished(held);
  const account = privateKeyToAccount(`0x${"77".repeat(32)}`);
  const sign = async (nonce: number, payload: string) =>
    bytesOf(
      await account.signTransaction({
        type: "eip1559",
        chainId,
        nonce,
        to: account.address,
        gas: 30_000n,
        data: toHex(payload),
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 1n,
      }),
    );
  const anchor = await sign(1, anchorPayload((await store.batches.find(batchId))!.root));
  const { transactions, ...header } = await blockAnswer([await sign(0, ""), anchor, await sign(2, "")]);
  const blockHash = header.hash as string;
  const blockTimestamp = new Date(Number(header["timestamp" as never]) * 1_000);
  const inclusion = { txHash: keccak256(anchor), blockNumber: 77, blockHash, blockTimestamp };
  const made = await buildWitness(
    {
      chainId,
      fetchWholeBlock: async () => ({ header, transactions }),
      fetchRawTransaction: async () => null,
    },
    inclusion,
  );
  if ("absence" in made) throw new Error(made.reason);
  expect(await store.batches.markAnchored(held, batchId, chainId, inclusion)).toBe(true);
  const document = new TextEncoder().encode(encodeEvmWitness(made));
  const record = { batchId, chainId, blockHash, absence: null, tries: 1, dueAt: null, document };
  expect(await store.witnesses.put(record)).toBe(true);
  return document;
}

export async function confirmBatch(store: Records, batchId: string): Promise<void> {
  const held = await lease(store);
  await store.batches.takeUnfinished(held);
  const chainId = await chainOf(store, batchId);
  expect(await store.batches.markConfirmed(held, batchId, chainId, BLOCK_HASH)).toBe(true);
}

/** Builds batches of the whole queue, so that the next batch holds only what comes after. */
export async function emptyQueue(store: Records): Promise<void> {
  while ((await store.batches.peekQueue(await lease(store), 1)) !== null) await batchQueue(store);
}

/** Builds batches of the whole queue, and confirms each. */
export async function confirmQueue(store: Records): Promise<void> {
  while ((await store.batches.peekQueue(await lease(store), 1)) !== null) {
    const batch = await batchQueue(store);
    await anchorBatch(store, batch);
    await confirmBatch(store, batch);
  }
}

export function randomHash(): string {
  return createHash("sha256").update(randomBytes(16)).digest("hex");
}
