/**
 * The portable proof of a registered proof: docs/interface.md, "Portable proof"; docs/formats/svc-proof-2.md.
 *
 * The exact bytes to send are first checked with the verifier's own code: a damaged store must cause an error here, not
 * a proof that fails in court.
 */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { foldAuditPath, indexAgreesWithPath } from "@svc-proof/shared/merkle";
import {
  encodePortableProof,
  PORTABLE_PROOF_SCHEMA,
  type PortableProof,
  parsePortableProof,
} from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import { readAuditPath } from "../batches/build-batch.js";
import { type NetworkNames, networkName } from "../http/site.js";
import type { BatchStore } from "../records/records.js";
import type { BatchRecord, ProofRecord } from "../records/types.js";

/** The stored parts of a proof do not fit together. Nothing was handed out. */
export class InconsistentProofError extends Error {
  override readonly name = "InconsistentProofError";
}

/**
 * The canonical text of the portable proof; null while it is not anchored.
 *
 * @param names names of chains that are not known by name.
 * @throws InconsistentProofError when the proof would not verify.
 */
export async function issuePortableProof(
  batches: BatchStore,
  proof: ProofRecord,
  names: NetworkNames,
): Promise<string | null> {
  const { batch, leafIndex } = proof;
  if (batch === null || leafIndex === null) return null;
  const anchors = anchorsOf(batch, names);
  if (anchors.length === 0) return null;
  const path = await readAuditPath(batches, batch, leafIndex);
  const text = encodePortableProof({
    schema: PORTABLE_PROOF_SCHEMA,
    proof_id: proof.id,
    content: { algorithm: "SHA-256", hash: proof.hash },
    leaf: { formula: LEAF_FORMULA, value: bytesToHex(leafHash(proof.id, proof.hash)) },
    merkle: { index: leafIndex, path, root: batch.root },
    anchors,
    attestations: attestationsOf(proof, batch),
  });
  assertVerifies(text, proof);
  return text;
}

/** The anchors that are in a block, each with its chain. */
function anchorsOf(batch: BatchRecord, names: NetworkNames): PortableProof["anchors"] {
  return batch.anchors.flatMap(({ chainId, inclusion }) =>
    inclusion === null
      ? []
      : [
          {
            chain_id: chainId,
            network: networkName(chainId, names),
            tx_hash: inclusion.txHash,
            block_number: inclusion.blockNumber,
            payload: anchorPayload(batch.root),
          },
        ],
  );
}

/** The evidence of the proof besides its anchor; pending evidence is left out. */
function attestationsOf({ seal }: ProofRecord, { bitcoin }: BatchRecord): PortableProof["attestations"] {
  return [
    ...(bitcoin.state === "pending" ? [] : [{ type: "opentimestamps", state: bitcoin.state }]),
    ...(seal?.token == null ? [] : [{ type: "rfc3161-qualified-timestamp", state: "issued" }]),
  ];
}

function assertVerifies(text: string, { id, hash }: ProofRecord): void {
  const { proof_id, content, leaf, merkle, anchors } = parsePortableProof(text);
  const holds =
    proof_id === id &&
    content.hash === hash &&
    leaf.value === bytesToHex(leafHash(proof_id, content.hash)) &&
    indexAgreesWithPath(merkle.index, merkle.path) &&
    foldAuditPath(leaf.value, merkle.path) === merkle.root &&
    anchors.every((anchor) => anchor.payload === anchorPayload(merkle.root));
  if (!holds) throw new InconsistentProofError(`the stored parts of proof ${id} are inconsistent`);
}
