import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { foldAuditPath } from "@svc-proof/shared/merkle";
import { leafHash } from "@svc-proof/shared/text";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAuditPath } from "../../batches/audit-path.js";
import { newOrderedId } from "../ordered-id.js";
import type { Store } from "../store.js";
import { Connection } from "./connection.js";
import { migrate } from "./migrations.js";
import { openSqliteStore } from "./sqlite-store.js";

/** An account in version-1.sql. */
const FIRST_ACCOUNT = "019661a0-241e-49c7-a3c8-e6d76a1f5210";
const FIRST_KEY = "d16f0830-657d-4780-a606-12ab7d6b8eee";
const SECOND_ACCOUNT = "cce4b015-8f87-4038-aa53-913a31a4f890";
const FIRST_PROOF = "3f0abc39-7163-42c7-a194-85c78ad21749";
const SECOND_PROOF = "89ec365f-ba78-4cc2-a2c2-914b5c1c090b";
const DAY = new Date("2026-01-31T12:00:00.000Z");
/** Of migrations.ts. */
const STEPS = 18;

describe("a database of version 1", () => {
  let folder: string;
  let path: string;
  let store: Store;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-migrations-"));
    path = join(folder, "service.sqlite");
    const connection = new Connection(path, 0);
    connection.exec(await readFile(new URL("version-1.sql", import.meta.url), "utf8"));
    connection.close();
    store = await openSqliteStore(path);
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it("is migrated once, and each step is recorded", async () => {
    const versions = () => {
      const connection = new Connection(path, 0);
      const rows = connection.all("SELECT version, applied_at FROM migrations ORDER BY version");
      connection.close();
      return rows;
    };
    const before = versions();
    expect(before.map(({ version }) => version)).toEqual(Array.from({ length: STEPS }, (_, i) => i + 1));
    await store.close();
    store = await openSqliteStore(path);
    expect(versions()).toEqual(before);
  });

  it("has the indexes of a new database", async () => {
    const fresh = join(folder, "fresh.sqlite");
    await (await openSqliteStore(fresh)).close();
    const schema = (file: string) => {
      const connection = new Connection(file, 0);
      const rows = connection.all("SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name");
      connection.close();
      return rows;
    };
    expect(schema(path)).toEqual(schema(fresh));
  });

  it("keeps its proofs, and shows them in pages", async () => {
    const first = await store.proofs.list(FIRST_ACCOUNT, 2, null);
    expect(first.proofs.map(({ name }) => name)).toEqual(["file 4.pdf", "file 3.pdf"]);
    expect(await store.proofs.list(FIRST_ACCOUNT, 2, first.proofs[1]!.id)).toMatchObject({
      proofs: [
        { id: FIRST_PROOF, firstRegistrant: true, batch: { number: 1, state: "anchored" }, leafIndex: 0 },
      ],
      more: false,
    });
    expect(await store.proofs.findOwn(SECOND_PROOF, SECOND_ACCOUNT)).toMatchObject({
      firstRegistrant: false,
    });
    expect(await store.proofs.findOwn(SECOND_PROOF, FIRST_ACCOUNT)).toBeNull();
    expect(await store.proofs.countOfDay(FIRST_ACCOUNT, DAY)).toBe(3);
    expect(
      (await store.proofs.findByIdempotencyKey({ keyId: FIRST_KEY, accountId: FIRST_ACCOUNT }, "order-1"))
        ?.id,
    ).toBe(FIRST_PROOF);
  });

  it("keeps the tree of its batch", async () => {
    const { id, hash, batch, leafIndex } = (await store.proofs.find(SECOND_PROOF))!;
    const path = await readAuditPath(store.batches, batch!, leafIndex!);
    expect(foldAuditPath(bytesToHex(leafHash(id, hash)), path)).toBe(batch!.root);
  });

  it("continues: its queue, its anchoring, and new proofs after the old", async () => {
    const lease = (await store.leases.acquire("work", "test", 60_000))!;
    const [batch] = await store.batches.takeUnfinished(lease);
    expect(await store.batches.attempts(batch!.id)).toMatchObject([
      { chainId: 31_337, nonce: 7, maxFeePerGas: 2n ** 70n },
    ]);
    expect(batch!.anchors).toMatchObject([{ chainId: 31_337, state: "anchored", reopened: false }]);
    expect(
      await store.batches.markConfirmed(lease, batch!.id, 31_337, batch!.anchors[0]!.inclusion!.blockHash),
    ).toBe(true);
    const [due] = await store.attestations.takeDue(lease, DAY, 10);
    expect(due).toMatchObject({ batch: { id: batch!.id }, attestation: { state: "pending", tries: 0 } });

    const id = newOrderedId(DAY);
    const result = await store.proofs.register({
      id,
      certificateId: newOrderedId(DAY),
      accountId: FIRST_ACCOUNT,
      origin: "api",
      keyId: FIRST_KEY,
      idempotencyKey: null,
      hash: "ab".repeat(32),
      name: "new",
      metadata: null,
      size: null,
      mimeType: "a/b",
      receivedAt: DAY,
      dailyLimit: 4,
      seal: null,
    });
    expect(result.outcome).toBe("created");
    const slice = (await store.batches.peekQueue(lease, 10))!;
    expect(slice).toMatchObject({ batchNumber: 2, count: 3 });
    expect((await store.batches.readQueue(slice, 2, 1))[0]?.proofId).toBe(id);
  });

  it("of version 10 leaves its issued seals to be stamped and to have revocation data requested", async () => {
    const former = join(folder, "former.sqlite");
    const connection = new KilledConnection(former, join(folder, "image.sqlite"), 9);
    connection.load(await readFile(new URL("version-1.sql", import.meta.url), "utf8"));
    expect(() => migrate(connection)).toThrow("killed");
    connection.load(`
      INSERT INTO seal_entries (seq, id, account, kind, amount, cause, at, proof) VALUES
        (101, randomblob(16), 1, 'pack', -1, '', 0, 1),
        (102, randomblob(16), 1, 'pack', -1, '', 0, 2);
      INSERT INTO seals (proof, spend, requested_at, due_at, authority, gen_time, serial_number, policy_oid, response)
        VALUES (1, 101, 0, NULL, 'a', 0, 'AB', '1.2.3', x'00'), (2, 102, 0, 0, NULL, NULL, NULL, NULL, NULL);`);
    connection.close();
    const migrated = await openSqliteStore(former);
    expect(await migrated.seals.unstamped(10)).toEqual([FIRST_PROOF]);
    // The lists were not asked of it.
    expect((await migrated.seals.find(FIRST_PROOF))?.token).toMatchObject({ qualification: null });
    expect(await migrated.seals.revocationNotRequested(10)).toEqual([FIRST_PROOF]);
    await migrated.close();
  });

  it("leaves its accounts enabled and its keys without a name or a use", async () => {
    const account = {
      id: FIRST_ACCOUNT,
      plan: "pro",
      createdAt: new Date(1_769_903_940_000),
      label: null,
      displayName: null,
      showsDisplayName: false,
      disabledAt: null,
    };
    expect(await store.accounts.findAccount(FIRST_ACCOUNT)).toEqual(account);
    expect(await store.accounts.listKeys(FIRST_ACCOUNT)).toEqual([
      { id: FIRST_KEY, account, name: "", createdAt: account.createdAt, revokedAt: null, lastUsedAt: null },
    ]);
    expect(await store.people.listPeople(FIRST_ACCOUNT)).toEqual([]);
    expect(await store.audit.list(FIRST_ACCOUNT, 10, null)).toEqual({ entries: [], more: false });
  });

  it("has one first registrant of the same bytes, whatever a program writes", async () => {
    const { hash } = (await store.proofs.find(FIRST_PROOF))!;
    const connection = new Connection(path, 0);
    const insert = (isFirst: number) =>
      connection.run(
        `INSERT INTO proofs (id, certificate_id, account, hash, name, mime_type, received_at, first_registrant)
         VALUES (?, x'', 2, ?, '', '', 0, ?)`,
        randomBytes(16),
        Buffer.from(hash, "hex"),
        isFirst,
      );
    expect(() => insert(1)).toThrow(expect.objectContaining({ code: "SQLITE_CONSTRAINT_UNIQUE" }));
    expect(insert(0)).toBe(1);
    connection.close();
  });
});

/** Stops before a COMMIT and leaves the files as a killed process does. */
class KilledConnection extends Connection {
  readonly #path: string;
  readonly #imagePath: string;
  #commitsLeft: number;

  constructor(path: string, imagePath: string, commitsLeft: number) {
    super(path, 0);
    this.#path = path;
    this.#imagePath = imagePath;
    this.#commitsLeft = commitsLeft;
    super.exec("PRAGMA journal_mode = WAL");
    // Makes pages of the transaction reach the file before it ends.
    super.exec("PRAGMA cache_size = 10");
  }

  override exec(sql: string): void {
    if (sql === "COMMIT" && this.#commitsLeft-- === 0) {
      for (const ending of ["", "-wal"]) {
        if (existsSync(this.#path + ending)) copyFileSync(this.#path + ending, this.#imagePath + ending);
      }
      throw new Error("killed");
    }
    super.exec(sql);
  }

  /** Runs statements whose transactions do not count. */
  load(sql: string): void {
    super.exec(sql);
  }
}

describe("a program that is killed during a migration", () => {
  it.each(Array.from({ length: STEPS - 1 }, (_, i) => i))(
    "after %i steps leaves one that the next program finishes",
    async (steps) => {
      const folder = await mkdtemp(join(tmpdir(), "svc-migrations-"));
      try {
        const path = join(folder, "service.sqlite");
        const imagePath = join(folder, "image.sqlite");
        const connection = new KilledConnection(path, imagePath, steps);
        connection.exec(
          (await readFile(new URL("version-1.sql", import.meta.url), "utf8")).replace("COMMIT;", ""),
        );
        connection.run(
          `WITH RECURSIVE made (seq) AS (SELECT 6 UNION ALL SELECT seq + 1 FROM made WHERE seq < 5000)
         INSERT INTO proofs (seq, id, certificate_id, account, hash, name, mime_type, received_at, first_registrant)
         SELECT seq, randomblob(16), x'', 1, randomblob(32), '', '', 0, seq % 7 <> 0 FROM made`,
        );
        connection.load("COMMIT; PRAGMA foreign_keys = ON");
        expect(() => migrate(connection)).toThrow("killed");
        connection.close();

        const store = await openSqliteStore(imagePath);
        await store.close();
        const image = new Connection(imagePath, 0);
        const fresh = join(folder, "fresh.sqlite");
        await (await openSqliteStore(fresh)).close();
        const other = new Connection(fresh, 0);
        const schema = "SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name";
        expect(image.all(schema)).toEqual(other.all(schema));
        expect(image.all("SELECT version FROM migrations")).toHaveLength(STEPS);
        expect(image.get("SELECT count(*) AS proofs FROM proofs")).toEqual({ proofs: 5_000 });
        expect(image.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
        for (const one of [image, other]) one.close();
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});
