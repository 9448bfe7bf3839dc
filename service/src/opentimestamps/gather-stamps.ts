/**
 * Gathers what is to be bound to Bitcoin on its own account: docs/design/bitcoin.md, "Stamps". The tokens of
 * issued seals are requested as stamps, and the waiting stamps become one set.
 *
 * Each step may be repeated: a digest is requested once however often it is told, and a set is made in one write.
 */
import { createHash, randomBytes } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import type { JobLog } from "../jobs/job-log.js";
import type { Records } from "../records/records.js";
import { STAMP_NONCE_BYTES } from "../records/stamps.js";
import type { Lease } from "../records/types.js";
import { stampTree } from "./stamp-tree.js";

/** Members of a set. Its path has ten steps, and a look at one of its stamps reads 48 kB. */
export const MAX_STAMPS = 1_024;
/** Tokens that are read together; an unusual one may have a megabyte. */
const MAX_READ = 64;

/**
 * Requests stamps for the tokens of issued seals that have none, and makes a set of the digests that wait.
 *
 * @returns how many digests became a set: with `MAX_STAMPS` of them, more may wait.
 * @throws StoreUnavailableError, LeaseLostError, the signal's reason when aborted.
 */
export async function gatherStamps(
  { seals, stamps }: Pick<Records, "seals" | "stamps">,
  lease: Lease,
  log: JobLog,
  signal: AbortSignal,
): Promise<number> {
  for (let requested = 0; requested < MAX_STAMPS; requested += MAX_READ) {
    const proofIds = await seals.unstamped(MAX_READ);
    if (proofIds.length > 0) await requestTokens({ seals, stamps }, proofIds, log);
    if (proofIds.length < MAX_READ) break;
    signal.throwIfAborted();
  }
  const waiting = await stamps.peek(lease, MAX_STAMPS);
  if (waiting === null) return 0;
  const members = waiting.digests.map((digest) => ({ digest, nonce: randomBytes(STAMP_NONCE_BYTES) }));
  const root = bytesToHex(stampTree(members).root);
  const createdAt = new Date();
  const { setNumber } = waiting;
  const isMade = await stamps.commit(lease, setNumber, { root, members, createdAt });
  if (isMade) log.info({ stampSet: setNumber, stamps: members.length }, "stamps gathered");
  return isMade ? members.length : 0;
}

async function requestTokens(
  { seals, stamps }: Pick<Records, "seals" | "stamps">,
  proofIds: readonly string[],
  log: JobLog,
): Promise<void> {
  const digests: string[] = [];
  for (const proofId of proofIds) {
    const response = await seals.readResponse(proofId);
    if (response === null) log.error({ proof: proofId }, "an issued seal has no token; it is not stamped");
    else digests.push(createHash("sha256").update(response).digest("hex"));
  }
  await stamps.request(digests);
  await seals.markStamped(proofIds);
}
