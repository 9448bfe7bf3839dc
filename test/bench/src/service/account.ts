/**
 * An account of 10^5 anchored proofs, on SQLite: its lists and its packages, as fast as they are answered, and the export of
 * all of it. The load takes its part of the same processors.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, figure, limitFigure } from "../figure.js";
import { currentResidentMb } from "../resident-memory.js";
import { scaled } from "../scale.js";
import { type BenchAccount, fillBatches, newAccount, signIn } from "./fill-store.js";
import { measureLoad } from "./measure-load.js";
import { sqliteBenchStore, withService } from "./service-process.js";

const PROOFS = scaled(100_000);
const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 16;
/** More packages at a time than a worker makes, and fewer than wait for one. */
const PACKAGES = 8;
/** Each is a package that was not made before. */
const PACKED = 1_000;
const PAGE = 100;
const ANCHOR_PATIENCE_MS = 300_000;
const EXPORT_SECONDS = 60;
const EXPORT_GROWTH_MB = 60;

export async function account(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const store = await bench.open();
  const owner = await newAccount(store);
  await fillBatches(store, owner, PROOFS);
  const ids: string[] = [];
  for (let before: string | null = null; ids.length < Math.min(PACKED, PROOFS); before = ids.at(-1)!) {
    const { proofs } = await store.proofs.list(owner.accountId, PAGE, before);
    ids.push(...proofs.map(({ id }) => id));
  }
  const cookie = await signIn(store, owner.accountId);
  await store.close();

  return withService(bench, { SVC_DOCUMENTS_PER_MINUTE: "0" }, async ({ url, pid }) => {
    const { origin, pathname } = new URL(url);
    await anchored(`${url}/proofs?limit=1`, owner);
    const load = (paths: readonly string[], connections: number, session?: string) =>
      measureLoad({
        ...{ origin, paths, connections, keys: [owner.key], expectedStatus: 200, seconds: SECONDS },
        ...{ warmUpSeconds: WARM_UP_SECONDS, ...(session !== undefined && { cookie: session }) },
      });
    const list = await load([`${pathname}/proofs`], CONNECTIONS);
    const page = await load(["/dashboard/proofs"], CONNECTIONS, cookie);
    const packages = await load(
      ids.map((id) => `${pathname}/proofs/${id}/evidence.zip`),
      PACKAGES,
    );
    const exported = await exportOf(origin, cookie, pid);
    const rate = (id: string, { perSecond, p99Ms }: typeof list, what: string) =>
      figure({
        id: `service.account.${id}`,
        unit: "requests/s",
        ours: perSecond,
        reference: p99Ms,
        referenceName: `their p99 in ms; ${what}, of ${PROOFS} proofs`,
        bar: null,
      });
    const limit = (id: string, unit: string, ours: number, limit: number, what: string) =>
      limitFigure({ id: `service.account.${id}`, unit, ours, limit, what });
    const archive = `export of ${PROOFS} proofs, ${exported.megabytes.toFixed(1)} MB`;
    return [
      rate("list", list, `GET /proofs, ${CONNECTIONS} connections`),
      rate("list-page", page, `the dashboard's list, ${CONNECTIONS} connections`),
      rate("packages", packages, `evidence packages, ${PACKAGES} connections`),
      limit("export", "s", exported.seconds, EXPORT_SECONDS, archive),
      limit(
        "export-memory",
        "MB",
        exported.growthMb,
        EXPORT_GROWTH_MB,
        `growth of resident memory; ${archive}`,
      ),
    ];
  });
}

/** Waits until the newest proof is in a block; the batches before it are then, too. */
async function anchored(address: string, { key }: BenchAccount): Promise<void> {
  const deadline = performance.now() + ANCHOR_PATIENCE_MS;
  for (;;) {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await answer.json()) as { readonly data: readonly { readonly state: string }[] };
    if (data[0]?.state === "confirmed") return;
    if (performance.now() > deadline) throw new Error(`a proof is still ${data[0]?.state}`);
    await sleep(500);
  }
}

async function exportOf(origin: string, cookie: string, pid: number) {
  const address = `${origin}/dashboard/account/export`;
  const form = await (await fetch(address, { headers: { cookie } })).text();
  const csrf = /name="csrf" value="([\w-]+)"/.exec(form)?.[1];
  if (csrf === undefined) throw new Error("the page of the export has no form");
  const beforeMb = currentResidentMb(pid);
  let peakMb = beforeMb;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, currentResidentMb(pid));
  }, 20);
  const begun = performance.now();
  const answer = await fetch(address, {
    method: "POST",
    headers: { cookie, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ csrf }),
  });
  if (answer.status !== 200) throw new Error(`expected status 200 for an export, got ${answer.status}`);
  let bytes = 0;
  for await (const piece of answer.body!) bytes += piece.length;
  clearInterval(watch);
  return {
    seconds: (performance.now() - begun) / 1_000,
    megabytes: bytes / 1e6,
    growthMb: peakMb - beforeMb,
  };
}
