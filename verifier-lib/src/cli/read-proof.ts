import { open } from "node:fs/promises";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";

/**
 * Bytes of a proof file, one more than a proof may have at most: enough to see that it is too large, however large
 * it is.
 *
 * @throws the file system's error.
 */
export async function readProof(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const bytes = Buffer.alloc(PROOF_JSON_LIMITS.maxBytes + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}
