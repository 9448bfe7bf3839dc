/**
 * The files of folders as tasks: each piece of evidence with the paths of what belongs to it. What is small was hashed when it was read.
 * A large file is hashed only if a task waits for it, so that no row waits for a terabyte that it has nothing to do with.
 */

import { resolve, sep } from "node:path";
import {
  type ArrangedEvidence,
  arrangeEvidence,
  type BesideKind,
  type EvidenceGroup,
} from "../../arrange/arrange-evidence.js";
import { isEvidenceRole, keyOf } from "../../arrange/evidence-facts.js";
import { probableChanges } from "../../arrange/probable-changes.js";
import type { ContentHashAlgorithm } from "../../content/hash-content.js";
import type { FileFacts } from "./look-at.js";

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
  readonly kind: BesideKind;
}

/** A file to hash, because a task waits for it. */
export interface HashItem {
  readonly path: string;
  readonly algorithms: readonly ContentHashAlgorithm[];
}

type Group = EvidenceGroup<FileFacts>;
interface Draft {
  readonly file: FileFacts;
  /** Null if it belongs to other evidence. */
  group: Group | null;
  /** The file that its name names, and that it is compared with. */
  readonly named: FileFacts | null;
  original: FileFacts | null;
}

const HASHES: readonly ContentHashAlgorithm[] = ["SHA-256", "SHA-384", "SHA-512"];

export class FolderPlan {
  readonly #files: readonly FileFacts[];
  readonly #digests: ReadonlyMap<FileFacts, string[]>;
  readonly #arranged: ArrangedEvidence<FileFacts>;
  /** In the order of the files. */
  readonly #drafts: readonly Draft[];
  /** Those that are not verified yet. */
  readonly #waiting: Set<Draft>;
  readonly #byPath: ReadonlyMap<string, FileFacts>;
  readonly #byContent = new Map<string, Draft[]>();
  /** Files that evidence names. */
  readonly #named: ReadonlySet<FileFacts | null>;
  /** Files with the content of evidence, by that content. The first is the original. */
  readonly #proven = new Map<string, FileFacts[]>();

  /**
   * @param files distinct paths; those that cannot be read are left out.
   * @param otherHashes digests of files by other hashes than SHA-256: keys by path.
   */
  constructor(files: readonly FileFacts[], otherHashes: ReadonlyMap<string, readonly string[]> = new Map()) {
    this.#files = files.filter(({ problem }) => problem === null);
    this.#digests = new Map(
      this.#files.map((file) => [
        file,
        [
          ...(file.sha256 === null ? [] : [keyOf("SHA-256", file.sha256)]),
          ...(otherHashes.get(file.path) ?? []),
        ],
      ]),
    );
    this.#arranged = arrangeEvidence(this.#files, (file) => ({
      ...file,
      digests: this.#digests.get(file)!,
      isUnread: file.content === null,
    }));
    const originals = new NamedOriginals(this.#files);
    const draftOf = (file: FileFacts, group: Group | null): Draft => {
      const named = file.content === null ? null : originals.of(file);
      const isCompared = named !== null && !isAboutPartOf(file, named) && algorithmOf(file) !== null;
      return { file, group, named: isCompared ? named : null, original: group?.original ?? null };
    };
    const drafts = new Map(this.#arranged.groups.map((group) => [group.input, draftOf(group.input, group)]));
    for (const file of this.#arranged.absorbed) drafts.set(file, draftOf(file, null));
    this.#drafts = this.#files.flatMap((file) => drafts.get(file) ?? []);
    this.#waiting = new Set(this.#drafts);
    this.#byPath = new Map(this.#files.map((file) => [file.path, file]));
    this.#named = new Set(this.#drafts.map(({ named }) => named));
    for (const draft of this.#drafts) {
      const { content } = draft.file;
      if (content === null) continue;
      const drafts = this.#byContent.get(content);
      if (drafts === undefined) this.#byContent.set(content, [draft]);
      else drafts.push(draft);
    }
    for (const [file, keys] of this.#digests) {
      for (const key of keys) if (this.#byContent.has(key)) this.#prove(key, file);
    }
  }

  /** The paths of all tasks, in the order of the files. */
  get paths(): readonly string[] {
    return this.#drafts.map(({ file }) => file.path);
  }

  /** Tasks that wait for nothing any more, each once. */
  takeReady(): readonly EvidenceTask[] {
    return this.#take((draft) => {
      const { file, group, named, original } = draft;
      if (named !== null) return this.#digestOf(named, file) !== null;
      // What cannot be read may be the original of other evidence.
      if (file.content === null && file.sha256 === null) return false;
      return group === null || file.content === null || original !== null || algorithmOf(file) === null;
    });
  }

  /** The tasks whose original is in none of the files. */
  takeRest(): readonly EvidenceTask[] {
    return this.#take(() => true);
  }

  /**
   * Files to hash, one after the other: what is settled of one decides about the next. Those that evidence names go before others of
   * their size, and the largest come last.
   */
  *hashItems(): Generator<HashItem, void, void> {
    const order = this.#files
      .filter(({ sha256 }) => sha256 === null)
      .map((file, i) => ({ file, i, rank: 2 * magnitude(file.sizeBytes) + (this.#named.has(file) ? 0 : 1) }))
      .sort((a, b) => a.rank - b.rank || a.file.sizeBytes - b.file.sizeBytes || a.i - b.i);
    for (const { file } of order) {
      const algorithms = this.#neededOf(file);
      if (algorithms.length > 0) yield { path: file.path, algorithms };
    }
  }

  /** Takes note of the digests of a file: keys. None if it cannot be read any more. @returns whether a task waited for them. */
  settle(path: string, keys: readonly string[]): boolean {
    const file = this.#byPath.get(path)!;
    this.#digests.get(file)!.push(...keys);
    let isAwaited = this.#named.has(file);
    for (const key of keys) {
      const about = (this.#byContent.get(key) ?? []).filter((draft) => draft.file !== file);
      if (about.length === 0) continue;
      isAwaited = true;
      this.#prove(key, file);
      for (const draft of about) draft.original ??= file;
      for (const draft of this.#waiting) if (draft.file === file && file.content === null) draft.group = null;
    }
    return isAwaited;
  }

  /** Files that are no evidence and belong to none, each once: with the file of which one is a copy. */
  others(): readonly { readonly path: string; readonly copyOf: string | null }[] {
    const first = new Map<FileFacts, FileFacts>();
    for (const [one, ...copies] of this.#proven.values()) for (const copy of copies) first.set(copy, one!);
    const chosen = new Set([...this.#proven.values()].map(([one]) => one));
    return this.#files.flatMap((file) =>
      file.role !== "other" || this.#named.has(file) || chosen.has(file)
        ? []
        : [{ path: file.path, copyOf: first.get(file)?.path ?? null }],
    );
  }

  #prove(key: string, file: FileFacts): void {
    const files = this.#proven.get(key);
    if (files === undefined) this.#proven.set(key, [file]);
    else if (!files.includes(file)) files.push(file);
  }

  /** The hashes by which a file may be the original of a task, or a copy of one. */
  #neededOf(file: FileFacts): readonly ContentHashAlgorithm[] {
    const needed = new Set<ContentHashAlgorithm | null>();
    for (const draft of this.#waiting) {
      if (draft.named === file) needed.add(algorithmOf(draft.file));
      // The original inside a package has a size.
      const sizeBytes = draft.file.inside?.sizeBytes ?? file.sizeBytes;
      if (draft.named === null && draft.original === null && sizeBytes === file.sizeBytes)
        needed.add(algorithmOf(draft.file));
    }
    for (const [key, [one]] of this.#proven) {
      if (one!.sizeBytes === file.sizeBytes) needed.add(HASHES.find((name) => key.startsWith(`${name} `))!);
    }
    const known = this.#digests.get(file)!;
    return HASHES.filter((name) => needed.has(name) && !known.some((key) => key.startsWith(`${name} `)));
  }

  #take(isTaken: (draft: Draft) => boolean): readonly EvidenceTask[] {
    const taken = [...this.#waiting].filter(isTaken);
    for (const draft of taken) this.#waiting.delete(draft);
    const changed = taken.some(isOriginalMissing) ? this.#changedOriginals() : new Map<Draft, string[]>();
    return taken.map((draft) => this.#taskOf(draft, changed.get(draft) ?? []));
  }

  /** The named original goes before others: a copy elsewhere does not make up for it. */
  #taskOf({ file, group, named, original }: Draft, probablyChanged: readonly string[]): EvidenceTask {
    const namedHash = named === null ? null : this.#digestOf(named, file);
    return {
      path: file.path,
      original:
        named !== null && namedHash !== null
          ? { path: named.path, hash: namedHash }
          : original === null
            ? null
            : { path: original.path, hash: digestIn(file.content!) },
      beside: (group?.beside ?? []).map((one) => ({ path: one.file.path, kind: one.kind })),
      isAbsorbed: group === null,
      probablyChanged,
    };
  }

  /** The digest of a file by the hash of evidence; null if it is not known. */
  #digestOf(file: FileFacts, { content }: FileFacts): string | null {
    const algorithm = content!.slice(0, content!.indexOf(" ") + 1);
    const key = this.#digests.get(file)!.find((one) => one.startsWith(algorithm));
    return key === undefined ? null : digestIn(key);
  }

  /** Paths by the evidence whose original is missing. */
  #changedOriginals(): ReadonlyMap<Draft, string[]> {
    const claims = this.#drafts.flatMap((draft) => {
      const { file, group, original } = draft;
      if (group === null || file.content === null) return [];
      const found = original === null ? [] : [{ name: original.path, sizeBytes: original.sizeBytes }];
      const [known] = [...(file.inside === null ? [] : [file.inside]), ...found];
      const stating = group.beside.filter(({ kind }) => kind === "seal" || kind === "timestamp");
      return {
        evidence: draft,
        content: file.content,
        evidencePaths: [file, ...stating.map((one) => one.file)].map(({ path }) => slashed(path)),
        originalNames: known === undefined ? [] : [slashed(known.name)],
        originalSizeBytes: known?.sizeBytes ?? null,
      };
    });
    const sizes = new Map(this.#files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    const files = this.others()
      .filter(({ copyOf }) => copyOf === null)
      .map(({ path }) => ({ file: path, path: slashed(path), sizeBytes: sizes.get(path)! }));
    const changed = new Map<Draft, string[]>();
    for (const { evidence, file } of probableChanges(claims, files)) {
      // Beside an original that is there, another version proves nothing and raises no doubt.
      if (isOriginalMissing(evidence)) changed.set(evidence, [...(changed.get(evidence) ?? []), file]);
    }
    return changed;
  }
}

function isOriginalMissing({ named, original }: Draft): boolean {
  return named === null && original === null;
}

/** Kilobytes, megabytes, gigabytes and so on. */
function magnitude(sizeBytes: number): number {
  return Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3);
}

/** The hash of a content; null if files are not compared by it. */
function algorithmOf({ content }: FileFacts): ContentHashAlgorithm | null {
  return HASHES.find((name) => content?.startsWith(`${name} `)) ?? null;
}

/** The digest in a key. */
function digestIn(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** A path of Windows with the slashes of the others. */
function slashed(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

const ENDING = /\.(?:ots|tsr|tst|asics|scs|asice|sce|svc\.zip)$/;
const FOLDER_ENDING = ".proof";
const PARTS_OF_FOLDER = ["proof.json", "certificate.pdf"].map((part) => `${FOLDER_ENDING}${sep}${part}`);

/**
 * The path of the original that evidence names by its own name: whoever made the pair has said which file it is. Names as tools give
 * them: `app.tar.ots`, `app.tar.svc.zip`, `app.tar.proof/proof.json`. Names by hand, such as `app.json`, make it only probable:
 * `probable-changes.ts`. Null if it names none.
 */
export function namedOriginal(path: string): string | null {
  const part = PARTS_OF_FOLDER.find((ending) => path.endsWith(ending));
  const name = part === undefined ? path.replace(ENDING, "") : path.slice(0, -part.length);
  return name === path ? null : name;
}

class NamedOriginals {
  readonly #files: ReadonlyMap<string, FileFacts>;

  constructor(files: readonly FileFacts[]) {
    this.#files = new Map(files.map((file) => [resolve(file.path), file]));
  }

  /** The file that the evidence names, if it is there. Case counts: where it does not, the system shows names as they were given. */
  of({ path, role }: FileFacts): FileFacts | null {
    const name = isEvidenceRole(role) ? namedOriginal(path) : null;
    return name === null ? null : (this.#files.get(resolve(name)) ?? null);
  }
}

/**
 * Whether evidence may be about the file that it names in another way than by the file's own digest: a timestamp of a seal's token, or of
 * what other evidence is about.
 */
export function isAboutPartOf({ content }: Pick<FileFacts, "content">, named: FileFacts): boolean {
  return [named.content, named.token, named.root, named.header].includes(content);
}
