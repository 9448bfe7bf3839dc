import { deleteAccount as deleteWhole } from "../../accounts/accounts.js";
import type { Records } from "../../records/records.js";
import type { AccountRecord } from "../../records/types.js";
import { ADMIN } from "../admin-actor.js";
import { type Command, SWITCH } from "../command.js";
import { EXIT } from "../exit-status.js";
import { findAccount } from "../find-account.js";
import { uuid } from "../line/given.js";
import { NotFoundError } from "../not-found-error.js";
import { bytesText } from "../output/bytes-text.js";
import { counted } from "../output/counted.js";
import { record } from "../output/result.js";

export const deleteAccount: Command = {
  words: ["account", "delete"],
  usage: "ACCOUNT --yes | --dry-run",
  doc: "delete an account: its people, keys, originals, and the names and metadata of its proofs. There is no way back",
  options: { yes: SWITCH, "dry-run": SWITCH },
  positionals: ["ACCOUNT"],
  run: async ({ store }, given) => {
    const named = given.positional("ACCOUNT");
    const isConfirmed = given.has("yes") && !given.has("dry-run");
    const account = await findAccount(store, "ACCOUNT", named).catch(async (error: unknown) => {
      // A deletion that a crash interrupted is completed, although the account is no longer found.
      if (error instanceof NotFoundError && isConfirmed && !named.includes("@")) {
        const id = uuid("ACCOUNT", named);
        if (await deleteWhole(store, { id }, ADMIN)) return id;
      }
      throw error;
    });
    if (typeof account === "string") {
      return record({ id: account, deleted: true }, `The deletion of account ${account} is complete now.`);
    }
    const extent = await extentOf(store, account);
    const told = [
      counted(extent.people, "person", "people"),
      counted(extent.keys, "active key"),
      counted(extent.seals, "unused seal"),
      `${counted(extent.originals, "original")} (${bytesText(extent.original_bytes)})`,
    ].join(", ");
    if (!isConfirmed) {
      const isDryRun = given.has("dry-run");
      return record(
        { id: account.id, deleted: false, ...extent },
        `Account ${account.id} would be deleted, with ${told}, and with the names and metadata of its proofs. Nothing was deleted${isDryRun ? "." : ": to delete it, repeat the command with --yes."}`,
        isDryRun ? EXIT.done : EXIT.refused,
      );
    }
    if (!(await deleteWhole(store, account, ADMIN))) {
      throw new NotFoundError(`there is no account ${account.id}`);
    }
    return record(
      { id: account.id, deleted: true, ...extent },
      `Account ${account.id} is deleted, with ${told}. Its proofs stay valid, without names.`,
    );
  },
};

interface Extent {
  readonly people: number;
  readonly keys: number;
  readonly seals: number;
  readonly originals: number;
  readonly original_bytes: number;
}

async function extentOf(store: Records, { id }: AccountRecord): Promise<Extent> {
  const [people, keys, seals, [use]] = await Promise.all([
    store.people.listPeople(id),
    store.accounts.listKeys(id),
    store.accounts.sealBalance(id),
    store.custody.usageOf([id]),
  ]);
  return {
    people: people.length,
    keys: keys.filter(({ revokedAt }) => revokedAt === null).length,
    seals: seals.welcome + seals.pack,
    originals: use?.originals ?? 0,
    original_bytes: use?.storedBytes ?? 0,
  };
}
