/**
 * The public verifier at `{site_url}/verify/`: files that were compressed when they were built. They need no key and no
 * store, and do not count towards the gateway's limit, because visitors who share an address may share that limit.
 */
import { extname, join } from "node:path";
import type { Request, ResponseObject, ResponseToolkit, Server } from "@hapi/hapi";
import inert from "@hapi/inert";
import { ApiError } from "../../api-error.js";
import { type BuiltSite, openBuiltSite, type SiteFile } from "./built-site.js";
import { bestCoding, ENDINGS } from "./codings.js";

const PAGE = "index.html";
/**
 * The verifier in one file, as a page and as a program. They are for download: the page's policy would not be the site's here, and a
 * program is not for reading in a browser.
 */
const DOWNLOADS: ReadonlySet<string> = new Set(["verifier.html", "svc-verify.mjs"]);

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
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".asics": "application/vnd.etsi.asic-s+zip",
  ".webmanifest": "application/manifest+json",
};

/** Names of files in `assets/` change with their content. */
const FOREVER = "public, max-age=31536000, immutable";

export function registerVerifierSite(server: Server): void {
  const site = openBuiltSite();
  server.ext("onPreStart", () => server.register(inert));
  server.route([
    // Relative, so that it works behind proxies that add a path prefix.
    { method: "GET", path: "/verify", handler: (_, h) => h.redirect("verify/") },
    {
      method: "GET",
      path: "/verify/{path*}",
      handler: (request, h) => {
        if (site === null) throw new ApiError("not_found", "the verifier site is not built: npm run build");
        const path = String(request.params["path"] ?? "") || PAGE;
        const file = site.files.get(path);
        if (file === undefined) throw new ApiError("not_found", "not found");
        return serve(site, path, file, request, h);
      },
    },
  ]);
}

function serve(
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
  if (DOWNLOADS.has(path)) response.header("content-disposition", `attachment; filename=${path}`);
  return response;
}
