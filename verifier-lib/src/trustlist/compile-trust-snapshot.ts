/** From the list of lists to national lists, and from them to a snapshot: docs/formats/trust-list.md. */
import { FormatError } from "@svc-proof/shared/encoding";
import { Work } from "../work/work.js";
import { type ListOfLists, readSignedList, refuseList, requireSigner } from "./authenticate-list-of-lists.js";
import type { TrustedListErrorCode } from "./error-code.js";
import { type ListNotice, servicesOf } from "./listed-services.js";
import type { SnapshotList, TrustSnapshot } from "./trust-snapshot.js";

/** A file that may be a national list. */
export interface ListFile {
  /** For messages. */
  readonly name: string;
  /** XML, as it was published. */
  readonly bytes: Uint8Array;
  /** Refuses the list of another territory. Default: each is welcome. */
  readonly territory?: string | undefined;
}

/** Parameters of `compileTrustSnapshot`. */
export interface CompileTrustSnapshotParameters {
  readonly lotl: ListOfLists;
  /** In any order. Of two lists of one territory the one with the higher sequence number counts. */
  readonly lists: readonly ListFile[];
  /** An earlier snapshot, trusted. Its lists stay where no newer one is given. Default: none. */
  readonly former?: TrustSnapshot | null | undefined;
  /** Default: now. */
  readonly at?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called before each file. */
  readonly onFile?: ((name: string) => void) | undefined;
}

/** A list that was not used, and why. */
export interface RefusedList {
  /** Of the file. */
  readonly name: string;
  readonly code: TrustedListErrorCode;
  /** Why, for people. */
  readonly message: string;
}

/** A snapshot, and what became of the lists that it was compiled from. */
export interface TrustCompilation {
  readonly snapshot: TrustSnapshot;
  readonly refused: readonly RefusedList[];
  /** Territories whose list comes from the earlier snapshot. */
  readonly kept: readonly string[];
  readonly notices: readonly ListNotice[];
}

/**
 * Authenticates national lists and compiles them. A file that is not an authentic list is refused, and the others count.
 *
 * The result depends on the files alone, not on their order, their names or the time, unless a list is issued later than
 * `at`.
 *
 * @throws FormatError `list_superseded` if the earlier snapshot has a newer list of lists; the abort reason.
 */
export async function compileTrustSnapshot({
  lotl,
  lists: files,
  former = null,
  at = new Date(),
  signal,
  onFile,
}: CompileTrustSnapshotParameters): Promise<TrustCompilation> {
  if (former !== null && former.lotl.sequenceNumber > lotl.facts.sequenceNumber) {
    const numbers = `${lotl.facts.sequenceNumber} after ${former.lotl.sequenceNumber}`;
    refuseList("list_superseded", `the list of lists went back: number ${numbers}`);
  }
  const refused: RefusedList[] = [];
  const compiled = new Map<string, Compiled>();
  for (const file of files) {
    const { name } = file;
    onFile?.(name);
    try {
      const one = await compileList(file, lotl, at, signal);
      const known = compiled.get(one.list.territory);
      const [newer, older] = known === undefined || isNewer(one, known) ? [one, known] : [known, one];
      compiled.set(one.list.territory, { ...newer, name: newer === one ? name : newer.name });
      if (older !== undefined) refused.push(superseded(older === one ? name : older.name, newer.list));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refused.push({ name, code: error.code as TrustedListErrorCode, message: error.message });
    }
  }
  const kept: string[] = [];
  for (const list of former?.lists ?? []) {
    const known = compiled.get(list.territory);
    if (known !== undefined && known.list.sequenceNumber >= list.sequenceNumber) continue;
    if (!lotl.territories.has(list.territory)) continue;
    if (known !== undefined) refused.push(superseded(known.name, list));
    kept.push(list.territory);
    compiled.set(list.territory, { name: "", list, notices: [] });
  }
  const inOrder = [...compiled.values()].sort((a, b) => (a.list.territory < b.list.territory ? -1 : 1));
  return {
    snapshot: {
      lotl: lotl.facts,
      territories: [...lotl.territories.keys()].sort(),
      lists: inOrder.map(({ list }) => list),
    },
    refused,
    kept: kept.sort(),
    notices: inOrder.flatMap(({ notices }) => notices),
  };
}

interface Compiled {
  readonly name: string;
  readonly list: SnapshotList;
  readonly notices: readonly ListNotice[];
}

/** Equal numbers do not occur; if they do, the order of the files must not decide. */
function isNewer({ list: a }: Compiled, { list: b }: Compiled): boolean {
  if (a.sequenceNumber !== b.sequenceNumber) return a.sequenceNumber > b.sequenceNumber;
  return a.issued === b.issued ? a.sha256 > b.sha256 : a.issued > b.issued;
}

function superseded(name: string, { territory, sequenceNumber }: SnapshotList): RefusedList {
  return { name, code: "list_superseded", message: `number ${sequenceNumber} of ${territory} is known` };
}

async function compileList(
  { bytes, territory: expected }: ListFile,
  lotl: ListOfLists,
  at: Date,
  signal: AbortSignal | undefined,
): Promise<Compiled> {
  const signed = await readSignedList(bytes, new Work({ signal }));
  const { territory, kind } = signed.list;
  if (kind !== "national") refuseList("list_kind_unexpected", "expected the list of a country");
  if (expected !== undefined && expected !== territory) {
    refuseList("list_territory_unknown", `expected the list of ${expected}, got that of ${territory}`);
  }
  const announced = lotl.territories.get(territory);
  if (announced === undefined) {
    refuseList("list_territory_unknown", `the list of lists points to no list of ${territory}`);
  }
  requireSigner(signed, announced.certificates, at);
  // A budget of its own: a list has thousands of certificates, and its signature was good.
  const { services, otherServices, notices } = await servicesOf(signed.list, new Work({ signal }));
  return { name: "", list: { ...signed.facts, services, otherServices }, notices };
}
