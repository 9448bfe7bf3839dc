/**
 * The pages' Content-Security-Policy (CSP Level 3). It is part of the page, so that it applies on any static host; the service
 * also sends it as a header.
 *
 * Connections: the user chooses the sources, so any https address is allowed, and nodes on the user's own machine.
 */
import { type IntegrityAlgorithm, integrityOf } from "./integrity.js";

export interface PolicyParts {
  /** Inline scripts of the page. */
  readonly inlineScripts: readonly string[];
  /** Inline style sheets of the page. */
  readonly inlineStyles: readonly string[];
  /** Whether scripts, styles, images and the worker come from the page's origin instead of the page itself. */
  readonly hasOrigin: boolean;
}

const ALGORITHM: IntegrityAlgorithm = "sha384";

/** The policy as one line. Without `frame-ancestors`, which works only in a header. */
export function contentSecurityPolicy({ inlineScripts, inlineStyles, hasOrigin }: PolicyParts): string {
  const quoted = (texts: readonly string[]) => texts.map((text) => `'${integrityOf(text, ALGORITHM)}'`);
  const self = hasOrigin ? ["'self'"] : [];
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": [...self, ...quoted(inlineScripts), "'wasm-unsafe-eval'"],
    "worker-src": hasOrigin ? ["'self'"] : ["blob:"],
    "style-src": [...self, ...quoted(inlineStyles)],
    "img-src": hasOrigin ? ["'self'"] : ["data:"],
    "font-src": hasOrigin ? ["'self'"] : ["data:"],
    "manifest-src": hasOrigin ? ["'self'"] : ["'none'"],
    "connect-src": [...self, "https:", "http://localhost:*", "http://127.0.0.1:*"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    // The policy that src/security/script-url.ts creates.
    "trusted-types": ["svc-verifier"],
  };
  return Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
