/** Stamps in SQLite: a row for each digest, and one for each set, which holds its members in one value. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { digestBytes, packMembers, unpackMembers } from "../stamp-members.js";
import type { StampMember, StampSet, WaitingStamps } from "../stamp-set.js";
import type { Attestation, BitcoinState, Lease, Stamp, StampStore } from "../store.js";
import type { SqliteAccess } from "./sqlite-access.js";
import {
  ATTESTATION_COLUMNS,
  type AttestationRow,
  attestationOf,
  lowestBlockOf,
  replaceAttestation,
} from "./sqlite-attestations.js";
import { checkLease } from "./sqlite-leases.js";

interface SetRow {
  readonly number: number;
  readonly root: Uint8Array;
  readonly created_at: number;
}

const SET_COLUMNS = "b.number, b.root, b.created_at";

export class SqliteStamps implements StampStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  async request(digests: readonly string[]): Promise<void> {
    const values = digests.map(digestBytes);
    if (values.length === 0) return;
    await this.#access.write((sql) => {
      for (const digest of values)
        sql.run("INSERT INTO stamps (digest) VALUES (?) ON CONFLICT DO NOTHING", digest);
    });
  }

  peek(lease: Lease, limit: number): Promise<WaitingStamps | null> {
    return this.#access.read((sql) => {
      // Writes nothing: the token alone refuses an earlier lease.
      checkLease(sql, lease);
      const waiting = sql.all<{ digest: Uint8Array }>(
        "SELECT digest FROM stamps WHERE stamp_set IS NULL ORDER BY seq LIMIT ?",
        limit,
      );
      if (waiting.length === 0) return null;
      const { last } = sql.get<{ last: number }>("SELECT coalesce(max(number), 0) AS last FROM stamp_sets")!;
      return { setNumber: last + 1, digests: waiting.map(({ digest }) => bytesToHex(digest)) };
    });
  }

  commit(
    lease: Lease,
    setNumber: number,
    { root, members, createdAt }: { root: string; members: readonly StampMember[]; createdAt: Date },
  ): Promise<boolean> {
    const packed = packMembers(members);
    return this.#access.write((sql) => {
      checkLease(sql, lease);
      const made = sql.run(
        "INSERT INTO stamp_sets (number, root, created_at, members) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        setNumber,
        digestBytes(root),
        createdAt.getTime(),
        packed,
      );
      if (made === 0) return false;
      for (const { digest } of members)
        sql.run("UPDATE stamps SET stamp_set = ? WHERE digest = ?", setNumber, digestBytes(digest));
      return true;
    });
  }

  async find(digest: string): Promise<Stamp | "waiting" | null> {
    const value = digestBytes(digest);
    return this.#access.read((sql): Stamp | "waiting" | null => {
      const stamp = sql.get<{ stamp_set: number | null }>(
        "SELECT stamp_set FROM stamps WHERE digest = ?",
        value,
      );
      if (stamp === undefined) return null;
      if (stamp.stamp_set === null) return "waiting";
      const row = sql.get<SetRow & AttestationRow & { members: Uint8Array }>(
        `SELECT ${SET_COLUMNS}, ${ATTESTATION_COLUMNS}, b.members FROM stamp_sets b WHERE b.number = ?`,
        stamp.stamp_set,
      )!;
      const members = unpackMembers(row.members);
      const index = members.findIndex((member) => member.digest === digest);
      return { set: setOf(row), members, index, attestation: attestationOf(row) };
    });
  }

  takeDue(
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { set: StampSet; attestation: Attestation }[]> {
    return this.#access.read((sql) => {
      checkLease(sql, lease);
      return sql
        .all<SetRow & AttestationRow>(
          `SELECT ${SET_COLUMNS}, ${ATTESTATION_COLUMNS} FROM stamp_sets b
           WHERE b.attest_due_at <= ? ORDER BY b.attest_due_at, b.number LIMIT ?`,
          now.getTime(),
          limit,
        )
        .map((row) => ({ set: setOf(row), attestation: attestationOf(row) }));
    });
  }

  replace(lease: Lease, setNumber: number, from: BitcoinState, attestation: Attestation): Promise<boolean> {
    return this.#access.write((sql) => {
      checkLease(sql, lease);
      return replaceAttestation(sql, "stamp_sets", "number", setNumber, from, attestation);
    });
  }

  lowestBlock(fromHeight: number): Promise<number | null> {
    return this.#access.read((sql) => lowestBlockOf(sql, "stamp_sets", fromHeight));
  }
}

function setOf({ number, root, created_at }: SetRow): StampSet {
  return { number, root: bytesToHex(root), createdAt: new Date(created_at) };
}
