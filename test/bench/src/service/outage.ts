/** Response times while MongoDB is gone: of the site, which does not need it, and of the API, which does. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figure, limitFigure } from "../figure.js";
import { newAccount } from "./fill-store.js";
import { InterruptibleProxy } from "./interruptible-proxy.js";
import { p99 } from "./p99.js";
import { mongodbBenchStore, withService } from "./service-process.js";

const OUTAGE_MS = 8_000;
/** "The first seconds", until the outage is noticed. */
const NOTICED_MS = 4_000;
const PAGE_LIMIT_MS = 100;
const API_LIMIT_MS = 1_000;
const RECOVERY_LIMIT_MS = 10_000;
const EVERY_MS = 20;
/** Long enough for all jobs to run once. */
const SETTLE_MS = 3_000;
const GIVE_UP_MS = 30_000;

interface Answer {
  readonly askedAtMs: number;
  readonly tookMs: number;
  readonly status: number;
}

export async function outage(): Promise<Figure[]> {
  const bench = mongodbBenchStore();
  if (bench === null) return [];
  const store = await bench.open();
  const { key } = await newAccount(store);
  await store.close();
  const { hostname, port } = new URL(bench.serverUrl);
  const proxy = await InterruptibleProxy.open(hostname, Number(port));
  const settings = { SVC_MONGODB_URL: bench.urlBy(proxy.port) };
  const figures: Figure[] = [];
  return withService(bench, settings, async (service) => {
    const { origin } = new URL(service.url);
    const api = `${service.url}/proofs`;
    const pageUrls = [`${origin}/`, `${origin}/verify/`, `${service.url}/openapi.json`];
    await until200(api, key);
    await sleep(SETTLE_MS);
    const [calm] = await Promise.all([ask(pageUrls, undefined, OUTAGE_MS), ask([api], key, OUTAGE_MS)]);
    figures.push(
      figure({
        id: "service.mongodb.calm-pages",
        unit: "ms",
        ours: p99(calm.map(({ tookMs }) => tookMs)),
        reference: PAGE_LIMIT_MS,
        referenceName: "the limit during an outage; p99 of the same pages while MongoDB answers",
        bar: null,
      }),
    );
    for (const [name, begin, end] of [
      ["killed", () => proxy.end(), () => proxy.reopen()],
      ["silent", async () => proxy.stall(), async () => proxy.resume()],
    ] as const) {
      await until200(api, key);
      await sleep(SETTLE_MS);
      const startedAtMs = performance.now();
      await begin();
      const [pages, requests] = await Promise.all([
        ask(pageUrls, undefined, OUTAGE_MS),
        ask([api], key, OUTAGE_MS),
      ]);
      await end();
      const recoveredMs = await until200(api, key);
      const later = requests.filter(({ askedAtMs }) => askedAtMs - startedAtMs > NOTICED_MS);
      const wrong = [
        ...pages.filter(({ status }) => status !== 200 && status !== 404),
        ...requests.filter(({ status }) => status !== 503),
      ];
      if (wrong.length > 0) throw new Error(`got the wrong status ${wrong[0]!.status} during an outage`);
      const took = (answers: readonly Answer[]) => answers.map(({ tookMs }) => tookMs);
      figures.push(
        within(
          `${name}-pages`,
          p99(took(pages)),
          PAGE_LIMIT_MS,
          `p99 of ${pages.length} pages and files from the start of an outage`,
        ),
        within(
          `${name}-api`,
          p99(took(later)),
          API_LIMIT_MS,
          `p99 of ${later.length} 503 answers from the fourth second of an outage`,
        ),
        figure({
          id: `service.mongodb.${name}-first`,
          unit: "ms",
          ours: Math.max(...took(requests)),
          reference: API_LIMIT_MS,
          referenceName: "the longest wait of the API's first callers in an outage; for information",
          bar: null,
        }),
        within(
          `${name}-recovery`,
          recoveredMs,
          RECOVERY_LIMIT_MS,
          "from the end of an outage to the first 200",
        ),
      );
    }
    return figures;
  }).finally(() => proxy.end());
}

function within(id: string, ours: number, limit: number, what: string): Figure {
  return limitFigure({ id: `service.mongodb.${id}`, unit: "ms", ours, limit, what });
}

/** Sends requests at a steady pace, whether or not the previous one was answered. */
async function ask(urls: readonly string[], key: string | undefined, forMs: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  for (const endsAtMs = performance.now() + forMs; performance.now() < endsAtMs; ) {
    answers.push(one(urls[answers.length % urls.length]!, key));
    await sleep(EVERY_MS);
  }
  return Promise.all(answers);
}

/** A new connection each time, so that no idle one closes as it is reused. */
async function one(url: string, key: string | undefined): Promise<Answer> {
  const askedAtMs = performance.now();
  const request = get(url, {
    agent: false,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(GIVE_UP_MS),
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  await once(response.resume(), "end");
  return { askedAtMs, tookMs: performance.now() - askedAtMs, status: response.statusCode! };
}

async function until200(url: string, key: string): Promise<number> {
  const startMs = performance.now();
  while ((await one(url, key)).status !== 200) await sleep(EVERY_MS);
  return performance.now() - startMs;
}
