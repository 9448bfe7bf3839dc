/** The public pages over a real store, with certificates in each state. */

import { randomUUID } from "node:crypto";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import { openPublicPages, type PublicPagesHost } from "../../service/src/public/open.js";
import { anyAudit } from "../../service/src/records/account.testing.js";
import type { AccountRecord, ProofRecord } from "../../service/src/records/types.js";
import {
  anchorBatch,
  apiRoutes,
  attestBatch,
  batchQueue,
  confirmBatch,
  PUBLIC_SETTINGS,
  randomHash,
  storeHeaders,
} from "../contract/api-service.js";
import type { OpenStore } from "../contract/test-stores.js";
import { sandboxSeal } from "../sandbox-seal.js";
import { PageSite } from "./page-site.js";

/** Occurs in nothing but what is private. */
export const PRIVATE = "zz-private";

export interface PublicSiteOptions {
  readonly open?: OpenStore;
  readonly settings?: Partial<PublicPagesHost["config"]>;
  readonly rehearsal?: boolean;
  readonly localRpcUrl?: string;
  readonly siteUrl?: string;
}

export async function startPublicSite(options: PublicSiteOptions = {}): Promise<PageSite> {
  const { open, settings, rehearsal = false, localRpcUrl = null, siteUrl } = options;
  const config = { ...PUBLIC_SETTINGS, ...settings };
  return PageSite.start({
    ...(open && { open }),
    ...(siteUrl && { siteUrl }),
    rehearsal,
    footer: config.securityContact === null ? ["privacy"] : ["imprint", "privacy", "security"],
    routes: ({ store, addresses }) => apiRoutes(store, {}, addresses),
    pages: ({ store, addresses }) =>
      openPublicPages({ config, store, network: { isRehearsal: rehearsal }, addresses }, localRpcUrl).pages ??
      [],
  });
}

/** A proof whose name and metadata are private. */
export async function newCertificate({ store }: PageSite, account: AccountRecord): Promise<ProofRecord> {
  const result = await store.proofs.register({
    id: randomUUID(),
    certificateId: randomUUID(),
    accountId: account.id,
    origin: "web",
    keyId: null,
    idempotencyKey: null,
    hash: randomHash(),
    name: `${PRIVATE}.pdf`,
    metadata: JSON.stringify({ note: PRIVATE }),
    size: 4_242_424,
    mimeType: `application/x-${PRIVATE}`,
    receivedAt: new Date("2026-02-03T04:04:00.188Z"),
    dailyLimit: 100,
    seal: null,
  });
  if (result.outcome !== "created") throw new Error(result.outcome);
  return result.proof;
}

/** The first block of its epoch, so that one header is enough. */
const HEIGHT = 798_336;
const BLOCK_TIME = new Date("2026-02-03T05:00:00.000Z");

/** A header with that time; nobody checks its work here. */
function header(): Uint8Array {
  const bytes = Buffer.alloc(80);
  bytes.writeUInt32LE(BLOCK_TIME.getTime() / 1_000, 68);
  // As of the real network: headers of test networks state no time.
  bytes.writeUInt32LE(0x17053894, 72);
  return bytes;
}

/** Takes what is queued into a block, and further if asked. @returns the batch. */
export async function anchorAll(
  { store }: PageSite,
  { confirmed = false, inBitcoin = false } = {},
): Promise<string> {
  const batch = await batchQueue(store);
  await anchorBatch(store, batch);
  if (confirmed) await confirmBatch(store, batch);
  if (inBitcoin) {
    await attestBatch(store, batch, HEIGHT);
    await storeHeaders(store, HEIGHT / 2_016, header());
  }
  return batch;
}

/** Buys and issues a seal of the sandbox's authority. */
export async function sealProof({ store }: PageSite, proof: ProofRecord): Promise<void> {
  const { accountId, hash } = proof;
  const at = new Date();
  await store.accounts.addSeals(
    { id: randomUUID(), accountId, kind: "pack", amount: 1, cause: "test", at },
    anyAudit(),
  );
  const spent = await store.seals.spend({ proof, spendId: randomUUID(), dueAt: at, at });
  if (!("seal" in spent)) throw new Error(JSON.stringify(spent));
  const { response } = await sandboxSeal(hash);
  const {
    genTime,
    serialNumberHex: serialNumber,
    policy: policyOid,
  } = parseTimestampResponse(response).token!.tstInfo;
  await store.seals.issue(
    spent.seal,
    { authority: "Sandbox TSA", genTime, serialNumber, policyOid, qualification: null },
    response,
  );
}
