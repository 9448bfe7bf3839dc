/** Sets of digests. */

import { createHash, randomBytes } from "node:crypto";
import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import {
  auditPathOperations,
  encodeDetachedTimestamp,
  type Operation,
  parseTimestamp,
  replay,
  singleWay,
  type Timestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { verify } from "@svc-proof/verifier-lib";
import type { JobLog } from "../log.js";
import type { Records } from "../records/records.js";
import { STAMP_NONCE_BYTES } from "../records/stamps.js";
import type { Attestation, Lease, StampMember } from "../records/types.js";
import { InconsistentProofError } from "../resources/portable-proof.js";

/**
 * The Merkle tree of a set of stamps. Each digest is blinded with a nonce before it becomes a leaf, so that whoever holds
 * the file of one digest cannot tell whether a token or header that he knows is its neighbour.
 */
export function stampTree(members: readonly StampMember[]): MerkleTree {
  return new MerkleTree(
    Buffer.concat(
      members.map(({ digest, nonce }) => createHash("sha256").update(digest, "hex").update(nonce).digest()),
    ),
  );
}

/** From the digest of a member to the root of its set. */
export function stampOperations(members: readonly StampMember[], index: number): Operation[] {
  return [
    { kind: "append", argument: members[index]!.nonce },
    { kind: "sha256" },
    ...auditPathOperations(stampTree(members).path(index)),
  ];
}

// Gathers what is to be bound to Bitcoin on its own account: docs/design/bitcoin.md, "Stamps". The tokens of
// issued seals are requested as stamps, and the waiting stamps become one set.
//
// Each step may be repeated: a digest is requested once however often it is told, and a set is made in one write.

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

/**
 * The OpenTimestamps file of a stamped digest: docs/formats/opentimestamps.md, "Files of this project". Any client
 * verifies the stamped file with it. It is first checked with the verifier: a damaged store must cause an error here.
 */
export interface IssuedStamp {
  readonly bytes: Uint8Array;
  /** Height of the block to which the file leads; null while it is only submitted. */
  readonly blockHeight: number | null;
}

/**
 * The file of a digest; null while it is not submitted to a calendar. Once it is in a block, the file holds the one way
 * there, without the calendars' promises: each byte of it counts.
 *
 * @param digest SHA-256 of the stamped bytes: 64 lower-case hexadecimal characters.
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueStampFile(
  { stamps }: Pick<Records, "stamps">,
  digest: string,
): Promise<IssuedStamp | null> {
  const stamp = await stamps.find(digest);
  if (stamp === null || stamp === "waiting" || stamp.attestation.timestamp === null) return null;
  const { set, members, index, attestation } = stamp;
  try {
    const ofRoot = wayToBlock(attestation, hexToBytes(set.root));
    const bytes = encodeDetachedTimestamp({
      hash: "sha256",
      digest: hexToBytes(digest),
      timestamp: timestampAlong(stampOperations(members, index), ofRoot),
    });
    const { reason } = await verify(bytes, { contentHash: digest });
    // Without headers, the best possible result for Bitcoin is that a block is missing.
    if (reason === "missing") return { bytes, blockHeight: attestation.blockHeight };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
  }
  throw new InconsistentProofError(`the stored parts of the stamp ${digest} are inconsistent`);
}

/** @throws FormatError, RangeError when the stored timestamp is damaged. */
function wayToBlock({ timestamp: stored, blockHeight }: Attestation, root: Uint8Array): Timestamp {
  const timestamp = parseTimestamp(stored!, root.length);
  if (blockHeight === null) return timestamp;
  const attested = replay(timestamp, root).find(
    ({ attestation }) => attestation.kind === "bitcoin" && attestation.height === blockHeight,
  );
  if (attested === undefined) throw new RangeError("a confirmed timestamp has no attestation of its block");
  return singleWay(timestamp, attested);
}
