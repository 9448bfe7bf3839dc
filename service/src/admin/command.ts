/** What the commands of the admin command line share: what they work on, options, values, texts and errors. */

import { isUuid } from "@svc-proof/shared/encoding";
import { pastedFingerprint } from "@svc-proof/shared/text";
import {
  type Command,
  flag,
  HELP,
  integer,
  type Option,
  option,
  type ParsedWords,
  type Reader,
  type Result,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import { isShortText } from "../accounts/accounts.js";
import { type AuditedAct, auditEntry } from "../audit/audit.js";
import type { CustodyKeys, CustodyStorage } from "../custody/storage.js";
import { normalEmail } from "../people/sign-in.js";
import type { Records } from "../records/records.js";
import type { AccountRecord, AuditActor, AuditEntry } from "../records/types.js";

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

export interface AdminCommand extends Command {
  /** Whether it may run first and create the database. */
  readonly makesDatabase?: boolean;
  /** @throws UsageError, RefusedError */
  run(context: AdminContext, given: ParsedWords): Promise<Result>;
}

/** A rule forbids what the command asks for. Nothing was changed. */
export class RefusedError extends Error {
  override readonly name: string = "RefusedError";
}

/** There is no such account, key, proof, batch or order. */
export class NotFoundError extends RefusedError {
  override readonly name = "NotFoundError";
}

const JSON_VALUE = flag("json", "print one JSON value, for programs");

/** The table of a command, with the options of every command after its own. */
export function command(
  name: string,
  operands: string,
  help: string,
  ...options: readonly Option[]
): Command {
  const groups = [{ title: "Options", options: [...options, JSON_VALUE, HELP] }];
  return { name, operands, completion: "text", help, groups };
}

export const ACCOUNT: Option = option("account", "ACCOUNT", "of this account");
export const AFTER: Option = option("after", "ID", "those after this one, the last that was listed before");
export const FROM: Option = option("from", "TIME", "those from this day or time on");
export const UNTIL: Option = option("until", "TIME", "those before this day or time");
export const LIMIT: Option = option("limit", "N", "at most N (default: all)");
export const YES: Option = flag("yes", "do it");
export const DRY_RUN: Option = flag("dry-run", "only say what would be done");

/** Of `--limit`. */
export const COUNT: Reader<number> = integer(1, Number.MAX_SAFE_INTEGER);

/** In lower case. */
export const uuid: Reader<string> = (label, word) => {
  const id = word.toLowerCase();
  if (!isUuid(id)) throw new UsageError(`${label}: expected a UUID, got "${word}"`);
  return id;
};

/** SHA-256 as 64 hexadecimal characters, in lower case. */
export const fingerprint: Reader<string> = (label, word) => {
  const pasted = pastedFingerprint(word);
  if (pasted?.algorithm === "SHA-256") return pasted.hash;
  throw new UsageError(`${label}: expected 64 hexadecimal characters, got "${word}"`);
};

/** A short text for people: 1 to `maxCharacters` characters, none of which controls a terminal. */
export function shortText(maxCharacters: number): Reader<string> {
  return (label, word) => {
    const text = word.trim();
    if (isShortText(text, maxCharacters)) return text;
    throw new UsageError(
      `${label}: expected 1 to ${maxCharacters} visible characters without control characters`,
    );
  };
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
  if (email === null) throw new UsageError(`${label}: expected a UUID or an e-mail address, got "${named}"`);
  const person = await people.findPersonByEmail(email);
  if (person === null) throw new NotFoundError(`nobody has the e-mail address ${email}`);
  return person.accountId;
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** A size for people, in powers of ten as the interface counts them. */
export function bytesText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return power === 0 ? `${bytes} B` : `${(bytes / 1_000 ** power).toFixed(1)} ${UNITS[power]}`;
}

/** A number of things for people: `1 key`, `2 keys`. */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** A moment for people, in UTC; a dash for none. */
export function timeText(moment: Date | null): string {
  return moment === null ? "-" : `${moment.toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** A moment for scripts. */
export function timeData(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
