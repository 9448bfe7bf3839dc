/**
 * Which files are probably the changed originals of evidence whose original is missing. Names and sizes prove nothing: they only
 * point out to a reader where to look.
 */
import { basename, dirname } from "node:path";
import type { FileFacts } from "./file-facts.js";

/** Files that are named beside one piece of evidence. */
const MAX_NAMED = 8;

/** Endings that evidence adds to the name of its original. */
const EVIDENCE_ENDING = /\.(?:proof\.json|json|ots|tsr|tst|zip|pdf|asics)$/i;
/** Names that say nothing of an original. */
const NAMELESS: ReadonlySet<string> = new Set(["proof", "evidence", "original", "batch", "certificate"]);

/**
 * Paths by the path of the evidence.
 *
 * @param missing evidence whose original is not among the files.
 * @param unproven files that no evidence is about.
 */
export function probablyChanged(
  missing: readonly FileFacts[],
  unproven: readonly FileFacts[],
): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, FileFacts[]>();
  const bySize = new Map<number, FileFacts[]>();
  for (const file of unproven) {
    for (const name of new Set([keyOfName(file.path), stemOf(keyOfName(file.path))])) add(byName, name, file);
    if (file.sizeBytes > 0) add(bySize, file.sizeBytes, file);
  }
  const found = new Map<string, readonly string[]>();
  for (const { path, inside } of missing) {
    const names = inside === null ? [] : [keyOfName(inside.name)];
    const own = keyOfName(path).replace(EVIDENCE_ENDING, "");
    if (!NAMELESS.has(own)) names.push(own);
    const files = new Set([
      ...names.flatMap((name) => byName.get(name) ?? []),
      ...(inside === null ? [] : (bySize.get(inside.sizeBytes) ?? [])),
    ]);
    const near = [...files].filter((file) => dirname(file.path) === dirname(path));
    const named = (near.length > 0 ? near : [...files]).slice(0, MAX_NAMED);
    if (named.length > 0)
      found.set(
        path,
        named.map((file) => file.path),
      );
  }
  return found;
}

function add<Key>(index: Map<Key, FileFacts[]>, key: Key, file: FileFacts): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [file]);
  else list.push(file);
}

/** Systems differ in case and in how they compose accents. */
function keyOfName(path: string): string {
  return basename(path).normalize("NFC").toLowerCase();
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, "");
}
