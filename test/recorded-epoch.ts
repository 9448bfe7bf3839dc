/**
 * The recorded headers of Bitcoin's epoch 408, and a timestamp over the Merkle root of one of its blocks.
 *
 * Source: EthanYuan/ckb-bitcoin-spv-testdata, main-chain/headers/continuous/case-0822528_0830592, the first 2,017 files one
 * after the other (commit df333093dae580ff94388bc33040375a5cb630dd, WTFPL). Tests recompute the work and the linkage.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BlockHeader,
  EPOCH_BLOCKS,
  encodeEpochFile,
  HEADER_BYTES,
  parseBlockHeader,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";

export interface RecordedEpoch {
  readonly epoch: number;
  readonly firstHeight: number;
  /** 80 bytes each: the epoch and the first block of the next. */
  readonly raw: Buffer<ArrayBuffer>;
  readonly headers: readonly BlockHeader[];
  /** As a service or a static host has it. */
  readonly file: Uint8Array;
}

export function recordedEpoch(): RecordedEpoch {
  const raw = readFileSync(join(import.meta.dirname, "vectors/bitcoin-headers/822528-824544.bin"));
  const headers = Array.from({ length: raw.length / HEADER_BYTES }, (_, i) =>
    parseBlockHeader(raw.subarray(i * HEADER_BYTES, (i + 1) * HEADER_BYTES)),
  );
  const firstHeight = 822_528;
  const file = encodeEpochFile(headers.slice(0, EPOCH_BLOCKS));
  return { epoch: firstHeight / EPOCH_BLOCKS, firstHeight, raw, headers, file };
}

export interface AttestedContent {
  readonly height: number;
  /** The fingerprint, which is the block's Merkle root. Nobody has a file with it. */
  readonly hash: string;
  readonly timestamp: Uint8Array;
  readonly proofJson: string;
}

/** A proof about a fingerprint that is the Merkle root of a block: the shortest way from a content to Bitcoin. */
export function attestedContent({ headers, firstHeight }: RecordedEpoch, height: number): AttestedContent {
  const { merkleRoot } = headers[height - firstHeight]!;
  const hash = bytesToHex(merkleRoot);
  const proofId = "00000000-0000-4000-8000-0000000000b7";
  const leaf = leafHash(proofId, hash);
  const root = bytesToHex(new MerkleTree(leaf).root);
  return {
    height,
    hash,
    timestamp: encodeDetachedTimestamp({
      hash: "sha256",
      digest: merkleRoot,
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height } }] },
    }),
    proofJson: encodePortableProof({
      schema: "svc-proof/2",
      proof_id: proofId,
      content: { algorithm: "SHA-256", hash },
      leaf: { formula: LEAF_FORMULA, value: bytesToHex(leaf) },
      merkle: { index: 0, path: [], root },
      anchors: [
        {
          chain_id: 1,
          network: "Ethereum",
          tx_hash: `0x${"ab".repeat(32)}`,
          block_number: 1000,
          payload: anchorPayload(root),
        },
      ],
      attestations: [{ type: "opentimestamps", state: "confirmed" }],
    }),
  };
}
