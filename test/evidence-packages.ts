/** Evidence packages about the example proof, as the service writes them, for tests of their readers. */

import { hexToBytes } from "@svc-proof/shared/encoding";
import {
  auditPathOperations,
  encodeDetachedTimestamp,
  leafOperations,
  type Timestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { encodePortableProof, type PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import type { EvmSource } from "@svc-proof/verifier-lib";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import { encodeZip, type ZipFile } from "../service/src/documents/encode-zip.js";
import { encodeReadme } from "../service/src/documents/readme.js";
import { exampleProof, ORIGINAL } from "../verifier-lib/src/judge/example.testing.js";
import { minedBlock, recordedSource } from "../verifier-lib/src/source/recorded-source.testing.js";

export const proof: PortableProof = exampleProof();
export const original: Uint8Array = ORIGINAL;
const AT = new Date("2026-02-03T04:05:06.000Z");

/** The chain that the proof's anchor is on. */
export function exampleChain(): EvmSource {
  const [anchor] = proof.anchors;
  const hash = anchor!.tx_hash;
  const block = minedBlock({ number: 1000, timestamp: 1_700_000_000, transactionHashes: [hash] });
  const place = { blockNumber: block.number, blockHash: block.hash };
  return recordedSource("chain", {
    chainId: 1,
    head: 2000,
    transaction: { hash, input: payloadCalldata(anchorPayload(proof.merkle.root)), ...place },
    receipt: { transactionHash: hash, status: "success", ...place },
    block,
  });
}

const promise: Timestamp = {
  branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }],
};

/** `bitcoin/original.ots`, or one of another content that contradicts the proof. */
export function timestampOfOriginal(contentHash: string = proof.content.hash): Uint8Array {
  const operations = [...leafOperations(proof.proof_id), ...auditPathOperations(proof.merkle.path)];
  return encodeDetachedTimestamp({
    hash: "sha256",
    digest: hexToBytes(contentHash),
    timestamp: timestampAlong(operations, promise),
  });
}

export const README: ZipFile = readme("en");
export const PROOF: ZipFile = {
  name: "proof.json",
  content: new TextEncoder().encode(encodePortableProof(proof)),
};
export const TIMESTAMP: ZipFile = { name: "bitcoin/original.ots", content: timestampOfOriginal() };
export const STREAMED_ORIGINAL: ZipFile = {
  name: "original/example.txt",
  content: {
    sizeBytes: original.length,
    async *read() {
      yield original;
    },
  },
};

/** The archive as the service would write it. */
export async function packed(...files: readonly ZipFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeZip(files, AT).read()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

function readme(language: Language): ZipFile {
  const [anchor] = proof.anchors;
  const content = encodeReadme(
    {
      proofId: proof.proof_id,
      certificateId: "0198c0de-0000-7000-8000-000000000001",
      name: "example.txt",
      hash: proof.content.hash,
      receivedAt: AT,
      merkleRoot: proof.merkle.root,
      anchors: [
        {
          network: anchor!.network,
          chainId: anchor!.chain_id,
          state: "confirmed",
          txHash: anchor!.tx_hash,
          blockNumber: anchor!.block_number,
          blockTime: AT,
          explorerUrl: `https://explorer.example/tx/${anchor!.tx_hash}`,
        },
      ],
      bitcoin: { state: "submitted" },
      bitcoinTime: null,
      seal: { state: "none" },
      sealBitcoin: { state: "pending" },
      isDevelopment: false,
      parts: [{ kind: "proof", name: "proof.json" }],
      originalAbsence: "not_in_custody",
      verifier: {
        siteUrl: "https://proofs.example/verify/",
        pageSha256: null,
        programSha256: null,
        localRpcUrl: null,
      },
    },
    language,
  );
  return { name: "README.txt", content };
}
