/**
 * The account that signed a transaction: Ethereum Yellow Paper, appendix F; EIP-2 (low s). Loaded on demand, because of
 * the curve.
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { recoverPublicKey, Signature } from "@noble/secp256k1";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import type { EvmSignature } from "./parse-evm-transaction.js";

/** Code of the `FormatError` that `recoverSender` throws. */
export type EvmSignatureErrorCode =
  /** No key has this signature, or s is in the upper half of the order (EIP-2). */
  "evm_signature_invalid";

/** The order of secp256k1: SEC 2, section 2.4.1. */
const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
const ADDRESS_BYTES = 20;
/** A recovery takes about two milliseconds. */
const UNITS_PER_RECOVERY = 8000;

/**
 * Senders that were recovered lately, by all that they follow from, the oldest first. Proofs of one batch share their
 * anchor's transaction, and whoever verifies thousands of them would recover one sender thousands of times.
 */
const recovered = new Map<string, string>();
const MAX_RECOVERED = 64;

/**
 * Recovers the address of the sender: `0x` and lower-case hexadecimal.
 *
 * @param options.work the budget. Default: a new one.
 * @throws FormatError `evm_signature_invalid`, or `work_limit_exceeded`.
 */
export function recoverSender(
  { signedHash, r, s, yParity }: EvmSignature,
  { work = new WorkBudget() }: { readonly work?: WorkBudget } = {},
): string {
  work.spend(UNITS_PER_RECOVERY);
  const name = `${bytesToHex(signedHash)} ${r} ${s} ${yParity}`;
  const known = recovered.get(name);
  if (known !== undefined) return known;
  if (s > ORDER / 2n) throw invalid("s is in the upper half of the order");
  let key: Uint8Array;
  try {
    // Refuses r and s that are not from 1 to below the order.
    const signature = new Signature(r, s, yParity).toBytes("recovered");
    key = recoverPublicKey(signature, signedHash, { prehash: false, isCompressed: false });
  } catch (cause) {
    throw invalid("r or s is out of range, no point has this r, or the key is the point at infinity", cause);
  }
  // The first byte says that the key is not compressed.
  const sender = `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(-ADDRESS_BYTES))}`;
  recovered.set(name, sender);
  if (recovered.size > MAX_RECOVERED) recovered.delete(recovered.keys().next().value as string);
  return sender;
}

function invalid(message: string, cause?: unknown): FormatError<EvmSignatureErrorCode> {
  return new FormatError("evm_signature_invalid", message, 0, null, cause);
}
