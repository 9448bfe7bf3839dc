/** The items of the page. An unchanged item remains the same object. */
import { filesOf, type Group } from "../intake/arrange.js";
import type { ProbableChange } from "../intake/probable-changes.js";
import type { Item } from "../model/item.js";
import type { KnownFile } from "../model/known-file.js";
import type { EndpointSettings } from "../online/endpoint-settings.js";
import type { FileRecord } from "./file-record.js";
import type { GroupVerification } from "./group-verifier.js";
import { itemOfGroup } from "./item-of-group.js";

export interface ShownItemsParameters {
  readonly groups: readonly Group[];
  readonly changes: readonly ProbableChange[];
  readonly records: ReadonlyMap<string, FileRecord>;
  readonly verifications: ReadonlyMap<string, GroupVerification>;
  readonly endpoints: EndpointSettings;
  /** The one that the user has chosen, which all results rest on. */
  readonly snapshot: KnownFile | null;
  /** Root of the sandbox beside this page; null if there is none. */
  readonly sandboxRoot: File | null;
}

export class ShownItems {
  #shown: ReadonlyMap<string, Shown> = new Map();

  of({
    groups,
    changes,
    records,
    verifications,
    endpoints,
    snapshot,
    sandboxRoot,
  }: ShownItemsParameters): readonly Item[] {
    const settings = [endpoints.own.value, endpoints.sandbox.value, sandboxRoot];
    const related = new Map<string, ProbableChange[]>();
    for (const change of changes) {
      for (const { id } of [change.file, change.proof]) {
        related.set(id, [...(related.get(id) ?? []), change]);
      }
    }
    const titles = titlesOf(groups);
    const shown = new Map<string, Shown>();
    for (const group of groups) {
      const { id } = group.input;
      const files = new Set([...filesOf(group), ...(snapshot === null ? [] : [snapshot])]);
      const ofGroup = [...files].flatMap((file) => records.get(file.id) ?? []);
      // The group was arranged before a file was removed.
      if (ofGroup[0]?.known.id !== id) continue;
      const verification = verifications.get(id) ?? null;
      const ofItem = related.get(id) ?? [];
      const title = titles.get(group)!;
      const original = group.original?.id;
      const made = [...ofGroup, title, original, verification, ...settings, changesKey(ofItem)];
      const before = this.#shown.get(id);
      const item =
        before !== undefined && isSame(before.made, made)
          ? before.item
          : itemOfGroup({
              group,
              title,
              records: ofGroup,
              verification,
              endpoints,
              sandboxRoot,
              changes: ofItem,
            });
      shown.set(id, { made, item });
    }
    this.#shown = shown;
    return Array.from(shown.values(), ({ item }) => item);
  }
}

/** What a row may be called: people know their file, and tools call all proofs alike. */
const TITLES: readonly ((group: Group) => string)[] = [
  ({ input, original }) => (original?.file ? original.name : input.isChosen ? input.name : input.path),
  ({ input, original }) => (original?.file ? original.path : input.path),
  ({ input }) => input.path,
];

/** The first that no other row bears, else the last. */
function titlesOf(groups: readonly Group[]): ReadonlyMap<Group, string> {
  const titles = new Map<Group, string>();
  let alike = groups;
  for (const titleOf of TITLES) {
    const counts = new Map<string, number>();
    for (const group of alike) {
      titles.set(group, titleOf(group));
      counts.set(titles.get(group)!, (counts.get(titles.get(group)!) ?? 0) + 1);
    }
    alike = alike.filter((group) => counts.get(titles.get(group)!)! > 1);
  }
  return titles;
}

/** Equal for changes that the page shows alike. */
function changesKey(changes: readonly ProbableChange[]): string {
  return changes
    .map(({ file, proof, by, canBeCompared }) => `${file.id} ${proof.id} ${by} ${canBeCompared}`)
    .join();
}

interface Shown {
  /** The values that the item was built from. */
  readonly made: readonly unknown[];
  readonly item: Item;
}

export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
