/** Addresses; built sites as files. */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import accept from "@hapi/accept";
import type { Request, ResponseObject, ResponseToolkit, Server, ServerRoute } from "@hapi/hapi";
import inert from "@hapi/inert";
import { DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import type { LocalSources } from "../config/chains.js";
import type { Config } from "../config/settings.js";
import { ApiError } from "../errors.js";

/** Addresses under which the outside world reaches the service. */
export interface Addresses {
  /** Without a closing slash. */
  readonly siteUrl: string;
  /** Of the API: `{site_url}/api/v2`. */
  readonly baseUrl: string;
}

/** Path of the API below the site. */
export const BASE_PATH = "/api/v2";

/** Whether a path of a request is the API's, whether there is a route or not. */
export function isApiPath(path: string): boolean {
  return path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);
}

export function addressesOf(siteUrl: string): Addresses {
  return { siteUrl, baseUrl: `${siteUrl}${BASE_PATH}` };
}

/** Site address of a server that listens on a host and a port, for those on the same machine. */
export function localSiteUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The portable proof, for anyone. */
export function proofJsonUrl({ baseUrl }: Addresses, proofId: string): string {
  return `${baseUrl}/proof/${proofId}.json`;
}

/** The verifier: static, for anyone. */
export function verifierSiteUrl({ siteUrl }: Addresses): string {
  return `${siteUrl}/verify/`;
}

/** The verifier for the command line: one file for Node.js, part of the built verifier. */
export function verifierProgramUrl(addresses: Addresses): string {
  return `${verifierSiteUrl(addresses)}svc-verify.mjs`;
}

/** The verifier with a proof. */
export function verifierUrl(addresses: Addresses, proofId: string): string {
  return `${verifierSiteUrl(addresses)}#/proof/${proofId}`;
}

/** The pages of the site that the API links to, in the order of the account report. */
export interface SitePages {
  readonly dashboard: string;
  readonly plans: string;
  readonly seals: string;
  readonly docs: string;
  readonly connect: string;
}

export function sitePages({ siteUrl }: Addresses): SitePages {
  return {
    dashboard: `${siteUrl}/dashboard`,
    plans: `${siteUrl}/plans`,
    seals: `${siteUrl}/seals`,
    docs: `${siteUrl}/docs`,
    connect: `${siteUrl}/connect`,
  };
}

// `GET /verify/local-sources.json`: what the verifier page beside it may ask, `svc-local-sources/1` (docs/design/site.md, "Local
// sources"). Only a rehearsal on the development chain of this machine names sources, so that no page takes any from a service
// whose proofs are worth something.

/** Beside the verifier page, which asks for it by this name. */
const PATH = "/verify/local-sources.json";

export function localSourcesRoute({ rpcUrl, tsaRootPem, hasFingerprintLookup }: LocalSources): ServerRoute {
  return {
    method: "GET",
    path: PATH,
    handler: (_request, h) => {
      if (rpcUrl === null && !hasFingerprintLookup) throw new ApiError("not_found", "not found");
      return h
        .response({
          format: "svc-local-sources/1",
          ...(rpcUrl !== null && {
            chain_id: DEVELOPMENT_CHAIN_ID,
            rpc_urls: [rpcUrl],
            tsa_root_pem: tsaRootPem,
          }),
          ...(hasFingerprintLookup && { fingerprint_lookup: true }),
        })
        .header("cache-control", "no-store");
    },
  };
}

/** Configured names of chains: of each by its identifier, or one for the only chain. */
export type NetworkNames = ReadonlyMap<number, string> | string | null;

/** The names that the settings give. */
export function networkNames({
  anchors,
  networkName,
}: Pick<Config, "anchors" | "networkName">): NetworkNames {
  if (anchors === null) return networkName;
  return new Map(
    anchors.flatMap((anchor) => (anchor.networkName ? [[anchor.chainId, anchor.networkName]] : [])),
  );
}

/** Label of a chain in proofs: the known name, otherwise the configured one, otherwise its number. */
export function networkName(chainId: number, names: NetworkNames): string {
  const configured = names === null || typeof names === "string" ? names : names.get(chainId);
  return evmChain(chainId)?.network ?? configured ?? `EIP-155 chain ${chainId}`;
}

/**
 * Where people can look at an anchor transaction: the chain's public explorer, or, for a chain that has none or
 * is not known, the service's own page that explains how to query the chain.
 */
export function transactionUrl(addresses: Addresses, chainId: number, txHash: string): string {
  const explorer = evmChain(chainId)?.explorerTransactionUrl;
  return explorer ? `${explorer}${txHash}` : `${addresses.siteUrl}/transaction/${chainId}/${txHash}`;
}

/** Codings of built files: each text lies compressed beside itself. */
export type Coding = "br" | "gzip" | "identity";

/** What the build adds to the name of a file for each coding, best first. */
export const ENDINGS: Readonly<Record<Coding, string>> = { br: ".br", gzip: ".gz", identity: "" };

/** The plain file, unless the client accepts an available coding. A malformed header counts as none. */
export function bestCoding(codings: readonly Coding[], accepted: string | string[] | undefined): Coding {
  if (accepted === undefined) return "identity";
  try {
    const best = accept.encoding(String(accepted), [...codings]);
    return codings.find((coding) => coding === best) ?? "identity";
  } catch {
    return "identity";
  }
}

/** A built site next to the service, the verifier or the documentation: its files and their content security policy. */
export interface BuiltSite {
  /** Its files lie below this folder. */
  readonly folder: string;
  /** The pages' Content-Security-Policy, for the header. */
  readonly policy: string;
  /** By path. Nothing else is served. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Those of `files` that a sitemap names; empty if the build names none. */
  readonly pages: readonly string[];
}

export interface SiteFile {
  /** Changes with the content. */
  readonly tag: string;
  /** Available codings, best first; "identity" is the plain file. */
  readonly codings: readonly Coding[];
}

/** The build's list of its files (docs/design/site.md, docs/design/architecture.md). */
interface BuildList {
  readonly content_security_policy: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly pages?: readonly string[];
}

const BUILD_LIST = "build.json";

/**
 * @param workspace name of the workspace that builds it into its `site`. It need not be installed.
 * @returns null if the site was not built: the service runs without it.
 */
export function openBuiltSite(workspace: string): BuiltSite | null {
  let list: string;
  let text: string;
  try {
    list = createRequire(import.meta.url).resolve(`@svc-proof/${workspace}/site/${BUILD_LIST}`);
    text = readFileSync(list, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "MODULE_NOT_FOUND" || code === "ENOENT") return null;
    throw error;
  }
  const folder = dirname(list);
  const { content_security_policy, files, pages = [] } = JSON.parse(text) as BuildList;
  const codingsOf = (path: string) =>
    (Object.keys(ENDINGS) as Coding[]).filter((coding) => existsSync(join(folder, path + ENDINGS[coding])));
  // No file can hold its own hash.
  const listed = [...files, { path: BUILD_LIST, sha256: createHash("sha256").update(text).digest("hex") }];
  return {
    folder,
    policy: content_security_policy,
    pages,
    files: new Map(listed.map(({ path, sha256 }) => [path, { tag: sha256, codings: codingsOf(path) }])),
  };
}

// Files of a built site, which were compressed when it was built.

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

/** Addresses below `/docs/` that were in use before the documentation was a site of its own. */
export const FORMER_DOCS: ReadonlyMap<string, string> = new Map([
  ["certificate", "formats/certificate.html"],
  ["evidence", "formats/evidence.html"],
  ["proof", "formats/svc-proof-2.html"],
  ["report", "formats/report.html"],
  ["seal", "formats/rfc3161.html"],
  ["opentimestamps", "formats/opentimestamps.html"],
  ["witness", "formats/evm-witness.html"],
  ["bitcoin-headers", "formats/bitcoin-headers.html"],
  ["asic-s", "formats/evidence.html"],
]);

/** The documentation at `{site_url}/docs/`: a built site, served like the verifier, without key, store or limit. */
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

// The public verifier at `{site_url}/verify/`: files that were compressed when they were built. They need no key and no
// store, and do not count towards the gateway's limit, because visitors who share an address may share that limit.

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
