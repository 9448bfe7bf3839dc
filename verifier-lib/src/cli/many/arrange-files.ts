/** The files of folders as tasks: each piece of evidence with the paths of what belongs to it. */
import {
  type ArrangedEvidence,
  arrangeEvidence,
  type EvidenceGroup,
} from "../../arrange/arrange-evidence.js";
import { keyOf } from "../../arrange/evidence-facts.js";
import { probableChanges } from "../../arrange/probable-changes.js";
import { type FileFacts, isEvidence } from "./file-facts.js";
import { isAboutPartOf, NamedOriginals } from "./named-original.js";

/** Evidence to verify, with the files that belong to it. */
export interface EvidenceTask {
  readonly path: string;
  /** Digest by the hash of the content: lower-case hexadecimal. */
  readonly original: { readonly path: string; readonly hash: string } | null;
  /** Paths, like all lists here. */
  readonly seal: string | null;
  readonly timestamps: readonly string[];
  readonly sealTimestamps: readonly string[];
  readonly witnesses: readonly string[];
  readonly witnessTimestamps: readonly string[];
  readonly headers: readonly string[];
  readonly certificates: readonly string[];
  /** Files that have the name or the size of the missing original and another fingerprint. */
  readonly probablyChanged: readonly string[];
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
  // What belongs to other evidence, but names a file of another content, has a row of its own.
  for (const [file, original] of named) {
    if (tasks.has(file) || file.content === null || digestOf(file.content) === original.hash) continue;
    tasks.set(file, { ...NOTHING, path: file.path, original });
  }
  return {
    tasks: readable.flatMap((file) => tasks.get(file) ?? []),
    unproven: unproven.map(({ path }) => path),
  };
}

const NOTHING = {
  seal: null,
  timestamps: [],
  sealTimestamps: [],
  witnesses: [],
  witnessTimestamps: [],
  headers: [],
  certificates: [],
  probablyChanged: [],
} as const;

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
  const { input, seal } = group;
  const paths = (files: readonly FileFacts[]) => files.map(({ path }) => path);
  return {
    path: input.path,
    original: named ?? foundOriginal(group),
    seal: seal?.path ?? null,
    timestamps: paths(group.timestamps),
    sealTimestamps: paths(group.sealTimestamps),
    witnesses: paths(group.witnesses),
    witnessTimestamps: paths(group.witnessTimestamps),
    headers: paths(group.headers),
    certificates: paths(group.certificates),
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
