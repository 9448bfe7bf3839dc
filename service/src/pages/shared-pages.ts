/** Pages made once; assets. */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ServerRoute } from "@hapi/hapi";
import { LRUCache } from "lru-cache";
import { ApiError } from "../errors.js";
import { bestCoding, type Coding, ENDINGS } from "../http/site.js";
import { StoreUnavailableError } from "../store/store.js";
import { type Answer, type Page, SCRIPT_POLICY } from "./page-route.js";

// Pages that are the same for everyone who asks in a language: made and compressed once, and kept for a while, so that a link that many
// follow does not reach the store with each of them.
//
// A page is identified by the hash of its bytes. When its time is over, its handler is asked anew; if the page would show the same as before, it is
// not rendered again. Requests that arrive meanwhile wait for one answer.

/** Of bodies, over all pages. */
const MAX_BYTES = 32_000_000;
/** Pages that say that there is nothing: whoever asks for names at random must not displace what others read. */
const MAX_MISSING = 500;
/** While the store does not answer, a page is shown for this long after its time. */
const GRACE_MS = 600_000;
/** High enough for text; the highest would take a hundred times as long. */
const BROTLI_QUALITY = 5;

export interface KeptPage {
  readonly page: Page;
  /** SHA-256 of the text, base64url. */
  readonly tag: string;
  /** Best first. */
  readonly bodies: ReadonlyMap<Coding, Buffer>;
}

interface Entry extends KeptPage {
  /** By the clock of the cache. */
  readonly until: number;
}

/** Anything but a page: a redirection. It is not kept. */
type Made = Entry | { readonly other: Answer };

export class SharedPages {
  readonly #found = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  readonly #missing = new LRUCache<string, Entry>({ max: MAX_MISSING });
  readonly #underWay = new Map<string, Promise<Made>>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * The page of a key, kept or made.
   *
   * @throws what `make` throws, unless the store does not answer and a former page is at hand.
   */
  async page(
    key: string,
    make: () => Promise<Answer>,
    render: (page: Page) => string,
  ): Promise<KeptPage | { readonly other: Answer }> {
    const former = this.#found.get(key) ?? this.#missing.get(key);
    if (former !== undefined && this.#now() < former.until) return former;
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) return underWay;
    const made = this.#make(key, former, make, render).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, made);
    return made;
  }

  async #make(
    key: string,
    former: Entry | undefined,
    make: () => Promise<Answer>,
    render: (page: Page) => string,
  ): Promise<Made> {
    let answer: Answer;
    try {
      answer = await make();
    } catch (error) {
      const isShown = former !== undefined && this.#now() < former.until + GRACE_MS;
      if (isShown && error instanceof StoreUnavailableError) return former;
      throw error;
    }
    if (!isPage(answer)) return { other: answer };
    const isSame = answer.madeOf !== undefined && answer.madeOf === former?.page.madeOf;
    const { tag, bodies } = isSame && former !== undefined ? former : await encoded(render(answer));
    const entry: Entry = { page: answer, tag, bodies, until: this.#now() + (answer.keepMs ?? 0) };
    const [to, from] =
      (answer.status ?? 200) === 200 ? [this.#found, this.#missing] : [this.#missing, this.#found];
    from.delete(key);
    to.set(key, entry);
    return entry;
  }
}

function isPage(answer: Answer): answer is Page {
  return "body" in answer && "title" in answer;
}

async function encoded(text: string): Promise<Pick<KeptPage, "tag" | "bodies">> {
  const identity = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ]);
  return {
    tag: createHash("sha256").update(identity).digest("base64url"),
    bodies: new Map([
      ["br", br],
      ["gzip", gz],
      ["identity", identity],
    ]),
  };
}

function sizeOf({ bodies, page }: Entry): number {
  return [...bodies.values()].reduce((sum, { length }) => sum + length, 2 * (page.madeOf?.length ?? 0) + 1);
}

/** The scripts, style sheets and typefaces of the pages: files that were built and compressed beforehand. */
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
