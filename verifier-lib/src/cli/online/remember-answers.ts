/**
 * Sources that are asked each question once: a folder holds thousands of proofs of a few batches. One run is one moment, so that
 * the head of a chain is asked once, too. A source that does not answer is not waited for again and again.
 */
import { type Ask, bitcoinSourceAskedThrough, evmSourceAskedThrough } from "../../source/asked-through.js";
import type { BitcoinSource } from "../../source/bitcoin.js";
import { SourceError, sourceErrorCode } from "../../source/bounded-fetch.js";
import type { EvmSource } from "../../source/evm.js";

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
