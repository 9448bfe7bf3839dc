/**
 * How many proofs an account made in a UTC day: one document, so that any number of processes take from one limit.
 *
 * A proof is counted before it is made, and its identifier stays in `open` until somebody noted what became of it:
 * the process that counted it, with the account's next registration; or, when that process died, whoever needs to
 * know. So the number is exact whatever dies when.
 */
import type { Binary, Document } from "mongodb";
import { binaryToUuid, ownUuidToBinary } from "../binary.js";
import type { DailyProofsDocument } from "../documents.js";
import type { MongoAccess } from "../mongo-access.js";
import type { Decision, ProofDecisions } from "../proof-decisions.js";
import { serverTimeIn } from "../server-time.js";
import { valueById } from "../value-by-id.js";

const DAY_MS = 86_400_000;
/** Time after its last use that a day's document is kept. */
const KEPT_MS = 3 * DAY_MS;

/** Days whose open proofs this process may owe a note; what is beyond is noted with whatever is written next. */
const MAX_OWED_DAYS = 1_000;
/** More than a group can add (MAX_GROUP of registrar.ts), so that what piled up is worked off. */
const MAX_NOTED_DAYS = 512;

/** A proof to be made, and the limit of its day. */
export interface QuotaRequest {
  readonly id: Binary;
  readonly accountId: string;
  readonly receivedAt: Date;
  readonly dailyLimit: number;
}

/** `used` when the day is used up for sure; "undecided" when proofs on their way may still leave room. */
export type Grant = "granted" | "undecided" | { readonly used: number };

/** What became of open proofs of a day, by identifier; true when they were made. */
type Notes = Map<string, boolean>;

export class DailyQuota {
  readonly #access: MongoAccess;
  readonly #decisions: ProofDecisions;
  /** By day document; noted with the next write to it. */
  readonly #owed = new Map<string, Notes>();

  constructor(access: MongoAccess, decisions: ProofDecisions) {
    this.#access = access;
    this.#decisions = decisions;
  }

  /** Counts proofs that are about to be made, in the order given, as far as the limits of their days allow. */
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

  /** Notes what became of a proof that was, or may have been, counted. Written with the account's next one. */
  note(request: QuotaRequest, isMade: boolean): void {
    this.#owe(dayOf(request), binaryToUuid(request.id), isMade);
  }

  /** Proofs that count towards the limit of a day: those that are there at this moment. */
  async used(accountId: string, moment: Date): Promise<number> {
    const day = dayOf({ accountId, receivedAt: moment });
    const document = await this.#access.run(({ dailyProofs }) => dailyProofs.findOne({ _id: { $eq: day } }));
    if (document === null) return 0;
    const decisions = await this.#decisions.read(document.open);
    return document.used - [...decisions.values()].filter((decision) => typeof decision === "string").length;
  }

  /** Writes what is still to be noted. */
  async flush(): Promise<void> {
    while (this.#owed.size > 0) await this.#write(new Map());
  }

  /** Counts, and gives the days' documents as they are afterwards. */
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

  /** Counts in the days that have a document, and notes what is owed to them. */
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
      // To note something twice changes nothing.
      for (const [day, owed] of notes) for (const [id, isMade] of owed) this.#owe(day, id, isMade);
      throw error;
    }
  }

  /** Finds out what became of open proofs of others where they stand in somebody's way. */
  async #settle(days: readonly DailyProofsDocument[], own: ReadonlySet<string>): Promise<void> {
    const open = days.flatMap((day) => day.open).filter((id) => !own.has(binaryToUuid(id)));
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

  /** Days that wait longest for their notes. */
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

/** Takes what is known out of `open`, and what was not made out of the count, as far as it stands there. */
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

/** Requests of a day that follow one another and have the same limit. */
interface Run {
  readonly ids: Binary[];
  readonly dailyLimit: number;
}

/**
 * Counts the requests of each day in their order: stages for each run of them. What stands in `open` already is not
 * counted again: the same update may be sent twice.
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
