/**
 * What a host may say beside a file: what else a file may do. Of the rest, as a redirect, nothing is kept or served: whoever writes to
 * the cache could have written it there.
 */
const KEPT_HEADERS =
  /^(?:content-security-policy|cross-origin-[a-z-]+|permissions-policy|referrer-policy|x-content-type-options|x-frame-options)$/;

const TYPES: Readonly<Record<string, string>> = {
  asics: "application/vnd.etsi.asic-s+zip",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/**
 * A response with a file of the site, made anew.
 *
 * @param from headers of the host.
 * @param path of the file: its ending gives the type.
 */
export function fileResponse(body: BodyInit, from: Headers, path: string): Response {
  const headers = new Headers([...from].filter(([name]) => KEPT_HEADERS.test(name)));
  headers.set("content-type", TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream");
  return new Response(body, { headers });
}
