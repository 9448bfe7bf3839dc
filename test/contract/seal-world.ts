/**
 * Two instances of the API on one store, sealed by the sandbox's authority: a real one, behind a
 * proxy that can inject faults.
 */

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { expect } from "vitest";
import { type SandboxTsa, startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import { createHttpTsa, type IssuedTimestamp, type Tsa } from "../../service/src/clients/tsa.js";
import type { Records } from "../../service/src/records/records.js";
import { expectBooks } from "../../service/src/records/seal-order.testing.js";
import { SealIssuer } from "../../service/src/seals/issue-or-refund.js";
import { FaultyTsa, replying, type TsaFault } from "../faults/faulty-tsa.js";
import { type ApiDeps, ApiService, type TestAccount } from "./api-service.js";
import type { OpenStore } from "./test-stores.js";

const WAIT_MS = 2_500;
const TIMEOUT_MS = 60_000;
const RETRY_MS = 50;

/** DER of a TimeStampResp that is a rejection (status 2) with one failInfo bit. */
export function rejection(bit: number): Uint8Array {
  const bits = new Uint8Array((bit >> 3) + 1);
  bits[bit >> 3] = 0x80 >> (bit & 7);
  const info = [0x03, bits.length + 1, 7 - (bit & 7), ...bits];
  const status = [0x02, 1, 2, ...info];
  return Uint8Array.from([0x30, status.length + 2, 0x30, status.length, ...status]);
}

const BAD_ALG = 0;
/** A failInfo that does not rule out a later success. */
export const SYSTEM_FAILURE = 25;
/** A final refusal. */
export const refusing: TsaFault = replying(() => rejection(BAD_ALG));
/** An unusable answer. */
export const failing: TsaFault = (response) => void response.writeHead(500).end();

export class SealWorld {
  readonly instances: readonly [ApiService, ApiService];
  readonly issuers: readonly [SealIssuer, SealIssuer];
  readonly authority: SandboxTsa;
  readonly tsa: FaultyTsa;
  readonly client: Tsa;
  readonly #accounts: string[] = [];
  readonly #folder: string;

  private constructor(
    instances: readonly [ApiService, ApiService],
    issuers: readonly [SealIssuer, SealIssuer],
    authority: SandboxTsa,
    tsa: FaultyTsa,
    client: Tsa,
    folder: string,
  ) {
    this.instances = instances;
    this.issuers = issuers;
    this.authority = authority;
    this.tsa = tsa;
    this.client = client;
    this.#folder = folder;
  }

  static async start(open: OpenStore, changes: Partial<ApiDeps> = {}): Promise<SealWorld> {
    const folder = await mkdtemp(join(tmpdir(), "svc-seals-"));
    const authority = await startSandboxTsa({ dataDir: folder, port: 0, onFailure: () => {} });
    const tsa = await FaultyTsa.start(authority.p256Url);
    const { store, remove } = await open();
    const client = createHttpTsa({
      url: tsa.url,
      anchors: parsePemCertificates(authority.rootPem),
      policyOid: null,
      clientCertificate: null,
      timeoutMs: TIMEOUT_MS,
    });
    const issuerOf = () =>
      new SealIssuer({
        seals: store.seals,
        tsa: client,
        log: { info: () => {}, warn: () => {} },
        timeoutMs: TIMEOUT_MS,
        retryMs: RETRY_MS,
      });
    const issuers = [issuerOf(), issuerOf()] as const;
    const shared = { sealWaitMs: WAIT_MS, ...changes };
    const first = await ApiService.start({ issuer: issuers[0], ...shared }, async () => ({
      store,
      remove,
    }));
    const second = await ApiService.start({ issuer: issuers[1], ...shared }, async () => ({
      store,
      remove: async () => undefined,
    }));
    return new SealWorld([first, second], issuers, authority, tsa, client, folder);
  }

  get api(): ApiService {
    return this.instances[0];
  }

  get store(): Records {
    return this.api.store;
  }

  async stop(): Promise<void> {
    for (const issuer of this.issuers) await issuer.close();
    for (const accountId of this.#accounts) await expectBooks(this.store, accountId);
    const [first, second] = this.instances;
    await second.stop();
    await first.stop();
    await this.tsa.stop();
    await this.authority.stop();
    await rm(this.#folder, { recursive: true });
  }

  /** A timestamp without a payment. */
  async issue(hash: string): Promise<IssuedTimestamp> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await this.client.issue({ hash, nonce: randomBytes(8), deadline });
    if (answer.kind !== "issued") throw new Error(`the authority issued nothing: ${answer.reason}`);
    return answer;
  }

  async newAccount(welcome: number, pack: number): Promise<TestAccount> {
    const account = await this.api.newAccount();
    if (welcome > 0) await this.api.addSeals(account.id, "welcome", welcome);
    if (pack > 0) await this.api.addSeals(account.id, "pack", pack);
    this.#accounts.push(account.id);
    return account;
  }

  /** The account's remaining seals, as the API and the books both state them. */
  async left(account: TestAccount): Promise<number> {
    const { json } = await this.api.request("GET", "/account", { key: account.key });
    expect(await expectBooks(this.store, account.id)).toBe(json.seals.remaining);
    return json.seals.remaining;
  }
}
