/**
 * Fetches the EU trusted lists and compiles them: the list of lists, its pivots if they are needed, and the list of each
 * country. A list that cannot be fetched or authenticated stops no other.
 */
import { authenticateListOfLists, type ListOfLists } from "../trust/authenticate.js";
import { compileTrustSnapshot, type ListFile, type TrustCompilation } from "../trust/compile.js";
import { LOTL_URI, type OfficialJournal } from "../trust/parse-list.js";
import type { TrustSnapshot } from "../trust/snapshot.js";
import { MAX_XML_BYTES } from "../trust/xml-document.js";
import {
  fetchBounded,
  type Patience,
  retry,
  SourceError,
  type SourceErrorCode,
  sourceErrorCode,
} from "./bounded-fetch.js";

/** Parameters of `updateTrustLists`. */
export interface UpdateTrustListsParameters {
  /** Where the list of lists is. Default: `LOTL_URI`. */
  readonly lotlUri?: string | undefined;
  /** The snapshot so far, trusted. Its lists stay where no newer one arrives, and nothing goes back behind it. */
  readonly former?: TrustSnapshot | null | undefined;
  /** Whose signatures of the list of lists count. Default: `OFFICIAL_JOURNAL`. */
  readonly journal?: OfficialJournal | undefined;
  /** For one list, retries included. Default: 60 s. Some countries' servers are slow. */
  readonly timeoutMs?: number | undefined;
  /** Default: now. */
  readonly at?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when a list has arrived or failed. */
  readonly onFetched?: ((fetched: FetchedTerritory) => void) | undefined;
}

/** What became of the list of one territory. */
export interface FetchedTerritory {
  /** `ES`, `EL` for Greece, `EU` for the list of lists. */
  readonly territory: string;
  /** Of the last location asked. */
  readonly uri: string;
  /** Null if it did not arrive. */
  readonly sizeBytes: number | null;
  /** Null if the list arrived. */
  readonly code: SourceErrorCode | null;
  /** What happened, for people. */
  readonly message: string;
}

/** The compiled snapshot, and the files that it was compiled from. */
export interface UpdatedTrustLists extends TrustCompilation {
  readonly lotl: ListOfLists;
  /** What arrived and was asked for, by territory; `EU` is the list of lists. */
  readonly files: readonly ListFile[];
  readonly pivots: readonly ListFile[];
  readonly unreachable: readonly FetchedTerritory[];
}

const DEFAULT_TIMEOUT_MS = 60_000;
const RETRIES = 2;
/** Lists are at most a few megabytes, from 31 servers. */
const PARALLEL_REQUESTS = 4;

/**
 * Updates the trusted lists.
 *
 * @throws SourceError if the list of lists or a pivot cannot be fetched; FormatError (`TrustedListErrorCode`) if it cannot be
 * authenticated or is older than that of `former`; the abort reason.
 *
 * @example
 * const { snapshot } = await updateTrustLists({ former: (await defaultTrustList()).snapshot });
 */
export async function updateTrustLists({
  lotlUri = LOTL_URI,
  former = null,
  journal,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  at,
  signal,
  onFetched,
}: UpdateTrustListsParameters = {}): Promise<UpdatedTrustLists> {
  const patience: Patience = { timeoutMs, retries: RETRIES, signal };
  const pivots: ListFile[] = [];
  const bytes = await fetchList(new URL(lotlUri), patience);
  const lotl = await authenticateListOfLists({
    lotl: bytes,
    pivot: async (uri) => {
      const pivot = await fetchList(pivotAddress(uri, lotlUri), patience);
      pivots.push({ name: uri, bytes: pivot });
      return pivot;
    },
    journal,
    at,
    signal,
  });
  const { files, unreachable } = await fetchTerritories(lotl, patience, onFetched);
  const compilation = await compileTrustSnapshot({ lotl, lists: files, former, at, signal });
  return { ...compilation, lotl, files: [{ name: "EU", bytes }, ...files], pivots, unreachable };
}

/** The list of lists is not yet authentic: it may not send us to other hosts. */
function pivotAddress(uri: string, lotlUri: string): URL {
  const address = new URL(uri);
  if (address.origin === new URL(lotlUri).origin) return address;
  throw new SourceError("source_invalid_answer", `${uri}: expected a pivot at the host of the list of lists`);
}

async function fetchTerritories(
  { territories }: ListOfLists,
  patience: Patience,
  onFetched: ((fetched: FetchedTerritory) => void) | undefined,
): Promise<{ files: ListFile[]; unreachable: FetchedTerritory[] }> {
  const files: ListFile[] = [];
  const unreachable: FetchedTerritory[] = [];
  const waiting = [...territories];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [territory, { locations }] = next;
      let failure: FetchedTerritory | null = null;
      for (const uri of locations) {
        try {
          const bytes = await fetchList(listAddress(uri), patience);
          files.push({ name: territory, bytes, territory });
          onFetched?.({ territory, uri, sizeBytes: bytes.length, code: null, message: "" });
          failure = null;
          break;
        } catch (error) {
          patience.signal?.throwIfAborted();
          const message = error instanceof Error ? error.message : String(error);
          failure = { territory, uri, sizeBytes: null, code: sourceErrorCode(error), message };
        }
      }
      if (failure === null) continue;
      unreachable.push(failure);
      onFetched?.(failure);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, work));
  return { files, unreachable };
}

/** The list itself is signed, so one that comes by http is as good; some countries have nothing else. */
function listAddress(uri: string): URL {
  if (/^https?:\/\//i.test(uri) && URL.canParse(uri)) return new URL(uri);
  throw new SourceError("source_invalid_answer", "expected an http or https address");
}

async function fetchList(address: URL, patience: Patience): Promise<Uint8Array> {
  const question = `${address.host}${address.pathname}`;
  return retry(question, patience, async (signal) => {
    const { status, body } = await fetchBounded(question, address, {
      headers: { accept: "application/vnd.etsi.tsl+xml, application/xml, text/xml, */*;q=0.1" },
      maxBytes: MAX_XML_BYTES,
      cache: "no-store",
      signal,
    });
    if (status === 200) return body;
    throw new SourceError("source_error", `${question}: HTTP status ${status}`, undefined, status);
  });
}
