import type { Request } from "@hapi/hapi";

/**
 * Releases the resources of a response once it is over, whether it was sent, cut or never started. Where the caller
 * has left already, at once.
 */
export function endWithAnswer({ raw: { res } }: Pick<Request, "raw">, release: () => void): void {
  if (res.closed || res.destroyed) release();
  else res.once("close", release);
}
