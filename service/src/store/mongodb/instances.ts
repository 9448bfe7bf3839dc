/**
 * The instances that work on the database, and the sessions in which they write. A process that dies within a transaction
 * leaves its rows held at the server, until the transaction's life ends after a minute
 * (`transactionLifetimeLimitSeconds`): whoever changes one of them meanwhile is refused. So each instance says every
 * moment that it lives, and those that live end the sessions of one that no longer does.
 *
 * One that was only paused loses a transaction, which the driver begins anew. An instance that lost its connection ends its
 * own. MongoDB Manual, `killSessions`.
 */
import { randomUUID } from "node:crypto";
import type { ClientSession, Collection } from "mongodb";
import { StoreUnavailableError } from "../store.js";
import { type Server, type StoreLog, toStoreError } from "./connection.js";

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
  readonly #log: Pick<StoreLog, "warn"> | undefined;
  readonly #instances: Collection<InstanceDocument>;
  readonly #id: string = randomUUID();
  readonly #sessions = new Set<ClientSession>();
  readonly #free: ClientSession[] = [];
  /** Those whose work the server did not answer. */
  readonly #lost: ClientSession[] = [];
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void>;
  #telling: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(server: Pick<Server, "client" | "db">, log?: Pick<StoreLog, "warn">) {
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
      const answer = await work(session);
      this.#free.push(session);
      return answer;
    } catch (error) {
      // Its transaction may still be open, and no later one in this session would come soon enough.
      const isLost = toStoreError(error) instanceof StoreUnavailableError;
      (isLost ? this.#lost : this.#free).push(session);
      throw error;
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

  /** Says that this instance lives, and in which sessions. One at a time: the last one counts. Returns the server's time. */
  #tell(): Promise<Date> {
    const told = this.#telling.then(async () => {
      const sessions = [...this.#sessions].map(({ id }) => id!);
      const written = await this.#instances.findOneAndUpdate(
        { _id: this.#id },
        [{ $set: { seenAt: "$$NOW", sessions: { $literal: sessions } } }],
        { upsert: true, returnDocument: "after" },
      );
      return written!.seenAt;
    });
    this.#telling = told.catch(() => {});
    return told;
  }

  /** Never rejects: the next beat tries again. */
  async #beat(): Promise<void> {
    try {
      const now = await this.#tell();
      await this.#endLost();
      await this.#endDead(now);
    } catch (error) {
      const told = toStoreError(error);
      if (!(told instanceof StoreUnavailableError))
        this.#log?.warn({ err: told }, "the sessions of instances that died could not be ended");
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat();
    }, BEAT_MS).unref();
  }

  async #endLost(): Promise<void> {
    const lost = [...this.#lost];
    if (lost.length === 0) return;
    await this.#server.db.command({ killSessions: lost.map(({ id }) => id!) });
    this.#lost.splice(0, lost.length);
    for (const session of lost) {
      this.#sessions.delete(session);
      await session.endSession();
    }
  }

  async #endDead(now: Date): Promise<void> {
    const dead = this.#instances.find({ seenAt: { $lt: new Date(now.getTime() - DEAD_AFTER_MS) } });
    for (const { _id, seenAt, sessions } of await dead.toArray()) {
      // An empty list would mean the sessions of everybody.
      if (sessions.length > 0) await this.#server.db.command({ killSessions: sessions });
      await this.#instances.deleteOne({ _id, seenAt });
    }
  }
}
