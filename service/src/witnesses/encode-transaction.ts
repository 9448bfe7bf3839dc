/**
 * The bytes of a transaction, from the object that `eth_getBlockByHash` returns: Ethereum execution APIs,
 * https://github.com/ethereum/execution-apis/blob/main/src/schemas/transaction.yaml. The same bytes are the value in
 * the transactions' trie and what the transaction's hash is made from: EIP-2718.
 *
 * Does not check the signature or the hash.
 */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeRlp, type RlpItem, rlpInteger } from "@svc-proof/verifier-lib/evm";

type Fields = Readonly<Record<string, unknown>>;

/** Null if the value is none of its form. */
type Form = (value: unknown) => RlpItem | null;

const MAX_QUANTITY_DIGITS = 64;
const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;

const data: Form = (value) => {
  const text = typeof value === "string" ? value.toLowerCase() : "";
  return /^0x(?:[0-9a-f]{2})*$/.test(text) ? hexToBytes(text.slice(2)) : null;
};
/** Early nodes wrote signatures with leading zeros, which the encoding drops. */
const quantity: Form = (value) => {
  const isOne =
    typeof value === "string" && value.length <= 2 + MAX_QUANTITY_DIGITS && /^0x[0-9a-f]+$/i.test(value);
  return isOne ? rlpInteger(BigInt(value)) : null;
};
const address = sized(ADDRESS_BYTES);
const word = sized(WORD_BYTES);
/** Null, or no value at all, when the transaction creates a contract. */
const recipient: Form = (value) =>
  value === null || value === undefined ? new Uint8Array() : address(value);
const accessList = listOf(record({ address, storageKeys: listOf(word) }));
const authorizations = listOf(
  record({ chainId: quantity, address, nonce: quantity, yParity: quantity, r: quantity, s: quantity }),
);

/** The fields of each type in the order of their encoding. */
const LAYOUTS: ReadonlyMap<number, Readonly<Record<string, Form>>> = new Map<
  number,
  Readonly<Record<string, Form>>
>([
  [
    0x00, // Yellow Paper, section 4.3; EIP-155
    {
      nonce: quantity,
      gasPrice: quantity,
      gas: quantity,
      to: recipient,
      value: quantity,
      input: data,
      v: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x01, // EIP-2930
    {
      chainId: quantity,
      nonce: quantity,
      gasPrice: quantity,
      gas: quantity,
      to: recipient,
      value: quantity,
      input: data,
      accessList,
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x02, // EIP-1559
    {
      chainId: quantity,
      nonce: quantity,
      maxPriorityFeePerGas: quantity,
      maxFeePerGas: quantity,
      gas: quantity,
      to: recipient,
      value: quantity,
      input: data,
      accessList,
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x03, // EIP-4844, without the blobs
    {
      chainId: quantity,
      nonce: quantity,
      maxPriorityFeePerGas: quantity,
      maxFeePerGas: quantity,
      gas: quantity,
      to: address,
      value: quantity,
      input: data,
      accessList,
      maxFeePerBlobGas: quantity,
      blobVersionedHashes: listOf(word),
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x04, // EIP-7702
    {
      chainId: quantity,
      nonce: quantity,
      maxPriorityFeePerGas: quantity,
      maxFeePerGas: quantity,
      gas: quantity,
      to: address,
      value: quantity,
      input: data,
      accessList,
      authorizationList: authorizations,
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
]);

/**
 * Encodes a transaction of a known type: legacy, or of EIP-2930, EIP-1559, EIP-4844 or EIP-7702.
 *
 * @returns null if the type is unknown, or a field is missing or malformed.
 */
export function encodeTransaction(transaction: Fields): Uint8Array | null {
  const type = transactionType(transaction);
  const layout = type === null ? undefined : LAYOUTS.get(type);
  if (layout === undefined) return null;
  const { yParity = transaction["v"] } = transaction;
  const fields = record(layout)({ ...transaction, yParity });
  if (fields === null) return null;
  const encoded = encodeRlp(fields);
  if (type === 0) return encoded;
  const typed = new Uint8Array(1 + encoded.length);
  typed[0] = type!;
  typed.set(encoded, 1);
  return typed;
}

/** The type of a transaction; null if it is no number of one byte. Nodes from before EIP-2718 state none. */
export function transactionType({ type = "0x0" }: Fields): number | null {
  return typeof type === "string" && /^0x[0-9a-f]{1,2}$/i.test(type) ? Number(type) : null;
}

function sized(length: number): Form {
  return (value) => {
    const bytes = data(value) as Uint8Array | null;
    return bytes?.length === length ? bytes : null;
  };
}

function listOf(form: Form): Form {
  return (value) => (Array.isArray(value) ? whole(value.map(form)) : null);
}

function record(layout: Readonly<Record<string, Form>>): Form {
  return (value) => {
    if (typeof value !== "object" || value === null) return null;
    return whole(Object.entries(layout).map(([name, form]) => form((value as Fields)[name])));
  };
}

function whole(items: readonly (RlpItem | null)[]): RlpItem | null {
  return items.some((item) => item === null) ? null : (items as readonly RlpItem[]);
}
