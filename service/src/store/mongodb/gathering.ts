/**
 * Groups of what is asked for in one turn of the event loop, a few at a time. The cost of a question is its round trip,
 * more of it in the driver than in the server, so that 64 together cost little more than one.
 *
 * A group that waits for its turn still takes questions; it waits at most until earlier groups time out.
 */
interface Asked<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
}

/** Bounds a question and its answer. */
const MAX_GROUP = 256;

type AnswerAll<Question, Answer> = (
  questions: readonly Question[],
) => Promise<readonly (Answer | Promise<Answer>)[]>;

export class Gathering<Question, Answer> {
  readonly #answerAll: AnswerAll<Question, Answer>;
  readonly #maxInFlight: number;
  #queue: Asked<Question, Answer>[] = [];
  #isScheduled = false;
  readonly #running = new Set<Promise<void>>();

  /**
   * @param answerAll resolves with the answers to a group, in its order. When it rejects, all of the group reject.
   * @param maxInFlight more would make the groups smaller. With one, a single hanging connection would block all.
   */
  constructor(answerAll: AnswerAll<Question, Answer>, maxInFlight: number) {
    this.#answerAll = answerAll;
    this.#maxInFlight = maxInFlight;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ question, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when all is done that was asked for. */
  async drained(): Promise<void> {
    while (this.#queue.length + this.#running.size > 0) {
      await Promise.race([...this.#running, new Promise(setImmediate)]);
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#running.size >= this.#maxInFlight) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const running = this.#run(this.#queue.splice(0, MAX_GROUP)).finally(() => {
        this.#running.delete(running);
        this.#schedule();
      });
      this.#running.add(running);
      this.#schedule();
    });
  }

  /** Never rejects. */
  async #run(group: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answerAll(group.map(({ question }) => question));
      for (const [i, { resolve }] of group.entries()) resolve(answers[i]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
