/** A command, who acts, and on which account. */
import { type AuditedAct, auditEntry } from "../audit/audit-entry.js";
import type { CustodyKeys } from "../custody/keys.js";
import type { CustodyStorage } from "../custody/storage.js";
import { normalEmail } from "../people/sign-in.js";
import type { Records } from "../records/records.js";
import type { AccountRecord, AuditActor, AuditEntry } from "../records/types.js";
import { NotFoundError, UsageError } from "./errors.js";
import { type Given, uuid } from "./line.js";
import type { Result } from "./output.js";

// What a command of the admin command line is.

/** What commands work on. */
export interface AdminContext {
  readonly store: Records;
  /** `SVC_WELCOME_SEALS`. */
  readonly welcomeSeals: number;
  /** Of the service's pages, without a closing slash. */
  readonly siteUrl: string;
  /** Lifetime of an upload. */
  readonly uploadMs: number;
  /** The whole standard input, as text. */
  readInput(): Promise<string>;
  /** `acceptChains` of the store. @throws StoreMarksError */
  acceptChains(chainIds: readonly number[]): Promise<readonly number[] | null>;
  /** Opens the storage of originals, which ends with the command; null if custody is off. */
  custody(): Promise<CustodyStorage | null>;
  /** The keys of custody, also where custody is off. */
  custodyKeys(): CustodyKeys;
}

/** An option: a text, or a switch. */
export interface OptionKind {
  readonly type: "string" | "boolean";
}

export const TEXT: OptionKind = { type: "string" };
export const SWITCH: OptionKind = { type: "boolean" };

export interface Command {
  readonly words: readonly [area: string, verb: string];
  /** Its arguments, for the usage. */
  readonly usage: string;
  readonly doc: string;
  readonly options: Readonly<Record<string, OptionKind>>;
  /** Names of its arguments without a dash. */
  readonly positionals: readonly string[];
  /** Whether it may run first and create the database. */
  readonly makesDatabase?: boolean;
  /** @throws UsageError, NotFoundError, RefusedError */
  run(context: AdminContext, given: Given): Promise<Result>;
}

/** Who changes something with this command line. */
export const ADMIN: AuditActor = { kind: "admin" };

/** An entry of the audit trail for what this command line does now. */
export function adminEntry(act: Omit<AuditedAct, "actor">): AuditEntry {
  return auditEntry({ ...act, actor: ADMIN });
}

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
