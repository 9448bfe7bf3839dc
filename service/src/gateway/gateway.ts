/**
 * What stands before the API: interface, "Limits", rules 3 and 4: a number of requests a minute for each address, and
 * the largest body. It answers in plain text, before a route is looked for and before a key is read.
 *
 * A body without a length is not counted here: every route bounds what it reads, and `discardUnread` the rest.
 */
import type { Lifecycle, Request, ResponseToolkit, Server } from "@hapi/hapi";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimit, retryAfterSeconds } from "../limits/rate-limit.js";
import { type RateStore, StoreUnavailableError } from "../store/store.js";
import { addressGroup, clientAddress, trustedProxies } from "./client-address.js";
import { discardUnread, isAfterLastAnswer } from "./discard-unread.js";
import { Refusals } from "./refusals.js";

/** The interface writes 25 MB, read as a power of ten like all its sizes. */
export const MAX_BODY_BYTES = 25_000_000;

const WINDOW_SECONDS = 60;

export interface GatewayDeps {
  readonly rates: RateStore;
  /** 0 sets no limit. */
  readonly requestsPerMinutePerIp: number;
  /** IP addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
}

/** Puts the gateway before all routes of the server. */
export function registerGateway(server: Server, deps: GatewayDeps): void {
  const proxies = trustedProxies(deps.trustedProxies);
  const counter = deps.requestsPerMinutePerIp === 0 ? null : requestCounter(deps);

  const answerCounted = async (request: Request, h: ResponseToolkit, counter: Counter) => {
    const client = clientAddress(request.info.remoteAddress, forwardedFor(request), proxies);
    const delayMs = await counter(addressGroup(client));
    if (delayMs === null) return h.continue;
    const seconds = retryAfterSeconds(delayMs);
    return refuse(h, 429, `too many requests: try again in ${seconds} s`, { "retry-after": String(seconds) });
  };

  server.ext("onRequest", (request, h) => {
    if (isAfterLastAnswer(request.raw.req)) return h.abandon;
    if (Number(request.raw.req.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
      return refuse(h, 413, `a body has at most ${MAX_BODY_BYTES} bytes`);
    }
    return counter === null ? h.continue : answerCounted(request, h, counter);
  });
  server.ext("onPreResponse", (request, h) => {
    discardUnread(request.raw.req);
    return h.continue;
  });
}

function forwardedFor(request: Request): string | undefined {
  const header = request.raw.req.headers["x-forwarded-for"];
  return typeof header === "object" ? header.join() : header;
}

/** Counts a request of an address; null, or the milliseconds to wait. */
type Counter = (address: string) => Promise<number | null>;

/** Addresses that are remembered to be refused. Of more, the store is asked again. */
const MAX_REFUSED_ADDRESSES = 10_000;

/**
 * Counts in the store, for all instances; it is not asked again for an address that it refused until its window has
 * ended, so that a flood costs it nothing. While it does not answer, each instance counts for itself: a limit that
 * protects the service must neither fail open nor make it fail.
 */
function requestCounter({ rates, requestsPerMinutePerIp }: GatewayDeps): Counter {
  const limit = new RateLimit(rates, {
    name: "requests",
    points: requestsPerMinutePerIp,
    windowMs: WINDOW_SECONDS * 1000,
  });
  const own = new RateLimiterMemory({ points: requestsPerMinutePerIp, duration: WINDOW_SECONDS });
  const refusals = new Refusals(MAX_REFUSED_ADDRESSES);
  return async (address) => {
    const leftMs = refusals.leftMs(address);
    if (leftMs !== null) return leftMs;
    try {
      const { delayMs } = await limit.take(address);
      if (delayMs !== null) refusals.remember(address, delayMs);
      return delayMs;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
    try {
      await own.consume(address);
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return refusal.msBeforeNext;
    }
  };
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
