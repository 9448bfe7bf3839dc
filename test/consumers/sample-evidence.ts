/**
 * The sample of `examples/`: the first transaction of Bitcoin and an evidence package that dates it by block 0. It verifies
 * without a network. Its anchor is one of the sandbox, which proves nothing and is asked of nobody.
 */

import { encodeHeaders, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import { sampleFiles } from "../../verifier-web/src/sample/sample-files.js";
import { packed } from "../evidence-packages.js";

const PROOF_ID = "00000000-0000-4000-8000-000000000000";

export interface SampleEvidence {
  readonly original: Uint8Array;
  /** SHA-256 of the original, lower-case hexadecimal. */
  readonly contentHash: string;
  readonly evidence: Uint8Array;
}

export async function sampleEvidence(): Promise<SampleEvidence> {
  const [transaction, timestamp, header] = await Promise.all(sampleFiles().map((file) => file.bytes()));
  const [, headerHex] = new TextDecoder().decode(header).trim().split(" ");
  const contentHash = bytesToHex(sha256(transaction!));
  const leaf = leafHash(PROOF_ID, contentHash);
  const root = bytesToHex(new MerkleTree(leaf).root);
  const proof = encodePortableProof({
    schema: "svc-proof/2",
    proof_id: PROOF_ID,
    content: { algorithm: "SHA-256", hash: contentHash },
    leaf: { formula: LEAF_FORMULA, value: bytesToHex(leaf) },
    merkle: { index: 0, path: [], root },
    anchors: [
      {
        chain_id: DEVELOPMENT_CHAIN_ID,
        network: evmChain(DEVELOPMENT_CHAIN_ID)!.network,
        tx_hash: `0x${"00".repeat(32)}`,
        block_number: 0,
        payload: anchorPayload(root),
      },
    ],
    attestations: [{ type: "opentimestamps", state: "confirmed" }],
  });
  const headers = [parseBlockHeader(hexToBytes(headerHex!))];
  const encode = (text: string) => new TextEncoder().encode(text);
  const evidence = await packed(
    { name: "proof.json", content: encode(proof) },
    { name: "bitcoin/original.ots", content: timestamp! },
    {
      name: "bitcoin/headers.json",
      content: encode(encodeHeaders({ network: "bitcoin", height: 0, headers })),
    },
  );
  return { original: transaction!, contentHash, evidence };
}
