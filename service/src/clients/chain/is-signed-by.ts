/**
 * Whether an address signed a transaction, computed from its fields. An endpoint can repeat any field, but it cannot sign
 * with the address's key.
 */
import {
  formatTransaction,
  type Hex,
  keccak256,
  recoverTransactionAddress,
  type SignedAuthorizationList,
  serializeTransaction,
} from "viem";
import { recoverAuthorizationAddress } from "viem/utils";

/**
 * @param transaction as in a block with full transactions; hostile.
 * @returns false also when its type is unknown or its fields are malformed.
 */
export async function isSignedBy(
  transaction: unknown,
  of: { readonly chainId: number; readonly address: string; readonly nonce: number; readonly txHash: string },
): Promise<boolean> {
  try {
    const { r, s, v, yParity, from: _, ...fields } = formatTransaction(transaction as never);
    if (r === undefined || s === undefined) return false;
    const { gas, nonce, to, value, input, type, gasPrice } = fields;
    const { maxFeePerGas, maxPriorityFeePerGas, accessList, authorizationList } = fields;
    const { maxFeePerBlobGas, blobVersionedHashes } = fields;
    const common = { gas, nonce, to, value, data: input };
    // A legacy transaction without EIP-155 names no chain.
    const isUnbound = type === "legacy" && (v === 27n || v === 28n);
    const unsigned = {
      ...common,
      type,
      ...(isUnbound ? {} : { chainId: of.chainId }),
      ...(type === "legacy" || type === "eip2930" ? { gasPrice } : { maxFeePerGas, maxPriorityFeePerGas }),
      ...(type === "legacy" ? {} : { accessList }),
      ...(type === "eip4844" ? { maxFeePerBlobGas, blobVersionedHashes } : {}),
      ...(type === "eip7702" ? { authorizationList } : {}),
    };
    const signature =
      type === "legacy" ? { r, s, v: v as bigint } : { r, s, yParity: yParity ?? Number(v as bigint) };
    const serializedTransaction = serializeTransaction(unsigned as never, signature as never) as Hex;
    if (nonce !== of.nonce || keccak256(serializedTransaction) !== of.txHash) return false;
    const signer = await recoverTransactionAddress({
      serializedTransaction: serializedTransaction as never,
    });
    return signer.toLowerCase() === of.address;
  } catch {
    return false;
  }
}

/** More than a block has of one nonce, unless somebody fills it to waste the time of its readers. */
const MAX_AUTHORIZATIONS = 100;

/**
 * The first transaction with an authorization (EIP-7702) that an address signed for a nonce: it uses the nonce as a transaction of
 * the address does.
 *
 * @param transactions as `isSignedBy`'s.
 */
export async function firstAuthorizedBy<Transaction>(
  transactions: readonly Transaction[],
  of: { readonly chainId: number; readonly address: string; readonly nonce: number },
): Promise<Transaction | null> {
  let asked = 0;
  for (const transaction of transactions) {
    for (const authorization of authorizationsOf(transaction)) {
      const { chainId, nonce } = authorization;
      if (nonce !== of.nonce || (chainId !== 0 && chainId !== of.chainId)) continue;
      if (++asked > MAX_AUTHORIZATIONS) return null;
      const signer = await recoverAuthorizationAddress({ authorization }).catch(() => null);
      if (signer?.toLowerCase() === of.address) return transaction;
    }
  }
  return null;
}

function authorizationsOf(transaction: unknown): SignedAuthorizationList {
  try {
    return formatTransaction(transaction as never).authorizationList ?? [];
  } catch {
    return [];
  }
}
