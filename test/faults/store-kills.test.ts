/**
 * SQLite when its process dies at any call. A child runs groups of changes and kills itself just before its nth call of
 * the binding, or while another thread is at it: the commit. What it acknowledged is there, and no change is there by
 * half.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../service/src/compile-service.testing.js";
import { openSqlite } from "../../service/src/store/sqlite/open-sqlite.js";

const compiled = (path: string) => JSON.stringify(new URL(path, COMPILED_SERVICE).href);
const ACCOUNT = "00000000-0000-4000-8000-000000000001";
const GROUPS = 2;
const IN_GROUP = 3;
/** Children at a time: most of their life they load modules. */
const AT_A_TIME = 3;

/**
 * Prints each change once it is acknowledged, and at last the number of calls. One of each group fails, so that the
 * group is undone and run again with savepoints.
 */
const CHILD = `
  import { writeSync } from "node:fs";
  const { Connection } = await import(${compiled("store/sqlite/connection.js")});
  const { openSqlite } = await import(${compiled("store/sqlite/open-sqlite.js")});
  const [path, at, when] = process.argv.slice(1);
  let calls = 0;
  const die = (moment) => { if (calls === Number(at) && when === moment) process.kill(process.pid, "SIGKILL"); };
  for (const name of ["exec", "execAside", "run", "get", "all"]) {
    const own = Connection.prototype[name];
    Connection.prototype[name] = function (...args) {
      calls++;
      die("before");
      const answer = own.apply(this, args);
      if (answer instanceof Promise) {
        die("during");
        if (at === "0") writeSync(1, "commit " + calls + "\\n");
      }
      return answer;
    };
  }
  const store = await openSqlite(path);
  const change = async (name, isGood) => {
    await store.change("test.put", async (rows) => {
      await rows.leases.insert({ name, holder: null, token: 0, expiresAt: new Date(0) });
      await rows.days.count([${JSON.stringify(ACCOUNT)}, 1, "proofs"], "proofs", 1, {});
      await rows.leases.update([name], { token: 0 }, { token: 1 });
      if (!isGood) throw new RangeError("no");
    });
    writeSync(1, name + "\\n");
  };
  for (let group = 0; group < ${GROUPS}; group++) {
    const changes = Array.from({ length: ${IN_GROUP} }, (_, i) => change(group + "/" + i, true));
    if (group > 0) changes.push(change(group + "/bad", false).catch(() => {}));
    await Promise.all(changes);
  }
  await store.close();
  writeSync(1, "calls " + calls + "\\n");
`;

let folder: string;
beforeAll(async () => {
  compileService();
  folder = await mkdtemp(join(tmpdir(), "svc-kills-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the child acknowledged, and what is found afterwards. */
async function run(path: string, at: number, when: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", CHILD, path, String(at), when], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  child.stdout.on("data", (bytes: Buffer) => {
    stdout += bytes;
  });
  const [status, signal] = (await once(child, "close")) as [number | null, string | null];
  const lines = stdout.split("\n").filter((line) => line !== "");
  const acknowledged = lines.filter((line) => !line.includes(" "));
  const numbers = (word: string) =>
    lines.filter((line) => line.startsWith(word)).map((line) => Number(line.slice(word.length)));
  const [calls, commits] = [numbers("calls ")[0] ?? 0, numbers("commit ")];
  const store = await openSqlite(path);
  const found = await store.read("test.look", async (rows) => ({
    leases: await rows.leases.page(["name"], [], { limit: 100 }),
    used: (await rows.days.get([ACCOUNT, 1, "proofs"]))?.proofs ?? 0,
  }));
  await store.close();
  return { acknowledged, calls, commits, isKilled: signal === "SIGKILL", status, ...found };
}

it("loses nothing that was acknowledged and leaves nothing by half, at whichever call its process dies", async () => {
  const whole = await run(join(folder, "whole.sqlite"), 0, "before");
  expect([whole.status, whole.used, whole.acknowledged.length]).toEqual([
    0,
    GROUPS * IN_GROUP,
    GROUPS * IN_GROUP,
  ]);
  expect(whole.calls).toBeGreaterThan(30);
  expect(whole.commits.length).toBeGreaterThanOrEqual(GROUPS);
  const judge = async (at: number, when: string) => {
    const { isKilled, leases, acknowledged, used } = await run(
      join(folder, `${at}-${when}.sqlite`),
      at,
      when,
    );
    expect(isKilled, `${when} call ${at}`).toBe(true);
    const names = leases.map(({ name }) => name);
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => name.endsWith("bad"))).toEqual([]);
    expect(leases.filter(({ token }) => token !== 1)).toEqual([]);
    expect(used).toBe(names.length);
  };
  const left: (readonly [number, string])[] = [
    ...Array.from({ length: whole.calls }, (_, i) => [i + 1, "before"] as const),
    ...whole.commits.map((at) => [at, "during"] as const),
  ];
  const judgeOn = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await judge(...next);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, judgeOn));
});
