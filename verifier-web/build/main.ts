/** `node dist/build/main.js [FOLDER]`: builds the site, into `dist/site` when no folder is named. */
import { join, resolve } from "node:path";
import { build } from "vite";
import { siteConfig, webRoot } from "./site-config.js";

const outDir = resolve(process.argv[2] ?? join(webRoot, "dist/site"));
await build(siteConfig(outDir));
