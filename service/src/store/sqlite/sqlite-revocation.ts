/** Revocation data in SQLite: a row for each chain, wanted time and answer, and one for each file, however often it was fetched. */
import { createHash } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { packCertificates, unpackCertificates } from "../packed-certificates.js";
import {
  type DueRevocation,
  type KeptAnswer,
  MAX_REVOCATION_POSITIONS,
  type RevocationChain,
  type RevocationStore,
} from "../revocation-store.js";
import { digestBytes } from "../stamp-members.js";
import type { SqliteAccess } from "./sqlite-access.js";

interface ChainRow {
  readonly seq: number;
  readonly id: Uint8Array;
  readonly certificates: Uint8Array;
  readonly tries: number;
  readonly wanted: number;
}

/** When the earliest wanted time of a chain is due: not before a try that was put off. */
const DUE_AT = "max(min(w.at), coalesce(c.retry_at, 0))";

export class SqliteRevocation implements RevocationStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  async request({ id, certificates }: RevocationChain, times: readonly Date[]): Promise<void> {
    const value = digestBytes(id);
    await this.#access.write((sql) => {
      sql.run(
        "INSERT INTO revocation_chains (id, certificates) VALUES (?, ?) ON CONFLICT DO NOTHING",
        value,
        packCertificates(certificates),
      );
      for (const time of times) {
        sql.run(
          `INSERT INTO revocation_wanted (chain, at) SELECT seq, ? FROM revocation_chains WHERE id = ?
           ON CONFLICT DO NOTHING`,
          time.getTime(),
          value,
        );
      }
    });
  }

  due(now: Date, limit: number): Promise<readonly DueRevocation[]> {
    return this.#access.read((sql) =>
      sql
        .all<ChainRow>(
          `SELECT c.seq, c.id, c.certificates, c.tries, min(w.at) AS wanted
           FROM revocation_wanted w JOIN revocation_chains c ON c.seq = w.chain
           GROUP BY c.seq HAVING ${DUE_AT} <= ? ORDER BY ${DUE_AT}, c.seq LIMIT ?`,
          now.getTime(),
          limit,
        )
        .map(({ id, certificates, tries, wanted }) => ({
          chain: { id: bytesToHex(id), certificates: unpackCertificates(certificates) },
          wantedSince: new Date(wanted),
          tries,
        })),
    );
  }

  async keep(
    chainId: string,
    fetchedAt: Date,
    answers: readonly KeptAnswer[],
    retryAt: Date | null,
  ): Promise<void> {
    const id = digestBytes(chainId);
    const at = fetchedAt.getTime();
    await this.#access.write((sql) => {
      const chain = sql.get<{ seq: number }>("SELECT seq FROM revocation_chains WHERE id = ?", id);
      if (chain === undefined) throw new RangeError(`there is no chain ${chainId}`);
      for (const { kind, position, bytes } of answers) {
        const digest = createHash("sha256").update(bytes).digest();
        sql.run(
          "INSERT INTO revocation_files (digest, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING",
          digest,
          bytes,
        );
        sql.run(
          `INSERT INTO revocation_answers (chain, position, fetched_at, kind, file) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
          chain.seq,
          position,
          at,
          kind,
          digest,
        );
      }
      if (retryAt === null)
        sql.run("DELETE FROM revocation_wanted WHERE chain = ? AND at <= ?", chain.seq, at);
      sql.run(
        "UPDATE revocation_chains SET tries = CASE WHEN ? IS NULL THEN 0 ELSE tries + 1 END, retry_at = ? WHERE seq = ?",
        retryAt?.getTime() ?? null,
        retryAt?.getTime() ?? null,
        chain.seq,
      );
    });
  }

  answersSince(chainId: string, time: Date): Promise<readonly (KeptAnswer & { fetchedAt: Date })[]> {
    const id = digestBytes(chainId);
    return this.#access.read((sql) =>
      Array.from({ length: MAX_REVOCATION_POSITIONS }, (_, position) =>
        sql.get<{ kind: KeptAnswer["kind"]; bytes: Uint8Array; fetched_at: number }>(
          `SELECT a.kind, f.bytes, a.fetched_at
           FROM revocation_answers a JOIN revocation_files f ON f.digest = a.file
           WHERE a.chain = (SELECT seq FROM revocation_chains WHERE id = ?) AND a.position = ? AND a.fetched_at >= ?
           ORDER BY a.fetched_at LIMIT 1`,
          id,
          position,
          time.getTime(),
        ),
      ).flatMap((row, position) =>
        row === undefined
          ? []
          : [
              {
                kind: row.kind,
                position,
                bytes: Uint8Array.from(row.bytes),
                fetchedAt: new Date(row.fetched_at),
              },
            ],
      ),
    );
  }
}
