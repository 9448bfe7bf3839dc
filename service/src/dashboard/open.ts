/** Opens them. */
import { newAccount } from "../accounts/accounts.js";
import type { Capability, CapabilityHost } from "../capability.js";
import { smtpTransport } from "../clients/mail.js";
import type { Custody } from "../custody/custody.js";
import { ResumableUploads } from "../custody/uploads.js";
import type { EvidenceDeps } from "../documents/parts.js";
import { connectionLimits } from "../http/connections.js";
import { MinuteLimiter } from "../http/limits.js";
import type { ApiRoute } from "../http/routes.js";
import { networkNames } from "../http/site.js";
import type { JobLoop } from "../jobs/job.js";
import { PeopleMetrics } from "../operations/metrics.js";
import type { PageRoute } from "../pages/page-route.js";
import { startMailWishesJob } from "../people/mail-wishes.js";
import { Mailer } from "../people/mails.js";
import { Passkeys, relyingParty } from "../people/passkeys.js";
import { People, startPeopleJob } from "../people/people.js";
import { PendingRegistrations } from "../proofs/register.js";
import type { Records } from "../records/records.js";
import type { SealPurchase } from "../seals/purchase.js";
import { accountRoutes } from "./account.js";
import { auditRoutes } from "./audit.js";
import { createRoutes } from "./create.js";
import { type DataRoutesDeps, dataRoutes } from "./data.js";
import { type KeysRoutesDeps, keysRoutes } from "./keys.js";
import { LiveProofs } from "./live.js";
import { type OrderRoutesDeps, orderRoutes } from "./orders.js";
import { overviewRoutes } from "./overview.js";
import { type InvitationSender, type PeopleRoutesDeps, peopleRoutes } from "./people.js";
import { proofPages } from "./proof-actions.js";
import { securityRoutes } from "./security.js";
import { signInRoutes } from "./sign-in-routes.js";

/** The pages of an account, without those of its proofs. */
export interface AccountPagesDeps extends DataRoutesDeps, KeysRoutesDeps, OrderRoutesDeps, PeopleRoutesDeps {
  readonly store: Records;
}

export function accountPages(deps: AccountPagesDeps): PageRoute[] {
  return [
    ...overviewRoutes(deps.store),
    ...keysRoutes(deps),
    ...accountRoutes(deps.store),
    ...dataRoutes(deps),
    ...orderRoutes(deps),
    ...peopleRoutes(deps),
    ...auditRoutes(deps.store.audit),
  ];
}

export interface AccountPagesParts {
  /** Null if custody is off. */
  readonly custody: Custody | null;
  readonly people: InvitationSender;
}

/** Opens the pages of accounts, without those of proofs. */
export function openAccountPages(
  { config, store, addresses }: CapabilityHost,
  { custody, people }: AccountPagesParts,
): Capability {
  const prices = { sealEur: config.sealPriceEur, proEur: config.proPriceEur };
  const payment = { seals: config.buySealsUrl, plan: config.buyPlanUrl };
  const context = () => ({ addresses: addresses(), networkName: networkNames(config) });
  return {
    routes: [],
    pages: accountPages({ store, addresses, custody, context, people, prices, payment }),
  };
}

const SITE_NAME = "svc-proof";

export interface OpenedPeople extends Capability {
  readonly people: People;
}

/** Opens what signs people in, and the mails to them. */
export function openPeople(host: CapabilityHost): OpenedPeople {
  const { config, log, store, metrics, addresses } = host;
  const { smtpUrl, mailFrom } = config;
  const counters = new PeopleMetrics(metrics.registry);
  const mailer = new Mailer({
    transport: smtpUrl === null || mailFrom === null ? null : smtpTransport(smtpUrl, mailFrom, SITE_NAME),
    log,
    onResult: (result) => counters.mails.inc({ result }),
  });
  const people = new People({
    store,
    mailer,
    passkeys: new Passkeys({
      people: store.people,
      relyingParty: () => relyingParty(addresses().siteUrl),
      siteName: SITE_NAME,
    }),
    metrics: counters,
    addresses,
    isSignUpOpen: () => mailer.isAvailable && config.signUp === "open",
    newAccount: (actor) => newAccount({ plan: "free", welcomeSeals: config.welcomeSeals, actor }),
  });
  const jobs: JobLoop[] = [];
  return {
    people,
    routes: [],
    startJobs: () => {
      jobs.push(
        startPeopleJob(host.jobs, store.people),
        startMailWishesJob(host.jobs, { store, mailer, addresses, log }),
      );
      void mailer.check();
    },
    close: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
      await mailer.close();
    },
  };
}

/** Opens the pages on which people sign in, and see what signs them in. */
export function openSignIn({ store, addresses }: CapabilityHost, people: People): Capability {
  return {
    routes: [],
    pages: [...signInRoutes(people), ...securityRoutes({ people, store: store.people, addresses })],
  };
}

/** Opens the page that creates proofs in the browser. It has a limit per minute of its own. */
export function openCreate({ config, store }: CapabilityHost, sealPurchase: SealPurchase): Capability {
  const hasMail = config.smtpUrl !== null && config.mailFrom !== null;
  const limiter = new MinuteLimiter(store.rates, "web-creations", config.webCreationsPerMinute);
  const pending = new PendingRegistrations();
  return { routes: [], pages: createRoutes({ store, limiter, sealPurchase, pending, hasMail }) };
}

export interface OpenedParts {
  /** Of the API. */
  readonly routes: readonly ApiRoute[];
  readonly sealPurchase: SealPurchase;
  readonly evidence: EvidenceDeps;
  /** Null if custody is off. */
  readonly custody: Custody | null;
}

/** Opens the pages of proofs. */
export function openProofPages(host: CapabilityHost, parts: OpenedParts): Capability {
  const { config, store, addresses, signal } = host;
  const resumable = parts.custody && new ResumableUploads(parts.custody);
  const pages = proofPages({
    ...parts,
    store,
    resumable,
    context: () => ({ addresses: addresses(), networkName: networkNames(config) }),
    sealPriceEur: config.sealPriceEur,
    live: new LiveProofs({ store, signal }),
    uploads: connectionLimits(config).uploads,
  });
  return { routes: [], pages, close: async () => void (await resumable?.close()) };
}
