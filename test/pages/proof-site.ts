/** The pages of proofs with everything that they use: custody, seals, documents. */

import { randomUUID } from "node:crypto";
import { custodyRoutes } from "../../service/src/custody/routes.js";
import { ResumableUploads } from "../../service/src/custody/uploads.js";
import { LiveProofs, type LiveProofsOptions } from "../../service/src/dashboard/live.js";
import { proofPages } from "../../service/src/dashboard/proof-actions.js";
import { custodyOriginal } from "../../service/src/documents/evidence.js";
import type { EvidenceDeps } from "../../service/src/documents/parts.js";
import { documentRoutes } from "../../service/src/documents/routes.js";
import { MinuteLimiter } from "../../service/src/http/limits.js";
import { sitePages } from "../../service/src/http/site.js";
import { openTimestampsRoutes } from "../../service/src/opentimestamps/routes.js";
import { proofRoutes } from "../../service/src/proofs/routes.js";
import type { Records } from "../../service/src/records/records.js";
import { newRegistration } from "../../service/src/records/registration.testing.js";
import type { ProofRecord, Registration } from "../../service/src/records/types.js";
import type { SealIssuer } from "../../service/src/seals/issue-or-refund.js";
import { SealPurchase } from "../../service/src/seals/purchase.js";
import { sealRoutes } from "../../service/src/seals/routes.js";
import { CONNECTIONS, documentsInProcess } from "../contract/api-service.js";
import { openCustody, type TestCustody } from "../contract/test-custody.js";
import { type OpenStore, openTemporarySqlite } from "../contract/test-stores.js";
import { createPages } from "./create-pages.js";
import { PageSite, type PageWorld } from "./page-site.js";

export interface ProofSiteOptions {
  readonly open?: OpenStore;
  /** No seals are sold without it. */
  readonly issuer?: (store: Records) => SealIssuer;
  readonly documentsPerMinute?: number;
  readonly live?: Partial<LiveProofsOptions>;
  readonly uploadIdleMs?: number;
  readonly hasCustody?: boolean;
}

export interface ProofSite {
  readonly site: PageSite;
  readonly store: Records;
  readonly custody: TestCustody;
  readonly live: LiveProofs;
  readonly resumable: ResumableUploads;
  newProof(accountId: string, given?: Partial<Registration>): Promise<ProofRecord>;
  /** As the service does when it stops, before the server. */
  stopping(): void;
  stop(): Promise<void>;
}

export async function openProofSite(options: ProofSiteOptions = {}): Promise<ProofSite> {
  const { store, remove } = await (options.open ?? openTemporarySqlite)();
  const opened = await openCustody(store);
  const custody = options.hasCustody === false ? null : opened.custody;
  const stopping = new AbortController();
  const live = new LiveProofs({ store, signal: stopping.signal, ...options.live });
  const resumable = new ResumableUploads(opened.custody, options.uploadIdleMs);
  const { uploads } = CONNECTIONS;
  const parts = ({ addresses, isRehearsal }: PageWorld) => {
    const limiter = (name: string, perMinute: number) => new MinuteLimiter(store.rates, name, perMinute);
    const sealPurchase = new SealPurchase({
      store,
      issuer: options.issuer?.(store) ?? null,
      limiter: limiter("seals", 0),
      waitMs: 5_000,
      buyUrl: () => sitePages(addresses()).seals,
    });
    const evidence: EvidenceDeps = {
      store,
      documents: documentsInProcess(),
      limiter: limiter("documents", options.documentsPerMinute ?? 0),
      addresses,
      networkName: null,
      rehearsal: isRehearsal,
      verifier: { page: null, programSha256: null },
      localRpcUrl: null,
      issuer: { name: null, address: null },
      openOriginal: custodyOriginal(custody, store.custody),
    };
    const context = () => ({ addresses: addresses(), networkName: null });
    const routes = [
      ...proofRoutes({
        store,
        limiter: limiter("creations", 0),
        sealPurchase,
        context,
        uploads,
        hasFingerprintLookup: false,
      }),
      ...openTimestampsRoutes({ store }),
      ...sealRoutes({ store, sealPurchase, addresses }),
      ...documentRoutes(evidence),
      ...custodyRoutes({ store, custody, context, uploads }),
    ];
    return { context, routes, sealPurchase, evidence };
  };
  const site = await PageSite.start({
    open: async () => ({ store, remove }),
    routes: (world) => parts(world).routes,
    pages: (world) => [
      ...proofPages({
        ...parts(world),
        store,
        sealPriceEur: 3,
        custody,
        resumable: custody && resumable,
        live,
        uploads,
      }),
      ...createPages(world),
    ],
  });
  return {
    site,
    store,
    custody: opened,
    live,
    resumable,
    newProof: async (accountId, given = {}) => {
      const caller = { accountId, keyId: randomUUID() };
      const asked = newRegistration(caller, {
        receivedAt: new Date(),
        dailyLimit: 0,
        origin: "web",
        ...given,
      });
      const result = await store.proofs.register({ ...asked, keyId: null });
      if (result.outcome !== "created") throw new Error(`expected a new proof, got ${result.outcome}`);
      return result.proof;
    },
    stopping: () => stopping.abort(),
    stop: async () => {
      stopping.abort();
      await resumable.close();
      await site.stop();
      await opened.remove();
    },
  };
}
