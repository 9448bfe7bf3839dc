/** Requests revocation data for issued seals: docs/design/seals.md, "Revocation". Each step may be repeated. */
import type { JobLog } from "../jobs/job-log.js";
import type { Records } from "../records/records.js";
import { sealChain } from "./seal-chain.js";

/** Tokens that are read together; an unusual one may have a megabyte. */
const MAX_READ = 64;
/** Of one run: the seals of earlier versions must not delay those of today. */
const MAX_SEALS = 1_024;
/**
 * An authority may take a day to publish a revocation that was reported before genTime (ETSI EN 319 411-1, section 6.2.4:
 * 24 hours at most).
 */
export const LATER_MS = 86_400_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * Wants answers that are fetched after genTime, and a day later. Times are rounded up, so that a busy service has no more
 * of them than seconds and minutes.
 *
 * @throws StoreUnavailableError, the signal's reason when aborted.
 */
export async function requestRevocation(
  { seals, revocation }: Pick<Records, "seals" | "revocation">,
  log: JobLog,
  signal: AbortSignal,
): Promise<void> {
  for (let requested = 0; requested < MAX_SEALS; requested += MAX_READ) {
    const proofIds = await seals.revocationNotRequested(MAX_READ);
    for (const proofId of proofIds) {
      signal.throwIfAborted();
      const response = await seals.readResponse(proofId);
      const found = response && sealChain(response);
      if (found === null) {
        log.error(
          { proof: proofId },
          "an issued seal does not name its signer; its revocation is not asked for",
        );
        continue;
      }
      const { chain, genTime } = found;
      const times = [roundedUp(genTime, SECOND_MS), roundedUp(later(genTime), MINUTE_MS)];
      await revocation.request(chain, times);
    }
    if (proofIds.length > 0) await seals.markRevocationRequested(proofIds);
    if (proofIds.length < MAX_READ) return;
  }
}

/** When answers are fetched for the second time. */
export function later(genTime: Date): Date {
  return new Date(genTime.getTime() + LATER_MS);
}

function roundedUp(time: Date, unitMs: number): Date {
  return new Date(Math.ceil(time.getTime() / unitMs) * unitMs);
}
