/** The files of folders as tasks: each piece of evidence with the paths of what belongs to it. */
import {
  type ArrangedEvidence,
  arrangeEvidence,
  type EvidenceGroup,
} from "../../arrange/arrange-evidence.js";
import { keyOf } from "../../arrange/evidence-facts.js";
import { probableChanges } from "../../arrange/probable-changes.js";
import type { InputKind } from "../../index.js";
import { type FileFacts, isEvidence } from "./file-facts.js";
import { isAboutPartOf, NamedOriginals } from "./named-original.js";

/** Evidence to verify. What was found beside it, each verification takes by itself. */
export interface EvidenceTask {
  readonly path: string;
  /** Digest by the hash of the content: lower-case hexadecimal. */
  readonly original: { readonly path: string; readonly hash: string } | null;
  /** Evidence that belongs to it, by digests. */
  readonly beside: readonly BesideFile[];
  /** Whether it belongs to other evidence itself: then it has a row only if it fails. */
  readonly isAbsorbed: boolean;
  /** Files that have the name or the size of the missing original and another fingerprint. */
  readonly probablyChanged: readonly string[];
}

export interface BesideFile {
  readonly path: string;
  readonly kind: Extract<
    InputKind,
    "seal" | "timestamp" | "seal_timestamp" | "witness" | "witness_timestamp"
  >;
}

export interface ArrangedFiles {
  /** In the order of the files. */
  readonly tasks: readonly EvidenceTask[];
  /** Files that are no evidence and belong to none. */
  readonly unproven: readonly string[];
}

/**
 * @param files distinct paths; those that cannot be read are left out.
 * @param otherHashes digests of files by other hashes than SHA-256: keys by path.
 */
export function arrangeFiles(
  files: readonly FileFacts[],
  otherHashes: ReadonlyMap<string, readonly string[]> = new Map(),
): ArrangedFiles {
  const readable = files.filter(({ problem }) => problem === null);
  const digestsOf = ({ path, sha256 }: FileFacts) => [
    keyOf("SHA-256", sha256!),
    ...(otherHashes.get(path) ?? []),
  ];
  const arranged = arrangeEvidence(readable, (file) => ({
    ...file,
    digests: digestsOf(file),
    isUnread: file.content === null,
  }));
  const named = namedOriginals(readable, digestsOf);
  const compared = new Set([...named.values()].map(({ path }) => path));
  const unproven = arranged.others.filter(({ path, role }) => role === "other" && !compared.has(path));
  const changed = changedOriginals(arranged, unproven, named);
  const tasks = new Map(
    arranged.groups.map((group) => {
      const task = taskOf(group, named.get(group.input), changed.get(group) ?? []);
      return [group.input, task];
    }),
  );
  for (const file of arranged.absorbed) {
    const original = named.get(file) ?? null;
    tasks.set(file, { path: file.path, original, beside: [], isAbsorbed: true, probablyChanged: [] });
  }
  return {
    tasks: readable.flatMap((file) => tasks.get(file) ?? []),
    unproven: unproven.map(({ path }) => path),
  };
}

type Original = NonNullable<EvidenceTask["original"]>;

/** Files that evidence names, as far as they can be compared, by that evidence. */
function namedOriginals(
  files: readonly FileFacts[],
  digestsOf: (file: FileFacts) => readonly string[],
): ReadonlyMap<FileFacts, Original> {
  const originals = new NamedOriginals(files);
  const found = new Map<FileFacts, Original>();
  for (const file of files) {
    const { content } = file;
    const named = content === null || !isEvidence(file) ? null : originals.of(file);
    if (content === null || named === null || isAboutPartOf(file, named)) continue;
    const algorithm = content.slice(0, -digestOf(content).length);
    const key = digestsOf(named).find((one) => one.startsWith(algorithm));
    if (key === undefined) continue;
    found.set(file, { path: named.path, hash: digestOf(key) });
  }
  return found;
}

/** Paths by the evidence whose original is missing. */
function changedOriginals(
  { groups }: ArrangedEvidence<FileFacts>,
  unproven: readonly FileFacts[],
  named: ReadonlyMap<FileFacts, Original>,
): ReadonlyMap<EvidenceGroup<FileFacts>, readonly string[]> {
  const claims = groups.flatMap((group) => {
    const { input, original, seal, timestamps } = group;
    if (input.content === null) return [];
    const found = original === null ? [] : [{ name: original.path, sizeBytes: original.sizeBytes }];
    const [known] = [...(input.inside === null ? [] : [input.inside]), ...found];
    return {
      evidence: group,
      content: input.content,
      evidencePaths: [input, ...(seal === null ? [] : [seal]), ...timestamps].map(({ path }) =>
        slashed(path),
      ),
      originalNames: known === undefined ? [] : [slashed(known.name)],
      originalSizeBytes: known?.sizeBytes ?? null,
    };
  });
  const files = unproven.map((file) => ({
    file: file.path,
    path: slashed(file.path),
    sizeBytes: file.sizeBytes,
  }));
  const changed = new Map<EvidenceGroup<FileFacts>, string[]>();
  for (const { evidence, file } of probableChanges(claims, files)) {
    // Beside an original that is there, another version proves nothing and raises no doubt.
    if (evidence.original === null && !named.has(evidence.input))
      changed.set(evidence, [...(changed.get(evidence) ?? []), file]);
  }
  return changed;
}

/** A path of Windows with the slashes of the others. */
function slashed(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

/** The named original goes before others: a copy elsewhere does not make up for it. */
function taskOf(
  group: EvidenceGroup<FileFacts>,
  named: Original | undefined,
  probablyChanged: readonly string[],
): EvidenceTask {
  const { input, seal, timestamps, sealTimestamps, witnesses, witnessTimestamps } = group;
  const of = (kind: BesideFile["kind"], files: readonly FileFacts[]) =>
    files.map(({ path }): BesideFile => ({ path, kind }));
  return {
    path: input.path,
    original: named ?? foundOriginal(group),
    beside: [
      ...of("seal", seal === null ? [] : [seal]),
      ...of("timestamp", timestamps),
      ...of("seal_timestamp", sealTimestamps),
      ...of("witness", witnesses),
      ...of("witness_timestamp", witnessTimestamps),
    ],
    isAbsorbed: false,
    probablyChanged,
  };
}

function foundOriginal({ input, original }: EvidenceGroup<FileFacts>): EvidenceTask["original"] {
  if (original === null) return null;
  return { path: original.path, hash: digestOf(input.content!) };
}

/** The digest in a key. */
function digestOf(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}
