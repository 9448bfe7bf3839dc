/** Proofs with their seals, as much of them as the suite of seals asks for. */
import type { ProofRecord, ProofStore, Registration, RegistrationResult } from "../store/store.js";
import { utcDay } from "../store/utc-day.js";
import type { Readable, Store } from "../tables/store.js";
import type { Row } from "../tables/tables.js";
import { PROOFS_OF_DAY, register } from "./registration.js";
import { sealOf } from "./seals.js";

type Joined = Pick<
  ProofStore,
  "register" | "find" | "findOwn" | "list" | "countOfDay" | "findByIdempotencyKey"
>;

export function joinedProofs(store: Store): Joined {
  const find = (id: string) =>
    store.read("proofs.find", async (rows) => {
      const [row] = await rows.proofs.page(["id"], [id], { limit: 1 });
      return row === undefined ? null : joined(rows, row);
    });
  return {
    find,
    findOwn: find,
    register: async (asked: Registration): Promise<RegistrationResult> => {
      const result = await register(store, asked);
      return "proof" in result ? { ...result, proof: (await find(result.proof.id))! } : result;
    },
    list: (account, limit) =>
      store.read("proofs.list", async (rows) => {
        const found = await rows.proofs.page(["account", "id"], [account], { limit, isDescending: true });
        return { proofs: await Promise.all(found.map((row) => joined(rows, row))), more: false };
      }),
    countOfDay: (account, moment) =>
      store.read(
        "proofs.countOfDay",
        async (rows) => (await rows.days.get([account, utcDay(moment), PROOFS_OF_DAY]))?.used ?? 0,
      ),
    findByIdempotencyKey: ({ keyId, accountId }, value) =>
      store.read("proofs.findByIdempotencyKey", async (rows) => {
        const known = await rows.idempotencyKeys.get([keyId ?? accountId, value]);
        const row = known && (await rows.proofs.get([accountId, known.proof]));
        return row && joined(rows, row);
      }),
  };
}

async function joined(rows: Readable, row: Row<"proofs">): Promise<ProofRecord> {
  const { id, certificate, account, hash, name, size, mimeType, receivedAt, isFirst, isWeb } = row;
  const seal = await rows.seals.get([id]);
  return {
    ...{ id, certificateId: certificate, accountId: account, hash, name, size, mimeType, receivedAt },
    ...{ origin: isWeb ? "web" : "api", firstRegistrant: isFirst, batch: null, leafIndex: null },
    seal: seal && sealOf(seal),
  };
}
