/** Files of a built site, which were compressed when it was built. */
import { extname, join } from "node:path";
import type { Request, ResponseObject, ResponseToolkit } from "@hapi/hapi";
import type { BuiltSite, SiteFile } from "./built-site.js";
import { bestCoding, ENDINGS } from "./codings.js";

/** Types of the plain files. inert would derive them from the extensions of the codings. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain",
  ".py": "text/plain",
  ".xml": "application/xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".asics": "application/vnd.etsi.asic-s+zip",
  ".webmanifest": "application/manifest+json",
};

/** Names of files in `assets/` change with their content. */
const FOREVER = "public, max-age=31536000, immutable";

/** @param path of the file from the root of the site. */
export function serveBuiltFile(
  { folder, policy }: BuiltSite,
  path: string,
  { tag, codings }: SiteFile,
  request: Request,
  h: ResponseToolkit,
): ResponseObject {
  const coding = bestCoding(codings, request.raw.req.headers["accept-encoding"]);
  const response = h
    .file(join(folder, path + ENDINGS[coding]), { confine: folder, etagMethod: false })
    .type(TYPES[extname(path)] ?? "application/octet-stream")
    .etag(tag + ENDINGS[coding], { weak: false, vary: false })
    .vary("accept-encoding")
    .header("cache-control", path.startsWith("assets/") ? FOREVER : "no-cache")
    .header("content-security-policy", `${policy}; frame-ancestors 'none'`);
  if (coding !== "identity") response.compressed(coding);
  return response;
}
