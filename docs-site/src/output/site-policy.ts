/**
 * The Content-Security-Policy of the site, in each page, so that it holds on any host: files of the site only, nothing inline. The one
 * Trusted Types policy makes the address of the service worker.
 */
export const SITE_POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types svc-docs",
].join("; ");
