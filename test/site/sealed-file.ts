/** A seal of a content, made by the sandbox's timestamping authority, and its trust anchor. */

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeTimestampRequest } from "@svc-proof/verifier-lib/rfc3161";
import { startSandboxTsa } from "../../sandbox/src/tsa/server.js";

export interface SealedFile {
  /** An RFC 3161 response. */
  readonly seal: Buffer;
  /** The authority's root, as PEM. */
  readonly rootPem: string;
}

export async function sealFile(
  content: Uint8Array | string,
  hashAlgorithm: "SHA-256" | "SHA-512" = "SHA-256",
): Promise<SealedFile> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-tsa-"));
  const tsa = await startSandboxTsa({
    dataDir,
    port: 0,
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    const digest = createHash(hashAlgorithm).update(content).digest();
    const answer = await fetch(tsa.p256Url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query" },
      body: Uint8Array.from(encodeTimestampRequest({ hashAlgorithm, digest })),
    });
    if (answer.status !== 200) throw new Error(`the authority answered ${answer.status}`);
    return { seal: Buffer.from(await answer.arrayBuffer()), rootPem: tsa.rootPem };
  } finally {
    await tsa.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
