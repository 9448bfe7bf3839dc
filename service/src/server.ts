/** The HTTP server: routes, authentication, and errors in the interface's form. `createServer` builds it and never listens. */
import { type Request, Server } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { API_KEY_AUTH, registerApiKeyAuth } from "./accounts/authentication.js";
import { KeyUses } from "./accounts/key-uses.js";
import { answerError } from "./answer-error.js";
import type { CapabilityHost } from "./capability.js";
import type { LocalSources } from "./config/chains.js";
import type { Config } from "./config/config.js";
import type { ConnectionLimits } from "./connections/connection-limits.js";
import { createListener, limitConnections } from "./connections/limit-connections.js";
import { trustedProxies } from "./gateway/client-address.js";
import { registerGateway } from "./gateway/gateway.js";
import { registerSecurityHeaders } from "./gateway/security-headers.js";
import { type Log, REQUEST_MESSAGE } from "./log.js";
import type { Network } from "./network.js";
import { notListening } from "./not-listening.js";
import type { ApiRoute } from "./openapi/api-route.js";
import { hapiRoutes } from "./openapi/hapi-routes.js";
import { OPENAPI_PATH, openApiRoute } from "./openapi/openapi-route.js";
import { epochFileRoute, isEpochFilePath } from "./opentimestamps/epoch-file-route.js";
import { servedRequest } from "./operations/served-request.js";
import { openAssets } from "./pages/assets.js";
import type { PageRoute } from "./pages/page-route.js";
import { noPage, type PageHost, pageRoutes } from "./pages/page-routes.js";
import type { Records } from "./records/records.js";
import { BASE_PATH, isApiPath } from "./site/addresses.js";
import { openBuiltSite } from "./site/built/built-site.js";
import { registerDocsSite } from "./site/docs/register-docs-site.js";
import { localSourcesRoute } from "./site/local-sources-route.js";
import { registerVerifierSite } from "./site/verifier/register-verifier-site.js";

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
    site: openBuiltSite("docs-site"),
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
