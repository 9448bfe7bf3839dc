/** The epoch files of the session: those that were fetched at the user's request, and those that the device has kept since. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { type EpochState, isGiven } from "../model/epoch.js";
import type { EpochSource, FoundEpoch } from "../online/epoch-source.js";

export interface EpochFilesParameters {
  readonly source: Pick<EpochSource, "fetch" | "kept" | "forget">;
  /** Adds a file to the session. */
  readonly take: (file: File) => void;
}

export class EpochFiles {
  readonly #parameters: EpochFilesParameters;
  readonly #states = signal<ReadonlyMap<number, EpochState>>(new Map());
  /** Looked for on this device. */
  readonly #looked = new Set<number>();

  constructor(parameters: EpochFilesParameters) {
    this.#parameters = parameters;
  }

  get states(): ReadonlySignal<ReadonlyMap<number, EpochState>> {
    return this.#states;
  }

  get isFetching(): boolean {
    return [...this.#states.value.values()].includes("fetching");
  }

  /** Takes what this device has kept. Each epoch is looked for once. */
  async useKept(epochs: readonly number[]): Promise<void> {
    for (const epoch of epochs) {
      if (this.#looked.has(epoch)) continue;
      this.#looked.add(epoch);
      const found = await this.#parameters.source.kept(epoch);
      // The user may have asked for it, or started again, meanwhile.
      const isWanted = this.#looked.has(epoch) && !this.#states.value.has(epoch);
      if (found !== null && isWanted) this.#take(epoch, found);
    }
  }

  /** Asks this page's own site, one file after the other. Call it only at the user's request. */
  async fetch(epochs: readonly number[]): Promise<void> {
    const { value } = this.#states;
    const missing = epochs.filter((epoch) => !isGiven(value.get(epoch)) && value.get(epoch) !== "fetching");
    this.#set(missing.map((epoch) => [epoch, "fetching"]));
    for (const epoch of missing) {
      const found = await this.#parameters.source.fetch(epoch);
      // The user may have started again meanwhile.
      if (this.#states.value.get(epoch) === "fetching") this.#take(epoch, found);
    }
  }

  /**
   * Of a verdict that still wants epochs: if all of them are given, they prove nothing. The device keeps them no longer, and the user may
   * ask again.
   */
  refuse(epochs: readonly number[]): void {
    const { value } = this.#states;
    if (epochs.length === 0 || !epochs.every((epoch) => isGiven(value.get(epoch)))) return;
    for (const epoch of epochs) void this.#parameters.source.forget(epoch);
    this.#set(epochs.map((epoch) => [epoch, "absent"]));
  }

  /** Forgets everything: the session may have dropped the files. What the device has kept is looked for again. */
  clear(): void {
    this.#looked.clear();
    this.#states.value = new Map();
  }

  #take(epoch: number, { state, file }: FoundEpoch): void {
    if (file !== null) this.#parameters.take(file);
    this.#set([[epoch, state]]);
  }

  #set(changes: readonly (readonly [number, EpochState])[]): void {
    this.#states.value = new Map([...this.#states.value, ...changes]);
  }
}
