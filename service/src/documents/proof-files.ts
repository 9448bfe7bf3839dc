/** The files of a proof at one moment. Its certificate and its package contain the same ones. */
import { bitcoinBlockTime } from "../opentimestamps/bitcoin-block-time.js";
import { issueSealTimestamp } from "../opentimestamps/issue-seal-timestamp.js";
import { type IssuedStamp, issueStampFile } from "../opentimestamps/issue-stamp-file.js";
import { issueTimestamp } from "../opentimestamps/issue-timestamp.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { issuePortableProof } from "../resources/issue-portable-proof.js";
import { issueRevocation, type RevocationFile } from "../revocation/issue-revocation.js";
import { issueSealFile } from "../seals/issue-seal-file.js";
import type { NetworkNames } from "../site/network-name.js";
import { headerDigest } from "../witnesses/header-digest.js";
import { type IssuedWitness, issueWitnesses } from "../witnesses/issue-witness.js";
import type { BitcoinFacts } from "./proof-facts.js";

/** A file that does not exist yet is null. */
export interface ProofFiles {
  /** `svc-proof/2`, UTF-8. */
  readonly portableProof: Uint8Array | null;
  /** OpenTimestamps file of the original. */
  readonly timestamp: Uint8Array | null;
  /** Time in the header of the block that confirms it in Bitcoin, if that header is collected. */
  readonly bitcoinTime: Date | null;
  /** RFC 3161 TimeStampResp, DER, as the authority returned it. */
  readonly seal: Uint8Array | null;
  /** OpenTimestamps file of the seal. */
  readonly sealTimestamp: IssuedStamp | null;
  /** Revocation data of the seal, as it was fetched. */
  readonly revocation: readonly RevocationFile[];
  /** Of the anchors, one a chain; those that do not exist yet are left out. */
  readonly witnesses: readonly ProofWitness[];
}

/** The witness of an anchor, and the OpenTimestamps file of the header in it. */
export interface ProofWitness extends IssuedWitness {
  readonly timestamp: IssuedStamp | null;
}

/**
 * Gathers the files, each checked before it is handed out.
 *
 * @param networkName names of chains that are not known by name.
 * @throws InconsistentProofError when one would not verify.
 */
export async function gatherProofFiles(
  store: Pick<
    Records,
    "batches" | "attestations" | "blockHeaders" | "seals" | "stamps" | "witnesses" | "revocation"
  >,
  proof: ProofRecord,
  networkName: NetworkNames,
): Promise<ProofFiles> {
  const isSealed = proof.seal !== null && proof.seal.token !== null;
  const bitcoinHeight = proof.batch?.bitcoin.blockHeight ?? null;
  const [portableProof, timestamp, bitcoinTime, seal, witnesses] = await Promise.all([
    issuePortableProof(store.batches, proof, networkName),
    issueTimestamp(store, proof),
    bitcoinHeight === null ? null : bitcoinBlockTime(store.blockHeaders, bitcoinHeight),
    isSealed ? issueSealFile(store.seals, proof) : null,
    issueWitnesses(store.witnesses, proof.batch),
  ]);
  return {
    portableProof: portableProof === null ? null : new TextEncoder().encode(portableProof),
    timestamp,
    bitcoinTime,
    seal,
    sealTimestamp: seal && (await issueSealTimestamp(store, seal)),
    revocation: seal === null ? [] : await issueRevocation(store, seal),
    witnesses: await Promise.all(
      witnesses.map(async (witness) => ({
        ...witness,
        timestamp: await issueStampFile(store, headerDigest(witness.document)),
      })),
    ),
  };
}

/** The state in Bitcoin of the seal itself. */
export function sealBitcoinFacts({ sealTimestamp }: ProofFiles): BitcoinFacts {
  if (sealTimestamp === null) return { state: "pending" };
  const { blockHeight } = sealTimestamp;
  return blockHeight === null ? { state: "submitted" } : { state: "confirmed", blockHeight };
}
