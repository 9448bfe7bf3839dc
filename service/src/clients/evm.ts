/**
 * The `Chain` port on an EVM JSON-RPC endpoint: Ethereum execution APIs, `eth_*` methods; docs/design/anchoring.md, "The transaction".
 *
 * viem signs and sends the requests. Answers are parsed here, as in the verifier's source: an endpoint that answers
 * nonsense must not look like one that answers "no".
 *
 * It does not check whether the endpoint's answers are true.
 */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { payloadCalldata } from "@svc-proof/shared/text";
import {
  createRpcEvmSource,
  type EvmSource,
  fetchBounded,
  retry,
  SourceError,
} from "@svc-proof/verifier-lib/source";
import { createClient, type Hex, http, keccak256 } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { networkName } from "../http/site.js";
import {
  type AnchorFees,
  AnchorRevertsError,
  AnchorTooDearError,
  type BroadcastAnswer,
  type BroadcastRefusal,
  type Chain,
  ChainUnavailableError,
  findPassingBlock,
  firstAuthorizedBy,
  InsufficientFundsError,
  isRevert,
  isSignedBy,
  RpcRefusal,
  refusalOf,
  type SignedAnchor,
  type WholeBlock,
} from "./chain.js";

export interface RpcChainParameters {
  /** http or https address of the endpoint; may hold credentials, which no log and no error text repeats. */
  readonly rpcUrl: string;
  /** Private key that signs and pays, 0x-prefixed hexadecimal. */
  readonly anchorKey: string;
  /** Label of a chain that svc-proof does not know by name. */
  readonly networkName?: string;
  /** The chain that the endpoint should serve; whether it does is for `source.fetchChainId` to say. */
  readonly chainId: number;
  /** Most that one anchor may cost, gas × fee, in wei. */
  readonly maxCostWei: bigint;
  /** Most that is offered for one unit of gas, in wei. Default: no limit besides `maxCostWei`. */
  readonly maxFeePerGasWei?: bigint;
  /** The tip for one unit of gas, in wei. Default: what the endpoint suggests. */
  readonly priorityFeePerGasWei?: bigint;
  /** Time for one answer. */
  readonly timeoutMs: number;
}

/**
 * Maximum size of an answer: a block with full transactions. Calldata costs 10 gas a byte at least (EIP-7623), so that
 * 60 million gas hold 6 MB, 12 MB in hexadecimal.
 */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Gas limit if the endpoint cannot estimate it: the 23,840 that EIP-7623 requires for a transfer with 71 bytes, and a
 * margin for a layer 2 that charges for data. Unused gas is not paid.
 */
const FALLBACK_GAS = 100_000n;

/** What every transaction costs (Yellow Paper, appendix G: G_transaction). A lower value cannot be an estimate. */
const MIN_GAS = 21_000n;

/** Maximum gas limit that is ever signed, so that an endpoint cannot make an anchor arbitrarily expensive. */
const MAX_GAS = 5_000_000n;

/** The tip in wei if the endpoint cannot suggest one. */
const FALLBACK_PRIORITY_FEE = 1_000_000_000n;

/** The first is older and common on public endpoints; the second is in the execution APIs, but often switched off. */
const RAW_TRANSACTION_METHODS = ["eth_getRawTransactionByHash", "debug_getRawTransaction"] as const;

const HASH = /^0x[0-9a-f]{64}$/;
const RAW_TRANSACTION = /^0x(?:[0-9a-f]{2})+$/;
const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/;

/**
 * A chain behind an endpoint, of which nothing is asked yet.
 *
 * @throws TypeError when the URL or the key is malformed.
 */
export function openRpcChain(parameters: RpcChainParameters): Chain {
  return new RpcChain(parameters);
}

class RpcChain implements Chain {
  readonly chainId: number;
  readonly network: string;
  readonly source: EvmSource;
  readonly #account: PrivateKeyAccount;
  readonly #request: (request: { method: string; params: readonly unknown[] }) => Promise<unknown>;
  readonly #limits: Pick<RpcChainParameters, "maxCostWei" | "maxFeePerGasWei" | "priorityFeePerGasWei">;
  /** Whether blocks have a base fee (EIP-1559); null until a block was seen. */
  #hasBaseFee: boolean | null = null;

  constructor(parameters: RpcChainParameters) {
    const { chainId, rpcUrl, anchorKey, timeoutMs, networkName: label = null } = parameters;
    this.#account = accountOf(anchorKey);
    this.#limits = parameters;
    this.chainId = chainId;
    this.network = networkName(chainId, label);
    this.source = createRpcEvmSource({ chainId, url: rpcUrl, timeoutMs, retries: 0 });
    const client = createClient({
      cacheTime: 0,
      transport: http(rpcUrl, {
        // The transport bounds time and size.
        timeout: 0,
        maxResponseBodySize: false,
        // Jobs retry on their own schedule.
        retryCount: 0,
        fetchFn: (url, init) => fetchAnswer(new URL(url as string), init, timeoutMs),
      }),
    });
    this.#request = (request) => client.request(request as never) as Promise<unknown>;
  }

  get address(): string {
    return this.#account.address.toLowerCase();
  }

  async fetchNonce(of: { readonly address?: string; readonly blockNumber?: number } = {}): Promise<number> {
    const { address = this.address, blockNumber } = of;
    const block = blockNumber === undefined ? "latest" : `0x${blockNumber.toString(16)}`;
    const nonce = await this.#askQuantity("eth_getTransactionCount", [address, block]);
    // EIP-2681 bounds nonces by 2^64; a transaction a second reaches 2^53 in 285 million years.
    if (nonce > BigInt(Number.MAX_SAFE_INTEGER))
      throw unusable("eth_getTransactionCount", "an invalid nonce");
    return Number(nonce);
  }

  async fetchNonceUser(of: { address: string; nonce: number; upToBlock: number }): Promise<string | null> {
    const { address, nonce, upToBlock } = of;
    const number = await findPassingBlock(upToBlock, async (blockNumber) => {
      try {
        return (await this.fetchNonce({ address, blockNumber })) > nonce;
      } catch (error) {
        // Full nodes prune the states of old blocks.
        if (error instanceof ChainUnavailableError && error.cause instanceof RpcRefusal) return null;
        throw error;
      }
    });
    if (number === null) return null;
    const method = "eth_getBlockByNumber";
    const block = await this.#ask(method, [`0x${number.toString(16)}`, true]);
    return block === null
      ? null
      : nonceUser(method, block, { chainId: this.chainId, address, nonce, number });
  }

  async fetchWholeBlock(hash: string): Promise<WholeBlock | null> {
    const method = "eth_getBlockByHash";
    const block = await this.#ask(method, [hash, true]);
    if (block === null) return null;
    const { transactions, ...header } = fieldsOf(method, block);
    if (!Array.isArray(transactions)) throw unusable(method, "a block without a list of transactions");
    return { header, transactions: transactions.map((transaction) => fieldsOf(method, transaction)) };
  }

  async fetchRawTransaction(hash: string): Promise<Uint8Array | null> {
    for (const method of RAW_TRANSACTION_METHODS) {
      try {
        const raw = await this.#ask(method, [hash]);
        // Nodes that keep blobs answer with them. They are no part of the transaction in a block.
        if (typeof raw === "string" && RAW_TRANSACTION.test(raw) && keccak256(raw as Hex) === hash)
          return hexToBytes(raw.slice(2));
      } catch (error) {
        if (!(error instanceof ChainUnavailableError && error.cause instanceof RpcRefusal)) throw error;
      }
    }
    return null;
  }

  fetchBalance(): Promise<bigint> {
    return this.#askQuantity("eth_getBalance", [this.address, "latest"]);
  }

  async estimateFees(): Promise<AnchorFees> {
    const baseFeePerGas = await this.#fetchBaseFee();
    if (baseFeePerGas === null) {
      const gasPrice = this.#atMost(await this.#askQuantity("eth_gasPrice", []));
      return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice };
    }
    const tip = this.#atMost(this.#limits.priorityFeePerGasWei ?? (await this.#fetchTip()));
    // Twice the base fee stays mineable through five full blocks in a row: each raises it by at most an eighth.
    return { maxFeePerGas: this.#atMost(2n * baseFeePerGas + tip), maxPriorityFeePerGas: tip };
  }

  #fetchTip(): Promise<bigint> {
    return this.#askQuantity("eth_maxPriorityFeePerGas", []).catch((error) => {
      // The method is not in the core of the execution APIs, so some endpoints lack it.
      if (error.cause instanceof RpcRefusal) return FALLBACK_PRIORITY_FEE;
      throw error;
    });
  }

  #atMost(feePerGas: bigint): bigint {
    const { maxFeePerGasWei = feePerGas } = this.#limits;
    return feePerGas < maxFeePerGasWei ? feePerGas : maxFeePerGasWei;
  }

  async sign(anchor: { payload: string | null; nonce: number; fees: AnchorFees }): Promise<SignedAnchor> {
    const { nonce, fees } = anchor;
    const data = anchor.payload === null ? "0x" : payloadCalldata(anchor.payload);
    const gas = await this.#estimateGas(data);
    const costWei = gas * fees.maxFeePerGas;
    const { maxCostWei } = this.#limits;
    if (costWei > maxCostWei)
      throw new AnchorTooDearError(`an anchor may cost ${costWei} wei, allowed are ${maxCostWei}`);
    this.#hasBaseFee ?? (await this.#fetchBaseFee());
    const common = {
      chainId: this.chainId,
      to: this.#account.address,
      value: 0n,
      data,
      nonce,
      gas,
    };
    const raw = await this.#account.signTransaction(
      this.#hasBaseFee
        ? { ...common, type: "eip1559", ...feesOf(fees) }
        : { ...common, type: "legacy", gasPrice: fees.maxFeePerGas },
    );
    return { txHash: keccak256(raw), from: this.address, nonce, raw, ...feesOf(fees) };
  }

  async broadcast(raw: string): Promise<BroadcastAnswer> {
    const txHash = keccak256(raw as Hex);
    try {
      const answer = await this.#ask("eth_sendRawTransaction", [raw]);
      if (answer !== txHash) throw unusable("eth_sendRawTransaction", "the hash of another transaction");
      return "sent";
    } catch (error) {
      const refusal = error instanceof ChainUnavailableError && error.cause instanceof RpcRefusal;
      if (!refusal) throw error;
      return this.#afterRefusal(refusalOf((error.cause as RpcRefusal).message), txHash, error);
    }
  }

  async #afterRefusal(
    refusal: BroadcastRefusal,
    txHash: string,
    error: ChainUnavailableError,
  ): Promise<BroadcastAnswer> {
    switch (refusal) {
      case "known":
      case "underpriced":
      case "refused":
        return refusal;
      case "nonce_used":
        // "nonce too low" is also the answer when this very transaction used the nonce.
        return (await this.#ask("eth_getTransactionReceipt", [txHash])) === null ? "nonce_used" : "known";
      case "insufficient_funds":
        throw new InsufficientFundsError(`${this.address} cannot pay for an anchor`, { cause: error });
    }
  }

  async #estimateGas(data: Hex): Promise<bigint> {
    try {
      const from = this.address;
      const gas = await this.#askQuantity("eth_estimateGas", [{ from, to: from, value: "0x0", data }]);
      if (gas < MIN_GAS) throw unusable("eth_estimateGas", "less gas than any transaction needs");
      // A quarter more, because on layer 2 the data's share varies with the price of layer 1.
      const withMargin = gas + gas / 4n;
      return withMargin > MAX_GAS ? MAX_GAS : withMargin;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError && error.cause instanceof RpcRefusal)) throw error;
      // An empty transaction uses its nonce even if it is reverted.
      if (data !== "0x" && isRevert(error.cause.message))
        throw new AnchorRevertsError(`the chain would revert an anchor of ${this.address}`);
      return FALLBACK_GAS;
    }
  }

  async #fetchBaseFee(): Promise<bigint | null> {
    const method = "eth_getBlockByNumber";
    const block = await this.#ask(method, ["latest", false]);
    if (typeof block !== "object" || block === null || !("number" in block))
      throw unusable(method, "no block");
    const baseFee = "baseFeePerGas" in block ? block.baseFeePerGas : undefined;
    this.#hasBaseFee = baseFee !== undefined && baseFee !== null;
    return this.#hasBaseFee ? quantity(method, baseFee) : null;
  }

  async #askQuantity(method: string, params: readonly unknown[]): Promise<bigint> {
    return quantity(method, await this.#ask(method, params));
  }

  /** @throws ChainUnavailableError, caused by an `RpcRefusal` when the endpoint itself refused. */
  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    let answer: unknown;
    try {
      answer = await this.#request({ method, params });
    } catch (error) {
      throw unavailable(method, error);
    }
    if (answer === undefined) throw unusable(method, "no result");
    return answer;
  }
}

/** viem does not bound the reading of a stalled body, and garbage collection can lose its abort. */
async function fetchAnswer(url: URL, init: RequestInit | undefined, timeoutMs: number): Promise<Response> {
  const { status, body } = await retry(url.origin, { timeoutMs, retries: 0 }, (signal) =>
    fetchBounded(url.origin, url, {
      method: "POST",
      headers: init?.headers as Record<string, string>,
      body: init?.body as string,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    }),
  );
  // For some statuses even an empty body is an error.
  return new Response(body.length === 0 ? null : body, { status });
}

function accountOf(anchorKey: string): PrivateKeyAccount {
  if (!/^0x[0-9a-fA-F]{64}$/.test(anchorKey)) {
    throw new TypeError(`"anchorKey" expected 0x and 64 hexadecimal characters`);
  }
  return privateKeyToAccount(anchorKey as Hex);
}

function feesOf({ maxFeePerGas, maxPriorityFeePerGas }: AnchorFees): AnchorFees {
  return { maxFeePerGas, maxPriorityFeePerGas };
}

function quantity(method: string, value: unknown): bigint {
  const text = typeof value === "string" ? value.toLowerCase() : "";
  if (!QUANTITY.test(text)) throw unusable(method, "a malformed quantity");
  return BigInt(text);
}

/** The hash of the transaction that used the nonce of an address in a block with full transactions, or null. */
async function nonceUser(
  method: string,
  block: unknown,
  of: {
    readonly chainId: number;
    readonly address: string;
    readonly nonce: number;
    readonly number: number;
  },
): Promise<string | null> {
  const { number, transactions } = fieldsOf(method, block);
  if (quantity(method, number) !== BigInt(of.number)) throw unusable(method, "another block");
  if (!Array.isArray(transactions)) throw unusable(method, "a block without a list of transactions");
  for (const transaction of transactions) {
    const { from, nonce } = fieldsOf(method, transaction);
    if (typeof from !== "string") throw unusable(method, "a transaction of nobody");
    if (from.toLowerCase() !== of.address || quantity(method, nonce) !== BigInt(of.nonce)) continue;
    const txHash = transactionHash(method, transaction);
    if (!(await isSignedBy(transaction, { ...of, txHash })))
      throw unusable(method, "a transaction that the address did not sign");
    return txHash;
  }
  const authorized = await firstAuthorizedBy(transactions, of);
  return authorized === null ? null : transactionHash(method, authorized);
}

function transactionHash(method: string, transaction: unknown): string {
  const { hash } = fieldsOf(method, transaction);
  const txHash = typeof hash === "string" ? hash.toLowerCase() : "";
  if (!HASH.test(txHash)) throw unusable(method, "a malformed transaction hash");
  return txHash;
}

function fieldsOf(method: string, value: unknown): { readonly [field: string]: unknown } {
  if (typeof value !== "object" || value === null) throw unusable(method, "an answer that is not an object");
  return value as { readonly [field: string]: unknown };
}

function unusable(method: string, got: string): ChainUnavailableError {
  return new ChainUnavailableError(`${method}: got ${got}`);
}

/**
 * The error in our own words: viem's texts quote the address of the endpoint, which may contain a key, and the
 * endpoint's text is hostile. Only a refusal's text is kept, as the cause, to be interpreted but not logged.
 */
function unavailable(method: string, error: unknown): ChainUnavailableError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (cause.name === "RpcRequestError") {
      const details = "details" in cause && typeof cause.details === "string" ? cause.details : "";
      const refusal = new RpcRefusal(details.slice(0, 500));
      return new ChainUnavailableError(`${method}: the endpoint answered with an error`, { cause: refusal });
    }
    if (cause instanceof SourceError && cause.code === "source_timeout") {
      return new ChainUnavailableError(`${method}: no answer in time`);
    }
    if (cause instanceof SourceError && cause.code === "source_invalid_answer") {
      return unusable(method, `more than ${MAX_ANSWER_BYTES} bytes`);
    }
    if (cause.name === "SyntaxError") return unusable(method, "something else than JSON");
    if (cause.name === "HttpRequestError" && "status" in cause && typeof cause.status === "number") {
      return new ChainUnavailableError(`${method}: HTTP status ${cause.status}`);
    }
  }
  return new ChainUnavailableError(`${method}: no connection`);
}
