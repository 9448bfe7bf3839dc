import { hashApiKey, isApiKey } from "../../accounts/authentication.js";
import type { Command } from "../command.js";
import { NotFoundError } from "../not-found-error.js";
import { details } from "../output/details.js";
import { record } from "../output/result.js";
import { timeText } from "../output/time-text.js";
import { UsageError } from "../usage-error.js";
import { keyData } from "./key-data.js";

/** For a key that leaked: who finds its text does not know its identifier. */
export const findKey: Command = {
  words: ["key", "find"],
  usage: "KEY",
  doc: "tell whose key a text is, and its identifier, as to revoke a key that leaked; - reads it from the standard input",
  options: {},
  positionals: ["KEY"],
  run: async ({ store, readInput }, given) => {
    const typed = given.positional("KEY");
    const text = typed === "-" ? (await readInput()).trim() : typed;
    // The text is a secret: the message does not repeat it.
    if (!isApiKey(text)) throw new UsageError("KEY expected svc_ and 43 characters");
    const key = await store.accounts.findKey(hashApiKey(text));
    if (key === null) throw new NotFoundError("there is no such key");
    return record(
      { ...keyData(key), account_id: key.account?.id ?? null },
      details([
        ["Key", key.id],
        ["Name", key.name || null],
        ["Account", key.account?.id ?? "none"],
        ["Created", timeText(key.createdAt)],
        ["Last used", timeText(key.lastUsedAt)],
        ["Revoked", key.revokedAt && timeText(key.revokedAt)],
      ]),
    );
  },
};
