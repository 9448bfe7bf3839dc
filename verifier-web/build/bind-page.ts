/** The page's policy, and the hashes of all that it loads. */

import type { Plugin } from "vite";
import { type BuiltFile, type IntegrityAlgorithm, integrityOf } from "./offline-copy.js";

// The pages' Content-Security-Policy (CSP Level 3). It is part of the page, so that it applies on any static host; the service
// also sends it as a header.
//
// Connections: the user chooses the sources, so any https address is allowed, and nodes on the user's own machine.

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

// Binds the page to the build. Each script and style sheet gets its hash (Subresource Integrity); modules that are loaded later
// get theirs by an import map. The policy allows no other inline script than that map.
//
// Not bound: the worker, since browsers check no integrity there. The service worker checks it.

export interface BoundPage {
  readonly html: string;
  /** The page's policy. */
  readonly policy: string;
}

const CHARSET = '<meta charset="utf-8">';

/** The page's import map names that many addresses of each module, with the same integrity. */
const MAX_RETRIES = 3;

/** Each module by its name, and as it is asked for again: `retriedImports`. */
const ADDRESSES = ["", ...Array.from({ length: MAX_RETRIES }, (_, i) => `?${i + 1}`)];

/**
 * @param html the page as Vite writes it.
 * @param modules paths of the files that the page may load as modules.
 * @param build version and build hash that the page shows.
 * @throws Error if the page does not have the form that Vite writes, or names a missing file.
 */
export function bindPage(
  html: string,
  files: readonly BuiltFile[],
  modules: readonly string[],
  build: string,
): BoundPage {
  const integrities = new Map(files.map(({ path, bytes }) => [path, integrityOf(bytes)]));
  const ofFile = (path: string) => {
    const integrity = integrities.get(path);
    if (integrity === undefined) throw new Error(`the page names ${path}, which is not there`);
    return integrity;
  };
  const map = JSON.stringify({
    integrity: Object.fromEntries(
      modules.flatMap((path) => ADDRESSES.map((query) => [`./${path}${query}`, ofFile(path)])),
    ),
  });
  const policy = contentSecurityPolicy({ inlineScripts: [map], inlineStyles: [], hasOrigin: true });
  const bound = html.replace(
    /<(script|link)\b([^>]*?) (src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g,
    (_, tag: string, rest: string, attribute: string, path: string) =>
      `<${tag}${rest} integrity="${ofFile(path)}" ${attribute}="./${path}"`,
  );
  return { html: withHead(bound, policy, build, `<script type="importmap">${map}</script>`), policy };
}

/**
 * Inserts policy and build at the start of the head: a policy applies only to what follows it.
 *
 * @throws Error if the page does not start as expected.
 */
export function withHead(html: string, policy: string, build: string, rest: string): string {
  if (!html.includes(CHARSET)) throw new Error(`the page has no ${CHARSET}`);
  const lines = [
    CHARSET,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="svc-build" content="${build}">`,
    rest,
  ];
  return html.replace(CHARSET, () => lines.filter((line) => line !== "").join("\n    "));
}

const IMPORT = /\bimport\((["'`])(\.\/[\w-]+\.js)\1\)/g;

/**
 * Each `import()` of the page becomes a call of `loadPart`, which `view/context.tsx` defines: the page asks again for a module that
 * could not be loaded. Firefox keeps such a failure by the address, for the life of the page, so each retry has an address of its own.
 */
export function retriedImports(): Plugin {
  return {
    name: "retried-imports",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        file.code = file.code.replace(
          IMPORT,
          (_, quote: string, path: string) =>
            `globalThis.loadPart(query=>import(${quote}${path}${quote}+query),${MAX_RETRIES})`,
        );
      }
    },
  };
}
