/**
 * The instances that work on the database, and the sessions in which they write. A process that dies within a transaction
 * leaves its rows held at the server, until the transaction's life ends after a minute
 * (`transactionLifetimeLimitSeconds`): whoever changes one of them meanwhile is refused. So each instance says every
 * moment that it lives, and those that live end the sessions of one that no longer does.
 *
 * One that was only paused loses a transaction, which the driver begins anew. MongoDB Manual, `killSessions`.
 */
import { randomUUID } from "node:crypto";
import { type ClientSession, type Collection, MongoServerError } from "mongodb";
import type { Server } from "./mongo-transactions.js";
import { serverTimeIn } from "./server-time.js";
import type { StoreLog } from "./store-log.js";

const BEAT_MS = 750;
/** By the clock of the server. */
const DEAD_AFTER_MS = 2_500;

interface InstanceDocument {
  readonly _id: string;
  readonly seenAt: Date;
  readonly sessions: readonly NonNullable<ClientSession["id"]>[];
}

export class Instances {
  readonly #server: Pick<Server, "client" | "db">;
  readonly #instances: Collection<InstanceDocument>;
  readonly #id: string = randomUUID();
  readonly #sessions = new Set<ClientSession>();
  readonly #free: ClientSession[] = [];
  readonly #log: Pick<StoreLog, "warn"> | undefined;
  #hasWarned = false;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void>;
  #isClosed = false;

  constructor(server: Pick<Server, "client" | "db">, log: Pick<StoreLog, "warn"> | undefined) {
    this.#server = server;
    this.#log = log;
    // The next beat writes again what a failover has lost.
    this.#instances = server.db.collection("instances", {
      writeConcern: { w: 1, journal: false },
      readConcern: { level: "local" },
    });
    this.#beating = this.#beat();
  }

  /** Runs writes in a session that the other instances know. */
  async withSession<Answer>(work: (session: ClientSession) => Promise<Answer>): Promise<Answer> {
    const session = this.#free.pop() ?? (await this.#newSession());
    try {
      return await work(session);
    } finally {
      if (this.#isClosed) await session.endSession();
      else this.#free.push(session);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await this.#instances.deleteOne({ _id: this.#id }).catch(() => {});
    for (const session of this.#free) await session.endSession();
  }

  async #newSession(): Promise<ClientSession> {
    const session = this.#server.client.startSession();
    this.#sessions.add(session);
    await this.#tell();
    return session;
  }

  async #tell(): Promise<void> {
    const sessions = [...this.#sessions].map(({ id }) => id!);
    const told = { seenAt: "$$NOW", sessions: { $literal: sessions } };
    await this.#instances.updateOne({ _id: this.#id }, [{ $set: told }], { upsert: true });
  }

  /** Never rejects: while the server does not answer, nothing can be done. */
  async #beat(): Promise<void> {
    try {
      await this.#tell();
      await this.#endDead();
    } catch (error) {
      // The next beat tries again.
      if (error instanceof MongoServerError && !this.#hasWarned) {
        this.#hasWarned = true;
        this.#log?.warn({ err: error }, "the sessions of instances that died could not be ended");
      }
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat();
    }, BEAT_MS).unref();
  }

  async #endDead(): Promise<void> {
    const isDead = { $expr: { $lt: ["$seenAt", serverTimeIn(-DEAD_AFTER_MS)] } };
    for (const { _id, seenAt, sessions } of await this.#instances.find(isDead).toArray()) {
      // An empty list would mean the sessions of everybody.
      if (sessions.length > 0) await this.#server.db.command({ killSessions: sessions });
      await this.#instances.deleteOne({ _id, seenAt });
    }
  }
}
