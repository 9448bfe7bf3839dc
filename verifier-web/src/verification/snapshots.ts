/** Snapshots of the EU trusted lists: reads those that were given. A separate module, loaded when there is one. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { reading, UnreadableFileError } from "@svc-proof/ui/hashing";
import {
  defaultTrustList,
  openTrustList,
  parseTrustSnapshot,
  type TrustList,
} from "@svc-proof/verifier-lib/trust";
import type { ChosenSnapshot, SnapshotFacts } from "../model.js";

/**
 * The last that were opened, by their SHA-256: a session verifies thousands of proofs, and reads each snapshot once. More are
 * seldom given, and one that was dropped is read again.
 */
const opened = new Map<string, TrustList>();
const MAX_OPENED = 4;

/** Null if the bytes are not a snapshot. It proves nothing by itself. */
export function readSnapshot(bytes: Uint8Array): SnapshotFacts | null {
  try {
    return snapshotFacts(open(bytes));
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/**
 * Opens a snapshot that was read before. Its file is read again only if this worker has not read it.
 *
 * @throws UnreadableFileError, also if the file is no longer the one that the user has chosen; FormatError if it is not a
 * snapshot.
 */
export async function openSnapshot({ file, sha256: hash }: ChosenSnapshot): Promise<TrustList> {
  const known = opened.get(hash);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(await reading(file.arrayBuffer()));
  if (bytesToHex(sha256(bytes)) !== hash) throw new UnreadableFileError("the file has changed");
  return open(bytes);
}

/** @throws FormatError if the bytes are not a snapshot. */
function open(bytes: Uint8Array): TrustList {
  const list = openTrustList(parseTrustSnapshot(bytes));
  opened.delete(list.sha256);
  opened.set(list.sha256, list);
  for (const oldest of opened.keys()) {
    if (opened.size <= MAX_OPENED) break;
    opened.delete(oldest);
  }
  return list;
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
