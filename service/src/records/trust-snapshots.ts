/** The newest snapshot of the EU trusted lists, the same for all instances. */
import type { Changeable, Readable } from "../store/store.js";
import type { TrustSnapshotRecord } from "./types.js";

const NAME = "newest";

export const queries = {
  async find(rows: Readable): Promise<TrustSnapshotRecord | null> {
    const row = await rows.trustSnapshots.get([NAME]);
    return row && { sha256: row.sha256, checkedAt: row.checkedAt };
  },

  /** The bytes of the snapshot; null if there is none, or another by now. */
  async read(rows: Readable, sha256: string): Promise<Uint8Array | null> {
    return (await rows.trustSnapshotFiles.get([sha256]))?.bytes ?? null;
  },
};

export const changes = {
  /**
   * Stores a snapshot in place of the one with the hash `former` (null: in place of none), or the time of the same one.
   * False, and nothing changes, when another is stored.
   */
  async replace(
    rows: Changeable,
    former: string | null,
    { sha256, checkedAt, bytes }: TrustSnapshotRecord & { readonly bytes: Uint8Array },
  ): Promise<boolean> {
    const standing = await rows.trustSnapshots.get([NAME]);
    if ((standing?.sha256 ?? null) !== former) return false;
    if (standing === null) await rows.trustSnapshots.insert({ name: NAME, sha256, checkedAt });
    else await rows.trustSnapshots.update([NAME], {}, { sha256, checkedAt });
    if (sha256 === former) return true;
    if (former !== null) await rows.trustSnapshotFiles.remove([former]);
    await rows.trustSnapshotFiles.insert({ sha256, bytes });
    return true;
  },
};
