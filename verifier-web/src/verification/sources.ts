/** The library's sources for the user's endpoints. Each remembers its answers to a request of the user. */

import {
  type Ask,
  type BitcoinSource,
  bitcoinSourceAskedThrough,
  createEsploraBitcoinSource,
  createRpcEvmSource,
  type EvmSource,
  evmSourceAskedThrough,
  SourceError,
} from "@svc-proof/verifier-lib/source";
import { endpointKey } from "@svc-proof/verifier-web/ui/asking";
import type { Online } from "../model.js";

interface Kept {
  readonly answer: Promise<unknown>;
  /** Of the task that asked. */
  readonly signal: AbortSignal;
}

/**
 * The sources' answers to one request of the user, about one item or about many: each question is asked once. When a file is
 * added later, the items are verified again from these answers: the user agreed to one request, not to every later one.
 */
export class Answers {
  readonly #answers = new Map<string, Kept>();

  /**
   * @param mode `recall` leaves new questions unanswered.
   * @param signal cancels the task that asks. A task that waits for the answer of a cancelled one then asks itself.
   */
  of(source: string, mode: "ask" | "recall", signal: AbortSignal): Ask {
    const keep: Ask = async <Answer>(question: string, ask: () => Promise<Answer>) => {
      const key = `${source} ${question}`;
      const known = this.#answers.get(key);
      if (known === undefined) {
        if (mode === "ask") return this.#keep(key, ask(), signal);
        throw new SourceError("source_unreachable", `${question}: was not asked`);
      }
      try {
        return (await known.answer) as Answer;
      } catch (error) {
        if (!known.signal.aborted || signal.aborted) throw error;
        return keep(question, ask);
      }
    };
    return keep;
  }

  async #keep<Answer>(key: string, answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    const kept: Kept = { answer, signal };
    this.#answers.set(key, kept);
    try {
      return await answer;
    } catch (error) {
      // A question that the user withdrew was not answered.
      if (signal.aborted) this.#answers.delete(key);
      throw error;
    }
  }
}

export interface Sources {
  readonly sources: readonly EvmSource[];
  readonly bitcoinSources: readonly BitcoinSource[];
}

/** Most requests of the user whose answers are kept; the oldest are dropped first. */
const MAX_REQUESTS = 256;

const told = new Map<string, Answers>();

/** @param signal cancels the task that asks. */
export function sourcesOf({ groups, mode, request }: Online, signal: AbortSignal): Sources {
  const answers = told.get(request) ?? new Answers();
  told.delete(request);
  told.set(request, answers);
  for (const oldest of told.keys()) {
    if (told.size <= MAX_REQUESTS) break;
    told.delete(oldest);
  }
  const sources: EvmSource[] = [];
  const bitcoinSources: BitcoinSource[] = [];
  for (const { kind, chainId, endpoints } of groups) {
    for (const url of endpoints) {
      const keep = answers.of(`${endpointKey({ kind, chainId })} ${url}`, mode, signal);
      if (kind === "bitcoin") {
        bitcoinSources.push(bitcoinSourceAskedThrough(createEsploraBitcoinSource({ url }), keep));
      } else sources.push(evmSourceAskedThrough(createRpcEvmSource({ chainId: chainId!, url }), keep));
    }
  }
  return { sources, bitcoinSources };
}
