/** The newest snapshot of the EU trusted lists, the same for all instances. */

import type { Store } from "../store/store.js";
import type { TrustSnapshotRecord } from "./types.js";

const NAME = "newest";

export function find(store: Store): Promise<TrustSnapshotRecord | null> {
  return store.read("trustSnapshots.find", async (rows) => {
    const row = await rows.trustSnapshots.get([NAME]);
    return row && { sha256: row.sha256, checkedAt: row.checkedAt };
  });
}

/** The bytes of the snapshot; null if there is none, or another by now. */
export function read(store: Store, sha256: string): Promise<Uint8Array | null> {
  return store.read(
    "trustSnapshots.read",
    async (rows) => (await rows.trustSnapshotFiles.get([sha256]))?.bytes ?? null,
  );
}

/**
 * Stores a snapshot in place of the one with the hash `former` (null: in place of none), or the time of the same one.
 * False, and nothing changes, when another is stored.
 */
export function replace(
  store: Store,
  former: string | null,
  { sha256, checkedAt, bytes }: TrustSnapshotRecord & { readonly bytes: Uint8Array },
): Promise<boolean> {
  return store.change("trustSnapshots.replace", async (rows) => {
    const standing = await rows.trustSnapshots.get([NAME]);
    if ((standing?.sha256 ?? null) !== former) return false;
    if (standing === null) await rows.trustSnapshots.insert({ name: NAME, sha256, checkedAt });
    else await rows.trustSnapshots.update([NAME], {}, { sha256, checkedAt });
    if (sha256 === former) return true;
    if (former !== null) await rows.trustSnapshotFiles.remove([former]);
    await rows.trustSnapshotFiles.insert({ sha256, bytes });
    return true;
  });
}
