/** What a store was made for. */
import { chainText, isForTests } from "../config/chains.js";
import { ConfigError } from "../config/parse.js";
import { type Config, SETTINGS } from "../config/settings.js";
import type { Log } from "../log.js";
import { awaitStore, type OpenedStore, openStore } from "../store/open-store.js";
import type { OpenFiles } from "../store/sqlite/integrity.js";
import type { Changeable, Store } from "../store/store.js";

// What a store remembers of itself, settled before anything else is written: which program keeps it, and on which chains.

/** Keeps the stores that nobody has marked, but that have accounts: the administrator made them. */
export const SERVICE_KEEPER = "svc-proof";

export interface StoreMarks {
  /** A program; with a name of the place after a space if it keeps no store of another place. */
  readonly keeper: string;
  /** EIP-155 identifiers, in any order; at least one. */
  readonly chainIds: readonly number[];
}

/** The store is not this program's, or has other chains. The message is one line with the remedy, without the setting. */
export class StoreMarksError extends Error {
  override readonly name = "StoreMarksError";
}

/**
 * Marks a store that nobody has used yet; checks the marks of any other.
 *
 * @throws StoreMarksError when another program keeps it, or it has other chains. Nothing is written then.
 */
export async function settleStoreMarks(store: Store, { keeper, chainIds }: StoreMarks): Promise<void> {
  const chains = chainsMark(chainIds);
  await store.change("marks.settle", async (rows) => {
    const formerKeeper = await keeperOf(rows);
    if (formerKeeper !== null && formerKeeper !== keeper)
      throw new StoreMarksError(ofAnother(formerKeeper, keeper));
    const formerChains = (await rows.marks.get(["chains"]))?.value ?? chains;
    if (formerChains !== chains) throw new StoreMarksError(otherChains(formerChains, chains));
    await put(rows, "keeper", keeper);
    await put(rows, "chains", chains);
  });
}

/**
 * Gives a store another set of chains, as its next start must find it.
 *
 * @returns the identifiers that it had; null before its first start.
 * @throws StoreMarksError when proofs that count and proofs of a rehearsal would share the store.
 */
export function acceptChains(store: Store, chainIds: readonly number[]): Promise<readonly number[] | null> {
  return store.change("marks.accept", async (rows) => {
    const former = (await rows.marks.get(["chains"]))?.value ?? null;
    const all = [...chainIds, ...(former === null ? [] : idsOf(former))];
    if (new Set(all.map(isForTests)).size > 1)
      throw new StoreMarksError(neverBoth(former ?? chainsMark(chainIds)));
    await put(rows, "chains", chainsMark(chainIds));
    return former === null ? null : idsOf(former);
  });
}

async function keeperOf(rows: Changeable): Promise<string | null> {
  const marked = await rows.marks.get(["keeper"]);
  if (marked !== null) return marked.value;
  const accounts = await rows.accounts.page(["createdAt", "id"], [], { limit: 1 });
  return accounts.length === 0 ? null : SERVICE_KEEPER;
}

async function put(rows: Changeable, name: string, value: string): Promise<void> {
  const standing = await rows.marks.get([name]);
  if (standing === null) await rows.marks.insert({ name, value });
  else if (standing.value !== value) await rows.marks.update([name], {}, { value });
}

const programOf = (keeper: string) => keeper.split(" ", 1)[0]!;

function ofAnother(former: string, keeper: string): string {
  const [theirs, ours] = [programOf(former), programOf(keeper)];
  return theirs === ours
    ? `${theirs} of another data folder keeps this store: give this one a store of its own`
    : `${theirs} keeps this store, and ${ours} takes none of another program: give ${ours} a store of its own`;
}

function otherChains(former: string, chains: string): string {
  if (isForTests(idsOf(former)[0]!) !== isForTests(idsOf(chains)[0]!)) return neverBoth(former);
  return `the store has proofs on ${namesOf(former)}, and the settings name ${namesOf(chains)}: mend the settings, or accept the change: npm run admin -- chain accept ${chains}`;
}

function neverBoth(former: string): string {
  return `the store has proofs on ${namesOf(former)}: proofs that count and proofs of a rehearsal never share a store; give the service a store of its own`;
}

const chainsMark = (chainIds: readonly number[]) => [...chainIds].sort((a, b) => a - b).join(",");
const idsOf = (mark: string) => mark.split(",").map(Number);
const namesOf = (mark: string) => chainsText(idsOf(mark));

/** Chains for people. */
export function chainsText(chainIds: readonly number[]): string {
  return `${chainIds.length === 1 ? "chain" : "the chains"} ${chainIds.map(chainText).join(", ")}`;
}

export interface MarkedStoreOptions {
  readonly log: Log;
  /** Learns which files SQLite holds open. */
  readonly files?: OpenFiles;
  /** Reads all of SQLite's file in the background, to see whether it is sound. */
  readonly isChecked?: boolean;
  /** Ends the wait for a MongoDB that does not answer yet. */
  readonly signal: AbortSignal;
}

/**
 * Opens the store of a program, and settles its marks.
 *
 * @throws as `awaitStore`; ConfigError when the store is not this program's, or has other chains.
 */
export function openMarkedStore(
  config: Pick<Config, "mongodbUrl" | "mongodbTimeoutMs">,
  sqlitePath: string | null,
  marks: StoreMarks,
  { signal, ...options }: MarkedStoreOptions,
): Promise<OpenedStore> {
  const open = async () => {
    const opened = await openStore(config, sqlitePath, options);
    try {
      await settleStoreMarks(opened.store, marks);
    } catch (error) {
      await opened.store.close();
      if (!(error instanceof StoreMarksError)) throw error;
      const { name } = config.mongodbUrl === null ? SETTINGS.dataDir : SETTINGS.mongodbUrl;
      throw new ConfigError([`${name}: ${error.message}`]);
    }
    return opened;
  };
  return awaitStore(config, open, options.log, signal);
}
