/** Proofs that are fetched by their identifier, each an item until its files are there. */
import { FetchProofError, fetchProof } from "../intake/fetch-proof.js";
import type { Item } from "../model/item.js";
import { problemOf } from "./problem-of.js";
import { TaskRegistry } from "./task-registry.js";

export interface ProofLinksParameters {
  /** Address below which the service has `proof/<id>.json`, of this page's own origin. */
  readonly serviceUrl: URL;
  /** Takes what was fetched; resolves when it is in the items of the session. */
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
    // A new name for nobody: what still comes in by the old one is not shown.
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
  onlineOffer: [],
  hasAnswers: false,
};
