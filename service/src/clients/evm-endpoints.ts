/**
 * Several endpoints of one chain as one: docs/design/anchoring.md, "Several endpoints". What follows from the chain is
 * asked of all, and those that answer must agree. Fees, balances and signatures come from the first that answers.
 */

import { type EvmBlock, type EvmReceipt, type EvmSource, SourceError } from "@svc-proof/verifier-lib/source";
import {
  type AnchorFees,
  type BroadcastAnswer,
  type Chain,
  ChainUnavailableError,
  EndpointsDisagreeError,
  isRefusal,
  type SignedAnchor,
  type WholeBlock,
} from "./chain.js";

/** Learns which endpoints fail. They are named by their place in the settings, from 1: their addresses may hold keys. */
export interface EndpointWatch {
  failed(place: number, reason: string): void;
  worked(place: number): void;
}

export interface SeveralEndpointsOptions {
  readonly watch?: EndpointWatch;
  /** An endpoint that failed is not asked again for this long, doubled with every failure in a row. */
  readonly restMs?: number;
  /** But for no longer than this. */
  readonly maxRestMs?: number;
  /** The head of an endpoint that has not moved for this long, while another's did, does not count. */
  readonly standstillMs?: number;
}

const REST_MS = 5_000;
const MAX_REST_MS = 60_000;
const STANDSTILL_MS = 600_000;

/** Best first: one endpoint that takes a transaction is enough. */
const ANSWERS: readonly BroadcastAnswer[] = ["sent", "known", "nonce_used", "underpriced", "refused"];

interface Endpoint {
  readonly place: number;
  readonly chain: Chain;
  failures: number;
  restsUntilMs: number;
  head: number;
  headMovedAtMs: number;
  isStill: boolean;
}

/**
 * @param endpoints of one chain and with one key, in the order in which they are preferred.
 */
export function severalEndpoints(
  endpoints: readonly [Chain, ...Chain[]],
  options: SeveralEndpointsOptions = {},
): Chain {
  return endpoints.length === 1 ? endpoints[0] : new SeveralEndpoints(endpoints, options);
}

class SeveralEndpoints implements Chain {
  readonly chainId: number;
  readonly network: string;
  readonly address: string;
  readonly source: EvmSource;
  readonly #endpoints: readonly Endpoint[];
  readonly #watch: EndpointWatch | undefined;
  readonly #restMs: number;
  readonly #maxRestMs: number;
  readonly #standstillMs: number;

  constructor(endpoints: readonly [Chain, ...Chain[]], options: SeveralEndpointsOptions) {
    const [{ chainId, network, address, source }] = endpoints;
    this.chainId = chainId;
    this.network = network;
    this.address = address;
    this.#endpoints = endpoints.map((chain, i) => ({
      place: i + 1,
      chain,
      failures: 0,
      restsUntilMs: Number.NEGATIVE_INFINITY,
      head: -1,
      headMovedAtMs: performance.now(),
      isStill: false,
    }));
    this.#watch = options.watch;
    this.#restMs = options.restMs ?? REST_MS;
    this.#maxRestMs = options.maxRestMs ?? MAX_REST_MS;
    this.#standstillMs = options.standstillMs ?? STANDSTILL_MS;
    this.source = {
      chainId,
      name: source.name,
      fetchChainId: () => this.#agreed("chain id", ({ source }) => source.fetchChainId()),
      fetchHeadNumber: () => this.#fetchHeadNumber(),
      fetchTransaction: async (hash) => {
        const found = (await this.#all(({ source }) => source.fetchTransaction(hash))).filter(isThere);
        return found.find(({ blockNumber }) => blockNumber !== null) ?? found[0] ?? null;
      },
      fetchReceipt: (hash) =>
        this.#agreedIfThere(
          `the receipt of ${hash}`,
          ({ source }) => source.fetchReceipt(hash),
          ({ blockHash, blockNumber, status }: EvmReceipt) => `${blockHash} ${blockNumber} ${status}`,
        ),
      fetchBlock: (number) =>
        this.#agreedIfThere(
          `block ${number}`,
          ({ source }) => source.fetchBlock(number),
          ({ hash, timestamp }: EvmBlock) => `${hash} ${timestamp}`,
        ),
    };
  }

  async fetchNonce(of: Parameters<Chain["fetchNonce"]>[0] = {}): Promise<number> {
    const ask = (chain: Chain) => chain.fetchNonce(of);
    if (of.blockNumber !== undefined) {
      return this.#agreed(`the count of transactions at block ${of.blockNumber}`, ask);
    }
    // The latest counts differ when one endpoint is ahead. The head is that of the last, and so is the count.
    return Math.min(...(await this.#all(ask)));
  }

  async fetchNonceUser(of: Parameters<Chain["fetchNonceUser"]>[0]): Promise<string | null> {
    const users = (await this.#all((chain) => chain.fetchNonceUser(of))).filter(isThere);
    if (new Set(users).size > 1) throw disagreement(`the transaction with nonce ${of.nonce}`);
    return users[0] ?? null;
  }

  /** Of any endpoint that has it: who asks checks that it hashes to the hash. */
  fetchWholeBlock(hash: string): Promise<WholeBlock | null> {
    return this.#firstThere((chain) => chain.fetchWholeBlock(hash));
  }

  /** As `fetchWholeBlock`. */
  fetchRawTransaction(hash: string): Promise<Uint8Array | null> {
    return this.#firstThere((chain) => chain.fetchRawTransaction(hash));
  }

  fetchBalance(): Promise<bigint> {
    return this.#first((chain) => chain.fetchBalance());
  }

  estimateFees(): Promise<AnchorFees> {
    return this.#first((chain) => chain.estimateFees());
  }

  sign(anchor: Parameters<Chain["sign"]>[0]): Promise<SignedAnchor> {
    return this.#first((chain) => chain.sign(anchor));
  }

  /** Sends it to every endpoint: one that keeps it to itself does not hold it up. */
  async broadcast(raw: string): Promise<BroadcastAnswer> {
    const answers: BroadcastAnswer[] = [];
    let failure: unknown;
    await Promise.all(
      this.#awake().map(async (endpoint) => {
        try {
          answers.push(await this.#ask(endpoint, (chain) => chain.broadcast(raw)));
        } catch (error) {
          failure ??= error;
        }
      }),
    );
    const best = ANSWERS.find((answer) => answers.includes(answer));
    if (
      best === undefined ||
      (failure !== undefined && !isOutage(failure) && best !== "sent" && best !== "known")
    )
      throw failure;
    return best;
  }

  /** The lowest head, so that an endpoint that is ahead, or says so, confirms nothing early. */
  async #fetchHeadNumber(): Promise<number> {
    const heads = await this.#all(async ({ source }, endpoint) => {
      const head = await source.fetchHeadNumber();
      if (head !== endpoint.head) endpoint.headMovedAtMs = performance.now();
      endpoint.head = head;
      return endpoint;
    });
    const lastMoveMs = Math.max(...heads.map(({ headMovedAtMs }) => headMovedAtMs));
    const moving = heads.filter(({ headMovedAtMs }) => lastMoveMs - headMovedAtMs < this.#standstillMs);
    for (const endpoint of heads) {
      const isStill = !moving.includes(endpoint);
      if (isStill) this.#watch?.failed(endpoint.place, "its head stands still");
      else if (endpoint.isStill) this.#watch?.worked(endpoint.place);
      endpoint.isStill = isStill;
    }
    return Math.min(...moving.map(({ head }) => head));
  }

  /** One answer of all endpoints that answer. @throws EndpointsDisagreeError when there are several. */
  async #agreed<Answer>(what: string, ask: (chain: Chain) => Promise<Answer>): Promise<Answer> {
    const answers = await this.#all(ask);
    if (new Set(answers).size > 1) throw disagreement(what);
    return answers[0]!;
  }

  /** The same for what an endpoint that lags behind does not have yet. */
  async #agreedIfThere<Answer>(
    what: string,
    ask: (chain: Chain) => Promise<Answer | null>,
    identity: (answer: Answer) => string,
  ): Promise<Answer | null> {
    const found = (await this.#all(ask)).filter(isThere);
    if (new Set(found.map(identity)).size > 1) throw disagreement(what);
    return found[0] ?? null;
  }

  /** The answers of all endpoints that give one: at least one. @throws the first one's error if there is none. */
  async #all<Answer>(ask: (chain: Chain, endpoint: Endpoint) => Promise<Answer>): Promise<readonly Answer[]> {
    const awake = this.#awake();
    const asleep = this.#endpoints.filter((endpoint) => !awake.includes(endpoint));
    const failures: unknown[] = [];
    for (const group of [awake, asleep]) {
      const settled = await Promise.allSettled(group.map((endpoint) => this.#ask(endpoint, ask)));
      const answers = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      if (answers.length > 0) return answers;
      failures.push(...settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : [])));
    }
    throw failures[0];
  }

  /** The answer of the first endpoint that gives one. @throws the first one's error if none does. */
  async #first<Answer>(ask: (chain: Chain) => Promise<Answer>): Promise<Answer> {
    return this.#firstOf(ask, () => true);
  }

  /** The same for what an endpoint may not have; null if no endpoint has it. */
  async #firstThere<Answer>(ask: (chain: Chain) => Promise<Answer | null>): Promise<Answer | null> {
    return this.#firstOf(ask, isThere);
  }

  /** The first answer that is of use, else the last one. */
  async #firstOf<Answer>(
    ask: (chain: Chain) => Promise<Answer>,
    isOfUse: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const awake = this.#awake();
    const order = [...awake, ...this.#endpoints.filter((endpoint) => !awake.includes(endpoint))];
    let other: { readonly answer: Answer } | undefined;
    let failure: unknown;
    for (const endpoint of order) {
      try {
        const answer = await this.#ask(endpoint, ask);
        if (isOfUse(answer)) return answer;
        other = { answer };
      } catch (error) {
        if (!isOutage(error)) throw error;
        failure ??= error;
      }
    }
    if (other !== undefined) return other.answer;
    throw failure;
  }

  /** Asks one endpoint, and lets it rest if it fails. A refusal is an answer, though not one of use. */
  async #ask<Answer>(
    endpoint: Endpoint,
    ask: (chain: Chain, endpoint: Endpoint) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await ask(endpoint.chain, endpoint);
      if (endpoint.failures > 0 && !endpoint.isStill) this.#watch?.worked(endpoint.place);
      endpoint.failures = 0;
      return answer;
    } catch (error) {
      if (isOutage(error) && !isRefusal(error)) {
        const restMs = Math.min(this.#maxRestMs, this.#restMs * 2 ** Math.min(endpoint.failures, 16));
        endpoint.failures++;
        endpoint.restsUntilMs = performance.now() + restMs;
        this.#watch?.failed(endpoint.place, "it gives no usable answer");
      }
      throw error;
    }
  }

  #awake(): readonly Endpoint[] {
    const now = performance.now();
    const awake = this.#endpoints.filter(({ restsUntilMs }) => restsUntilMs <= now);
    return awake.length > 0 ? awake : this.#endpoints;
  }
}

function isThere<Answer>(answer: Answer | null): answer is Answer {
  return answer !== null;
}

function isOutage(error: unknown): boolean {
  return error instanceof ChainUnavailableError || error instanceof SourceError;
}

function disagreement(what: string): EndpointsDisagreeError {
  return new EndpointsDisagreeError(`the endpoints disagree on ${what}`);
}
