import { newInvitation } from "../../people/people.js";
import { normalEmail } from "../../people/sign-in.js";
import type { Role } from "../../records/types.js";
import { adminEntry } from "../admin-actor.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { record } from "../output/result.js";
import { timeData, timeText } from "../output/time-text.js";
import { RefusedError } from "../refused-error.js";
import { UsageError } from "../usage-error.js";

const ROLES: readonly Role[] = ["owner", "member", "reader"];

export const inviteToAccount: Command = {
  words: ["account", "invite"],
  usage: "--email ADDRESS [--account ACCOUNT] [--role owner|member|reader]",
  doc: "print an invitation link: into an account, or without --account to a new one with its first owner",
  options: { email: TEXT, account: TEXT, role: TEXT },
  positionals: [],
  run: async ({ store, siteUrl }, given) => {
    const email = normalEmail(given.required("email"));
    if (email === null) {
      throw new UsageError(`--email expected an e-mail address, got "${given.required("email")}"`);
    }
    const role = given.optionalOneOf("role", ROLES) ?? "owner";
    const named = given.optional("account");
    if (named === null && role !== "owner") {
      throw new UsageError(`--role ${role} needs --account: the first person of a new account is its owner`);
    }
    const account = named === null ? null : await findAccount(store, "--account", named);
    if ((await store.people.findPersonByEmail(email)) !== null) {
      throw new RefusedError(`${email} has an account already: an e-mail address belongs to one person`);
    }
    const accountId = account?.id ?? null;
    const entry = adminEntry({ accountId, action: "person.invite", subject: email, details: { role } });
    const { secret, token } = newInvitation({ email, role, accountId, now: entry.at });
    await store.people.invite(token, entry);
    const { expiresAt } = token;
    const url = `${siteUrl}/invitation?${new URLSearchParams({ token: secret })}`;
    const where = account === null ? "a new account" : `account ${account.id}`;
    return record(
      { email, role, account_id: accountId, url, expires_at: timeData(expiresAt) },
      `Invitation of ${email} as ${role} of ${where}, until ${timeText(expiresAt)}. No mail is sent; hand over the link:\n${url}`,
    );
  },
};
