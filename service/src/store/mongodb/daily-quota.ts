/**
 * How many proofs an account made in a UTC day: one document, so that any number of processes take from one limit.
 *
 * A proof is counted before it is made, and its identifier stays in `open` until somebody noted what became of it:
 * the process that counted it, with the account's next registration; or, when that process died, whoever needs to
 * know. So the number is exact whatever dies when.
 */
import type { AnyBulkWriteOperation, Binary, Document } from "mongodb";
import { binaryToUuid, ownUuidToBinary } from "./binary.js";
import type { DailyProofsDocument } from "./documents.js";
import type { MongoAccess } from "./mongo-access.js";
import { duplicatesOf } from "./mongo-errors.js";
import type { Decision, ProofDecisions } from "./proof-decisions.js";
import { serverTimeIn } from "./server-time.js";

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
    await this.#write(days);
    const found = await this.#access.run(({ dailyProofs }) =>
      dailyProofs.find({ _id: { $in: [...days.keys()] } }).toArray(),
    );
    const documents = new Map(found.map((document) => [document._id, document]));
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
    const operations: AnyBulkWriteOperation<DailyProofsDocument>[] = [
      ...[...days].map(([day, requests]) => ({
        updateOne: {
          filter: { _id: { $eq: day } },
          update: [noteStage(notes.get(day)), ...grantStages(requests)],
          upsert: true,
        },
      })),
      ...late.map((day) => ({
        updateOne: { filter: { _id: { $eq: day } }, update: [noteStage(notes.get(day))] },
      })),
    ];
    try {
      await this.#update(operations);
    } catch (error) {
      // To note something twice changes nothing.
      for (const [day, owed] of notes) for (const [id, isMade] of owed) this.#owe(day, id, isMade);
      throw error;
    }
  }

  async #update(operations: readonly AnyBulkWriteOperation<DailyProofsDocument>[]): Promise<void> {
    let left = operations;
    while (left.length > 0) {
      const missed = await this.#access.run(async ({ dailyProofs }) => {
        try {
          await dailyProofs.bulkWrite(left, { ordered: false });
          return null;
        } catch (error) {
          const duplicates = duplicatesOf(error);
          if (duplicates === null) throw error;
          return duplicates;
        }
      });
      // Two made a day's document at the same time: the second finds it now.
      left = left.filter((_, i) => missed?.has(i));
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
function noteStage(notes: Notes = new Map()): Document {
  const known = [...notes.keys()].map(ownUuidToBinary);
  const lost = [...notes].filter(([, isMade]) => !isMade).map(([id]) => ownUuidToBinary(id));
  const open = { $ifNull: ["$open", []] };
  const counted = { $size: { $setIntersection: [open, { $literal: lost }] } };
  return {
    $set: {
      used: { $subtract: [{ $ifNull: ["$used", 0] }, counted] },
      open: { $setDifference: [open, { $literal: known }] },
      expiresAt: serverTimeIn(KEPT_MS),
    },
  };
}

/**
 * Counts requests in their order: stages for each run of them that has the same limit. What stands in `open` already
 * is not counted again: a server that died may be sent the same update twice.
 */
function grantStages(requests: readonly QuotaRequest[]): Document[] {
  const stages: Document[] = [];
  for (let from = 0; from < requests.length; ) {
    const { dailyLimit } = requests[from]!;
    let to = from + 1;
    while (to < requests.length && requests[to]!.dailyLimit === dailyLimit) to++;
    const ids = requests.slice(from, to).map(({ id }) => id);
    const isNew = { $not: [{ $in: ["$$id", "$open"] }] };
    const room = { $max: [0, { $min: [{ $size: "$asked" }, { $subtract: [dailyLimit, "$used"] }] }] };
    stages.push(
      { $set: { asked: { $filter: { input: { $literal: ids }, as: "id", cond: isNew } } } },
      {
        $set: {
          used: { $add: ["$used", room] },
          open: { $concatArrays: ["$open", { $slice: ["$asked", room] }] },
        },
      },
    );
    from = to;
  }
  return [...stages, { $unset: "asked" }];
}
