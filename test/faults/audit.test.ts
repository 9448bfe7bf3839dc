/**
 * The audit of the store: processes that work on it are killed at seeded calls and moments, again and again, on SQLite and
 * MongoDB, and after each kill nothing that was acknowledged is lost, nothing is there twice, and every counter is exact.
 * `npm run audit -- --kills 300`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../service/src/compile-service.testing.js";
import { recordStoreOn } from "../../service/src/records/record-store.js";
import { openStore } from "../../service/src/tables/open-store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, startMongoServer } from "../mongodb/mongo-server.js";
import { Journal, type Line, readLine } from "./audit-journal.js";
import { auditRows } from "./audit-rows.js";

const KILLS = Number(process.env["SVC_AUDIT_KILLS"] ?? 20);
/** Kills of one database: the audit of a large one takes long. */
const OF_ONE = 10;
/** Registrations before the others, so that batches have several portions. */
const PREFILL = 1_200;
const WORKER = fileURLToPath(new URL("audit-worker.mjs", import.meta.url));
const TIMEOUT_MS = 60_000;

interface Database {
  readonly mongodbUrl: string | null;
  readonly sqlitePath: string | null;
}

/** By the nth call that the process makes, or by lines that it has told. */
interface Kill {
  readonly call: number;
  readonly when: "before" | "after";
  readonly lines: number;
}

const kills = (count: number): readonly Kill[] =>
  fc.sample(
    fc.oneof(
      fc.record({
        call: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 3_000 })),
        when: fc.constantFrom("before" as const, "after" as const),
        lines: fc.constant(Number.POSITIVE_INFINITY),
      }),
      fc.record({
        call: fc.constant(0),
        when: fc.constant("before" as const),
        lines: fc.integer({ min: 1, max: 600 }),
      }),
    ),
    count,
  );

/** Runs a worker until it is killed. @param beside ends with it. */
async function live(database: Database, kill: Kill, prefill: number, isBeside = false) {
  const { lines: maxLines, ...given } = kill;
  const args = [WORKER, COMPILED_SERVICE.href, JSON.stringify({ ...database, ...given, prefill })];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  const lines: Line[] = [];
  let since = Number.POSITIVE_INFINITY;
  const reader = createInterface(child.stdout!);
  reader.on("line", (text) => {
    // The last one may be cut off.
    if (text.endsWith("}")) lines.push(readLine(text));
    if (lines.at(-1)?.kind === "ready") since = lines.length;
    if (lines.length - since >= maxLines) child.kill("SIGKILL");
  });
  const ended = closed.then(([status, signal]) => {
    if (!isBeside) expect([status, signal]).toEqual([null, "SIGKILL"]);
    return lines;
  });
  return { ended, end: () => child.kill("SIGKILL") };
}

async function audit(name: string, database: Database, plans: readonly Kill[]): Promise<void> {
  const journal = new Journal();
  for (const [i, plan] of plans.entries()) {
    const told = `${name}, kill ${i + 1}: ${JSON.stringify(plan)}`;
    // The first one may be killed early.
    const first = await live(database, plan, i < 2 ? PREFILL : 0);
    const never = { call: 0, when: "before", lines: Number.POSITIVE_INFINITY } as const;
    const beside = database.mongodbUrl === null ? null : await live(database, never, 0, true);
    const lines = await first.ended;
    beside?.end();
    const wrong = [lines, (await beside?.ended) ?? []].flatMap((some) => journal.add(some));
    const { store } = await openStore({ ...database, mongodbTimeoutMs: TIMEOUT_MS }, database.sqlitePath);
    const records = recordStoreOn(store);
    expect([...wrong, ...(await journal.audit(store, records))], told).toEqual([]);
    let findings = await auditRows(store, records);
    // What the server had received already may have been committed between two questions.
    if (findings.length > 0 && database.mongodbUrl !== null) {
      await sleep(2_000);
      findings = await auditRows(store, records);
    }
    expect(findings, told).toEqual([]);
    await store.close();
  }
  console.info(`${name}: ${plans.length} kills, none lost of`, Object.fromEntries(journal.acknowledged));
}

const portions = (count: number) =>
  Array.from({ length: Math.ceil(count / OF_ONE) }, (_, i) => Math.min(OF_ONE, count - i * OF_ONE));

beforeAll(compileService);

it.each(portions(Math.ceil(KILLS / 2)).map((count, i) => [i + 1, count]))(
  "SQLite, database %i: %i kills",
  async (_, count) => {
    const folder = await mkdtemp(join(tmpdir(), "svc-audit-"));
    await audit("SQLite", { mongodbUrl: null, sqlitePath: join(folder, "service.sqlite") }, kills(count));
    await rm(folder, { recursive: true });
  },
  1_200_000,
);

const server = await startMongoServer();
describe.skipIf(server === null)(`MongoDB (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it.each(portions(Math.floor(KILLS / 2)).map((count, i) => [i + 1, count]))(
    "database %i: %i kills of one of two instances",
    async (_, count) => {
      const mongodbUrl = newDatabaseUrl(server!.url);
      await audit("MongoDB", { mongodbUrl, sqlitePath: null }, kills(count));
      await dropDatabase(mongodbUrl);
    },
    1_200_000,
  );
});
