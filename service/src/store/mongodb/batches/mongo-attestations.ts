/**
 * Attestations in MongoDB: a field of the batch. Every change is one conditional update that carries the token of a
 * lease, as in mongo-batches.ts. The token is a separate one, so anchoring and attesting do not interfere.
 */
import type { Binary, Filter } from "mongodb";
import type { Attestation, AttestationStore, BatchRecord, BitcoinState, Lease } from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { ownUuidToBinary, uuidToBinary } from "../documents/binary.js";
import type { BatchDocument, OpenBatchDocument } from "../documents/documents.js";
import { attestationDocumentOf, attestationOf, NEVER_DUE } from "./attestation-document.js";
import { batchOf } from "./batch-document.js";
import { leaseLost } from "./lease-lost.js";

type AnyBatch = OpenBatchDocument | BatchDocument;

const MADE = { state: { $ne: "open" } } as const;
const WITHOUT_ATTEMPTS = { attempts: 0 } as const;

export class MongoAttestations implements AttestationStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async takeDue(
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { batch: BatchRecord; attestation: Attestation }[]> {
    const due = { ...MADE, $or: [{ "bitcoin.dueAt": { $lte: now } }, { "bitcoin.dueAt": null }] };
    for (;;) {
      const found = await this.#access.run(({ batches }) =>
        batches
          .find<BatchDocument>(due as Filter<AnyBatch>, { projection: WITHOUT_ATTEMPTS })
          .sort({ "bitcoin.dueAt": 1, _id: 1 })
          .limit(limit)
          .toArray(),
      );
      const tokens = found.map(({ attestingToken = 0 }) => attestingToken);
      if (tokens.some((token) => token > lease.token)) throw leaseLost(lease);
      if (tokens.every((token) => token === lease.token)) {
        return found.map((batch) => ({ batch: batchOf(batch), attestation: attestationOf(batch.bitcoin) }));
      }
      await this.#access.run(({ batches }) =>
        batches.updateMany(
          { _id: { $in: found.map(({ _id }) => _id) }, ...noLaterThan(lease) } as Filter<AnyBatch>,
          { $set: { attestingToken: lease.token } },
        ),
      );
    }
  }

  async find(batchId: string): Promise<Attestation | null> {
    const id = uuidToBinary(batchId);
    const batch = id && (await this.#find(id));
    return batch && attestationOf(batch.bitcoin);
  }

  async replace(
    lease: Lease,
    batchId: string,
    from: BitcoinState,
    attestation: Attestation,
  ): Promise<boolean> {
    const id = ownUuidToBinary(batchId);
    const standsSo =
      from === "pending" ? { "bitcoin.state": { $in: [from, null] } } : { "bitcoin.state": from };
    const { matchedCount } = await this.#access.run(({ batches }) =>
      batches.updateOne({ id, ...standsSo, ...noLaterThan(lease) } as Filter<AnyBatch>, {
        $set: { bitcoin: attestationDocumentOf(attestation), attestingToken: lease.token },
      }),
    );
    if (matchedCount === 1) return true;
    const standing = await this.#find(id);
    if ((standing?.attestingToken ?? 0) > lease.token) throw leaseLost(lease);
    return false;
  }

  async hasten(batchId: string, now: Date): Promise<boolean> {
    const id = uuidToBinary(batchId);
    if (id === null) return false;
    const { modifiedCount } = await this.#access.run(({ batches }) =>
      batches.updateOne(
        {
          id,
          $or: [
            { "bitcoin.dueAt": { $gt: now, $lt: NEVER_DUE } },
            { "bitcoin.dueAt": NEVER_DUE, "bitcoin.state": { $ne: "confirmed" } },
          ],
        } as Filter<AnyBatch>,
        { $set: { "bitcoin.dueAt": now } },
      ),
    );
    return modifiedCount === 1;
  }

  async lowestBlock(fromHeight: number): Promise<number | null> {
    const batch = await this.#access.run(({ batches }) =>
      batches.findOne<Pick<BatchDocument, "bitcoin">>(
        { "bitcoin.blockHeight": { $gte: fromHeight } } as Filter<AnyBatch>,
        { sort: { "bitcoin.blockHeight": 1 }, projection: { "bitcoin.blockHeight": 1 } },
      ),
    );
    return batch?.bitcoin?.blockHeight ?? null;
  }

  #find(id: Binary): Promise<Pick<BatchDocument, "bitcoin" | "attestingToken"> | null> {
    return this.#access.run(({ batches }) =>
      batches.findOne<BatchDocument>({ id } as Filter<AnyBatch>, {
        projection: { bitcoin: 1, attestingToken: 1 },
      }),
    );
  }
}

/** Matches batches that no later lease took over. */
function noLaterThan({ token }: Lease): object {
  return { $or: [{ attestingToken: { $lte: token } }, { attestingToken: null }] };
}
