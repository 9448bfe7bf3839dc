/** A seal issued by the sandbox's authority, for tests of code that carries or reads one. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeTimestampRequest, type HashAlgorithm } from "@svc-proof/verifier-lib/rfc3161";
import { startSandboxTsa } from "../sandbox/src/tsa/server.js";

export interface SandboxSeal {
  /** TimeStampResp, DER. */
  readonly response: Uint8Array;
  /** The authority's root, in PEM. */
  readonly rootPem: string;
}

/** @param hash SHA-256, lower-case hexadecimal. */
export async function sandboxSeal(hash: string): Promise<SandboxSeal> {
  const [seal] = await sandboxSeals([{ algorithm: "SHA-256", hash }]);
  return seal!;
}

/** As `sandboxSeal`, all of one authority. Hashes are lower-case hexadecimal. */
export async function sandboxSeals(
  imprints: readonly { readonly algorithm: HashAlgorithm; readonly hash: string }[],
): Promise<readonly SandboxSeal[]> {
  const folder = await mkdtemp(join(tmpdir(), "svc-sandbox-seal-"));
  const tsa = await startSandboxTsa({ dataDir: folder, port: 0, onFailure: () => {} });
  try {
    const seals: SandboxSeal[] = [];
    for (const { algorithm, hash } of imprints) {
      const request = encodeTimestampRequest({ hashAlgorithm: algorithm, digest: hexToBytes(hash) });
      const answer = await fetch(tsa.p256Url, {
        method: "POST",
        headers: { "content-type": "application/timestamp-query" },
        body: Buffer.from(request),
      });
      seals.push({ response: new Uint8Array(await answer.arrayBuffer()), rootPem: tsa.rootPem });
    }
    return seals;
  } finally {
    await tsa.stop();
    await rm(folder, { recursive: true });
  }
}
