/**
 * The pages' Content-Security-Policy (CSP Level 3), in the page itself, so that it holds on any static host; the service
 * sends the same as a header.
 *
 * Connections: the page asks only whom its user tells it to ask, and whom that is, is the user's to say; so any address by
 * https, and nodes of the user's own machine.
 */
import { type IntegrityAlgorithm, integrityOf } from "./integrity.js";

export interface PolicyParts {
  /** Inline scripts of the page. */
  readonly inlineScripts: readonly string[];
  /** Inline style sheets of the page. */
  readonly inlineStyles: readonly string[];
  /** Whether scripts, styles, images and the worker come from the page's origin; else they are in the page. */
  readonly hasOrigin: boolean;
}

const ALGORITHM: IntegrityAlgorithm = "sha384";

/** The policy as one line. Without `frame-ancestors`, which only a header can say. */
export function contentSecurityPolicy({ inlineScripts, inlineStyles, hasOrigin }: PolicyParts): string {
  const quoted = (texts: readonly string[]) => texts.map((text) => `'${integrityOf(text, ALGORITHM)}'`);
  const self = hasOrigin ? ["'self'"] : [];
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": [...self, ...quoted(inlineScripts), "'wasm-unsafe-eval'"],
    "worker-src": hasOrigin ? ["'self'"] : ["blob:"],
    "style-src": [...self, ...quoted(inlineStyles)],
    "img-src": hasOrigin ? ["'self'"] : ["data:"],
    "manifest-src": hasOrigin ? ["'self'"] : ["'none'"],
    "connect-src": [...self, "https:", "http://localhost:*", "http://127.0.0.1:*"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    // The name of the one policy that src/security/script-url.ts makes.
    "trusted-types": ["svc-verifier"],
  };
  return Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
