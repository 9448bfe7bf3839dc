/** The routes of the API, typed by its document, over the transport. */
import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import { checkAnswer } from "../answers/check-answer.js";
import type { Shape } from "../answers/shape.js";
import { AnswerError } from "../errors/errors.js";
import { PreparedRequest } from "../transport/prepared-request.js";
import type { Call, Transport } from "../transport/transport.js";
import type { paths } from "../wire/schema.js";

export interface Api {
  /** Calls of routes. They take `sent(call)` among their options and reject if the service refuses. */
  readonly routes: FetchClient<paths>;
  /** The options of one call. */
  sent(call: Call): { readonly fetch: (request: Request) => Promise<Response> };
}

/** @param url base address, without a slash at its end. */
export function openApi(url: string, transport: Transport): Api {
  return {
    routes: createFetchClient<paths>({
      baseUrl: url,
      // Only its address, method, headers and body are read.
      Request: PreparedRequest as unknown as typeof Request,
    }),
    sent: (call) => ({
      fetch: (request) => transport.send(request as unknown as PreparedRequest, call),
    }),
  };
}

/**
 * The value of an answer in JSON that has a shape, with its status.
 *
 * @typeParam Data the resource of that shape. `openapi-fetch` would infer it without members that are always null.
 */
export async function answered<Data>(
  call: Promise<{ readonly data?: unknown; readonly response: Response }>,
  shapeOf: (status: number) => Shape,
): Promise<{ readonly value: Data; readonly status: number; readonly headers: Headers }> {
  try {
    const { data, response } = await call;
    const { status, headers } = response;
    return { value: checkAnswer<Data>(data, shapeOf(status), status), status, headers };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AnswerError("not_json", 200, "the answer is not JSON");
  }
}
