/** Requests of files. */

import { checkAnswer } from "../answers/check-answer.js";
import { NOT_READY } from "../answers/shapes.js";
import type { Api } from "../api/api.js";
import { AnswerError, NotReadyError } from "../errors/errors.js";
import { retryAfterSeconds } from "../transport/retry-after.js";
import type { Call } from "../transport/transport.js";
import type { ProofState } from "../wire/resources.js";

/** Routes that answer a file. */
type FileRoute =
  | "/proof/{id}.json"
  | "/proof/{id}.ots"
  | "/proof/{id}.tsr.ots"
  | "/proof/{id}.headers.json"
  | "/proof/{id}.witness.json"
  | "/proofs/{id}/qualified.tsr"
  | "/proofs/{id}/certificate.pdf"
  | "/proofs/{id}/evidence.zip"
  | "/proofs/{id}/original";

export interface FileRequest {
  readonly route: FileRoute;
  readonly id: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly call: Call;
}

export interface AnsweredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** @throws NotReadyError if the service answers 202. */
export async function getFile(api: Api, { route, id, query, call }: FileRequest): Promise<AnsweredFile> {
  const isPublic = route.startsWith("/proof/");
  const { data, response } = await api.routes.GET(route, {
    params: { path: { id }, ...(query && { query: query as never }) },
    parseAs: "arrayBuffer",
    ...api.sent({ ...call, isPublic }),
  });
  const { status, headers } = response;
  // An empty body is no data for openapi-fetch.
  const bytes = new Uint8Array((data as ArrayBuffer | undefined) ?? new ArrayBuffer(0));
  if (status === 200) return { bytes, headers };
  if (status !== 202) throw new AnswerError("unexpected_status", status, `the API does not answer ${status}`);
  const { state } = checkAnswer(parsed(bytes), NOT_READY, status) as { readonly state: ProofState };
  throw new NotReadyError(state, retryAfterSeconds(headers.get("retry-after")));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new AnswerError("not_json", 202, "the answer is not JSON");
  }
}
