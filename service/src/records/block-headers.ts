/** Bitcoin block headers, one run for each difficulty epoch that was begun. */
import type { Changeable, Readable } from "../store/store.js";

export const queries = {
  /** The headers of an epoch, 80 bytes each, from its first block on. Empty if the epoch was not begun. */
  async find(rows: Readable, epoch: number): Promise<Uint8Array> {
    return (await rows.headers.get([epoch]))?.run ?? new Uint8Array();
  },
};

export const leasedChanges = {
  /** Replaces the run of an epoch. False, and nothing changes, when its length is not `formerBytes`. */
  async replace(rows: Changeable, epoch: number, formerBytes: number, run: Uint8Array): Promise<boolean> {
    const former = await rows.headers.get([epoch]);
    if ((former?.run.length ?? 0) !== formerBytes) return false;
    if (former === null) await rows.headers.insert({ epoch, run });
    else await rows.headers.update([epoch], {}, { run });
    return true;
  },
};
