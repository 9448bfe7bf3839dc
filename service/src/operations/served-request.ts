/**
 * The record of a finished request in the log and in the metrics. Of the client's data it contains the
 * method only: a key in a path or a query must not appear in either.
 */
import type { Request } from "@hapi/hapi";

export interface ServedRequest {
  /** The template, such as /api/v2/proofs/{id}; one for all addresses at which there is nothing. */
  readonly route: string;
  /** Of the answer; `aborted` where the caller left before it was sent. */
  readonly status: number | "aborted";
  readonly durationMs: number;
}

/** For the server's event `response`. */
export function servedRequest({ info, response, route }: Request): ServedRequest {
  const isAborted = info.responded === 0;
  // Null where the caller left before there was an answer, and an error where it was not made into one.
  const answer = response as { readonly statusCode?: number } | null;
  return {
    route: route.path,
    status: isAborted ? "aborted" : (answer?.statusCode ?? "aborted"),
    durationMs: (isAborted ? Date.now() : info.responded) - info.received,
  };
}
