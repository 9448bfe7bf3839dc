import { PLANS } from "../../accounts/plans.js";
import { ApiError } from "../../api-error.js";
import type { Custody, OpenedOriginal as OriginalInCustody } from "../../custody/custody.js";
import type { CustodyStore } from "../../records/records.js";
import type { OpenOriginal, OriginalAbsence } from "./packed-original.js";

/**
 * Originals as custody keeps them, for packages.
 *
 * @param custody null where custody is off.
 */
export function custodyOriginal(custody: Custody | null, store: CustodyStore): OpenOriginal {
  return async (proof, account, isSpent) => {
    if (custody === null) return (await store.find(proof.id)) === null ? "not_in_custody" : "unavailable";
    const plan = PLANS[account.plan];
    let opened: OriginalInCustody | null;
    try {
      opened = isSpent ? await custody.open(proof, plan) : await custody.describe(proof, plan);
    } catch (error) {
      const absence = error instanceof ApiError ? ABSENCES.get(error.code) : undefined;
      if (absence === undefined) throw error;
      return absence;
    }
    if (opened === null) return "not_in_custody";
    const { original, downloadsRemaining, stream } = opened;
    if (!isSpent && downloadsRemaining === 0) return "no_download_left";
    return {
      fileName: original.fileName,
      sizeBytes: original.sizeBytes,
      read: () => stream,
      close: () => stream.destroy(),
    };
  };
}

/** The reasons, by the error that a download of the original would answer. */
const ABSENCES: ReadonlyMap<string, OriginalAbsence> = new Map<ApiError["code"], OriginalAbsence>([
  ["download_quota_exceeded", "no_download_left"],
  ["integrity_failed", "integrity_failed"],
  ["unavailable", "unavailable"],
]);
