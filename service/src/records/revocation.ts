/**
 * Revocation data of the authorities that issue seals: docs/design/seals.md, "Revocation". Many seals have one chain, so
 * answers are kept by chain and by the time at which they were fetched. A seal finds its answers by its signer and genTime.
 *
 * Two instances that fetch the same do no harm: writes need no lease. Every change writes the chain, which stands for the
 * times that are wanted.
 */
import { createHash } from "node:crypto";
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { dueRows } from "./every-row.js";
import type { DueRevocation, KeptAnswer, RevocationChain } from "./types.js";

const LENGTH_BYTES = 4;

/** Certificates of a chain about which answers are kept. */
const MAX_POSITIONS = 8;

/** Wanted times that one change settles. */
const PORTION = 1_000;

export const changes = {
  /**
   * Wants answers about a chain that are fetched at these times or later. The chain's certificates are those of the first
   * request. A time that is wanted already is left as it is.
   *
   * @throws RangeError when the chain's identifier is no digest.
   */
  async request(rows: Changeable, asked: RevocationChain, times: readonly Date[]): Promise<void> {
    const { id, certificates } = asked;
    const wanted = [...new Map(times.map((at) => [at.getTime(), at])).values()];
    const [chain, known] = await Promise.all([
      rows.signerChains.get([id]),
      rows.wantedAnswers.getMany(wanted.map((at) => [id, at])),
    ]);
    const since = earliest([chain?.wantedSince ?? null, ...wanted]);
    if (chain !== null) await rows.signerChains.update([id], {}, dueFrom(since, chain.retryAt));
    else {
      const first = { id, certificates: packCertificates(certificates), tries: 0 };
      await rows.signerChains.insert({ ...first, ...dueFrom(since, null) });
    }
    const isNew = (_: Date, i: number) => known[i] === null;
    await rows.wantedAnswers.insert(...wanted.filter(isNew).map((at) => ({ chain: id, at })));
  },
};

export const queries = {
  /** Chains with a time that has come, longest due first. */
  async due(rows: Readable, now: Date, limit: number): Promise<readonly DueRevocation[]> {
    const chains = await dueRows(rows.signerChains, ["dueAt", "id"], [], now, limit);
    return chains.map(({ id, certificates, wantedSince, tries }) => ({
      chain: { id, certificates: unpackCertificates(certificates) },
      ...{ wantedSince: wantedSince!, tries },
    }));
  },

  /**
   * About each certificate of a chain, the first answer that was fetched at a time or later, in the order of the chain;
   * certificates without one are left out.
   */
  async answersSince(
    rows: Readable,
    chainId: string,
    time: Date,
  ): Promise<(KeptAnswer & { fetchedAt: Date })[]> {
    const after = [new Date(time.getTime() - 1)];
    const pages = await Promise.all(
      Array.from({ length: MAX_POSITIONS }, (_, position) =>
        rows.answers.page(["chain", "position", "fetchedAt"], [chainId, position], { after, limit: 1 }),
      ),
    );
    const answers = pages.flat();
    const files = await rows.answerFiles.getMany(answers.map(({ file }) => [file]));
    return answers.map(({ kind, position, fetchedAt }, i) => ({
      ...{ kind: kind as KeptAnswer["kind"], position, fetchedAt },
      bytes: files[i]!.bytes,
    }));
  },
};

export const tasks = {
  /**
   * Keeps what was fetched at a time. May be repeated.
   *
   * @param retryAt when to try again for the same times; null: no time up to `fetchedAt` is wanted any more.
   * @throws RangeError when the chain was never requested.
   */
  async keep(
    store: Store,
    chainId: string,
    fetchedAt: Date,
    answers: readonly KeptAnswer[],
    retryAt: Date | null,
  ): Promise<void> {
    const fetched = answers.map(({ kind, position, bytes }) => {
      const file = createHash("sha256").update(bytes).digest("hex");
      return { answer: { chain: chainId, position, fetchedAt, kind, file }, bytes };
    });
    let isSettled = false;
    while (!isSettled) {
      isSettled = await store.change("revocation.keep", async (rows) => {
        const chain = await rows.signerChains.get([chainId]);
        if (chain === null) throw new RangeError(`there is no chain ${chainId}`);
        await keepAnswers(rows, fetched);
        return retryAt === null ? settle(rows, chain, fetchedAt) : putOff(rows, chain, retryAt);
      });
    }
  },
};

/** Stores each file once, however often it was fetched. */
async function keepAnswers(
  rows: Changeable,
  fetched: readonly { readonly answer: Row<"answers">; readonly bytes: Uint8Array }[],
): Promise<void> {
  const files = new Map(fetched.map(({ answer, bytes }) => [answer.file, bytes]));
  const [knownAnswers, knownFiles] = await Promise.all([
    rows.answers.getMany(
      fetched.map(({ answer: { chain, position, fetchedAt } }) => [chain, position, fetchedAt]),
    ),
    rows.answerFiles.getMany([...files.keys()].map((digest) => [digest])),
  ]);
  for (const row of knownFiles) if (row !== null) files.delete(row.digest);
  await rows.answerFiles.insert(...[...files].map(([digest, bytes]) => ({ digest, bytes })));
  const isNew = (_: unknown, i: number) => knownAnswers[i] === null;
  await rows.answers.insert(...fetched.filter(isNew).map(({ answer }) => answer));
}

/** Takes off wanted times up to one. False when some are left. */
async function settle(rows: Changeable, { id: chain }: Row<"signerChains">, until: Date): Promise<boolean> {
  const wanted = await rows.wantedAnswers.page(["chain", "at"], [chain], { limit: PORTION + 1 });
  const settled = wanted.slice(0, PORTION).filter(({ at }) => at <= until);
  await rows.wantedAnswers.remove(...settled.map(({ at }) => [chain, at] as const));
  const since = wanted[settled.length]?.at ?? null;
  await rows.signerChains.update([chain], {}, { tries: 0, ...dueFrom(since, null) });
  return since === null || since > until;
}

async function putOff(rows: Changeable, chain: Row<"signerChains">, retryAt: Date): Promise<true> {
  const due = dueFrom(chain.wantedSince, retryAt);
  await rows.signerChains.update([chain.id], {}, { tries: chain.tries + 1, ...due });
  return true;
}

/** When the earliest wanted time of a chain is due: not before a try that was put off. */
function dueFrom(wantedSince: Date | null, retryAt: Date | null) {
  const isPutOff = wantedSince !== null && retryAt !== null && retryAt > wantedSince;
  return { wantedSince, retryAt, dueAt: isPutOff ? retryAt : wantedSince };
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map(Number);
  return known.length === 0 ? null : new Date(Math.min(...known));
}

/** Of each certificate of a chain the length in 4 bytes, big-endian, then its DER. */
function packCertificates(certificates: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    certificates.flatMap((der) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(der.length);
      return [length, der];
    }),
  );
}

function unpackCertificates(packed: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const certificates: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at);
    certificates.push(Uint8Array.from(bytes.subarray(at + LENGTH_BYTES, end)));
    at = end;
  }
  return certificates;
}
