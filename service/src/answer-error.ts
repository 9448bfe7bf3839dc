/** Converts errors to answers: docs/interface.md, "Errors". */
import type { Lifecycle, Request, ResponseObject, ResponseToolkit } from "@hapi/hapi";
import { ApiError } from "./api-error.js";
import type { Log } from "./log.js";
import { NoAccountError } from "./records/standing-account.js";
import { BASE_PATH, isApiPath } from "./site/addresses.js";
import { StoreUnavailableError } from "./store/store.js";

/** Below these paths, errors are `{error: string}`: docs/interface.md, "Errors". */
const PUBLIC_PATHS = [`${BASE_PATH}/proof/`, `${BASE_PATH}/certificate/`];

/**
 * For `onPreResponse`: the error in the form of the path.
 *
 * @param noPage the page for a path of the site at which there is nothing; null for who does not read pages.
 */
export function answerError(
  request: Request,
  h: ResponseToolkit,
  log: Log,
  noPage: (request: Request, h: ResponseToolkit) => ResponseObject | null = () => null,
): Lifecycle.ReturnValue {
  const { response } = request;
  if (!(response instanceof Error)) return h.continue;
  const error = apiErrorOf(
    response,
    statusOf(request, response.output.statusCode),
    log.child({ request: request.info.id }),
  );
  const page = error.status === 404 && !isApiPath(request.path) ? noPage(request, h) : null;
  if (page !== null) return page;
  const answer = isPublicPath(request.path)
    ? h.response({ error: error.message })
    : isApiPath(request.path)
      ? h.response(error.body())
      : h.response(`${error.message}\n`).type("text/plain");
  answer.code(error.status);
  for (const [name, value] of Object.entries(error.headers)) answer.header(name, value);
  return answer;
}

/** hapi's status of an error. A path with invalid percent-encoding matches no route, so it is 404. */
function statusOf({ path }: Request, statusCode: number): number {
  return statusCode === 400 && !isDecodable(path) && !isPublicPath(path) ? 404 : statusCode;
}

function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.some((folder) => path.startsWith(folder));
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The API error for an error. An error that the caller did not cause is logged, and answered without details. */
function apiErrorOf(error: Error, statusCode: number, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailableError) {
    // `storeOutages` logs an outage once, instead of each request that it affects.
    log.debug({ err: error }, "the store does not answer");
    const { proofId } = error;
    return new ApiError("unavailable", "an internal service does not answer: try again later", {
      fields: proofId === null ? {} : { proof_id: proofId },
    });
  }
  if (error instanceof NoAccountError) {
    return new ApiError("unauthorized", "the account of the API key is deleted", {
      headers: { "www-authenticate": "Bearer" },
    });
  }
  if (statusCode === 404) return new ApiError("not_found", "not found");
  if (statusCode < 500)
    return new ApiError("invalid_request", `the request cannot be read: ${error.message}`);
  log.error({ err: error }, "a request failed");
  return new ApiError("unavailable", "the request could not be served: try again later");
}
