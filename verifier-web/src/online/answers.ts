/**
 * What sources have said about one item. A file that is added later has the item verified anew, and nobody is asked again
 * for that: a person agreed to one question, not to every one that might follow.
 */
import { SourceError } from "@svc-proof/verifier-lib/source";

type Ask = <Answer>(question: string, ask: () => Promise<Answer>) => Promise<Answer>;

export class Answers {
  readonly #answers = new Map<string, Promise<unknown>>();

  /** @param mode `recall`: what was not asked before stays unanswered. */
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
