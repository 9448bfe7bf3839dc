import { normalEmail } from "../people/sign-in.js";
import type { Records } from "../records/records.js";
import type { AccountRecord } from "../records/types.js";
import { uuid } from "./line/given.js";
import { NotFoundError } from "./not-found-error.js";
import { UsageError } from "./usage-error.js";

/**
 * The account that an operator names: by its identifier, or by the e-mail address of one of its people.
 *
 * @throws UsageError, NotFoundError
 */
export async function findAccount(
  { accounts, people }: Pick<Records, "accounts" | "people">,
  label: string,
  named: string,
): Promise<AccountRecord> {
  const id = named.includes("@") ? await accountOf(people, label, named) : uuid(label, named);
  const account = await accounts.findAccount(id);
  if (account === null) throw new NotFoundError(`there is no account ${id}`);
  return account;
}

async function accountOf(people: Records["people"], label: string, named: string): Promise<string> {
  const email = normalEmail(named);
  if (email === null) throw new UsageError(`${label} expected a UUID or an e-mail address, got "${named}"`);
  const person = await people.findPersonByEmail(email);
  if (person === null) throw new NotFoundError(`nobody has the e-mail address ${email}`);
  return person.accountId;
}
