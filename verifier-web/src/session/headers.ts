/** Epochs of headers, wanted and fetched. */

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Report } from "@svc-proof/verifier-lib";
import { fetchBounded, SourceError } from "@svc-proof/verifier-lib/source";
import { openBlockFindings } from "@svc-proof/verifier-web/ui/asking";
import { EPOCH_FILE_BYTES, type EpochState, epochFileName, isGiven, noteFetched } from "../model.js";

/** The epoch files of the session: those that were fetched at the user's request, and those that the device has kept since. */
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

/** Where epoch files come from: the page's own site, at the user's request, and the copies that this device keeps of them. */
export interface FoundEpoch {
  readonly state: Extract<EpochState, "fetched" | "kept" | "absent" | "unreachable">;
  /** Not checked: the verifier does. Null unless it was found. */
  readonly file: File | null;
}

const TIMEOUT_MS = 20_000;
/** 6 MB. The oldest are dropped first. */
const MAX_KEPT_FILES = 64;

export class EpochSource {
  readonly #folder: URL;

  /** @param folder of the files, on the page's own origin; ends with "/". */
  constructor(folder: URL) {
    this.#folder = folder;
  }

  /** From the site. This device keeps it. Never throws. */
  async fetch(epoch: number): Promise<FoundEpoch> {
    try {
      const { status, body } = await fetchBounded("headers", this.#address(epoch), {
        maxBytes: EPOCH_FILE_BYTES,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (status >= 500 || status === 429) return { state: "unreachable", file: null };
      // A static host may send a page in place of what it does not have.
      if (status !== 200 || body.length !== EPOCH_FILE_BYTES) return { state: "absent", file: null };
      await this.#keep(epoch, body);
      return {
        state: "fetched",
        file: noteFetched(new File([body], epochFileName(epoch)), this.#address(epoch)),
      };
    } catch (error) {
      // Something that is too large is there, but it is no such file.
      const isAnswered = error instanceof SourceError && error.code === "source_invalid_answer";
      return { state: isAnswered ? "absent" : "unreachable", file: null };
    }
  }

  /** From this device, without a network; null if it has none. Never throws. */
  async kept(epoch: number): Promise<FoundEpoch | null> {
    try {
      const bytes = await (await this.#cache().then((cache) => cache.match(this.#address(epoch))))?.blob();
      if (bytes?.size !== EPOCH_FILE_BYTES) return null;
      return {
        state: "kept",
        file: noteFetched(new File([bytes], epochFileName(epoch)), this.#address(epoch)),
      };
    } catch {
      // The browser keeps nothing for this page.
      return null;
    }
  }

  /** Never throws. */
  async forget(epoch: number): Promise<void> {
    try {
      await (await this.#cache()).delete(this.#address(epoch));
    } catch {
      // The browser keeps nothing for this page.
    }
  }

  async #keep(epoch: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      const cache = await this.#cache();
      await cache.put(this.#address(epoch), new Response(bytes));
      const all = await cache.keys();
      for (const oldest of all.slice(0, -MAX_KEPT_FILES)) await cache.delete(oldest);
    } catch {
      // The file is used all the same.
    }
  }

  #cache(): Promise<Cache> {
    return caches.open(`svc-verifier-epochs ${this.#folder.href}`);
  }

  #address(epoch: number): URL {
    return new URL(epochFileName(epoch), this.#folder);
  }
}

// The difficulty epochs of Bitcoin whose headers would settle what a report leaves open.

/** Most epochs to offer, a year and a half. A page that needs more is better replaced by its newer version. */
const MAX_EPOCHS = 40;

/** What the library says of an attestation. */
interface Attestation {
  readonly missing_headers?: { readonly first_epoch: number; readonly last_epoch: number };
}

/** Rising; empty if headers would settle nothing, or too many would be needed. */
export function wantedEpochs(report: Report): readonly number[] {
  const wanted = new Set<number>();
  for (const { attestations = [] } of openBlockFindings(report)) {
    for (const { missing_headers: missing } of attestations as readonly Attestation[]) {
      if (missing === undefined || missing.last_epoch - missing.first_epoch >= MAX_EPOCHS) continue;
      for (let epoch = missing.first_epoch; epoch <= missing.last_epoch; epoch++) wanted.add(epoch);
    }
  }
  return wanted.size > MAX_EPOCHS ? [] : [...wanted].sort((a, b) => a - b);
}

/** Of several reports, rising: as many as the page offers at once. */
export function wantedEpochsOf(
  items: readonly { readonly wantedEpochs: readonly number[] }[],
): readonly number[] {
  const wanted = new Set(items.flatMap((item) => item.wantedEpochs));
  return [...wanted].sort((a, b) => a - b).slice(0, MAX_EPOCHS);
}
