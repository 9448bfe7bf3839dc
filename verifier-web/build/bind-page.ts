/**
 * Ties the page to the build: each script and style sheet that it names gets its hash (Subresource Integrity), as do, by an
 * import map, the modules that are loaded later; the policy allows no other inline script than that map.
 *
 * Not bound: the worker, for which browsers check no integrity. The service worker checks that one too.
 */
import { contentSecurityPolicy } from "./content-security-policy.js";
import type { BuiltFile } from "./files-below.js";
import { integrityOf } from "./integrity.js";

export interface BoundPage {
  readonly html: string;
  /** The policy that it carries. */
  readonly policy: string;
}

const CHARSET = '<meta charset="utf-8">';

/**
 * @param html the page as Vite writes it.
 * @param modules paths of those files that the page itself may load as modules.
 * @param build what the page says of itself: version and build hash.
 * @throws Error when the page is not of the form that Vite writes, or names a file that is not there.
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
    integrity: Object.fromEntries(modules.map((path) => [`./${path}`, ofFile(path)])),
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
 * Puts policy and build at the head's beginning: a policy holds for what comes after it.
 *
 * @throws Error when the page does not begin as ours does.
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
