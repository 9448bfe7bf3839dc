import type { Request } from "@hapi/hapi";

/**
 * Releases what an answer is made of once the answer is over, whether it was sent, cut or never begun. Where the caller
 * has left already, at once.
 */
export function endWithAnswer({ raw: { res } }: Pick<Request, "raw">, release: () => void): void {
  if (res.closed || res.destroyed) release();
  else res.once("close", release);
}
