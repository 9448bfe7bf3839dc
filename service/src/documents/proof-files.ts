/** The files of a proof at one moment. Its certificate and its package contain the same ones. */

import { issueTimestamp } from "../opentimestamps/issue-timestamp.js";
import { issuePortableProof } from "../resources/issue-portable-proof.js";
import { issueSealFile } from "../seals/issue-seal-file.js";
import type { NetworkNames } from "../site/network-name.js";
import type { ProofRecord, Store } from "../store/store.js";

/** A file that does not exist yet is null. */
export interface ProofFiles {
  /** `svc-proof/2`, UTF-8. */
  readonly portableProof: Uint8Array | null;
  /** OpenTimestamps file of the original. */
  readonly timestamp: Uint8Array | null;
  /** RFC 3161 TimeStampResp, DER, as the authority returned it. */
  readonly seal: Uint8Array | null;
}

/**
 * Gathers the files, each checked before it is handed out.
 *
 * @param networkName names of chains that are not known by name.
 * @throws InconsistentProofError when one would not verify.
 */
export async function gatherProofFiles(
  store: Pick<Store, "batches" | "attestations" | "seals">,
  proof: ProofRecord,
  networkName: NetworkNames,
): Promise<ProofFiles> {
  const isSealed = proof.seal !== null && proof.seal.token !== null;
  const [portableProof, timestamp, seal] = await Promise.all([
    issuePortableProof(store.batches, proof, networkName),
    issueTimestamp(store, proof),
    isSealed ? issueSealFile(store.seals, proof) : null,
  ]);
  return {
    portableProof: portableProof === null ? null : new TextEncoder().encode(portableProof),
    timestamp,
    seal,
  };
}
