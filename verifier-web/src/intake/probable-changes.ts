/**
 * Finds files that are probably changed versions of an original. Their fingerprint belongs to no proof, but their name or size
 * is that of a proof's original. This proves nothing: it only tells a reader where to look.
 */
import type { KnownFile } from "../model/known-file.js";
import type { Group } from "./arrange.js";
import { contentOf, hasOriginalInside } from "./report-facts.js";

export interface ProbableChange {
  readonly file: KnownFile;
  /** The input of the proof. */
  readonly proof: KnownFile;
  /** What the file and the original have in common. */
  readonly by: "name" | "size";
  /** Whether the two can be compared: not if the proof has its original. */
  readonly canBeCompared: boolean;
}

/** Most files shown beside one proof, and most proofs beside one file: folders may hold any number of files called `README`. */
const MAX_SHOWN = 8;

/**
 * Names of files that every service and tool uses. What is left of them without their ending names no original.
 */
const GENERIC_NAMES: ReadonlySet<string> = new Set([
  "proof",
  "evidence",
  "certificate",
  "seal",
  "timestamp",
  "qualified-timestamp",
]);

/**
 * A file is shown beside a proof only if all proofs that it may belong to are about one content: of ten thousand originals of
 * the same size, none is more probable than another.
 */
export function probableChanges(groups: readonly Group[]): readonly ProbableChange[] {
  const byName = new Map<string, Claimants>();
  const bySize = new Map<number, Claimants>();
  for (const { group, content } of groups.flatMap(withContent)) {
    for (const name of originalNames(group)) claim(byName, name, group, content);
    const sizeBytes = group.original?.file?.size;
    if (sizeBytes !== undefined) claim(bySize, sizeBytes, group, content);
  }
  const counts = new Map<KnownFile, number>();
  return groups.filter(isWithoutProof).flatMap(({ input: file }) => {
    const named = groupsOf(namesOf(file.name).flatMap((name) => byName.get(name) ?? []));
    const sized = bySize.get(file.file!.size);
    const [proofs, by] =
      named.length > 0
        ? ([named, "name"] as const)
        : ([groupsOf(sized === undefined ? [] : [sized]), "size"] as const);
    return proofs.flatMap(({ input: proof, original }) => {
      const count = (counts.get(proof) ?? 0) + 1;
      counts.set(proof, count);
      const canBeCompared = original === null && !hasOriginalInside(proof);
      return count > MAX_SHOWN ? [] : [{ file, proof, by, canBeCompared }];
    });
  });
}

/** The proofs whose original has some name or size. */
interface Claimants {
  /** What they are about. */
  readonly contents: Set<string>;
  /** The first of them. */
  readonly groups: Group[];
}

function claim<Key>(map: Map<Key, Claimants>, key: Key, group: Group, content: string): void {
  const { contents, groups } = map.get(key) ?? { contents: new Set(), groups: [] };
  map.set(key, { contents, groups });
  // Two are enough to know that there are several.
  if (contents.size < 2) contents.add(content);
  if (groups.length < MAX_SHOWN) groups.push(group);
}

/** Empty if the proofs are about several contents. */
function groupsOf(claimants: readonly Claimants[]): readonly Group[] {
  const contents = new Set(claimants.flatMap((one) => [...one.contents]));
  return contents.size === 1
    ? [...new Set(claimants.flatMap(({ groups }) => groups))].slice(0, MAX_SHOWN)
    : [];
}

function withContent(group: Group): readonly { readonly group: Group; readonly content: string }[] {
  const content = contentOf(group.input);
  return content === null ? [] : [{ group, content }];
}

function isWithoutProof({ input, original }: Group): boolean {
  const isHashed = input.digests["SHA-256"] !== undefined;
  return input.role === "original" && original === null && input.file !== null && isHashed;
}

/** The names that the original of a proof has, or probably has, as keys. */
function originalNames({ input, original, seal, timestamps }: Group): ReadonlySet<string> {
  const inside = (input.report?.inputs ?? [])
    .filter(({ kind, origin }) => kind === "original" && origin === "package")
    .flatMap(({ name }) => name ?? []);
  const given = original === null ? [] : [original.name];
  return new Set([
    ...[...inside, ...given].map((name) => nameKey(baseName(name))),
    ...[input, ...(seal === null ? [] : [seal]), ...timestamps].flatMap(({ name }) => nameInside(name)),
  ]);
}

/** Endings of proofs and of what belongs to them, as in `contract.pdf.ots` and `contract-evidence.zip`. */
const ENDING =
  /(?:[._-](?:svc[._-])?(?:proof|evidence|certificate|timestamp|seal))?\.(?:json|zip|pdf|ots|tsr|tst|asics|scs)$/i;

/** The name that a proof's own name contains. */
function nameInside(proofName: string): readonly string[] {
  const name = nameKey(baseName(proofName).replace(ENDING, ""));
  return name === "" || name === nameKey(baseName(proofName)) || GENERIC_NAMES.has(name) ? [] : [name];
}

/** The keys of a file: its name, and its name without the ending, as a proof `contract.tsr` has it. */
function namesOf(fileName: string): readonly string[] {
  const name = nameKey(baseName(fileName));
  const stem = name.replace(/\.[^.]*$/, "");
  return stem === "" || stem === name ? [name] : [name, stem];
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Equal for names that differ by case, by the form of their accents, or by the number that browsers give to a copy. */
function nameKey(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/ ?\([0-9]{1,4}\)(?=\.[^.]*$|$)/, "");
}
