/** The items of the page. An unchanged item remains the same object. */
import type { Group } from "../intake/arrange.js";
import type { Item } from "../model/item.js";
import type { KnownFile } from "../model/known-file.js";
import type { EndpointSettings } from "../online/endpoint-settings.js";
import type { FileRecord } from "./file-record.js";
import { filesOf } from "./files-of-group.js";
import type { GroupVerification } from "./group-verification.js";
import { itemOfGroup } from "./item-of-group.js";

export class ShownItems {
  #shown: ReadonlyMap<string, Shown> = new Map();

  /** @param snapshot the one that the user has chosen, which all results rest on. @param sandboxRoot see `itemOfGroup`. */
  of(
    groups: readonly Group[],
    records: ReadonlyMap<string, FileRecord>,
    verifications: ReadonlyMap<string, GroupVerification>,
    endpoints: EndpointSettings,
    snapshot: KnownFile | null,
    sandboxRoot: File | null,
  ): readonly Item[] {
    const settings = [endpoints.own.value, endpoints.sandbox.value, sandboxRoot];
    const shown = new Map<string, Shown>();
    for (const group of groups) {
      const { id } = group.input;
      const files = new Set([...filesOf(group), ...(snapshot === null ? [] : [snapshot])]);
      const ofGroup = [...files].flatMap((file) => records.get(file.id) ?? []);
      // The group was arranged before a file was removed.
      if (ofGroup[0]?.known.id !== id) continue;
      const verification = verifications.get(id) ?? null;
      const made = [...ofGroup, verification, ...settings];
      const before = this.#shown.get(id);
      const item =
        before !== undefined && isSame(before.made, made)
          ? before.item
          : itemOfGroup(group, ofGroup, verification, endpoints, sandboxRoot);
      shown.set(id, { made, item });
    }
    this.#shown = shown;
    return Array.from(shown.values(), ({ item }) => item);
  }
}

interface Shown {
  /** The values that the item was built from. */
  readonly made: readonly unknown[];
  readonly item: Item;
}

export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
