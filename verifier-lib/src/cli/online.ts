/** Public endpoints, each asked once. */

import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import type { Check, Evidence, Report } from "../report/report.js";
import {
  type BitcoinSource,
  bitcoinSourceAskedThrough,
  createEsploraBitcoinSource,
} from "../source/bitcoin.js";
import { SourceError, sourceErrorCode } from "../source/bounded-fetch.js";
import {
  type Ask,
  createRpcEvmSource,
  DEFAULT_ENDPOINTS,
  type EvmSource,
  evmSourceAskedThrough,
} from "../source/evm.js";

// Sources that are asked each question once: a folder holds thousands of proofs of a few batches. One run is one moment, so that
// the head of a chain is asked once, too. A source that does not answer is not waited for again and again.

/** Answers that are kept: some kilobytes each. The oldest are dropped first. */
const MAX_ANSWERS = 4096;
/** Failures to connect, or to answer in time, after which the source counts as unreachable for the rest of the run. */
const MAX_FAILURES = 3;

function memory(): Ask {
  const answers = new Map<string, Promise<unknown>>();
  let failures = 0;
  return <Answer>(question: string, ask: () => Promise<Answer>) => {
    const known = answers.get(question);
    if (known !== undefined) return known as Promise<Answer>;
    if (failures >= MAX_FAILURES) {
      return Promise.reject(
        new SourceError("source_unreachable", `${question}: not asked after ${failures} failures`),
      );
    }
    const answer = ask();
    answers.set(question, answer);
    const [oldest] = answers.keys();
    if (answers.size > MAX_ANSWERS) answers.delete(oldest!);
    answer.then(
      () => {
        failures = 0;
      },
      (error: unknown) => {
        const code = sourceErrorCode(error);
        if (code === "source_unreachable" || code === "source_timeout") failures++;
      },
    );
    return answer;
  };
}

export function rememberingEvm(source: EvmSource): EvmSource {
  return evmSourceAskedThrough(source, memory());
}

export function rememberingBitcoin(source: BitcoinSource): BitcoinSource {
  return bitcoinSourceAskedThrough(source, memory());
}

/** `--online`: the public endpoints for what a report leaves open. */
export interface Sources {
  readonly sources: readonly EvmSource[];
  readonly bitcoinSources: readonly BitcoinSource[];
}

export class DefaultSources {
  readonly #made = new Map<string, readonly (EvmSource | BitcoinSource)[]>();
  readonly #timeoutMs: number;

  /** @param timeoutMs for one answer. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Two for each question; none for chains that are not known by name. */
  of({ chainIds, isBitcoinOpen }: OpenQuestions): Sources {
    const timeoutMs = this.#timeoutMs;
    return {
      sources: chainIds.flatMap((chainId) =>
        this.#once(`evm:${chainId}`, (url) =>
          rememberingEvm(createRpcEvmSource({ chainId, url, timeoutMs })),
        ),
      ),
      bitcoinSources: isBitcoinOpen
        ? this.#once("bitcoin", (url) => rememberingBitcoin(createEsploraBitcoinSource({ url, timeoutMs })))
        : [],
    };
  }

  #once<Source extends EvmSource | BitcoinSource>(
    key: string,
    create: (url: string) => Source,
  ): readonly Source[] {
    const made = this.#made.get(key) ?? (DEFAULT_ENDPOINTS[key] ?? []).map(create);
    this.#made.set(key, made);
    return made as readonly Source[];
  }
}

/** What a report leaves open that a source could answer. */
export interface OpenQuestions {
  /** EIP-155 identifiers of the chains whose anchors nobody was asked about, each once. */
  readonly chainIds: readonly number[];
  /** Whether a block of Bitcoin is named that neither headers nor a source prove. */
  readonly isBitcoinOpen: boolean;
}

export function openQuestions({ outcome, checks }: Report): OpenQuestions {
  // No answer mends a failure.
  if (outcome === "failed") return { chainIds: [], isBitcoinOpen: false };
  const chainIds = checks.filter(isOpenAnchor).map(({ evidence }) => evidence["chain_id"] as number);
  return {
    chainIds: [...new Set(chainIds)],
    isBitcoinOpen: !checks.some(isOfSandbox) && checks.some(leavesBlockOpen),
  };
}

/** A sandbox has its own Bitcoin calendar: an explorer knows other blocks at the same heights, and would contradict it. */
function isOfSandbox({ id, evidence }: Check): boolean {
  return id === "anchor" && evidence["chain_id"] === DEVELOPMENT_CHAIN_ID;
}

function isOpenAnchor({ id, status, evidence }: Check): boolean {
  return (
    id === "anchor" &&
    status === "indeterminate" &&
    typeof evidence["chain_id"] === "number" &&
    evidence["sources"] === undefined
  );
}

/** Codes that an answer can settle. */
const BITCOIN_OPEN: ReadonlySet<unknown> = new Set<Check["code"]>(["no_bitcoin_header", "header_unproven"]);

function leavesBlockOpen({ id, status, code, evidence }: Check): boolean {
  if (id === "bitcoin" || id === "block") return status === "indeterminate" && BITCOIN_OPEN.has(code);
  const existence = id === "seal" ? (evidence["proof_of_existence"] as Evidence | undefined) : undefined;
  return status === "indeterminate" && BITCOIN_OPEN.has(existence?.["code"]);
}
