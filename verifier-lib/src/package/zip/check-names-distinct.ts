import { partKey } from "../name-key.js";
import { zipError } from "./zip-error.js";

/** The properties needed for comparing names. */
interface Named {
  readonly isFolder: boolean;
}

/**
 * Checks that no system treats two names as the same: those of two files, of a file and a folder, or of two
 * folders, whose files would be merged. A folder that only occurs in paths counts too. It may occur in many
 * paths with the same spelling.
 *
 * @param nameOf returns the name, with a trailing `/` for a folder.
 * @param offset position of the directory, for errors.
 * @throws FormatError `zip_name_duplicate`.
 */
export function checkNamesDistinct<Entry extends Named>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  offset: number,
): void {
  /** Keys of files, and of folders with an entry of their own. */
  const listed = new Set<string>();
  const files = new Set<string>();
  /** The spelling of each folder, by key. */
  const folders = new Map<string, string>();
  for (const entry of entries) {
    const parts = nameOf(entry).replace(/\/$/, "").split("/");
    let path = "";
    let key = "";
    for (const [i, part] of parts.entries()) {
      path += `/${part}`;
      key += `/${partKey(part)}`;
      if (i === parts.length - 1 && !entry.isFolder) break;
      if ((folders.get(key) ?? path) !== path) {
        throw zipError("zip_name_duplicate", "two folders have the same name", offset);
      }
      folders.set(key, path);
    }
    if (listed.has(key)) throw zipError("zip_name_duplicate", "two entries have the same name", offset);
    listed.add(key);
    if (!entry.isFolder) files.add(key);
  }
  for (const key of files) {
    if (folders.has(key)) throw zipError("zip_name_duplicate", "a file has the name of a folder", offset);
  }
}
