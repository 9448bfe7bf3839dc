/**
 * Revocation data in MongoDB: a document for each chain, with the times that are wanted; one for each answer; and one for
 * each file, however often it was fetched. An answer is written after its file, and the chain's document last, so that
 * what died in between is fetched again.
 */
import { createHash } from "node:crypto";
import { Binary } from "mongodb";
import { packCertificates, unpackCertificates } from "../../packed-certificates.js";
import {
  type DueRevocation,
  type KeptAnswer,
  MAX_REVOCATION_POSITIONS,
  type RevocationChain,
  type RevocationStore,
} from "../../revocation-store.js";
import { digestBytes } from "../../stamp-members.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToBytes, binaryToHex } from "../documents/binary.js";
import type { RevocationChainDocument } from "../documents/documents.js";

export class MongoRevocation implements RevocationStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async request({ id, certificates }: RevocationChain, times: readonly Date[]): Promise<void> {
    const _id = binaryOf(id);
    const created: RevocationChainDocument = {
      _id,
      certificates: new Binary(packCertificates(certificates)),
      wanted: [],
      tries: 0,
      retryAt: null,
      version: 0,
    };
    await this.#access.insertEach(this.#access.collections.revocationChains, [created]);
    await this.#change(_id, ({ wanted, retryAt }) => ({ wanted: union(wanted, times), retryAt }));
  }

  async due(now: Date, limit: number): Promise<readonly DueRevocation[]> {
    const found = await this.#access.run(({ revocationChains }) =>
      revocationChains
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1, _id: 1 })
        .limit(limit)
        .toArray(),
    );
    return found.map(({ _id, certificates, wanted, tries }) => ({
      chain: { id: binaryToHex(_id), certificates: unpackCertificates(binaryToBytes(certificates)) },
      wantedSince: wanted[0]!,
      tries,
    }));
  }

  async keep(
    chainId: string,
    fetchedAt: Date,
    answers: readonly KeptAnswer[],
    retryAt: Date | null,
  ): Promise<void> {
    const _id = binaryOf(chainId);
    const digests = answers.map(({ bytes }) => new Binary(createHash("sha256").update(bytes).digest()));
    const { revocationFiles, revocationAnswers } = this.#access.collections;
    await this.#access.insertEach(
      revocationFiles,
      answers.map(({ bytes }, i) => ({ _id: digests[i]!, bytes: new Binary(bytes) })),
    );
    await this.#access.insertEach(
      revocationAnswers,
      answers.map(({ kind, position }, i) => ({
        _id: `${chainId}:${position}:${fetchedAt.getTime()}`,
        chain: _id,
        position,
        fetchedAt,
        kind,
        file: digests[i]!,
      })),
    );
    await this.#change(_id, ({ wanted, tries }) =>
      retryAt === null
        ? { wanted: wanted.filter((time) => time > fetchedAt), retryAt: null, tries: 0 }
        : { wanted, retryAt, tries: tries + 1 },
    );
  }

  async answersSince(chainId: string, time: Date): Promise<readonly (KeptAnswer & { fetchedAt: Date })[]> {
    const chain = binaryOf(chainId);
    const positions = Array.from({ length: MAX_REVOCATION_POSITIONS }, (_, position) => position);
    const found = await Promise.all(
      positions.map((position) =>
        this.#access.run(async ({ revocationAnswers, revocationFiles }) => {
          const answer = await revocationAnswers.findOne(
            { chain, position, fetchedAt: { $gte: time } },
            { sort: { fetchedAt: 1 } },
          );
          if (answer === null) return [];
          const { kind, fetchedAt } = answer;
          const { bytes } = (await revocationFiles.findOne({ _id: answer.file }))!;
          return [{ kind, position, bytes: binaryToBytes(bytes), fetchedAt }];
        }),
      ),
    );
    return found.flat();
  }

  /** Changes a chain's document from the state that was read, however many do so at once. */
  async #change(
    _id: Binary,
    change: (
      chain: RevocationChainDocument,
    ) => Pick<RevocationChainDocument, "wanted" | "retryAt"> & { readonly tries?: number },
  ): Promise<void> {
    for (;;) {
      const isChanged = await this.#access.run(async ({ revocationChains }) => {
        const chain = await revocationChains.findOne({ _id });
        if (chain === null) throw new RangeError(`there is no chain ${binaryToHex(_id)}`);
        const { wanted, retryAt, tries = chain.tries } = change(chain);
        const [first] = wanted;
        const dueAt = first === undefined ? null : retryAt !== null && retryAt > first ? retryAt : first;
        const { matchedCount } = await revocationChains.updateOne(
          { _id, version: chain.version },
          {
            $set: {
              wanted: [...wanted],
              retryAt,
              tries,
              version: chain.version + 1,
              ...(dueAt !== null && { dueAt }),
            },
            ...(dueAt === null ? { $unset: { dueAt: "" } } : {}),
          },
        );
        return matchedCount === 1;
      });
      if (isChanged) return;
    }
  }
}

/** In order, each once. */
function union(wanted: readonly Date[], times: readonly Date[]): Date[] {
  const all = new Set([...wanted, ...times].map((time) => time.getTime()));
  return [...all].sort((a, b) => a - b).map((ms) => new Date(ms));
}

function binaryOf(digest: string): Binary {
  return new Binary(digestBytes(digest));
}
