/** A seal issued by the sandbox's authority, for tests of code that carries or reads one. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeTimestampRequest } from "@svc-proof/verifier-lib/rfc3161";
import { startSandboxTsa } from "../service/src/sandbox/tsa/start-tsa.js";

export interface SandboxSeal {
  /** TimeStampResp, DER. */
  readonly response: Uint8Array;
  /** The authority's root, in PEM. */
  readonly rootPem: string;
}

/** @param hash SHA-256, lower-case hexadecimal. */
export async function sandboxSeal(hash: string): Promise<SandboxSeal> {
  const folder = await mkdtemp(join(tmpdir(), "svc-sandbox-seal-"));
  const tsa = await startSandboxTsa({ dataDir: folder, port: 0, onFailure: () => {} });
  try {
    const answer = await fetch(tsa.p256Url, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query" },
      body: Buffer.from(encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest: hexToBytes(hash) })),
    });
    return { response: new Uint8Array(await answer.arrayBuffer()), rootPem: tsa.rootPem };
  } finally {
    await tsa.stop();
    await rm(folder, { recursive: true });
  }
}
