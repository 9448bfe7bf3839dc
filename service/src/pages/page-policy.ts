/**
 * The Content-Security-Policy of pages: scripts, styles, fonts and pictures of this site only, and nothing inline.
 *
 * @param trustedTypes name of the Trusted Types policy with which the page's scripts make addresses of workers; null if they
 * make none.
 */
export function pagePolicy(trustedTypes: string | null): string {
  return `${DIRECTIVES}; trusted-types ${trustedTypes ?? "'none'"}`;
}

const DIRECTIVES: string = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/**
 * That of scripts. It applies where a script runs as a worker, which does not inherit the policy of the page: it may load scripts of
 * this site and WebAssembly, and reach nothing else.
 */
export const SCRIPT_POLICY: string = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");
