/** The documentation at `{site_url}/docs/`: a built site, served like the verifier, without key, store or limit. */
import type { Request, ResponseObject, ResponseToolkit, Server } from "@hapi/hapi";
import { ApiError } from "../../api-error.js";
import type { Addresses } from "../addresses.js";
import type { BuiltSite } from "../built/built-site.js";
import { serveBuiltFile } from "../built/serve-built-file.js";
import { FORMER_DOCS } from "./former-docs.js";

const PAGE = "index.html";
const SITEMAP = "sitemap.xml";

export interface DocsHost {
  /** Null if it was not built. */
  readonly site: BuiltSite | null;
  readonly addresses: () => Addresses;
  /** The page that says so; null for who does not read pages. */
  readonly notBuilt: (request: Request, h: ResponseToolkit) => ResponseObject | null;
}

/** Needs `@hapi/inert`, which `registerVerifierSite` registers. */
export function registerDocsSite(server: Server, { site, addresses, notBuilt }: DocsHost): void {
  server.route([
    // Relative, so that it works behind proxies that add a path prefix.
    { method: "GET", path: "/docs", handler: (_, h) => h.redirect("docs/") },
    {
      method: "GET",
      path: "/docs/{path*}",
      handler: (request, h) => {
        if (site === null) {
          const page = notBuilt(request, h);
          if (page !== null) return page;
          throw new ApiError("not_found", "the documentation is not built: npm run docs:build");
        }
        const asked = String(request.params["path"] ?? "");
        const isFolder = asked === "" || asked.endsWith("/");
        const path = isFolder ? `${asked}${PAGE}` : asked;
        const file = site.files.get(path);
        if (file !== undefined) return serveBuiltFile(site, path, file, request, h);
        if (path === SITEMAP) return sitemap(site, addresses(), h);
        const moved = isFolder ? undefined : movedTo(site, path);
        if (moved === undefined) throw new ApiError("not_found", "not found");
        return h.redirect(moved).permanent().rewritable();
      },
    },
  ]);
}

/** Where a page is that was asked for as before, without its ending, or without the slash of its folder. Relative to the address asked for. */
function movedTo({ files }: BuiltSite, path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (files.has(`${path}.html`)) return `${name}.html`;
  if (files.has(`${path}/${PAGE}`)) return `${name}/`;
  return FORMER_DOCS.get(path);
}

/** Made here, because its format wants whole addresses, which the build does not know. */
function sitemap({ pages }: BuiltSite, { siteUrl }: Addresses, h: ResponseToolkit): ResponseObject {
  const lines = pages.map(
    (path) => `  <url><loc>${siteUrl}/docs/${path.replace(/(^|\/)index\.html$/, "$1")}</loc></url>\n`,
  );
  return h
    .response(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join("")}</urlset>\n`,
    )
    .type("application/xml")
    .header("cache-control", "public, max-age=86400");
}
