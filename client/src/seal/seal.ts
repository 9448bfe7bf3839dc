import type { Api } from "../api/api.js";
import { WaitTimeoutError } from "../errors/errors.js";
import { sleep } from "../transport/sleep.js";
import type { SealAnswer } from "../wire/resources.js";
import { requestSeal } from "./request-seal.js";
import type { SealOptions } from "./seal-options.js";

const DEFAULT_TIMEOUT_MS = 600_000;
/** If the service does not say. */
const DEFAULT_WAIT_SECONDS = 30;

/** Buys the seal and waits until it is issued. */
export async function seal(api: Api, id: string, options: SealOptions): Promise<SealAnswer> {
  const { wait = true, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  const deadline = Date.now() + timeoutMs;
  let isCreated = false;
  for (;;) {
    const { waitSeconds, ...answer } = await requestSeal(api, id, signal);
    // Of the whole call: the request that paid for it was an earlier one.
    isCreated ||= answer.created;
    const { state } = answer.qualified;
    if (state === "issued" || !wait) return { ...answer, created: isCreated };
    const waitMs = (waitSeconds ?? DEFAULT_WAIT_SECONDS) * 1000;
    if (Date.now() + waitMs > deadline) {
      throw new WaitTimeoutError(`the seal of ${id} is still pending; it is paid for`, [id]);
    }
    await sleep(waitMs, signal);
  }
}
