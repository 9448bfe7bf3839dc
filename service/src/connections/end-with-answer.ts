import type { Request } from "@hapi/hapi";

/**
 * Releases the resources of a response once it is over, whether it was sent, cut or never started; at once if the
 * client has left already.
 */
export function endWithAnswer({ raw: { res } }: Pick<Request, "raw">, release: () => void): void {
  if (res.closed || res.destroyed) release();
  else res.once("close", release);
}
