/**
 * The account that signed a transaction: Ethereum Yellow Paper, appendix F; EIP-2 (low s). Loaded on demand, because of
 * the curve.
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { recoverPublicKey, Signature } from "@noble/secp256k1";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import type { EvmSignature } from "./parse-evm-transaction.js";

export type EvmSignatureErrorCode =
  /** No key has this signature, or s is in the upper half of the order (EIP-2). */
  "evm_signature_invalid";

/** The order of secp256k1: SEC 2, section 2.4.1. */
const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
const ADDRESS_BYTES = 20;
/** A recovery takes about two milliseconds. */
const UNITS_PER_RECOVERY = 8000;

/**
 * Senders of the last signatures. The proofs of one batch share a transaction, and thousands of them are verified in a row. It is
 * a function of its arguments alone, so that what an attacker leaves here is true.
 */
const remembered = new Map<string, string>();
const MAX_REMEMBERED = 64;

/**
 * Recovers the address of the sender: `0x` and lower-case hexadecimal.
 *
 * @param options.work the budget. Default: a new one.
 * @throws FormatError `evm_signature_invalid`, or `work_limit_exceeded`.
 */
export function recoverSender(
  signature: EvmSignature,
  { work = new WorkBudget() }: { readonly work?: WorkBudget } = {},
): string {
  // Spent in any case: what a verification may take must not depend on what was verified before.
  work.spend(UNITS_PER_RECOVERY);
  const { signedHash, r, s, yParity } = signature;
  const key = `${bytesToHex(signedHash)} ${r} ${s} ${yParity}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const sender = recover(signature);
  if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  remembered.set(key, sender);
  return sender;
}

function recover({ signedHash, r, s, yParity }: EvmSignature): string {
  if (r === 0n || r >= ORDER || s === 0n || s > ORDER / 2n) throw invalid("r or s is out of range");
  let key: Uint8Array;
  try {
    const signature = new Signature(r, s, yParity).toBytes("recovered");
    key = recoverPublicKey(signature, signedHash, { prehash: false, isCompressed: false });
  } catch (cause) {
    throw invalid("no point of the curve has this r, or the key is the point at infinity", cause);
  }
  // The first byte says that the key is not compressed.
  return `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(-ADDRESS_BYTES))}`;
}

function invalid(message: string, cause?: unknown): FormatError<EvmSignatureErrorCode> {
  return new FormatError("evm_signature_invalid", message, 0, null, cause);
}
