/**
 * A process that works with people, keys, orders and accounts on SQLite, killed at seeded moments, again and again on the
 * same file: each act is done whole or not at all, with its entry in the audit trail, and what was told is done.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../service/src/compile-service.testing.js";
import { openSqliteRecords } from "../../service/src/records/records.js";
import { expectFinished, expectWhole, type PeopleRound, parsePeopleLines } from "./people-crashes.js";

/** Milliseconds of work before each kill, drawn from the seed of the run. */
const LIVES_MS = fc.sample(fc.integer({ min: 1, max: 150 }), 12);

const WORKER = `
  const { openSqliteRecords } = await import(${JSON.stringify(new URL("records/records.js", COMPILED_SERVICE).href)});
  const { workWithPeople } = await import(${JSON.stringify(new URL("people-worker.mjs", import.meta.url).href)});
  const store = await openSqliteRecords(process.argv[1]);
  await workWithPeople(store, 1_000, console.log);
`;

beforeAll(compileService);

it(`leaves nothing half done in ${LIVES_MS.length} kills`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-people-kills-"));
  const path = join(folder, "service.sqlite");
  await (await openSqliteRecords(path)).close();
  const rounds: PeopleRound[] = [];
  for (const lifeMs of LIVES_MS) {
    const lived = await live(path, lifeMs);
    rounds.push(...lived);
    const store = await openSqliteRecords(path);
    const last = lived.at(-1)!;
    await expectWhole(store, last, "exact");
    await expectFinished(store, last);
    await store.close();
  }
  const store = await openSqliteRecords(path);
  const whole = rounds.filter(({ told }) => told.has("delete"));
  for (const round of whole.slice(-20)) await expectWhole(store, round, "exact");
  await store.close();
  await rm(folder, { recursive: true });
  expect(rounds.length, "the load was real").toBeGreaterThan(LIVES_MS.length);
});

/** Runs a worker, and kills it this long after it began its first round. */
async function live(path: string, lifeMs: number): Promise<readonly PeopleRound[]> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", WORKER, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => {
    output += bytes;
  });
  await expect.poll(() => output, { interval: 5 }).toContain("plan ");
  await sleep(lifeMs);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  // The last line may be incomplete.
  return parsePeopleLines(output.split("\n").slice(0, -1));
}
