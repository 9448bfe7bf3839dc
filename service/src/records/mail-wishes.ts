/**
 * Wishes for one mail when all proofs of a submission are confirmed: docs/design/dashboard.md. The page adds proofs as they
 * are registered, and says which are the last. A page that is left before says nothing: then those that it named are all.
 */
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { dueRows, eachPortion, PORTION } from "./every-row.js";
import type { MailWish, MailWishKey, OpenMailWish } from "./types.js";

/** A page adds proofs more often than this while it is open and has some. */
const SILENCE_MS = 3_600_000;
/** Of a person at a time. */
const MAX_WISHES = 100;
/** Of a wish: more than one drop may have. */
const MAX_PROOFS = 100_000;

const ORDER = ["person", "token", "proof"] as const;

interface AskedMail extends MailWishKey {
  readonly accountId: string;
  readonly language: string;
  /** Those that the account does not have, and those that were added before, are passed over. At most some hundred. */
  readonly proofIds: readonly string[];
  /** Whether no others follow. */
  readonly isWhole: boolean;
  readonly at: Date;
}

/**
 * - `new`, `standing`: the wish, which was there before or not; `nothing`: there is none, because no proof was added.
 * - `too_many`: the person has too many wishes, or the wish too many proofs; nothing changed.
 */
type AskAnswer = "new" | "standing" | "nothing" | "too_many";

export const changes = {
  /** Adds proofs to a wish. */
  async ask(rows: Changeable, asked: AskedMail): Promise<AskAnswer> {
    const { personId: person, token, accountId: account, proofIds, language, isWhole, at } = asked;
    const [standing, open, own, known] = await Promise.all([
      rows.mailWishes.get([person, token]),
      rows.mailWishes.page(["person", "token"], [person], { limit: MAX_WISHES }),
      rows.proofs.getMany(proofIds.map((id) => [account, id])),
      rows.mailWishProofs.getMany(proofIds.map((id) => [person, token, id])),
    ]);
    const added = [...new Set(proofIds.filter((_, i) => own[i] !== null && known[i] === null))];
    const proofs = (standing?.proofs ?? 0) + added.length;
    if (proofs > MAX_PROOFS || (standing === null && open.length >= MAX_WISHES)) return "too_many";
    const dueAt = isWhole ? at : new Date(at.getTime() + SILENCE_MS);
    if (standing === null && added.length === 0) return "nothing";
    if (standing !== null) await rows.mailWishes.update([person, token], {}, { proofs, dueAt });
    else
      await rows.mailWishes.insert({
        ...{ person, token, account, language, askedAt: at, proofs, dueAt, tries: 0 },
        first: added[0]!,
      });
    await rows.mailWishProofs.insert(...added.map((proof) => ({ person, token, proof })));
    return standing === null ? "new" : "standing";
  },
};

export const queries = {
  /** A person's wishes whose mails are not sent yet. */
  async listWishes(rows: Readable, personId: string): Promise<readonly OpenMailWish[]> {
    const found = await rows.mailWishes.page(["person", "token"], [personId], { limit: MAX_WISHES });
    return found.map(({ token, askedAt, language, proofs }) => ({ token, askedAt, language, proofs }));
  },
};

export const tasks = {
  /** Ends a wish: no mail is sent. */
  async drop(store: Store, { personId: person, token }: MailWishKey): Promise<void> {
    const name = "mailWishes.drop";
    await eachPortion(store, name, ["mailWishProofs", ORDER, [person, token]], async (rows, portion) => {
      await rows.mailWishProofs.remove(...portion.map(({ proof }) => [person, token, proof] as const));
      return portion.length;
    });
    await store.change(name, async (rows) => {
      // Those that a page has added meanwhile: without their wish, nothing would ever remove them.
      const added = await rows.mailWishProofs.page(ORDER, [person, token], { limit: PORTION });
      await rows.mailWishProofs.remove(...added.map(({ proof }) => [person, token, proof] as const));
      await rows.mailWishes.remove([person, token]);
    });
  },
};

export const leasedQueries = {
  /** Wishes whose time has come, longest first, each with some of its proofs that are not known to be confirmed. */
  async takeDue(rows: Readable, now: Date, limit: number): Promise<readonly MailWish[]> {
    const due = await dueRows(rows.mailWishes, ["dueAt", "person", "token"], [], now, limit);
    return Promise.all(
      due.map(async (row) => {
        const of = [row.person, row.token];
        const waiting = await rows.mailWishProofs.page(ORDER, of, { limit: PORTION });
        return wishOf(row, waiting);
      }),
    );
  },
};

export const leasedChanges = {
  /** Notes that proofs of a wish are confirmed, or are gone. */
  async settle(
    rows: Changeable,
    { personId, token }: MailWishKey,
    proofIds: readonly string[],
  ): Promise<void> {
    await rows.mailWishProofs.remove(...proofIds.map((proof) => [personId, token, proof] as const));
  },

  async postpone(
    rows: Changeable,
    { personId, token }: MailWishKey,
    change: { readonly dueAt: Date; readonly tries?: number },
  ): Promise<void> {
    await rows.mailWishes.update([personId, token], {}, change);
  },

  /** Ends a wish whose mail is sent; proofs that were added meanwhile stay wished for. */
  async sent(rows: Changeable, { personId, token, proofs }: MailWish): Promise<void> {
    const standing = await rows.mailWishes.get([personId, token]);
    if (standing === null) return;
    if (standing.proofs <= proofs) await rows.mailWishes.remove([personId, token]);
    else {
      const left = { proofs: standing.proofs - proofs, first: null, tries: 0 };
      await rows.mailWishes.update([personId, token], {}, left);
    }
  },
};

function wishOf(row: Row<"mailWishes">, waiting: readonly Row<"mailWishProofs">[]): MailWish {
  const { person: personId, account: accountId, first: firstProofId, dueAt: _, ...cells } = row;
  return { ...cells, personId, accountId, firstProofId, waiting: waiting.map(({ proof }) => proof) };
}
