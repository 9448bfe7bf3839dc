/** Routes into hapi; errors answered; requests in the log. */

import { type Lifecycle, type Request, type ResponseObject, type ResponseToolkit, Server } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { API_KEY_AUTH, KeyUses, registerApiKeyAuth } from "./accounts/authentication.js";
import type { CapabilityHost } from "./capability.js";
import type { Network } from "./clients/network.js";
import type { LocalSources } from "./config/chains.js";
import type { Config } from "./config/settings.js";
import { ApiError, notListening } from "./errors.js";
import { trustedProxies } from "./http/client-address.js";
import { type ConnectionLimits, createListener, limitConnections } from "./http/connections.js";
import { registerGateway, registerSecurityHeaders } from "./http/gateway.js";
import { OPENAPI_PATH, openApiRoute } from "./http/openapi.js";
import { type ApiRoute, hapiRoutes } from "./http/routes.js";
import {
  BASE_PATH,
  isApiPath,
  localSourcesRoute,
  openBuiltSite,
  registerDocsSite,
  registerVerifierSite,
} from "./http/site.js";
import { type Log, REQUEST_MESSAGE } from "./log.js";
import { epochFileRoute, isEpochFilePath } from "./opentimestamps/header-files.js";
import { servedRequest } from "./operations/health.js";
import type { PageRoute } from "./pages/page-route.js";
import { noPage, type PageHost, pageRoutes } from "./pages/page-routes.js";
import { openAssets } from "./pages/shared-pages.js";
import type { Records } from "./records/records.js";
import { NoAccountError } from "./records/standing-account.js";
import { StoreUnavailableError } from "./store/store.js";

// Converts errors to answers: docs/interface.md, "Errors".

/** Below these paths, errors are `{error: string}`: docs/interface.md, "Errors". */
const PUBLIC_PATHS = [`${BASE_PATH}/proof/`, `${BASE_PATH}/certificate/`, `${BASE_PATH}/fingerprint/`];

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

/** The HTTP server: routes, authentication, and errors in the interface's form. `createServer` builds it and never listens. */
export interface ServerDeps extends Pick<CapabilityHost, "log" | "addresses"> {
  readonly config: Pick<
    Config,
    | "httpHost"
    | "httpPort"
    | "requestsPerMinutePerIp"
    | "addressLimitWaitMs"
    | "trustedProxies"
    | "hstsSeconds"
  >;
  readonly connections: ConnectionLimits;
  readonly store: Pick<Records, "accounts" | "people" | "blockHeaders" | "rates" | "secret">;
  readonly network: Pick<Network, "isRehearsal">;
  readonly localSources: LocalSources;
  /** Of the API. */
  readonly routes: readonly ApiRoute[];
  /** For people. */
  readonly pages: readonly PageRoute[];
  /** Which pages of the operator their footer links to; none by default. */
  readonly footer?: PageHost["footer"];
}

/** Builds the server. `startServer` makes it listen. */
export function createServer(deps: ServerDeps): Server {
  const {
    config,
    connections,
    store,
    network,
    localSources,
    log,
    addresses,
    routes,
    pages,
    footer = [],
  } = deps;
  const server = new Server({
    listener: createListener(connections),
    host: config.httpHost,
    port: config.httpPort,
    // hapi's own console output; everything goes to the log below.
    debug: false,
    routes: {
      // Partial answers (RFC 9110 section 14) are useless for JSON, and hapi's 416 would have a different body.
      response: { ranges: false },
      // The API has no cookies, so a malformed one must not cause a refusal.
      state: { parse: false },
    },
  });
  const proxies = trustedProxies(config.trustedProxies);
  limitConnections(server, connections, proxies);
  registerSecurityHeaders(server, config.hstsSeconds);
  registerGateway(server, {
    ...config,
    rates: store.rates,
    // The document is a file like those of the site and needs no store. Files of headers are read from the store.
    isCounted: (path) => (isApiPath(path) && path !== `${BASE_PATH}${OPENAPI_PATH}`) || isEpochFilePath(path),
  });
  const keyUses = new KeyUses(store.accounts, { log });
  registerApiKeyAuth(server, store.accounts, keyUses);
  server.ext("onPostStop", () => keyUses.close());
  const assets = openAssets();
  const pageHost: PageHost = {
    addresses,
    people: store.people,
    secret: (name) => store.secret(name),
    isRehearsal: () => network.isRehearsal,
    assets: assets.entries,
    proxies,
    uploads: connections.uploads,
    footer,
    log,
  };
  server.route([
    ...pageRoutes(pages, pageHost),
    ...assets.routes,
    ...hapiRoutes([...routes, openApiRoute(routes, addresses)], API_KEY_AUTH),
    epochFileRoute(store.blockHeaders),
    localSourcesRoute(localSources),
  ]);
  registerVerifierSite(server);
  registerDocsSite(server, {
    site: openBuiltSite("docs"),
    addresses,
    notBuilt: (request, h) => noPage(pageHost, request, h, "docsNotBuilt"),
  });
  server.ext("onPreResponse", (request, h) =>
    answerError(request, h, log, (at, to) => noPage(pageHost, at, to)),
  );
  // A request's line holds fields of this file only: searching it for secrets costs more than the line itself.
  const requestLog = log.child({}, { redact: [] });
  server.events.on("response", (request) => logRequest(request, requestLog));
  return server;
}

/** @throws StartError when the server cannot listen at its host and port. */
export async function startServer(server: Server): Promise<void> {
  try {
    await server.start();
  } catch (error) {
    const { host, port } = server.settings;
    throw notListening(error as NodeJS.ErrnoException, "SVC_HTTP", String(host), Number(port));
  }
}

function logRequest(request: Request, log: Log): void {
  const { route, status, durationMs } = servedRequest(request);
  // Null if the gateway answered before routing, which hapi's types omit.
  const params = request.params as Request["params"] | null;
  const id: unknown = params?.["id"];
  log.info(
    {
      request: request.info.id,
      method: request.method,
      route,
      // Anything else may be a misplaced secret.
      ...(typeof id === "string" && isUuid(id.toLowerCase()) ? { proof: id.toLowerCase() } : {}),
      status,
      durationMs,
    },
    REQUEST_MESSAGE,
  );
}
