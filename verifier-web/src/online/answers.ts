/**
 * The sources' answers to one request of the user, about one item or about many: each question is asked once. When a file is
 * added later, the items are verified again from these answers: the user agreed to one request, not to every later one.
 */
import { type Ask, SourceError } from "@svc-proof/verifier-lib/source";

interface Kept {
  readonly answer: Promise<unknown>;
  /** Of the task that asked. */
  readonly signal: AbortSignal;
}

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
