import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ownUuidToBytes } from "../uuid-bytes.js";
import { Connection } from "./connection.js";
import { Fingerprints } from "./fingerprints.js";
import { SqliteAccess } from "./sqlite-access.js";
import { openSqliteStore } from "./sqlite-store.js";

/** Proofs after which the first move begins, registrations from one step to the next. */
const MIN_RECENT = 4_096;
const STEP_EVERY = 256;
/** What one move takes at most, and its steps. */
const RECENT = 131_072;
const STEPS = RECENT / 512 + 1;

describe("the index of hashes", () => {
  let folder: string;
  let path: string;
  let access: SqliteAccess;
  let fingerprints: Fingerprints;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-fingerprints-"));
    path = join(folder, "service.sqlite");
    const store = await openSqliteStore(path);
    await store.accounts.createAccount({ id: randomUUID(), plan: "free", createdAt: new Date() });
    await store.close();
    open();
  });
  afterEach(async () => {
    await access.close();
    await rm(folder, { recursive: true });
  });

  function open(): void {
    access = new SqliteAccess(new Connection(path, 5_000), new Connection(path, 5_000));
    fingerprints = new Fingerprints(access);
  }

  /** Proofs from `seq` on, as registrations would write them; every seventh is not the first of its bytes. */
  function insert(connection: Connection, from: number, count: number): void {
    connection.run(
      `WITH RECURSIVE made (seq) AS (SELECT ?1 UNION ALL SELECT seq + 1 FROM made WHERE seq < ?1 + ?2 - 1)
       INSERT INTO proofs (seq, id, certificate_id, account, hash, name, mime_type, received_at, first_registrant)
       SELECT seq, randomblob(16), x'', 1, randomblob(32), '', '', 0, seq % 7 <> 0 FROM made`,
      from,
      count,
    );
  }

  function first(hash: Uint8Array): Promise<number | undefined> {
    return access.write(() => fingerprints.first(hash)?.seq);
  }

  /** Asks for proofs all over the table, and for bytes of which there is none. */
  async function expectComplete(): Promise<void> {
    const proofs = access.writer.all<{ seq: number; hash: Uint8Array; first_registrant: number }>(
      "SELECT seq, hash, first_registrant FROM proofs WHERE seq % 997 IN (0, 1, 7)",
    );
    expect(proofs.length).toBeGreaterThan(100);
    for (const { seq, hash, first_registrant } of proofs) {
      expect(await first(hash)).toBe(first_registrant === 1 ? seq : undefined);
      const other = hash.slice();
      other[31]! ^= 1;
      expect(await first(other)).toBeUndefined();
    }
  }

  function count(table: "fingerprints" | "temp.recent"): number {
    return access.writer.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)!.rows;
  }

  const through = () =>
    access.writer.get<{ through: number }>("SELECT through FROM fingerprints_extent")!.through;

  /** A registration at which a step is due, and nothing else. */
  const step = () =>
    access.write((sql) => {
      const { last } = sql.get<{ last: number }>("SELECT max(seq) AS last FROM proofs")!;
      const seq = Math.ceil((last + 1) / STEP_EVERY) * STEP_EVERY;
      fingerprints.first(new Uint8Array(32));
      insert(sql, seq, 1);
      fingerprints.proofMade(seq);
    });

  it("knows what it was not told of: after a start, and what another process wrote", async () => {
    const other = new Connection(path, 5_000);
    insert(other, 1, 40_000);
    await expectComplete();
    insert(other, 40_001, 5_000);
    await expectComplete();
    other.close();
    expect(count("fingerprints")).toBe(0);
  });

  it("stays in memory until there is enough", async () => {
    await access.write((sql) => insert(sql, 1, MIN_RECENT - 2 * STEP_EVERY));
    await step();
    expect(count("fingerprints")).toBe(0);
    await step();
    expect(count("fingerprints")).toBe(512);
  });

  it("moves to the file in steps, and is complete at every one of them", async () => {
    await access.write((sql) => insert(sql, 1, RECENT + 1_000));
    for (let done = 0; done < STEPS; done++) {
      await step();
      if (done % 64 === 3) await expectComplete();
    }
    await expectComplete();
    // A seventh is not entered, and the newest stays in memory.
    expect(count("fingerprints")).toBeGreaterThan((RECENT * 6) / 7);
    expect(count("temp.recent")).toBeLessThan(STEPS + 10);
    expect(through()).toBeGreaterThan(RECENT);
  });

  it("waits for an eighth of what has moved", async () => {
    await access.write((sql) => {
      sql.run("UPDATE fingerprints_extent SET through = ?", RECENT);
      insert(sql, RECENT, RECENT / 8 - 2 * STEP_EVERY);
    });
    await step();
    expect(count("fingerprints")).toBe(0);
    await step();
    await step();
    expect(count("fingerprints")).toBeGreaterThan(0);
  });

  it("is complete after a crash in the middle of a move, and moves again", async () => {
    await access.write((sql) => insert(sql, 1, RECENT + 1_000));
    for (let done = 0; done < STEPS / 2; done++) await step();
    expect(through()).toBe(0);
    await access.close();
    open();
    await expectComplete();
    for (let done = 0; done < STEPS; done++) await step();
    await expectComplete();
    expect(through()).toBeGreaterThan(RECENT);
    const { rows, entered } = access.writer.get<{ rows: number; entered: number }>(
      "SELECT count(*) AS rows, count(DISTINCT proof) AS entered FROM fingerprints",
    )!;
    expect(rows).toBe(entered);
  });

  it("loses nothing when a write is undone in the middle of a move", async () => {
    await access.write((sql) => insert(sql, 1, RECENT + 1_000));
    for (let done = 0; done < STEPS + 40; done++) {
      const seq = access.writer.get<{ last: number }>("SELECT max(seq) AS last FROM proofs")!.last;
      const undone = access.write((sql) => {
        insert(sql, seq + 1, STEP_EVERY);
        fingerprints.proofMade(Math.ceil((seq + 1) / STEP_EVERY) * STEP_EVERY);
        throw new Error("undone");
      });
      if (done % 8 === 5) await expect(undone).rejects.toThrow("undone");
      else undone.catch(() => {});
      await step();
    }
    await expectComplete();
    // What was left behind goes with the next move.
    expect(count("temp.recent")).toBeLessThan(RECENT / 4);
  });

  it("tells hashes apart that begin alike", async () => {
    const hash = (last: number) => Uint8Array.from({ length: 32 }, (_, i) => (i < 31 ? 0xff : last));
    await access.write((sql) => {
      for (const last of [1, 2]) {
        sql.run(
          `INSERT INTO proofs (id, certificate_id, account, hash, name, mime_type, received_at, first_registrant)
           VALUES (?, x'', 1, ?, '', '', 0, 1)`,
          ownUuidToBytes(randomUUID()),
          hash(last),
        );
      }
    });
    const check = async () => {
      expect([await first(hash(1)), await first(hash(2)), await first(hash(3))]).toEqual([1, 2, undefined]);
    };
    await check();
    await access.write((sql) => insert(sql, 3, RECENT + 1_000));
    for (let done = 0; done < STEPS; done++) await step();
    await check();
    expect(
      access.writer.all("SELECT proof FROM fingerprints WHERE prefix = ?", hash(1).subarray(0, 8)),
    ).toEqual([{ proof: 1 }, { proof: 2 }]);
  });
});
