/**
 * Counts the proofs that an account made in a UTC day in one document, so that all processes share one limit.
 *
 * A proof is counted before it is created. Its identifier stays in `open` until its outcome is recorded: by the process
 * that counted it, with the account's next registration, or, if that process died, by any process that needs to know.
 * So the count is exact whenever a process dies.
 */
import type { Binary, Document } from "mongodb";
import type { MongoAccess } from "../access/mongo-access.js";
import { serverTimeIn } from "../access/server-time.js";
import { valueById } from "../access/value-by-id.js";
import { binaryToUuid, ownUuidToBinary } from "../documents/binary.js";
import type { DailyProofsDocument } from "../documents/documents.js";
import type { Decision, ProofDecisions } from "../proofs/proof-decisions.js";

const DAY_MS = 86_400_000;
/** How long a day's document is kept after its last use. */
const KEPT_MS = 3 * DAY_MS;

/**
 * Days whose outcomes this process may still have to record. Beyond that, they are recorded with the next write of any
 * day.
 */
const MAX_OWED_DAYS = 1_000;
/** More than a group can add (MAX_GROUP of registrar.ts), so that a backlog shrinks. */
const MAX_NOTED_DAYS = 512;

/** A proof to create, and the limit of its day. */
export interface QuotaRequest {
  readonly id: Binary;
  readonly accountId: string;
  readonly receivedAt: Date;
  readonly dailyLimit: number;
}

/** `used` when the limit is certainly reached; "undecided" when it depends on proofs that are being created. */
export type Grant = "granted" | "undecided" | { readonly used: number };

/** Outcomes of open proofs of a day, by identifier; true when the proof was created. */
type Notes = Map<string, boolean>;

export class DailyQuota {
  readonly #access: MongoAccess;
  readonly #decisions: ProofDecisions;
  /** By day document; written with the next write to it. */
  readonly #owed = new Map<string, Notes>();

  constructor(access: MongoAccess, decisions: ProofDecisions) {
    this.#access = access;
    this.#decisions = decisions;
  }

  /** Counts proofs that are about to be created, in order, as far as the limits of their days allow. */
  async take(requests: readonly QuotaRequest[]): Promise<readonly Grant[]> {
    if (requests.length === 0) return [];
    const days = new Map<string, QuotaRequest[]>();
    for (const request of requests) {
      const day = dayOf(request);
      const ofDay = days.get(day);
      if (ofDay === undefined) days.set(day, [request]);
      else ofDay.push(request);
    }
    const documents = await this.#count(days);
    const found = [...documents.values()];
    const open = new Map(
      found.map(({ _id, open }) => [_id, new Set(open.map((id) => binaryToUuid(id)))] as const),
    );
    const grants = requests.map((request): Grant => {
      const day = dayOf(request);
      if (open.get(day)?.has(binaryToUuid(request.id))) return "granted";
      const document = documents.get(day);
      if (document === undefined || document.open.length > 0 || document.used < request.dailyLimit) {
        return "undecided";
      }
      return { used: document.used };
    });
    const granted = new Set(
      requests.filter((_, i) => grants[i] === "granted").map(({ id }) => binaryToUuid(id)),
    );
    const contested = new Set(requests.filter((_, i) => grants[i] === "undecided").map(dayOf));
    await this.#settle(
      found.filter(({ _id }) => contested.has(_id)),
      granted,
    );
    return grants;
  }

  /** Notes the outcome of a proof that was, or may have been, counted. It is written with the account's next proof. */
  note(request: QuotaRequest, isMade: boolean): void {
    this.#owe(dayOf(request), binaryToUuid(request.id), isMade);
  }

  /** Proofs that count towards the limit of a day: those that exist now. */
  async used(accountId: string, moment: Date): Promise<number> {
    const day = dayOf({ accountId, receivedAt: moment });
    const document = await this.#access.run(({ dailyProofs }) => dailyProofs.findOne({ _id: { $eq: day } }));
    if (document === null) return 0;
    const decisions = await this.#decisions.read(document.open);
    return document.used - [...decisions.values()].filter((decision) => typeof decision === "string").length;
  }

  /** Writes the outstanding notes. */
  async flush(): Promise<void> {
    while (this.#owed.size > 0) await this.#write(new Map());
  }

  /** Counts, and returns the days' documents as they are afterwards. */
  async #count(
    days: ReadonlyMap<string, readonly QuotaRequest[]>,
  ): Promise<ReadonlyMap<string, DailyProofsDocument>> {
    const documents = new Map<string, DailyProofsDocument>();
    let left = days;
    while (left.size > 0) {
      await this.#write(left);
      const found = await this.#access.run(({ dailyProofs }) =>
        dailyProofs.find({ _id: { $in: [...left.keys()] } }).toArray(),
      );
      for (const document of found) documents.set(document._id, document);
      left = new Map([...left].filter(([day]) => !documents.has(day)));
      await this.#create([...left.keys()]);
    }
    return documents;
  }

  async #create(days: readonly string[]): Promise<void> {
    const expiresAt = new Date(Date.now() + KEPT_MS);
    await this.#access.insertEach(
      this.#access.collections.dailyProofs,
      days.map((_id) => ({ _id, used: 0, open: [], expiresAt })),
    );
  }

  /** Counts in the days that have a document, and writes their outstanding notes. */
  async #write(days: ReadonlyMap<string, readonly QuotaRequest[]>): Promise<void> {
    const notes = new Map<string, Notes>();
    const takeNotes = (day: string): void => {
      const owed = this.#owed.get(day);
      if (owed === undefined) return;
      notes.set(day, owed);
      this.#owed.delete(day);
    };
    for (const day of days.keys()) takeNotes(day);
    const late = this.#longestOwed(days.size === 0 ? MAX_NOTED_DAYS : this.#owed.size - MAX_OWED_DAYS);
    for (const day of late) takeNotes(day);
    const ids = [...days.keys(), ...late];
    const pipeline = [noteStage(ids, notes), ...grantStages(ids, days)];
    try {
      await this.#access.runRepeatable(({ dailyProofs }) =>
        dailyProofs.updateMany({ _id: { $in: ids } }, pipeline),
      );
    } catch (error) {
      // Writing a note twice changes nothing.
      for (const [day, owed] of notes) for (const [id, isMade] of owed) this.#owe(day, id, isMade);
      throw error;
    }
  }

  /** Finds out the outcome of other processes' open proofs where they block a request. */
  async #settle(days: readonly DailyProofsDocument[], own: ReadonlySet<string>): Promise<void> {
    const open = days
      .flatMap((day) => day.open.map((_id) => ({ _id, account: accountOf(day._id) })))
      .filter(({ _id }) => !own.has(binaryToUuid(_id)));
    if (open.length === 0) return;
    const decisions = await this.#decisions.decide(open);
    for (const { _id, open } of days) {
      for (const id of open) {
        const decision: Decision | undefined = decisions.get(binaryToUuid(id));
        if (decision === undefined || decision === "undecided") continue;
        this.#owe(_id, binaryToUuid(id), decision !== "abandoned");
      }
    }
  }

  /** The days whose notes have waited longest. */
  #longestOwed(count: number): readonly string[] {
    const days: string[] = [];
    for (const day of this.#owed.keys()) {
      if (days.length >= Math.min(count, MAX_NOTED_DAYS)) break;
      days.push(day);
    }
    return days;
  }

  #owe(day: string, id: string, isMade: boolean): void {
    const notes = this.#owed.get(day);
    if (notes === undefined) this.#owed.set(day, new Map([[id, isMade]]));
    else notes.set(id, isMade);
  }
}

function dayOf({ accountId, receivedAt }: Pick<QuotaRequest, "accountId" | "receivedAt">): string {
  return `${accountId}/${Math.floor(receivedAt.getTime() / DAY_MS)}`;
}

function accountOf(day: string): Binary {
  return ownUuidToBinary(day.slice(0, day.indexOf("/")));
}

/**
 * Removes proofs with a known outcome from `open`, and subtracts those that were not created, if they are still listed.
 */
function noteStage(days: readonly string[], notes: ReadonlyMap<string, Notes>): Document {
  const noted = (day: string) => [...(notes.get(day) ?? [])];
  const known = (day: string) => noted(day).map(([id]) => ownUuidToBinary(id));
  const lost = (day: string) => noted(day).flatMap(([id, isMade]) => (isMade ? [] : ownUuidToBinary(id)));
  const counted = { $size: { $setIntersection: ["$open", valueById(days, lost)] } };
  return {
    $set: {
      used: { $subtract: ["$used", counted] },
      open: { $setDifference: ["$open", valueById(days, known)] },
      expiresAt: serverTimeIn(KEPT_MS),
    },
  };
}

/** Consecutive requests of a day with the same limit. */
interface Run {
  readonly ids: Binary[];
  readonly dailyLimit: number;
}

/**
 * Stages that count the requests of each day in order, run by run. Requests that `open` lists already are not counted
 * again, because the same update may be sent twice.
 */
function grantStages(
  days: readonly string[],
  requests: ReadonlyMap<string, readonly QuotaRequest[]>,
): Document[] {
  const runs = new Map([...requests].map(([day, ofDay]) => [day, runsOf(ofDay)]));
  const depth = Math.max(0, ...[...runs.values()].map(({ length }) => length));
  const isNew = { $not: [{ $in: ["$$id", "$open"] }] };
  const stages: Document[] = [];
  for (let i = 0; i < depth; i++) {
    const ids = valueById(days, (day) => runs.get(day)?.[i]?.ids ?? []);
    const limit = valueById(days, (day) => runs.get(day)?.[i]?.dailyLimit ?? 0);
    const room = { $max: [0, { $min: [{ $size: "$asked" }, { $subtract: [limit, "$used"] }] }] };
    stages.push(
      { $set: { asked: { $filter: { input: ids, as: "id", cond: isNew } } } },
      {
        $set: {
          used: { $add: ["$used", room] },
          open: { $concatArrays: ["$open", { $slice: ["$asked", room] }] },
        },
      },
    );
  }
  return stages.length === 0 ? [] : [...stages, { $unset: "asked" }];
}

function runsOf(requests: readonly QuotaRequest[]): readonly Run[] {
  const runs: Run[] = [];
  for (const { id, dailyLimit } of requests) {
    const last = runs.at(-1);
    if (last?.dailyLimit === dailyLimit) last.ids.push(id);
    else runs.push({ ids: [id], dailyLimit });
  }
  return runs;
}
