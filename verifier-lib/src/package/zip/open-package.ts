/** The files of an evidence package or container, also if somebody unpacked it and packed it again. */
import type { Work } from "../../work/work.js";
import { isLitter } from "../name-key.js";
import { roleInPackage } from "../packed-evidence.js";
import type { RandomAccess } from "../random-access.js";
import { parseZip, type ZipEntry } from "./parse-zip.js";

/**
 * The files in the order of the directory, without the folder that holds all of them, and without folders, whose data are
 * read here: they are empty.
 *
 * @throws FormatError with a code of the archive, or `work_limit_exceeded`; UnreadableInputError if the medium fails; the abort
 * reason of the work.
 */
export async function openPackage(
  file: Uint8Array | Blob | RandomAccess,
  work: Work,
): Promise<readonly ZipEntry[]> {
  const files: ZipEntry[] = [];
  for (const entry of await parseZip(file, work)) {
    if (!entry.isFolder) files.push(entry);
    else for await (const _ of entry.read());
  }
  const names = withoutTop(files.map(({ name }) => name));
  const plainNames = withoutTop(files.map(({ plainName }) => plainName));
  return files.map((entry, i) => ({ ...entry, name: names[i]!, plainName: plainNames[i]! }));
}

/** Candidates for one part, without the litter of systems. Alone, a file of such a name may be what somebody wanted to prove. */
export function withoutLitter(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  if (entries.length === 1) return entries;
  return entries.filter(({ name, plainName }) => !isLitter(name) || !isLitter(plainName));
}

/** The names without the folders that all of them share, but for litter. A folder with a meaning of its own stays. */
function withoutTop(names: readonly string[]): readonly string[] {
  const own = names.filter((name) => !isLitter(name));
  if (own.some((name) => roleInPackage(name) !== "unchecked" || name.startsWith("META-INF/"))) return names;
  let top = own[0] ?? "";
  do top = top.slice(0, top.lastIndexOf("/", top.length - 2) + 1);
  while (!own.every((name) => name.startsWith(top)));
  return names.map((name) => (isLitter(name) ? name : name.slice(top.length)));
}
