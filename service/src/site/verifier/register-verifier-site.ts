/**
 * The public verifier at `{site_url}/verify/`: files that were compressed when they were built. They need no key and no
 * store, and do not count towards the gateway's limit, because visitors who share an address may share that limit.
 */
import type { Server } from "@hapi/hapi";
import inert from "@hapi/inert";
import { ApiError } from "../../api-error.js";
import { openBuiltSite } from "../built/built-site.js";
import { serveBuiltFile } from "../built/serve-built-file.js";

const PAGE = "index.html";
/**
 * The verifier in one file, as a page and as a program. They are for download: the page's policy would not be the site's here, and a
 * program is not for reading in a browser.
 */
const DOWNLOADS: ReadonlySet<string> = new Set(["verifier.html", "svc-verify.mjs"]);

export function registerVerifierSite(server: Server): void {
  const site = openBuiltSite("verifier-web");
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
        const response = serveBuiltFile(site, path, file, request, h);
        if (DOWNLOADS.has(path)) response.header("content-disposition", `attachment; filename=${path}`);
        return response;
      },
    },
  ]);
}
