import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { uuid } from "../line/given.js";
import { NotFoundError } from "../not-found-error.js";
import { record } from "../output/result.js";

export const revokeKey: Command = {
  words: ["key", "revoke"],
  usage: "KEY_ID",
  doc: "revoke a key for good; every instance refuses it within a second",
  options: {},
  positionals: ["KEY_ID"],
  run: async ({ store }, given) => {
    const id = uuid("KEY_ID", given.positional("KEY_ID"));
    // The store enters it into the trail of the key's account.
    const audit = adminEntry({ accountId: null, action: "key.revoke", subject: id });
    if (!(await store.accounts.revokeKey(id, null, audit.at, audit))) {
      throw new NotFoundError(`there is no key ${id}`);
    }
    return record({ id, revoked: true }, `Key ${id} is revoked.`);
  },
};
