/** Converts between the documents of batches and attempts and the records of the port. */
import type { Binary } from "mongodb";
import { furthestState } from "../../furthest-state.js";
import type { AnchorAttempt, BatchAnchor, BatchRecord, Inclusion } from "../../store.js";
import { binaryToHex, binaryToUuid, hexToBinary } from "../documents/binary.js";
import type {
  AnchorDocument,
  AttemptDocument,
  AttestationDocument,
  BatchDocument,
} from "../documents/documents.js";

/** The port gives hashes of transactions and blocks as `0x` and 64 lower-case hexadecimal characters. */
export function chainHashToBinary(hash: string): Binary {
  if (!/^0x[0-9a-f]{64}$/.test(hash)) {
    throw new RangeError(
      `a chain's hash expected 0x and 64 lower-case hexadecimal characters, got "${hash}"`,
    );
  }
  return hexToBinary(hash.slice(2));
}

/** The port gives an address as `0x` and 40 lower-case hexadecimal characters. */
export function addressToBinary(address: string): Binary {
  if (!/^0x[0-9a-f]{40}$/.test(address)) {
    throw new RangeError(`an address expected 0x and 40 lower-case hexadecimal characters, got "${address}"`);
  }
  return hexToBinary(address.slice(2));
}

/** The fields of a batch that its record needs. */
export type BatchSummary = Omit<BatchDocument, "attempts" | "bitcoin"> & {
  readonly bitcoin?: Omit<AttestationDocument, "timestamp">;
};

/** Projection without the attempts, which may be many, and the timestamp. */
export const SUMMARY = { attempts: 0, "bitcoin.timestamp": 0 } as const;

export function batchOf(batch: BatchSummary): BatchRecord {
  const anchors = batch.anchors.map(anchorOf);
  return {
    id: binaryToUuid(batch.id),
    number: batch._id,
    state: furthestState(anchors),
    root: binaryToHex(batch.root),
    leafCount: batch.lastSeq - batch.firstSeq + 1,
    createdAt: batch.createdAt,
    anchors,
    bitcoin: {
      state: batch.bitcoin?.state ?? "pending",
      blockHeight: batch.bitcoin?.blockHeight ?? null,
    },
  };
}

function anchorOf({ chainId, state, reopened, inclusion }: AnchorDocument): BatchAnchor {
  return {
    chainId,
    state,
    reopened,
    inclusion: inclusion && {
      txHash: `0x${binaryToHex(inclusion.txHash)}`,
      blockNumber: inclusion.blockNumber,
      blockHash: `0x${binaryToHex(inclusion.blockHash)}`,
      blockTimestamp: inclusion.blockTimestamp,
    },
  };
}

export function inclusionDocumentOf(inclusion: Inclusion): NonNullable<AnchorDocument["inclusion"]> {
  return {
    txHash: chainHashToBinary(inclusion.txHash),
    blockNumber: inclusion.blockNumber,
    blockHash: chainHashToBinary(inclusion.blockHash),
    blockTimestamp: inclusion.blockTimestamp,
  };
}

export function attemptDocumentOf(attempt: AnchorAttempt): AttemptDocument {
  return {
    chainId: attempt.chainId,
    txHash: chainHashToBinary(attempt.txHash),
    from: addressToBinary(attempt.from),
    nonce: attempt.nonce,
    raw: attempt.raw,
    maxFeePerGas: attempt.maxFeePerGas.toString(),
    maxPriorityFeePerGas: attempt.maxPriorityFeePerGas.toString(),
    createdAt: attempt.createdAt,
  };
}

export function attemptOf(batchId: string, attempt: AttemptDocument): AnchorAttempt {
  return {
    batchId,
    chainId: attempt.chainId,
    txHash: `0x${binaryToHex(attempt.txHash)}`,
    from: `0x${binaryToHex(attempt.from)}`,
    nonce: attempt.nonce,
    raw: attempt.raw,
    maxFeePerGas: BigInt(attempt.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(attempt.maxPriorityFeePerGas),
    createdAt: attempt.createdAt,
  };
}
