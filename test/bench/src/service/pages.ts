/**
 * Pages under load, on SQLite: 50 requests a second over all public pages while the API is used, and the page of one certificate that
 * everybody opens at once. Times are those of the client, so they include the way to the server.
 */
import { type Figure, figure, limitFigure } from "../figure.js";
import { median } from "../median.js";
import { type BenchAccount, fillProofs, newAccount, signIn } from "./fill-store.js";
import { type Load, measureLoad } from "./measure-load.js";
import { type BenchStore, sqliteBenchStore, withService } from "./service-process.js";

/** The machine may pause for longer than the limit: the median of several runs counts. */
const RUNS = 3;
const SECONDS = 20;
const WARM_UP_SECONDS = 3;
const PAGES_PER_SECOND = 50;
const API_PER_SECOND = 200;
const LIMIT_MS = 50;
/** Certificates that are opened in turn: each request for one is a look-up and a rendering. */
const PROOFS = 2_000;
/** A link in a newspaper. */
const CROWD = 1_000;
const PUBLIC = ["/", "/docs/", "/docs/api/create-proof.html", "/docs/interface.html", "/connect", "/privacy"];
const SIGNED_IN = ["/dashboard", "/dashboard/proofs", "/dashboard/keys", "/dashboard/account"];

export async function pages(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const prepared = await prepare(bench);
  const { api, certificates, cookie } = prepared;
  return withService(bench, { SVC_LOG_LEVEL: "info" }, async ({ url }) => {
    const { origin, pathname } = new URL(url);
    const signedIn = await answering(origin, SIGNED_IN, cookie);
    const shown = (label: string, paths: readonly string[], session?: string) =>
      measurePages(label, () => loadPages(origin, pathname, api, paths, session));
    const mixed = certificates.flatMap((path, i) => [path, PUBLIC[i % PUBLIC.length]!]);
    const figures = [await shown("pages", mixed)];
    if (signedIn.length > 0) figures.push(await shown("dashboard", signedIn, cookie));
    const crowd = await measureLoad({
      origin,
      connections: 64,
      expectedStatus: 200,
      paths: [certificates[0]!],
      keys: [""],
      warmUpSeconds: WARM_UP_SECONDS,
      seconds: 10,
    });
    figures.push(
      figure({
        id: "service.certificate-page.crowd",
        unit: "requests/s",
        ours: crowd.perSecond,
        reference: CROWD,
        referenceName: "readers of one link; 64 connections",
        bar: { atLeast: 1 },
      }),
    );
    return figures;
  });
}

async function measurePages(label: string, load: () => Promise<Load>): Promise<Figure> {
  const runs: Load[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await load());
  const answered = median(runs.map(({ perSecond }) => perSecond));
  return limitFigure({
    id: `service.${label}.p99`,
    unit: "ms",
    ours: median(runs.map(({ p99Ms }) => p99Ms)),
    limit: LIMIT_MS,
    what: `${Math.round(answered)} of ${PAGES_PER_SECOND} pages/s beside ${API_PER_SECOND} API requests/s`,
  });
}

/** Loads pages while the API is used. @param cookie of a session, if the pages need one. */
async function loadPages(
  origin: string,
  base: string,
  accounts: readonly BenchAccount[],
  paths: readonly string[],
  cookie: string | undefined,
): Promise<Load> {
  const keys = accounts.map(({ key }) => key);
  const plan = { origin, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const [load] = await Promise.all([
    measureLoad({
      ...plan,
      connections: 10,
      expectedStatus: 200,
      paths,
      keys: [""],
      perSecond: PAGES_PER_SECOND,
      ...(cookie !== undefined && { cookie }),
    }),
    measureLoad({
      ...plan,
      connections: 16,
      expectedStatus: 201,
      paths: [`${base}/proofs`],
      keys,
      perSecond: API_PER_SECOND / 2,
    }),
    measureLoad({
      ...plan,
      connections: 16,
      expectedStatus: 200,
      paths: [`${base}/proofs`, `${base}/account`],
      keys,
      perSecond: API_PER_SECOND / 2,
    }),
  ]);
  return load;
}

/** Those of the pages that this build has. */
async function answering(origin: string, paths: readonly string[], cookie: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { status } = await fetch(origin + path, { headers: { cookie }, redirect: "manual" });
    if (status === 200) found.push(path);
  }
  return found;
}

interface Prepared {
  /** The plan allows 5,000 proofs a day: enough for all measurements. */
  readonly api: readonly BenchAccount[];
  readonly certificates: readonly string[];
  readonly cookie: string;
}

async function prepare(bench: BenchStore): Promise<Prepared> {
  const store = await bench.open();
  try {
    const api = [await newAccount(store), await newAccount(store), await newAccount(store)];
    const owner = await newAccount(store);
    await fillProofs(store, owner, PROOFS);
    const certificates: string[] = [];
    let before: string | null = null;
    do {
      const page = await store.proofs.list(owner.accountId, 100, before);
      certificates.push(...page.proofs.map(({ certificateId }) => `/certificate/${certificateId}`));
      before = page.more ? page.proofs.at(-1)!.id : null;
    } while (before !== null);
    return { api, certificates, cookie: await signIn(store, owner.accountId) };
  } finally {
    await store.close();
  }
}
