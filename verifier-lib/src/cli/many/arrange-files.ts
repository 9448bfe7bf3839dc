/** The files of folders as tasks: each piece of evidence with the paths of what belongs to it. */
import {
  type ArrangedEvidence,
  arrangeEvidence,
  type EvidenceGroup,
} from "../../arrange/arrange-evidence.js";
import { keyOf } from "../../arrange/evidence-facts.js";
import { probableChanges } from "../../arrange/probable-changes.js";
import type { FileFacts } from "./file-facts.js";

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
  const arranged = arrangeEvidence(
    files.filter(({ problem }) => problem === null),
    (file) => ({
      ...file,
      digests: [keyOf("SHA-256", file.sha256!), ...(otherHashes.get(file.path) ?? [])],
      isUnread: file.content === null,
    }),
  );
  const unproven = arranged.others.filter(({ role }) => role === "other");
  const changed = changedOriginals(arranged, unproven);
  return {
    tasks: arranged.groups.map((group) => taskOf(group, changed.get(group) ?? [])),
    unproven: unproven.map(({ path }) => path),
  };
}

/** Paths by the evidence whose original is missing. */
function changedOriginals(
  { groups }: ArrangedEvidence<FileFacts>,
  unproven: readonly FileFacts[],
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
    if (evidence.original === null) changed.set(evidence, [...(changed.get(evidence) ?? []), file]);
  }
  return changed;
}

/** A path of Windows with the slashes of the others. */
function slashed(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

function taskOf(group: EvidenceGroup<FileFacts>, probablyChanged: readonly string[]): EvidenceTask {
  const { input, original, seal } = group;
  const paths = (files: readonly FileFacts[]) => files.map(({ path }) => path);
  return {
    path: input.path,
    original:
      original === null
        ? null
        : { path: original.path, hash: input.content!.slice(input.content!.indexOf(" ") + 1) },
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
