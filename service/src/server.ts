/** The HTTP server: routes, authentication, and errors in the interface's form. It is built here and never listens. */
import { type Request, Server } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { API_KEY_AUTH, registerApiKeyAuth } from "./accounts/authentication.js";
import { accountRoutes } from "./accounts/routes.js";
import { answerError } from "./answer-error.js";
import type { ConnectionLimits } from "./connections/connection-limits.js";
import { createListener, limitConnections } from "./connections/limit-connections.js";
import type { Custody } from "./custody/custody.js";
import { custodyRoutes } from "./custody/routes.js";
import type { OpenOriginal } from "./documents/evidence/packed-original.js";
import type { DocumentMaker } from "./documents/making/document-maker.js";
import { documentRoutes } from "./documents/routes.js";
import { registerGateway } from "./gateway/gateway.js";
import { registerSecurityHeaders } from "./gateway/security-headers.js";
import { MinuteLimiter } from "./limits/minute-limiter.js";
import { type Log, REQUEST_MESSAGE } from "./log.js";
import { hapiRoutes } from "./openapi/hapi-routes.js";
import { OPENAPI_PATH, openApiRoute } from "./openapi/openapi-route.js";
import { openTimestampsRoutes } from "./opentimestamps/routes.js";
import { servedRequest } from "./operations/served-request.js";
import { proofRoutes } from "./proofs/routes.js";
import { sealRoutes } from "./seals/routes.js";
import type { SealIssuer } from "./seals/seal-issuer.js";
import { SealPurchase } from "./seals/seal-purchase.js";
import { addressesOf, BASE_PATH, isApiPath, localSiteUrl, sitePages } from "./site/addresses.js";
import { siteRoutes } from "./site/routes.js";
import { registerVerifierSite } from "./site/verifier/register-verifier-site.js";
import type { Store } from "./store/store.js";

export interface ServerDeps {
  readonly store: Store;
  /** Asks the authority for seals; null where none is given: no seal is sold then. */
  readonly issuer: SealIssuer | null;
  /** Time that a request waits for a seal; it is pending after that. */
  readonly sealWaitMs: number;
  /** Null where no originals are kept. */
  readonly custody: Custody | null;
  readonly connections: ConnectionLimits;
  readonly log: Log;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Public address; null: made from host and port. */
  readonly siteUrl: string | null;
  /** Name of the chain, for chains that are not known by name. */
  readonly networkName: string | null;
  /** 0 sets no limit. */
  readonly creationsPerMinute: number;
  /** Of one account; 0 sets no limit. */
  readonly sealsPerMinute: number;
  /** Of one client address, before any route is asked; 0 sets no limit. */
  readonly requestsPerMinutePerIp: number;
  /** IP addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Time for which browsers are told to ask for the service over HTTPS only; 0 tells them nothing. */
  readonly hstsSeconds: number;
  /** Price of one seal of a pack, in whole euros. */
  readonly sealPriceEur: number;
  /** Opens originals for evidence packages. */
  readonly openOriginal: OpenOriginal;
  /** Makes certificates and packages. */
  readonly documents: DocumentMaker;
  /** Certificates and packages of one account; 0 sets no limit. */
  readonly documentsPerMinute: number;
  readonly sandbox: () => boolean;
  /** Endpoint of the chain that the sandbox runs itself; null where there is none. */
  readonly sandboxRpcUrl: string | null;
}

/** Builds the server. `start()` makes it listen. */
export function createServer(deps: ServerDeps): Server {
  const { store, custody, log, host, port, siteUrl, networkName, sandbox, sandboxRpcUrl } = deps;
  const { documents, openOriginal, connections } = deps;
  const { uploads } = connections;
  const server = new Server({
    listener: createListener(connections),
    host,
    port,
    // hapi's own console output; everything goes to the log below.
    debug: false,
    routes: {
      // Parts of an answer (RFC 9110 section 14) are of no use in JSON, and hapi's 416 would have a body of its own.
      response: { ranges: false },
      // Cookies mean nothing here, malformed ones included.
      state: { parse: false },
    },
  });
  const addresses = () => addressesOf(siteUrl ?? localSiteUrl(host, Number(server.info.port)));
  const context = () => ({ addresses: addresses(), networkName });
  const limiter = new MinuteLimiter(store.rates, "creations", deps.creationsPerMinute);
  const sealPurchase = new SealPurchase({
    store,
    issuer: deps.issuer,
    limiter: new MinuteLimiter(store.rates, "seals", deps.sealsPerMinute),
    waitMs: deps.sealWaitMs,
    buyUrl: () => sitePages(addresses()).seals,
  });
  const routes = [
    ...proofRoutes({ store, limiter, sealPurchase, context, uploads }),
    ...openTimestampsRoutes({ store }),
    ...sealRoutes({ store, sealPurchase, addresses }),
    ...documentRoutes({
      store,
      documents,
      limiter: new MinuteLimiter(store.rates, "documents", deps.documentsPerMinute),
      addresses,
      networkName,
      sandbox,
      openOriginal,
    }),
    ...custodyRoutes({ store, custody, context, uploads }),
    ...accountRoutes({
      store,
      addresses,
      sealPriceEur: deps.sealPriceEur,
      sealsAvailable: sealPurchase.isOpen,
      hasCustody: custody !== null,
    }),
  ];

  limitConnections(server, connections);
  registerSecurityHeaders(server, deps.hstsSeconds);
  registerGateway(server, {
    ...deps,
    rates: store.rates,
    // The document is a file like those of the site: whoever reads it asks nothing of the store.
    isCounted: (path) => isApiPath(path) && path !== `${BASE_PATH}${OPENAPI_PATH}`,
  });
  registerApiKeyAuth(server, store.accounts);
  server.route([
    ...hapiRoutes([...routes, openApiRoute(routes, addresses)], API_KEY_AUTH),
    ...siteRoutes({ addresses, sandbox, sandboxRpcUrl }),
  ]);
  registerVerifierSite(server);
  server.ext("onPreResponse", (request, h) => answerError(request, h, log));
  // A request's line holds fields of this file only: to look for secrets in it costs more than the line itself.
  const requestLog = log.child({}, { redact: [] });
  server.events.on("response", (request) => logRequest(request, requestLog));
  return server;
}

function logRequest(request: Request, log: Log): void {
  const { route, status, durationMs } = servedRequest(request);
  // Null where the gateway answered before a route was looked for, which hapi's types do not know.
  const params = request.params as Request["params"] | null;
  const id: unknown = params?.["id"];
  log.info(
    {
      request: request.info.id,
      method: request.method,
      route,
      // Anything else may be a secret that stands in the wrong place.
      ...(typeof id === "string" && isUuid(id.toLowerCase()) ? { proof: id.toLowerCase() } : {}),
      status,
      durationMs,
    },
    REQUEST_MESSAGE,
  );
}
