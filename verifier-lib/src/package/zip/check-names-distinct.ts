import { partKey } from "../name-key.js";
import { zipError } from "./zip-error.js";

/** What a name needs to be compared. */
interface Named {
  readonly isFolder: boolean;
}

/**
 * No two names that are one on some system: not of two files, not of a file and a folder, and not of two folders, whose
 * files would be put into one. A folder that is only part of a path counts, and may stand in many paths, always spelled alike.
 *
 * @param nameOf with `/` at the end of a folder's.
 * @param offset of the directory, for errors.
 * @throws FormatError `zip_name_duplicate`.
 */
export function checkNamesDistinct<Entry extends Named>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  offset: number,
): void {
  /** Keys of files, and of folders that are entries themselves. */
  const listed = new Set<string>();
  const files = new Set<string>();
  /** How each folder is spelled, by its key. */
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
        throw zipError("zip_name_duplicate", "two folders have one name", offset);
      }
      folders.set(key, path);
    }
    if (listed.has(key)) throw zipError("zip_name_duplicate", "a name stands twice", offset);
    listed.add(key);
    if (!entry.isFolder) files.add(key);
  }
  for (const key of files) {
    if (folders.has(key)) throw zipError("zip_name_duplicate", "a file has the name of a folder", offset);
  }
}
