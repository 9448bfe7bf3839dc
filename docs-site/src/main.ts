/**
 * `node dist/main.js [FOLDER] [--url URL] [--above URL] [--base PATH]`: builds the site, into `dist/site` when no folder is named.
 *
 * `--url` is the address at which a host will serve it, for the sitemap; without it the host must make one. `--above` is where the
 * service is, if it is not in the folder above. `--base` is the path below which the host serves it, for the page of unknown addresses.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildSite } from "./build-site.js";

// Do not depend on the builder's environment: it affects Vite's output.
process.env["NODE_ENV"] = "production";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string" }, above: { type: "string" }, base: { type: "string" } },
});
const folder = resolve(positionals[0] ?? join(root, "docs-site/dist/site"));
await buildSite({
  root,
  folder,
  url: values.url?.replace(/\/*$/, "/") ?? null,
  above: values.above?.replace(/\/+$/, "") ?? "..",
  base: values.base ?? "/docs/",
});
