/**
 * The state of the page: what was put in, what is done with it, and what came out. Views read its signals and call its
 * methods; nothing else of this folder concerns them.
 */
import type { ReadonlySignal } from "@preact/signals";
import type { IncomingFile } from "../intake/incoming-file.js";
import type { Item, Problem } from "../model/item.js";
import type { EndpointSettings } from "../online/endpoint-settings.js";

export interface Session {
  /** In the order in which they came. An item that did not change is the same object as before. */
  readonly items: ReadonlySignal<readonly Item[]>;
  /** Files that were put in and are in no item yet. */
  readonly arrivingCount: ReadonlySignal<number>;
  /** Whether anything is under way: nothing may interrupt it then, an update least of all. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** What is wrong with what was put in last, where it made no item; null again with the next thing. */
  readonly problem: ReadonlySignal<Problem | null>;
  readonly endpoints: EndpointSettings;

  /**
   * Takes files in, of any kind and together.
   *
   * @param compareWith an item whose original the files are said to be: they are compared with it even if their
   *   fingerprints differ.
   */
  add(files: readonly IncomingFile[], compareWith?: string): void;
  /** Takes what was dropped or pasted, folders included. To be called in the event itself. */
  addTransfer(data: DataTransfer, compareWith?: string): void;
  /** Takes what was typed: an identifier, a link to a proof, a fingerprint, a document. */
  addText(text: string): void;
  /** Fetches a proof from this page's own service. @param link a fragment `#/proof/<id>`, or the identifier. */
  openLink(link: string): void;
  /** Asks the endpoints of the item's offer, anew if they were asked before. Only ever called because a person said so. */
  askOnline(itemId: string): void;
  /** Whether certificates of an item are to be trusted, for all items that they stand beside. */
  trust(fileId: string, isTrusted: boolean): void;
  /** Ends at once what is under way; a report that was there before stays. */
  cancel(itemId: string): void;
  /** Once more what was cancelled or refused. */
  retry(itemId: string): void;
  /** Takes an item out, with the files that no other item has. */
  remove(itemId: string): void;
  clear(): void;
}
