/**
 * Headers of every response, whatever its origin: routes, errors, the gateway, and hapi where a file cannot be
 * read: those of security, and the request's identifier in the log. A page that needs more, such as the verifier, sends its
 * own policy instead.
 */
import { randomUUID } from "node:crypto";
import type { Server } from "@hapi/hapi";

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
