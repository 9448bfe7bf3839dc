/**
 * The sources' answers about one item. When a file is added later, the item is verified again from these answers: the user
 * agreed to one request, not to every later one.
 */
import { SourceError } from "@svc-proof/verifier-lib/source";

type Ask = <Answer>(question: string, ask: () => Promise<Answer>) => Promise<Answer>;

export class Answers {
  readonly #answers = new Map<string, Promise<unknown>>();

  /** @param mode `recall` leaves new questions unanswered. */
  of(source: string, mode: "ask" | "recall"): Ask {
    return <Answer>(question: string, ask: () => Promise<Answer>) => {
      const key = `${source} ${question}`;
      const known = this.#answers.get(key);
      if (known !== undefined) return known as Promise<Answer>;
      const answer =
        mode === "ask"
          ? ask()
          : Promise.reject<Answer>(new SourceError("source_unreachable", `${question}: was not asked`));
      if (mode === "ask") this.#answers.set(key, answer);
      return answer;
    };
  }
}
