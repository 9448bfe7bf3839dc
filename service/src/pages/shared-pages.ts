/**
 * Pages that are the same for everyone who asks in a language: made and compressed once, and kept for a while, so that a link that many
 * follow does not reach the store with each of them.
 *
 * A page is identified by the hash of its bytes. When its time is over, its handler is asked anew; if the page would show the same as before, it is
 * not rendered again. Requests that arrive meanwhile wait for one answer.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Coding } from "../site/built/codings.js";
import { StoreUnavailableError } from "../store/store.js";
import type { Answer, Page } from "./page-route.js";

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
