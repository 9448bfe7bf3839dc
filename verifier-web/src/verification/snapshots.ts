/** Snapshots of the EU trusted lists: reads those that were given. A separate module, loaded when there is one. */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import {
  defaultTrustList,
  openTrustList,
  parseTrustSnapshot,
  type TrustList,
} from "@svc-proof/verifier-lib/trust";
import type { SnapshotFacts } from "../model/trust-list.js";
import { reading } from "./unreadable-file-error.js";

/** Null if the bytes are not a snapshot. It proves nothing by itself. */
export function readSnapshot(bytes: Uint8Array): SnapshotFacts | null {
  try {
    return snapshotFacts(openTrustList(parseTrustSnapshot(bytes)));
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

function snapshotFacts({ sha256: hash, lotl, lists, snapshot }: TrustList): SnapshotFacts {
  return {
    sha256: hash,
    lotl: listFacts(lotl),
    lists: lists.map(listFacts),
    territoryCount: snapshot.territories.length,
  };
}

function listFacts({
  territory,
  sequenceNumber,
  issued,
  nextUpdate,
}: TrustList["lotl"]): SnapshotFacts["lotl"] {
  return { territory, sequenceNumber, issued, nextUpdate };
}

/** What this build ships. */
export async function shippedSnapshot(): Promise<SnapshotFacts> {
  return snapshotFacts(await defaultTrustList());
}

/** The last that was opened: thousands of proofs are verified one after the other. */
let last: { readonly hash: string; readonly list: TrustList } | null = null;

/** @throws UnreadableFileError; FormatError if the file is not a snapshot. */
export async function openSnapshot(file: File): Promise<TrustList> {
  const bytes = new Uint8Array(await reading(file.arrayBuffer()));
  const hash = bytesToHex(sha256(bytes));
  if (last?.hash !== hash) last = { hash, list: openTrustList(parseTrustSnapshot(bytes)) };
  return last.list;
}
