import { createReadStream } from "node:fs";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";

/**
 * Bytes of a proof file, one more than a proof may have at most: enough to see that it is too large, however large
 * it is. `-` is standard input.
 *
 * @throws the file system's error.
 */
export async function readProof(path: string): Promise<Uint8Array> {
  const end = PROOF_JSON_LIMITS.maxBytes;
  // The descriptor itself and not process.stdin, which takes a folder or nothing at all for an empty file.
  const stream =
    path === "-" ? createReadStream("", { fd: 0, autoClose: false }) : createReadStream(path, { end });
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length > PROOF_JSON_LIMITS.maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, PROOF_JSON_LIMITS.maxBytes + 1);
}
