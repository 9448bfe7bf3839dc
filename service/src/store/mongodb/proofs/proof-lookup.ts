/** Looks proofs up by identifier. Lookups of one turn share a query. */
import type { Binary, Filter } from "mongodb";
import { BatchLoader } from "../access/batch-loader.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid } from "../documents/binary.js";
import type { ProofDocument, TombstoneDocument } from "../documents/documents.js";
import { isProof } from "./proof-decisions.js";

/** Of proofs that have a certificate. */
export const CERTIFICATES_INDEX = "certificates";

interface OwnProof {
  readonly id: Binary;
  readonly account: Binary;
}

export class ProofLookup {
  readonly #access: MongoAccess;
  readonly #any: BatchLoader<Binary, ProofDocument | null>;
  readonly #own: BatchLoader<OwnProof, ProofDocument | null>;

  constructor(access: MongoAccess) {
    this.#access = access;
    this.#any = new BatchLoader((ids) => this.#find(ids, {}));
    this.#own = new BatchLoader((wanted) => this.#findOwn(wanted));
  }

  find(id: Binary): Promise<ProofDocument | null> {
    return this.#any.load(id);
  }

  findOwn(id: Binary, account: Binary): Promise<ProofDocument | null> {
    return this.#own.load({ id, account });
  }

  /** The proof of the first registrant that a certificate is about. On a cluster, every shard looks into its index. */
  findByCertificate(certificateId: Binary): Promise<ProofDocument | null> {
    return this.#access.run(({ proofs }) =>
      proofs.findOne<ProofDocument>({ certificateId, first: true }, { hint: CERTIFICATES_INDEX }),
    );
  }

  /** The server leaves out proofs that belong to no caller, so the time taken does not reveal that they exist. */
  async #findOwn(wanted: readonly OwnProof[]): Promise<readonly (ProofDocument | null)[]> {
    const accounts = new Map(wanted.map(({ account }) => [binaryToUuid(account), account]));
    const found = await this.#find(
      wanted.map(({ id }) => id),
      { account: { $in: [...accounts.values()] } },
    );
    return found.map((proof, i) =>
      proof !== null && binaryToUuid(proof.account) === binaryToUuid(wanted[i]!.account) ? proof : null,
    );
  }

  async #find(
    ids: readonly Binary[],
    condition: Filter<ProofDocument>,
  ): Promise<readonly (ProofDocument | null)[]> {
    const unique = new Map(ids.map((id) => [binaryToUuid(id), id]));
    const filter = { _id: { $in: [...unique.values()] }, ...condition };
    const found = await this.#access.run(({ proofs }) =>
      proofs.find(filter as Filter<ProofDocument | TombstoneDocument>).toArray(),
    );
    const proofs = new Map(found.filter(isProof).map((proof) => [binaryToUuid(proof._id), proof]));
    return ids.map((id) => proofs.get(binaryToUuid(id)) ?? null);
  }
}
