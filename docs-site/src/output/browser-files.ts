/** The scripts, the style sheet and the typefaces of the site, made by Vite. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";

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
