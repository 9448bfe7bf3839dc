/** Client address, limits, security headers. */

import { randomUUID } from "node:crypto";
import type { Lifecycle, Request, ResponseToolkit, Server } from "@hapi/hapi";
import type { RateStore } from "../store/store.js";
import { discardUnread, isAfterLastAnswer } from "./bodies.js";
import { addressGroup, clientAddress, forwardedFor, trustedProxies } from "./client-address.js";
import { AddressLimit, rateLimitHeaders, retryAfterSeconds } from "./limits.js";

// The limits before the API: docs/interface.md, "Limits", rules 3 and 4: a number of requests a minute for each address, and
// the largest body. It answers in plain text, before a route is looked for and before a key is read.
//
// A body without a length is not counted here: every route bounds what it reads, and `discardUnread` the rest.

/** The interface writes 25 MB, read as a power of ten like all its sizes. */
export const MAX_BODY_BYTES = 25_000_000;

export interface GatewayDeps {
  readonly rates: RateStore;
  /** 0 sets no limit. */
  readonly requestsPerMinutePerIp: number;
  /** How long a request waits until the store has counted it. */
  readonly addressLimitWaitMs: number;
  /** Whether a path is the API's and counts towards the limit. Pages and files of the site do not count. */
  readonly isCounted: (path: string) => boolean;
  /** IP addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
}

/** Puts the gateway before all routes of the server. */
export function registerGateway(server: Server, deps: GatewayDeps): void {
  const proxies = trustedProxies(deps.trustedProxies);
  const { requestsPerMinutePerIp, addressLimitWaitMs, isCounted } = deps;
  const limit =
    requestsPerMinutePerIp === 0
      ? null
      : new AddressLimit(deps.rates, requestsPerMinutePerIp, addressLimitWaitMs);

  const answerCounted = async (request: Request, h: ResponseToolkit, limit: AddressLimit) => {
    const client = clientAddress(request.info.remoteAddress, forwardedFor(request.raw.req.headers), proxies);
    const state = await limit.take(addressGroup(client));
    for (const [name, value] of Object.entries(rateLimitHeaders(limit.settings, state)))
      request.raw.res.setHeader(name, value);
    if (state.left >= 0) return h.continue;
    const seconds = retryAfterSeconds(state.endsInMs);
    return refuse(h, 429, `too many requests: try again in ${seconds} s`, { "retry-after": String(seconds) });
  };

  server.ext("onRequest", (request, h) => {
    if (isAfterLastAnswer(request.raw.req)) return h.abandon;
    if (hasTwoHosts(request.raw.req.rawHeaders)) return refuse(h, 400, "expected one header Host");
    const tags: unknown = request.headers["if-none-match"];
    if (typeof tags === "string") request.headers["if-none-match"] = weaklyCompared(tags);
    if (Number(request.raw.req.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
      return refuse(h, 413, `expected a body of at most ${MAX_BODY_BYTES} bytes`);
    }
    return limit === null || !isCounted(request.path) ? h.continue : answerCounted(request, h, limit);
  });
  server.ext("onPreResponse", (request, h) => {
    discardUnread(request.raw.req);
    return h.continue;
  });
}

/** RFC 9112 section 3.2. Node keeps the first and drops the others. */
function hasTwoHosts(rawHeaders: readonly string[] = []): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/**
 * The tags of `If-None-Match`, which are compared weakly (RFC 9110 section 13.1.2), where hapi compares text: without `W/`, and
 * without the suffix of a proxy that compressed the answer.
 */
function weaklyCompared(tags: string): string {
  return tags.replace(/(?:W\/)?("[^"]*?)(?:[-;]{1,2}(?:gzip|br|deflate|zstd))?"/g, '$1"');
}

function refuse(
  h: ResponseToolkit,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Lifecycle.ReturnValue {
  const response = h.response(`${text}\n`).type("text/plain").code(status);
  for (const [name, value] of Object.entries(headers)) response.header(name, value);
  return response.takeover();
}

// Headers of every response, whatever its origin: routes, errors, the gateway, and hapi where a file cannot be
// read: those of security, and the request's identifier in the log. A page that needs more, such as the verifier, sends its
// own policy instead.

/** API answers and text pages load nothing and must not be framed. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // For browsers that do not know `frame-ancestors`.
  "x-frame-options": "DENY",
};

/**
 * Must be registered before everything else that answers.
 *
 * @param hstsSeconds `max-age` of the HSTS header (RFC 6797); 0 sends no header. Over plain HTTP, as
 * where a proxy is not used, browsers ignore it.
 */
export function registerSecurityHeaders(server: Server, hstsSeconds: number): void {
  const headers = Object.entries(HEADERS);
  if (hstsSeconds > 0) headers.push(["strict-transport-security", `max-age=${hstsSeconds}`]);
  server.ext("onRequest", (request, h) => {
    // Set on Node's response, because hapi replaces its own when something fails late.
    for (const [name, value] of headers) request.raw.res.setHeader(name, value);
    // hapi's own names the host and the process.
    request.info.id = randomUUID();
    request.raw.res.setHeader("x-request-id", request.info.id);
    return h.continue;
  });
}
