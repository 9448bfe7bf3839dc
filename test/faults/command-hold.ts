/** Holds back commands to a MongoDB server behind a proxy, until a test releases them. */
import type { CommandWatch, SentCommand } from "./mongodb-proxy.js";

/** Holds matching commands back until they are released. */
export class CommandHold implements CommandWatch {
  count = 0;
  answeredCount = 0;
  readonly #matches: (command: SentCommand) => boolean;
  readonly #gate: PromiseWithResolversOf<true>;
  readonly #first: PromiseWithResolversOf<true>;

  constructor(matches: (command: SentCommand) => boolean) {
    this.#matches = matches;
    this.#gate = withResolvers();
    this.#first = withResolvers();
  }

  asked(command: SentCommand): true | Promise<true> {
    if (!this.#matches(command)) return true;
    this.count++;
    this.#first.resolve(true);
    return this.#gate.promise;
  }

  answered(command: SentCommand): boolean {
    if (this.#matches(command)) this.answeredCount++;
    return true;
  }

  async arrived(): Promise<void> {
    await this.#first.promise;
  }

  release(): void {
    this.#gate.resolve(true);
  }
}

interface PromiseWithResolversOf<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

/** `Promise.withResolvers` needs Node 22. */
function withResolvers<Value>(): PromiseWithResolversOf<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
