/** Rules on seals and their ledger, on revocation data and trusted lists, each beside each of the same rows. */

import { randomUUID } from "node:crypto";
import { v7 } from "uuid";
import { auditBooks } from "../seals/books.js";
import type { Changeable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { anyAudit } from "./account.testing.js";
import { newRegistration, randomHash } from "./registration.testing.js";
import type { AnyRule, Scene } from "./rule-pairs.testing.js";
import { newToken } from "./seal-order.testing.js";
import { booksOf, enterSeals, payForSeal } from "./seals.js";
import type { KeptAnswer, ProofRecord, SealRecord } from "./types.js";

const AT = new Date("2026-03-01T12:00:00.000Z");
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(AT.getTime() + minutes * MINUTE_MS);

const account = randomUUID();
const newProof = (): Row<"proofs"> => ({
  ...{ account, id: v7(), certificate: v7(), hash: randomHash(), name: "n", size: null, mimeType: "a/b" },
  ...{ receivedAt: AT, isFirst: true, isWeb: true, metadata: null },
});
const [first, second] = [newProof(), newProof()];
const proofOf = ({ id, account: accountId, hash }: Row<"proofs">) => ({ id, accountId, hash }) as ProofRecord;

const grantOf = (amount: number) => ({
  ...{ id: randomUUID(), accountId: account, kind: "welcome" as const, amount, cause: "test", at: AT },
});
const [welcome, grant] = [grantOf(1), grantOf(1)];

async function prepareAccount(rows: Changeable): Promise<void> {
  await rows.accounts.insert({
    ...{ id: account, plan: "pro", createdAt: AT, label: null, displayName: null, showsDisplayName: false },
    ...{ disabledAt: null, deletedAt: null, eraseDueAt: null, deletionEntry: null },
  });
  await rows.proofs.insert(first, second);
  await enterSeals(rows, { ...welcome, proofId: null, refundOf: null });
}

const spend = (proof: Row<"proofs">): AnyRule => {
  const order = { spendId: randomUUID(), dueAt: at(5), proof: proofOf(proof), at: AT };
  return ({ seals }) => seals.spend(order);
};

/** Deletes the account, with what a rule of its deletion may have looked at. */
const close: AnyRule = (_, store) =>
  store.change("test.close", async (rows) => {
    const seals = await rows.seals.page(["account", "proof"], [account], { limit: 9 });
    await rows.accounts.update([account], {}, { deletedAt: AT });
    return seals.length;
  });

const registration = newRegistration(
  { accountId: account, keyId: randomUUID() },
  { receivedAt: AT, dailyLimit: 9, origin: "web", keyId: null },
);
const audit = anyAudit();

const common: Pick<Scene, "tables" | "queries" | "faults"> = {
  tables: {
    ...{ accounts: [], proofs: [account], fingerprints: [], laterProofs: [account], queue: [] },
    ...{ sealBalances: [account], sealEntries: [account], seals: [] },
  },
  queries: {
    found: ({ seals }) => seals.find(first.id),
    response: ({ seals }) => seals.readResponse(first.id),
    due: ({ seals }) => seals.takeDue(at(9), 9),
    pending: ({ seals }) => seals.pending(),
    "not stamped": ({ seals }) => seals.unstamped(9),
    "not requested": ({ seals }) => seals.revocationNotRequested(9),
  },
  faults: async (rows) => auditBooks(await booksOf(rows, account)),
};

const lastSeal: Scene = {
  ...common,
  name: "the last seal of an account",
  prepare: prepareAccount,
  rules: {
    paid: spend(first),
    "paid once more": spend(first),
    "paid for another": spend(second),
    "paid with its proof": ({ proofs }) =>
      proofs.register({ ...registration, seal: { spendId: registration.id, dueAt: at(5) } }),
    granted: ({ accounts }) => accounts.addSeals(grant, audit),
    deleted: close,
  },
};

const spendId = randomUUID();
const holdId = randomUUID();
const seal: SealRecord = {
  proofId: first.id,
  spendId,
  hash: first.hash,
  requestedAt: AT,
  tries: 1,
  token: null,
};
const issue = (): AnyRule => {
  const { token, response } = newToken();
  return ({ seals }) => seals.issue(seal, token, new Uint8Array(response));
};
const refund = (): AnyRule => {
  const entry = { id: randomUUID(), cause: "refund", at: AT };
  return ({ seals }) => seals.refund(seal, entry);
};
const issuedBefore = newToken();

/** Pending with a hold that is over, and issued. */
const paidSeals = ([true, false] as const).map(
  (isPending): Scene => ({
    ...common,
    name: isPending ? "a pending seal" : "an issued seal",
    prepare: async (rows) => {
      await prepareAccount(rows);
      const { id: proof, hash } = first;
      await payForSeal(rows, { spendId, account, proof, hash, at: AT, dueAt: at(5) });
      const issued = {
        ...{ ...issuedBefore.token, response: new Uint8Array(issuedBefore.response), dueAt: null },
        ...{ toStampSince: AT, toRequestChainSince: AT },
      };
      const held = { tries: 1, hold: holdId, heldUntil: new Date(0) };
      await rows.seals.update([proof], {}, isPending ? held : issued);
    },
    rules: {
      issued: issue(),
      "issued otherwise": issue(),
      refunded: refund(),
      "refunded otherwise": refund(),
      held: async ({ seals }) => (await seals.hold(first.id, MINUTE_MS, at(6)))?.seal,
      postponed: ({ seals }) => seals.postpone({ seal, holdId }, at(7)),
      "paid anew": spend(first),
      "paid for another": spend(second),
      stamped: ({ seals }) => seals.markStamped([first.id, second.id]),
      requested: ({ seals }) => seals.markRevocationRequested([first.id]),
      deleted: close,
    },
  }),
);

const chain = { id: randomHash(), certificates: [new Uint8Array([1, 2])] };
const answer = (byte: number, position: number): KeptAnswer => ({
  ...{ kind: "ocsp", position, bytes: new Uint8Array([byte]) },
});
const revocation: Scene = {
  name: "answers about a chain",
  tables: { signerChains: [], wantedAnswers: [], answers: [], answerFiles: [] },
  prepare: async (rows) => {
    const times = { wantedSince: at(2), retryAt: null, dueAt: at(2) };
    await rows.signerChains.insert({ id: chain.id, certificates: new Uint8Array(), tries: 0, ...times });
    await rows.wantedAnswers.insert(...[2, 4].map((minutes) => ({ chain: chain.id, at: at(minutes) })));
  },
  rules: {
    "wanted earlier": ({ revocation }) => revocation.request(chain, [at(1), at(4)]),
    "wanted later": ({ revocation }) => revocation.request(chain, [at(6)]),
    "another chain": ({ revocation }) => revocation.request({ ...chain, id: first.hash }, [at(1)]),
    kept: ({ revocation }) => revocation.keep(chain.id, at(3), [answer(1, 0), answer(2, 1)], null),
    "kept later": ({ revocation }) => revocation.keep(chain.id, at(5), [answer(1, 0)], null),
    "put off": ({ revocation }) => revocation.keep(chain.id, at(3), [answer(1, 0)], at(7)),
    "put off further": ({ revocation }) => revocation.keep(chain.id, at(4), [answer(3, 0)], at(8)),
  },
  queries: {
    due: ({ revocation }) => revocation.due(at(9), 9),
    found: ({ revocation }) => revocation.answersSince(chain.id, at(4)),
  },
  faults: async (rows) => {
    const [standing, wanted] = await Promise.all([
      rows.signerChains.get([chain.id]),
      rows.wantedAnswers.page(["chain", "at"], [chain.id], { limit: 1 }),
    ]);
    const isFirst = Number(standing!.wantedSince) === Number(wanted[0]?.at ?? null);
    return isFirst ? [] : ["a chain is due at another time than the first that is wanted"];
  },
};

const snapshot = (sha256 = randomHash()) => ({ sha256, checkedAt: AT, bytes: new Uint8Array([7]) });
const [former, next, other] = [snapshot(), snapshot(), snapshot()];
const trustSnapshots = [former.sha256, null].map(
  (known): Scene => ({
    name: known === null ? "the first snapshot of trusted lists" : "a snapshot of trusted lists",
    tables: { trustSnapshots: [], trustSnapshotFiles: [] },
    prepare: async (rows) => {
      const { bytes, ...record } = former;
      if (known === null) return;
      await rows.trustSnapshots.insert({ name: "newest", ...record });
      await rows.trustSnapshotFiles.insert({ sha256: record.sha256, bytes });
    },
    rules: {
      replaced: ({ trustSnapshots }) => trustSnapshots.replace(known, next),
      "replaced by another": ({ trustSnapshots }) => trustSnapshots.replace(known, other),
      "found again": ({ trustSnapshots }) =>
        trustSnapshots.replace(former.sha256, { ...former, checkedAt: at(1) }),
      "replaced twice": ({ trustSnapshots }) => trustSnapshots.replace(next.sha256, former),
    },
    queries: {
      found: ({ trustSnapshots }) => trustSnapshots.find(),
      read: ({ trustSnapshots }) => trustSnapshots.read(former.sha256),
    },
    faults: async (rows) => {
      const [standing, files] = await Promise.all([
        rows.trustSnapshots.get(["newest"]),
        rows.trustSnapshotFiles.page(["sha256"], [], { limit: 9 }),
      ]);
      const isOne = files.map(({ sha256 }) => sha256).join() === (standing?.sha256 ?? "");
      return isOne ? [] : ["the bytes are not those of the snapshot"];
    },
  }),
);

export const SEAL_SCENES: readonly Scene[] = [lastSeal, ...paidSeals, revocation, ...trustSnapshots];
