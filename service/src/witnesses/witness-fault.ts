import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { anchorPayload } from "@svc-proof/shared/text";
import { openWitness, parseEvmWitness } from "@svc-proof/verifier-lib/evm";
import type { AnchoredBlock } from "./anchored-blocks.js";

/**
 * Reads a witness as whoever verifies it will.
 *
 * @returns what is wrong with it: a code of the verifier, or a text; null if it proves the anchor in the block.
 */
export function witnessFault(document: Uint8Array, block: AnchoredBlock): string | null {
  try {
    const witness = parseEvmWitness(document);
    const opened = openWitness(witness);
    if (witness.chainId !== block.chainId) return "another chain";
    if (opened.block.hash !== block.blockHash) return "another block";
    if (opened.transaction.hash !== block.txHash) return "another transaction";
    const payload = bytesToHex(new TextEncoder().encode(anchorPayload(block.root)));
    return bytesToHex(opened.transaction.input) === payload ? null : "another payload";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}
