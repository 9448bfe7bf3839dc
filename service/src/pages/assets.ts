/** The scripts, style sheets and typefaces of the pages: files that were built and compressed beforehand. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerRoute } from "@hapi/hapi";
import { ApiError } from "../api-error.js";
import { bestCoding, type Coding, ENDINGS } from "../site/built/codings.js";
import { SCRIPT_POLICY } from "./page-policy.js";

const LIST = "assets.json";
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript",
  css: "text/css",
  woff2: "font/woff2",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
};

export interface Asset {
  /** Name of the file, which changes with its content. */
  readonly file: string;
  /** Subresource integrity: `sha384-…`. */
  readonly integrity: string;
}

export interface Assets {
  /** By entry: `pages.css`, `create.js`. */
  readonly entries: ReadonlyMap<string, Asset>;
  readonly routes: readonly ServerRoute[];
}

/** `service/build/` writes them beside the compiled service. @throws Error if they were not built. */
export function openAssets(): Assets {
  // From the sources, in tests, and from what is compiled.
  const folders = ["../assets", "../../dist/assets"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const list = folders.map((folder) => join(folder, LIST)).find((path) => existsSync(path));
  if (list === undefined) throw new Error("the scripts and styles of the pages are not built: npm run build");
  const folder = dirname(list);
  const { entries, files } = JSON.parse(readFileSync(list, "utf8")) as {
    readonly entries: Readonly<Record<string, Asset>>;
    readonly files: readonly string[];
  };
  const codings = new Map(files.map((file) => [file, codingsOf(join(folder, file))]));
  return {
    entries: new Map(Object.entries(entries)),
    routes: [
      {
        method: "GET",
        path: "/assets/{file}",
        options: { auth: false },
        handler: (request, h) => {
          const file = String(request.params["file"]);
          const known = codings.get(file);
          if (known === undefined) throw new ApiError("not_found", "not found");
          const coding = bestCoding(known, request.raw.req.headers["accept-encoding"]);
          const type = TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
          const response = h
            .file(join(folder, file + ENDINGS[coding]), { confine: folder, etagMethod: false })
            .type(type)
            .vary("accept-encoding")
            .header("cache-control", "public, max-age=31536000, immutable");
          if (type === TYPES["js"]) response.header("content-security-policy", SCRIPT_POLICY);
          return coding === "identity" ? response : response.compressed(coding);
        },
      },
    ],
  };
}

function codingsOf(path: string): readonly Coding[] {
  return (Object.keys(ENDINGS) as Coding[]).filter((coding) => existsSync(path + ENDINGS[coding]));
}
