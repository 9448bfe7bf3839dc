import type { Request } from "@hapi/hapi";
import { endWithAnswer } from "./end-with-answer.js";

/** Answers of which each account gets one at a time from this instance: each reads much, for as long as its reader takes. */
export class OneAtATime {
  readonly #accounts = new Set<string>();

  /** False while another is under way. The answer to the request takes the account's place until it ends. */
  begin(accountId: string, request: Pick<Request, "raw">): boolean {
    if (this.#accounts.has(accountId)) return false;
    this.#accounts.add(accountId);
    endWithAnswer(request, () => this.#accounts.delete(accountId));
    return true;
  }
}
