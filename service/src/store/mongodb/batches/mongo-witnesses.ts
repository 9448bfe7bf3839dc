/** Witnesses of anchors in MongoDB: a document for each block. */
import { Binary, type Filter } from "mongodb";
import type { BatchRecord, WitnessPlace, WitnessRecord, WitnessStanding, WitnessStore } from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { binaryToBytes, ownUuidToBinary } from "../documents/binary.js";
import type { BatchDocument, OpenBatchDocument, WitnessDocument } from "../documents/documents.js";
import { type BatchSummary, batchOf, SUMMARY } from "./batch-document.js";

type AnyBatch = OpenBatchDocument | BatchDocument;

const WITHOUT_DOCUMENT = { document: 0 } as const;
const PROGRESS = "progress";

export class MongoWitnesses implements WitnessStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async find(place: WitnessPlace): Promise<WitnessRecord | null> {
    const found = await this.#access.run(({ witnesses }) => witnesses.findOne({ _id: keyOf(place) }));
    if (found === null) return null;
    return { ...standingOf(found), document: found.document && binaryToBytes(found.document) };
  }

  async standings(places: readonly WitnessPlace[]): Promise<readonly WitnessStanding[]> {
    if (places.length === 0) return [];
    const found = await this.#access.run(({ witnesses }) =>
      witnesses.find({ _id: { $in: places.map(keyOf) } }, { projection: WITHOUT_DOCUMENT }).toArray(),
    );
    return found.map(standingOf);
  }

  async put(record: WitnessRecord): Promise<boolean> {
    const { absence, tries, dueAt, document, batchId } = record;
    const id = ownUuidToBinary(batchId);
    return this.#access.run(async ({ batches, witnesses }) => {
      if ((await batches.findOne({ id } as Filter<AnyBatch>, { projection: { _id: 1 } })) === null) {
        throw new RangeError(`there is no batch ${batchId}`);
      }
      try {
        const { matchedCount, upsertedCount } = await witnesses.updateOne(
          { _id: keyOf(record), document: null },
          {
            $set: {
              absence,
              tries,
              document: document && new Binary(document),
              ...(dueAt === null ? {} : { dueAt }),
            },
            ...(dueAt === null ? { $unset: { dueAt: "" } } : {}),
          },
          { upsert: true },
        );
        return matchedCount + upsertedCount === 1;
      } catch (error) {
        // There is a witness.
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    });
  }

  async due(now: Date, limit: number): Promise<readonly WitnessStanding[]> {
    const found = await this.#access.run(({ witnesses }) =>
      witnesses
        .find({ dueAt: { $lte: now } }, { projection: WITHOUT_DOCUMENT })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray(),
    );
    return found.map(standingOf);
  }

  async batchesAfter(number: number, limit: number): Promise<readonly BatchRecord[]> {
    const found = await this.#access.run(({ batches }) =>
      batches
        .find<BatchSummary>({ _id: { $gt: number }, state: { $ne: "open" } } as Filter<AnyBatch>, {
          projection: SUMMARY,
        })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    );
    return found.map(batchOf);
  }

  async unfinished(): Promise<readonly BatchRecord[]> {
    const found = await this.#access.run(({ batches }) =>
      batches
        .find<BatchSummary>({ "anchors.state": { $in: ["batched", "anchored"] } } as Filter<AnyBatch>, {
          projection: SUMMARY,
        })
        .sort({ _id: 1 })
        .toArray(),
    );
    return found.map(batchOf);
  }

  async progress(): Promise<number> {
    const found = await this.#access.run(({ witnessProgress }) => witnessProgress.findOne({ _id: PROGRESS }));
    return found?.batch ?? 0;
  }

  async advance(number: number): Promise<void> {
    await this.#access.run(({ witnessProgress }) =>
      witnessProgress.updateOne({ _id: PROGRESS }, { $max: { batch: number } }, { upsert: true }),
    );
  }
}

function keyOf({ batchId, chainId, blockHash }: WitnessPlace): string {
  return `${batchId}/${chainId}/${blockHash}`;
}

function standingOf({ _id, absence, tries, dueAt }: Omit<WitnessDocument, "document">): WitnessStanding {
  const [batchId, chainId, blockHash] = _id.split("/") as [string, string, string];
  return { batchId, chainId: Number(chainId), blockHash, absence, tries, dueAt: dueAt ?? null };
}
