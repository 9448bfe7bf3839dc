/** The files dropped on the site: an evidence package without its original, and portable proofs. */

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandboxTsa } from "@svc-proof/sandbox/tsa/server";
import { encodeZip } from "@svc-proof/service/documents/encode-zip";
import {
  auditPathOperations,
  encodeDetachedTimestamp,
  leafOperations,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { parsePortableProof } from "@svc-proof/shared/proof";
import { encodeTimestampRequest } from "@svc-proof/verifier-lib/rfc3161";
import type { ProvenContent } from "../proofs-of-depth-17.js";

const { resolve } = createRequire(import.meta.url);

/** With the proof, its OpenTimestamps file, its seal and the verifier, as the service packs them. */
export async function evidenceZip({ proof, original }: ProvenContent): Promise<Buffer> {
  const { proof_id, merkle } = parsePortableProof(proof);
  const digest = createHash("sha256").update(original).digest();
  const { tsr, pem } = await sealOf(digest);
  const timestamp = encodeDetachedTimestamp({
    hash: "sha256",
    digest,
    timestamp: timestampAlong([...leafOperations(proof_id), ...auditPathOperations(merkle.path)], {
      branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }],
    }),
  });
  const files = [
    { name: "README.txt", content: new TextEncoder().encode("Evidence\n".repeat(400)) },
    { name: "proof.json", content: proof },
    { name: "seal/timestamp.tsr", content: tsr },
    { name: "seal/tsa-certificates.pem", content: new TextEncoder().encode(pem) },
    { name: "bitcoin/original.ots", content: timestamp },
    { name: "verifier.html", content: readFileSync(resolve("@svc-proof/verifier-web/site/verifier.html")) },
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeZip(files, new Date()).read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function sealOf(digest: Uint8Array): Promise<{ tsr: Uint8Array; pem: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-bench-tsa-"));
  const tsa = await startSandboxTsa({
    dataDir,
    port: 0,
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    const answer = await fetch(tsa.p256Url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query" },
      body: Uint8Array.from(encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest })),
    });
    const chain = await fetch(`${tsa.url}/p256.pem`);
    return { tsr: new Uint8Array(await answer.arrayBuffer()), pem: await chain.text() };
  } finally {
    await tsa.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
