/** The snapshots of the EU trusted lists: the shipped one, those that were given, and which of them the user has chosen. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { KnownFile, SnapshotFacts, TrustListState } from "../model.js";
import type { VerifierClient } from "../verification/verifier-client.js";
import type { FileRecord } from "./files.js";

export interface TrustListsParameters {
  readonly client: Pick<VerifierClient, "shippedSnapshot">;
  /** By file id. */
  readonly records: ReadonlyMap<string, FileRecord>;
}

const NEVER = new AbortController().signal;

export class TrustLists {
  readonly #parameters: TrustListsParameters;
  readonly #state = signal<TrustListState>({ given: [], usedFileId: null, shipped: null, isMissing: false });
  #isLoading = false;

  constructor(parameters: TrustListsParameters) {
    this.#parameters = parameters;
  }

  get state(): ReadonlySignal<TrustListState> {
    return this.#state;
  }

  /** The given snapshot to verify with; null for the shipped one. */
  get used(): KnownFile | null {
    const { usedFileId } = this.#state.value;
    return usedFileId === null ? null : (this.#parameters.records.get(usedFileId)?.known ?? null);
  }

  /** @param fileId null for the shipped one. */
  use(fileId: string | null): void {
    const isKnown = fileId === null || this.#parameters.records.get(fileId)?.known.snapshot != null;
    if (isKnown) this.#set({ usedFileId: fileId });
  }

  /** Takes note of files that have come or gone. */
  settle(): void {
    const files = [...this.#parameters.records.values()]
      .filter(({ known }) => known.role === "snapshot")
      .map(({ known: { id, name, snapshot } }) => ({ fileId: id, fileName: name, facts: snapshot }));
    // Copies are one.
    const given = files.filter(
      ({ facts }, at) =>
        facts === null || files.findIndex((one) => one.facts?.sha256 === facts.sha256) === at,
    );
    const { given: before, usedFileId } = this.#state.value;
    const isUsedThere = given.some(({ fileId }) => fileId === usedFileId);
    if (usedFileId !== null && !isUsedThere) this.#set({ usedFileId: null });
    const isSame =
      given.length === before.length && given.every(({ fileId }, i) => fileId === before[i]!.fileId);
    if (!isSame) this.#set({ given });
  }

  /** Loads what the shipped snapshot contains, once. */
  async loadShipped(): Promise<void> {
    if (this.#isLoading || this.#state.value.shipped !== null) return;
    this.#isLoading = true;
    this.#set({ isMissing: false });
    try {
      const shipped: SnapshotFacts = await this.#parameters.client.shippedSnapshot({ signal: NEVER });
      this.#set({ shipped });
    } catch {
      // The next call tries again.
      this.#set({ isMissing: true });
    }
    this.#isLoading = false;
  }

  #set(changes: Partial<TrustListState>): void {
    this.#state.value = { ...this.#state.value, ...changes };
  }
}
