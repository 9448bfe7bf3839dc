/**
 * The record of a finished request in the log and in the metrics. Of the client's data it contains the
 * method only: a key in a path or a query must not appear in either.
 */
import type { Request } from "@hapi/hapi";

export interface ServedRequest {
  /** The template, such as /api/v2/proofs/{id}; one value for all unknown paths. */
  readonly route: string;
  /** Status of the answer; `aborted` if the client left before it was sent. */
  readonly status: number | "aborted";
  readonly durationMs: number;
}

/** For the server's event `response`. */
export function servedRequest({ info, response, route }: Request): ServedRequest {
  const isAborted = info.responded === 0;
  // Null if the client left before there was an answer; an error if it was not converted to an answer.
  const answer = response as { readonly statusCode?: number } | null;
  return {
    route: route.path,
    status: isAborted ? "aborted" : (answer?.statusCode ?? "aborted"),
    durationMs: (isAborted ? Date.now() : info.responded) - info.received,
  };
}
