/** Files of the site. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
// @ts-expect-error: no types
import untyped from "subset-font";
import { build, type Rolldown } from "vite";

// The scripts, the style sheet and the typefaces of the site, made by Vite.

/** Timings of plugins only interest their authors, and `npm start` would show them. */
const CHECKS = { bundlerTimings: false } as const;
const COMMON = {
  configFile: false,
  envDir: false,
  publicDir: false,
  mode: "production",
  logLevel: "warn",
  base: "./",
} as const;

export interface BrowserFiles {
  /** From the root of the site. */
  readonly style: string;
  /** By name. */
  readonly scripts: ReadonlyMap<string, string>;
}

/**
 * @param site folder of the site, which is emptied; files go to its folder `assets`.
 * @param typefaces what style sheets import, and the file instead.
 */
export async function buildBrowserFiles(
  browser: string,
  site: string,
  typefaces: Readonly<Record<string, string>>,
): Promise<BrowserFiles> {
  const names = {
    entryFileNames: "assets/[name]-[hash:8].js",
    chunkFileNames: "assets/[name]-[hash:8].js",
    assetFileNames: "assets/[name]-[hash:8][extname]",
  };
  const { output } = (await build({
    ...COMMON,
    root: browser,
    resolve: { alias: typefaces },
    build: {
      target: "es2023",
      outDir: site,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        checks: CHECKS,
        input: {
          docs: join(browser, "docs.ts"),
          search: join(browser, "search.ts"),
          style: join(browser, "styles/docs.css"),
        },
        output: { ...names, comments: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  mkdirSync(join(site, "assets"), { recursive: true });
  const scripts = output.flatMap((file) =>
    file.type === "chunk" && file.isEntry ? [[file.name, file.fileName] as const] : [],
  );
  const style = output.find((file) => file.type === "asset" && file.fileName.endsWith(".css"))!;
  return { style: style.fileName, scripts: new Map(scripts) };
}

export interface WorkerLists {
  readonly build: string;
  readonly core: readonly string[];
  readonly assets: readonly string[];
}

/** The service worker, at the root of the site: it serves what is below itself. */
export async function buildServiceWorker(browser: string, site: string, lists: WorkerLists): Promise<void> {
  await build({
    ...COMMON,
    root: browser,
    define: {
      __BUILD__: JSON.stringify(lists.build),
      __CORE__: JSON.stringify(lists.core),
      __ASSETS__: JSON.stringify(lists.assets),
    },
    build: {
      target: "es2023",
      outDir: site,
      emptyOutDir: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: CHECKS,
        input: join(browser, "service-worker.ts"),
        output: { entryFileNames: "service-worker.js", comments: false },
      },
    },
  });
}

export function copyIcon(from: string, site: string): void {
  copyFileSync(from, join(site, "assets/icon.svg"));
}

// The files of a built site: listed, hashed, compressed beside themselves.

export interface SiteFile {
  /** From the root of the site, with "/". */
  readonly path: string;
  readonly bytes: Buffer;
  /** 64 hexadecimal characters. */
  readonly sha256: string;
}

/** Sorted by code units of their paths. */
export function siteFiles(folder: string): readonly SiteFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const full = join(entry.parentPath, entry.name);
      const bytes = readFileSync(full);
      const path = relative(folder, full).split(sep).join("/");
      return { path, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One hash for all: that of the list of hashes and paths. */
export function buildHash(files: readonly SiteFile[]): string {
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex");
}

const COMPRESSIBLE = /\.(?:html|js|css|json|svg|xml|txt)$/;
/** The highest quality costs ten times as much for files beyond this, and saves a hundredth of them. */
const LARGE_BYTES = 200_000;

export async function compressFiles(folder: string, files: readonly SiteFile[]): Promise<void> {
  await Promise.all(
    files
      .filter(({ path }) => COMPRESSIBLE.test(path))
      .map(async ({ path, bytes }) => {
        const params = {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
        };
        writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(bytes, { params }));
        writeFileSync(
          join(folder, `${path}.gz`),
          await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
        );
      }),
  );
}

/**
 * The Content-Security-Policy of the site, in each page, so that it holds on any host: files of the site only, nothing inline. The one
 * Trusted Types policy makes the address of the service worker.
 */
export const SITE_POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types svc-docs",
].join("; ");

/** The list of pages for search engines. Its format wants whole addresses. */
export function sitemap(url: string, paths: readonly string[]): string {
  const lines = paths.map(
    (path) => `  <url><loc>${url}${path.replace(/(^|\/)index\.html$/, "$1")}</loc></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join("")}</urlset>\n`;
}

// The typefaces of the site, without the letters and features that it does not use: two thirds of their size, so that a page stays below
// its limit with all three.

const subsetFont: (
  font: Buffer,
  text: string,
  options: { readonly targetFormat: "woff2" },
) => Promise<Buffer> = untyped;

const FACES = [
  "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
  "@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2",
  "@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2",
];

/** Printable ASCII, and the letters and marks of four languages. What else occurs comes from the reader's system. */
const LETTERS: string = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)),
  ..."áéíóúüñÁÉÍÓÚÑ¿¡äöüßÄÖÜàâæçèêëîïôœùûÀÂÇÈÊËÎÔŒÙÛ",
  ..."\u00a0§°·×«»–—‘’‚“”„…‹›€−",
].join("");

/**
 * The typefaces of the site, without the letters and features that it does not use: two thirds of their size, so that a page stays
 * below its limit with all three.
 *
 * @param folder where the reduced files are written.
 * @returns what the style sheets import, and the file instead.
 */
export async function subsetTypefaces(folder: string): Promise<Readonly<Record<string, string>>> {
  const require = createRequire(import.meta.url);
  mkdirSync(folder, { recursive: true });
  const pairs = FACES.map(async (face): Promise<readonly [string, string]> => {
    const file = join(folder, basename(face));
    const whole = readFileSync(require.resolve(face));
    writeFileSync(file, await subsetFont(whole, LETTERS, { targetFormat: "woff2" }));
    return [face, file];
  });
  return Object.fromEntries(await Promise.all(pairs));
}
