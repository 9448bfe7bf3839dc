/** The state of the page. Views read its signals and call its methods; they use nothing else of this folder. */
import type { ReadonlySignal } from "@preact/signals";
import type { IncomingFile } from "@svc-proof/ui/intake";
import type { AsicResult } from "../model/asic.js";
import type { EpochState } from "../model/epoch.js";
import type { Item, Problem } from "../model/item.js";
import type { TrustListState } from "../model/trust-list.js";
import type { EndpointSettings } from "../online/endpoint-settings.js";

export interface Session {
  /** In the order of arrival. An unchanged item remains the same object. */
  readonly items: ReadonlySignal<readonly Item[]>;
  /** Files that were added and are in no item yet. */
  readonly arrivingCount: ReadonlySignal<number>;
  /** Whether any work is running. Nothing may interrupt it, in particular no update. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Problem with the last input, if it made no item; null again with the next input. */
  readonly problem: ReadonlySignal<Problem | null>;
  readonly endpoints: EndpointSettings;
  /** The epochs of Bitcoin headers that were looked for. */
  readonly epochStates: ReadonlySignal<ReadonlyMap<number, EpochState>>;

  /** The snapshots of the EU trusted lists: the shipped one, and those that were given. */
  readonly trustList: ReadonlySignal<TrustListState>;

  /**
   * Adds files of any kind, together.
   *
   * @param compareWith an item whose original the files are said to be: they are compared with it even if their
   *   fingerprints differ.
   */
  add(files: readonly IncomingFile[], compareWith?: string): void;
  /** Adds dropped or pasted files, folders or text. Call it inside the event handler. */
  addTransfer(data: DataTransfer, compareWith?: string): void;
  /** Adds text that was entered: an identifier, a link to a proof, a fingerprint, or a document. */
  addText(text: string): void;
  /** Fetches a proof from this page's own service. @param link a fragment `#/proof/<id>`, or the identifier. */
  openLink(link: string): void;
  /**
   * Asks the endpoints of the items' offers, again if they were asked before. A question that concerns several items is asked
   * once. Call it only at the user's request.
   */
  askOnline(...itemIds: readonly string[]): void;
  /** Withdraws the questions that are not answered yet. Items that were answered keep their answers. */
  stopAsking(): void;
  /** Fetches the headers that the items want from this page's own site. Call it only at the user's request. */
  fetchHeaders(...itemIds: readonly string[]): void;
  /** Compares a file that has no proof with a proof whose original it probably was, even though their fingerprints differ. */
  compare(fileItemId: string, proofItemId: string): void;
  /** Sets whether certificates are trusted, in all items that they belong to. */
  trust(fileId: string, isTrusted: boolean): void;
  /**
   * Verifies everything again with a snapshot of the EU trusted lists that was given, or with the shipped one. Call it only at
   * the user's request.
   *
   * @param fileId null for the shipped one.
   */
  useSnapshot(fileId: string | null): void;
  /** Removes a snapshot that was given. */
  removeSnapshot(fileId: string): void;
  /** Loads what the shipped snapshot contains, for `trustList`. */
  loadShippedSnapshot(): void;
  /**
   * The original and the electronic timestamp of an item as an ASiC-S container. Call it only if the item can be one.
   *
   * @throws Error if the verifier failed.
   */
  createAsic(itemId: string): Promise<AsicResult>;
  /** Cancels running work at once and keeps the previous report. */
  cancel(itemId: string): void;
  /** Repeats work that was cancelled or refused. */
  retry(itemId: string): void;
  /** Removes an item, with the files that no other item uses. */
  remove(itemId: string): void;
  clear(): void;
}
