/**
 * `node dist/build/main.js [FOLDER] [--page-only]`: builds the site, into `dist/site` when no folder is named.
 *
 * `--page-only` leaves out what is for download, and the compressed files: half of the time, for whoever works on the page.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { notePackages, thirdPartyNotices } from "@svc-proof/verifier-web/ui/build/third-party-notices";
import { bindPage, retriedImports } from "./bind-page.js";
import { reportFonts } from "./fonts.js";
import { buildHash, compressFiles, filesBelow, offlineCopy } from "./offline-copy.js";
import { base64AsHex, singleFile, standaloneCommand, withNotices } from "./single-file.js";
import { buildOnce, serviceWorkerConfig, siteConfig, tightened, webRoot } from "./site-config.js";

// Do not depend on the builder's environment: it affects the output of Vite and JSX.
process.env["NODE_ENV"] = "production";

const words = process.argv.slice(2).filter((word) => word !== "--page-only");
const isWhole = words.length === process.argv.length - 2;
const outDir = resolve(words[0] ?? join(webRoot, "dist/site"));
const { version } = JSON.parse(readFileSync(join(webRoot, "package.json"), "utf8")) as { version: string };

const packages = new Set<string>();
const site = siteConfig(outDir, [
  base64AsHex(),
  notePackages(packages, webRoot),
  reportFonts(packages),
  tightened(),
]);
const output = await buildOnce({ ...site, plugins: [...(site.plugins ?? []), retriedImports()] });
// The worker's modules are no modules of the page: browsers apply no import map there.
const modules = output.flatMap((file) => (file.type === "chunk" ? [file.fileName] : [])).sort();
const files = filesBelow(outDir);
const hash = buildHash(files);
const identity = `${version} ${hash}`;
const page = bindPage(readFileSync(join(outDir, "index.html"), "utf8"), files, modules, identity);
writeFileSync(join(outDir, "index.html"), page.html);

// The system keeps the icons of the installed app; the page shows none of them.
const kept = filesBelow(outDir).filter(({ path }) => !path.endsWith(".png"));
await buildOnce(serviceWorkerConfig(outDir, kept, [notePackages(packages, webRoot), tightened()]));
writeFileSync(
  join(outDir, "offline-copy.json"),
  offlineCopy(kept.filter(({ path }) => path !== "index.html")),
);
const source = readFileSync(join(webRoot, "index.html"), "utf8");
const notices = thirdPartyNotices(packages);
writeFileSync(join(outDir, "licenses.txt"), notices);
if (isWhole) {
  // The single file is not cached: it is downloaded, and contains the notices.
  writeFileSync(
    join(outDir, "verifier.html"),
    `${await singleFile(source, identity)}<!--\n${notices}\n-->\n`,
  );
  // A program for Node, with the notices of what is in it. Not cached either.
  const ofProgram = new Set<string>();
  const program = await standaloneCommand([notePackages(ofProgram, webRoot)]);
  writeFileSync(join(outDir, "svc-verify.mjs"), withNotices(program, version, thirdPartyNotices(ofProgram)));
}

const listed = filesBelow(outDir);
const list = {
  format: "svc-verifier-build/1",
  version,
  build: hash,
  content_security_policy: page.policy,
  files: listed.map(({ path, bytes, sha256 }) => ({ path, size_bytes: bytes.length, sha256 })),
};
writeFileSync(join(outDir, "build.json"), `${JSON.stringify(list, null, 2)}\n`);
if (isWhole) await compressFiles(outDir, filesBelow(outDir));
