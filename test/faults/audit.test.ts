/**
 * The audit of the store: processes that work on it are killed at seeded calls and moments, again and again, on SQLite and
 * MongoDB, and after each kill nothing that was acknowledged is lost, nothing is there twice, and every counter is exact.
 * `npm run audit -- --kills 300`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../service/src/compile-service.testing.js";
import { recordsOn } from "../../service/src/records/records.js";
import { openStore } from "../../service/src/store/open-store.js";
import { share } from "../../shared/src/testing/extent.testing.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, startMongoServer } from "../mongodb/mongo-server.js";
import { Journal, type Line, readLine } from "./audit-journal.js";
import { auditRows } from "./audit-rows.js";

const KILLS = Number(process.env["SVC_AUDIT_KILLS"] ?? share(20));
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

/** At the nth call that the process makes, or soon after so many lines that it has told; 0 is never. */
interface Kill {
  readonly call: number;
  readonly when: "before" | "after";
  readonly lines: number;
}

const kills = (count: number): readonly Kill[] =>
  fc.sample(
    fc.oneof(
      fc.record({
        call: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1_500 })),
        when: fc.constantFrom("before" as const, "after" as const),
        lines: fc.constant(0),
      }),
      fc.record({
        call: fc.constant(0),
        when: fc.constant("before" as const),
        lines: fc.integer({ min: 1, max: 600 }),
      }),
    ),
    count,
  );

/** Runs a worker until it is killed, or until `end` does so. It tells its lines to a file, which takes them at once. */
async function live(database: Database, kill: Kill, prefill: number) {
  const folder = await mkdtemp(join(tmpdir(), "svc-audit-"));
  const told = await open(join(folder, "lines"), "w");
  const args = [WORKER, COMPILED_SERVICE.href, JSON.stringify({ ...database, ...kill, prefill })];
  const child = spawn(process.execPath, args, { stdio: ["ignore", told.fd, "inherit"] });
  const ended = once(child, "close").then(async ([status, signal]): Promise<readonly Line[]> => {
    expect([status, signal]).toEqual([null, "SIGKILL"]);
    const texts = (await readFile(join(folder, "lines"), "utf8")).split("\n");
    await told.close();
    await rm(folder, { recursive: true });
    // The last one is cut off, or empty.
    return texts.slice(0, -1).map(readLine);
  });
  return { ended, end: () => child.kill("SIGKILL") };
}

async function audit(name: string, database: Database, plans: readonly Kill[]): Promise<void> {
  const journal = new Journal();
  for (const [i, plan] of plans.entries()) {
    const told = `${name}, kill ${i + 1}: ${JSON.stringify(plan)}`;
    const first = await live(database, plan, i === 0 ? PREFILL : 0);
    const beside =
      database.mongodbUrl === null ? null : await live(database, { call: 0, when: "before", lines: 0 }, 0);
    const lines = await first.ended;
    beside?.end();
    const wrong = [lines, (await beside?.ended) ?? []].flatMap((some) => journal.add(some));
    const { store } = await openStore({ ...database, mongodbTimeoutMs: TIMEOUT_MS }, database.sqlitePath);
    const records = recordsOn(store);
    expect([...wrong, ...(await journal.audit(store, records, i === plans.length - 1))], told).toEqual([]);
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
