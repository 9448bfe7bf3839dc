/** Fetches proofs by their identifier. Each is an item of its own until its files have arrived. */
import { FetchProofError, fetchProof } from "../intake/fetch-proof.js";
import type { Item } from "../model/item.js";
import { problemOf } from "./problem-of.js";
import { TaskRegistry } from "./task-queue.js";

export interface ProofLinksParameters {
  /** Base address of `proof/<id>.json`, on this page's origin. */
  readonly serviceUrl: URL;
  /** Adds the fetched files; resolves when the session has an item for them. */
  readonly take: (files: readonly File[]) => Promise<void>;
  readonly onChange: () => void;
}

export class ProofLinks {
  readonly #parameters: ProofLinksParameters;
  readonly #items = new Map<string, Item>();
  readonly #tasks = new TaskRegistry();

  constructor(parameters: ProofLinksParameters) {
    this.#parameters = parameters;
  }

  get items(): ReadonlyMap<string, Item> {
    return this.#items;
  }

  async open(proofId: string): Promise<void> {
    const { serviceUrl, take, onChange } = this.#parameters;
    const id = `link-${proofId}`;
    const controller = this.#tasks.start(id);
    const { signal } = controller;
    const show = (changes: Pick<Item, "phase"> & Partial<Item>) => {
      if (!this.#tasks.isCurrent(id, controller)) return;
      this.#items.set(id, { ...EMPTY, id, title: proofId, ...changes });
      onChange();
    };
    show({ phase: "fetching" });
    try {
      const files = await fetchProof(proofId, serviceUrl, signal);
      signal.throwIfAborted();
      await take(files);
      if (!this.#tasks.isCurrent(id, controller)) return;
      this.#items.delete(id);
      onChange();
    } catch (error) {
      if (signal.aborted) show({ phase: "cancelled" });
      else
        show({
          phase: "refused",
          problem: error instanceof FetchProofError ? error.problem : problemOf(error),
        });
    }
    this.#tasks.end(id, controller);
  }

  cancel(id: string): void {
    this.#tasks.cancel(id);
  }

  retry(id: string): void {
    const item = this.#items.get(id);
    if (item !== undefined) void this.open(item.title);
  }

  remove(id: string): void {
    // A new task replaces the running one, so a late answer is ignored.
    this.#tasks.start(id);
    this.#items.delete(id);
  }

  clear(): void {
    for (const id of [...this.#items.keys()]) this.remove(id);
  }
}

const EMPTY: Omit<Item, "id" | "title" | "phase"> = {
  files: [],
  progress: null,
  fingerprint: null,
  report: null,
  wanted: null,
  problem: null,
  looksLike: null,
  onlineOffer: [],
  wantedEpochs: [],
  canBeAsic: false,
  hasAnswers: false,
  asked: [],
  sandboxRoot: null,
  probablyChanged: [],
  probableProofs: [],
};
