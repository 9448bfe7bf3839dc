import { createHash } from "node:crypto";
import { parseEvmWitness } from "@svc-proof/verifier-lib/evm";

/**
 * The digest by which a block is bound to Bitcoin: SHA-256 of the RLP bytes of the header in its witness, 64 lower-case
 * hexadecimal characters (docs/formats/evm-witness.md, "Tied to Bitcoin").
 *
 * @throws FormatError when the witness is malformed.
 */
export function headerDigest(witness: Uint8Array): string {
  return createHash("sha256").update(parseEvmWitness(witness).header).digest("hex");
}
