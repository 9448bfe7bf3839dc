/** Proofs in MongoDB. A proof belongs to the batch whose range contains its position. */
import type { Binary, Filter } from "mongodb";
import { searchProofs } from "../search-proofs.js";
import type {
  FoundProofs,
  IdempotencyKeyHolder,
  ProofPage,
  ProofQuery,
  ProofRecord,
  ProofStore,
  Registration,
  RegistrationResult,
} from "../store.js";
import type { MongoAccess } from "./access/mongo-access.js";
import type { MongoBatches } from "./batches/mongo-batches.js";
import { binaryToHex, binaryToUuid, hexToBinary, uuidToBinary } from "./documents/binary.js";
import type { ProofDocument, ReservationDocument, TombstoneDocument } from "./documents/documents.js";
import { isProof, type ProofDecisions } from "./proofs/proof-decisions.js";
import { ProofLookup } from "./proofs/proof-lookup.js";
import { DailyQuota } from "./registration/daily-quota.js";
import { idempotencyDigest } from "./registration/idempotency-digest.js";
import type { ReceiptLog } from "./registration/receipt-log.js";
import { Registrar } from "./registration/registrar.js";
import { Reservations } from "./registration/reservations.js";
import type { MongoSeals } from "./seals/mongo-seals.js";
import type { SealLedger } from "./seals/seal-ledger.js";
import { MongoProofSearch } from "./search/proof-search.js";

export interface MongoProofsParts {
  readonly access: MongoAccess;
  readonly receipts: ReceiptLog;
  readonly batches: MongoBatches;
  readonly decisions: ProofDecisions;
  readonly ledger: SealLedger;
  readonly seals: MongoSeals;
}

export class MongoProofs implements ProofStore {
  readonly #access: MongoAccess;
  readonly #batches: MongoBatches;
  readonly #seals: MongoSeals;
  readonly #quota: DailyQuota;
  readonly #fingerprints: Reservations<ReservationDocument & { readonly account: ProofDocument["account"] }>;
  readonly #idempotencyKeys: Reservations<ReservationDocument>;
  readonly #registrar: Registrar;
  readonly #lookup: ProofLookup;

  constructor({ access, receipts, batches, decisions, ledger, seals }: MongoProofsParts) {
    this.#access = access;
    this.#batches = batches;
    this.#seals = seals;
    this.#lookup = new ProofLookup(access);
    this.#quota = new DailyQuota(access, decisions);
    this.#fingerprints = new Reservations(access, access.collections.fingerprints);
    this.#idempotencyKeys = new Reservations(access, access.collections.idempotencyKeys);
    this.#registrar = new Registrar({
      access,
      receipts,
      decisions,
      quota: this.#quota,
      ledger,
      fingerprints: this.#fingerprints,
      idempotencyKeys: this.#idempotencyKeys,
      recordsOf: (proofs) => this.#recordsOf(proofs),
    });
  }

  register(registration: Registration): Promise<RegistrationResult> {
    return this.#registrar.register(registration);
  }

  async find(id: string): Promise<ProofRecord | null> {
    const _id = uuidToBinary(id);
    return _id && this.#recordOf(await this.#lookup.find(_id));
  }

  async findOwn(id: string, accountId: string): Promise<ProofRecord | null> {
    const [_id, account] = [uuidToBinary(id), uuidToBinary(accountId)];
    return _id && account && this.#recordOf(await this.#lookup.findOwn(_id, account));
  }

  async list(accountId: string, limit: number, before: string | null): Promise<ProofPage> {
    const account = uuidToBinary(accountId);
    const start = before === null ? null : await this.#positionOf(before, account);
    if (account === null) return { proofs: [], more: false };
    // Tombstones have no position.
    const filter = { account, seq: start === null ? { $gt: 0 } : { $lt: start } };
    const found = await this.#access.run(({ proofs }) =>
      proofs
        .find(filter as Filter<ProofDocument | TombstoneDocument>)
        .sort({ seq: -1 })
        .limit(limit + 1)
        .toArray(),
    );
    const page = found.filter(isProof).slice(0, limit);
    return { proofs: await this.#recordsOf(page), more: found.length > limit };
  }

  search(accountId: string, query: ProofQuery, limit: number, before: string | null): Promise<FoundProofs> {
    const account = uuidToBinary(accountId);
    if (account === null) return Promise.resolve({ proofs: [], next: null });
    const proofs = new MongoProofSearch({
      access: this.#access,
      batches: this.#batches,
      fingerprints: this.#fingerprints,
      account,
      find: async (id) => {
        const _id = uuidToBinary(id);
        return _id && this.#lookup.findOwn(_id, account);
      },
      recordsOf: (found) => this.#recordsOf(found),
    });
    return searchProofs(proofs, query, limit, before);
  }

  async metadata(accountId: string, proofIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const account = uuidToBinary(accountId);
    const ids = proofIds.map(uuidToBinary).filter((id) => id !== null);
    if (account === null || ids.length === 0) return new Map();
    // Tombstones have no metadata.
    const filter = { account, _id: { $in: ids }, metadata: { $type: "string" } };
    const found = await this.#access.run(({ proofs }) =>
      proofs
        .find(filter as Filter<ProofDocument | TombstoneDocument>)
        .project<Pick<ProofDocument, "_id" | "metadata">>({ metadata: 1 })
        .toArray(),
    );
    return new Map(found.map(({ _id, metadata }) => [binaryToUuid(_id), metadata!]));
  }

  countOfDay(accountId: string, moment: Date): Promise<number> {
    return this.#quota.used(accountId, moment);
  }

  /** A reservation alone proves nothing: the proof decides. */
  async findFirst(hash: string): Promise<ProofRecord | null> {
    const reservation = await this.#fingerprints.find(hexToBinary(hash));
    return reservation && this.#recordOf(await this.#lookup.findOwn(reservation.proof, reservation.account));
  }

  async findByCertificate(certificateId: string): Promise<ProofRecord | null> {
    const id = uuidToBinary(certificateId);
    return id && this.#recordOf(await this.#lookup.findByCertificate(id));
  }

  async findByIdempotencyKey(
    holder: IdempotencyKeyHolder,
    idempotencyKey: string,
  ): Promise<ProofRecord | null> {
    if (uuidToBinary(holder.keyId ?? holder.accountId) === null) return null;
    const reservation = await this.#idempotencyKeys.find(idempotencyDigest(holder, idempotencyKey));
    return reservation && this.#recordOf(await this.#lookup.find(reservation.proof));
  }

  /** Ends the work in progress and writes the outstanding notes as far as the server answers. */
  async close(): Promise<void> {
    await this.#registrar.close();
    await this.#quota.flush().catch(() => {
      // Another process records it when needed.
    });
  }

  async #positionOf(id: string, account: Binary | null): Promise<number> {
    const _id = uuidToBinary(id);
    const proof = account && _id && (await this.#lookup.findOwn(_id, account));
    if (!proof) throw new RangeError(`the account has no proof ${id}`);
    return proof.seq;
  }

  async #recordOf(proof: ProofDocument | null): Promise<ProofRecord | null> {
    return proof && ((await this.#recordsOf([proof]))[0] ?? null);
  }

  async #recordsOf(proofs: readonly ProofDocument[]): Promise<readonly ProofRecord[]> {
    const [ranges, seals] = await Promise.all([
      Promise.all(proofs.map(({ seq }) => this.#batches.findRange(seq))),
      Promise.all(proofs.map(({ _id }) => this.#seals.findOf(_id))),
    ]);
    return proofs.map((proof, i) => {
      const range = ranges[i] ?? null;
      return {
        id: binaryToUuid(proof._id),
        certificateId: binaryToUuid(proof.certificateId),
        accountId: binaryToUuid(proof.account),
        origin: proof.origin ?? "api",
        hash: binaryToHex(proof.hash),
        name: proof.name,
        size: proof.size,
        mimeType: proof.mimeType,
        receivedAt: proof.receivedAt,
        firstRegistrant: proof.first,
        batch: range?.batch ?? null,
        leafIndex: range === null ? null : proof.seq - range.firstSeq,
        seal: seals[i] ?? null,
      };
    });
  }
}
