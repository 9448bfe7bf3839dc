/** What a command of the admin command line is. */

import type { CustodyKeys } from "../custody/keys.js";
import type { CustodyStorage } from "../custody/storage.js";
import type { Records } from "../records/records.js";
import type { Given } from "./line/given.js";
import type { Result } from "./output/result.js";

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
