/**
 * Which files are probably changed versions of an original: their fingerprint belongs to no evidence, but their name or size is that
 * of an original. This proves nothing: it only tells a reader where to look.
 */

/** What evidence says of its original, or lets guess. */
export interface OriginalClaim<Evidence> {
  readonly evidence: Evidence;
  /** Key of the content that it is about. */
  readonly content: string;
  /** Its own name, and those of its seals and timestamps: paths with slashes. */
  readonly evidencePaths: readonly string[];
  /** Names that the original has inside of it, or has as a file. */
  readonly originalNames: readonly string[];
  readonly originalSizeBytes: number | null;
}

/** A file that no evidence is about. */
export interface UnprovenFile<File> {
  readonly file: File;
  /** With slashes. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** A file that is probably a changed version of the original of some evidence. */
export interface ProbableChange<Evidence, File> {
  readonly file: File;
  readonly evidence: Evidence;
  /** What the file and the original have in common. */
  readonly by: "name" | "size";
}

/** Files beside one piece of evidence, and evidence beside one file: folders may hold any number of files called `README`. */
const MAX_SHOWN = 8;

/** Names that every service and tool uses. What is left of them without their ending names no original. */
const GENERIC_NAMES: ReadonlySet<string> = new Set([
  "proof",
  "evidence",
  "certificate",
  "original",
  "batch",
  "seal",
  "timestamp",
  "qualified-timestamp",
]);

/**
 * A file is named beside evidence only if all evidence that it may belong to is about one content: of ten thousand originals of
 * the same size, none is more probable than another. Evidence and files in one folder go before all others.
 */
export function probableChanges<Evidence, File>(
  claims: readonly OriginalClaim<Evidence>[],
  files: readonly UnprovenFile<File>[],
): readonly ProbableChange<Evidence, File>[] {
  const byName = new Claimants<Evidence>();
  const bySize = new Claimants<Evidence>();
  for (const one of claims) {
    const claim = { ...one, evidencePaths: one.evidencePaths.map(placeOf) };
    const folder = folderOf(claim.evidencePaths[0] ?? "");
    for (const name of namesOfOriginal(claim)) byName.add(name, folder, claim);
    const { originalSizeBytes } = claim;
    // Empty files are all alike.
    if ((originalSizeBytes ?? 0) > 0) bySize.add(String(originalSizeBytes), folder, claim);
  }
  const found = files.flatMap(({ file, path, sizeBytes }) => {
    const folder = folderOf(path);
    const named = byName.find(namesOfFile(path), folder);
    const sized = named.length > 0 ? [] : bySize.find([String(sizeBytes)], folder);
    return [
      ...named.map((claim) => ({ file, path, claim, by: "name" as const })),
      ...sized.map((claim) => ({ file, path, claim, by: "size" as const })),
    ];
  });
  return nearest(found).map(({ file, claim, by }) => ({ file, evidence: claim.evidence, by }));
}

interface Found<Evidence, File> {
  readonly file: File;
  readonly path: string;
  readonly claim: OriginalClaim<Evidence>;
  readonly by: "name" | "size";
}

/** For each piece of evidence the files of its own folder if there are any, and a bounded number. */
function nearest<Evidence, File>(found: readonly Found<Evidence, File>[]): readonly Found<Evidence, File>[] {
  const isNear = ({ path, claim }: Found<Evidence, File>) =>
    folderOf(path) === folderOf(claim.evidencePaths[0] ?? "");
  const withNear = new Set(found.filter(isNear).map(({ claim }) => claim));
  const counts = new Map<OriginalClaim<Evidence>, number>();
  return found.filter((one) => {
    if (withNear.has(one.claim) && !isNear(one)) return false;
    const count = (counts.get(one.claim) ?? 0) + 1;
    counts.set(one.claim, count);
    return count <= MAX_SHOWN;
  });
}

/** Who claims a name or a size: in a folder, and anywhere. */
class Claimants<Evidence> {
  readonly #claims = new Map<
    string,
    { readonly contents: Set<string>; readonly first: OriginalClaim<Evidence>[] }
  >();

  add(key: string, folder: string, claim: OriginalClaim<Evidence>): void {
    for (const place of [near(key, folder), anywhere(key)]) {
      let known = this.#claims.get(place);
      if (known === undefined) {
        known = { contents: new Set(), first: [] };
        this.#claims.set(place, known);
      }
      // Two are enough to know that there are several.
      if (known.contents.size < 2) known.contents.add(claim.content);
      if (known.first.length < MAX_SHOWN) known.first.push(claim);
    }
  }

  /** Empty if they are about several contents. */
  find(keys: readonly string[], folder: string): readonly OriginalClaim<Evidence>[] {
    for (const places of [keys.map((key) => near(key, folder)), keys.map(anywhere)]) {
      const known = places.flatMap((place) => this.#claims.get(place) ?? []);
      if (known.length === 0) continue;
      const contents = new Set(known.flatMap((one) => [...one.contents]));
      const claims = new Set(known.flatMap(({ first }) => first));
      return contents.size === 1 ? [...claims].slice(0, MAX_SHOWN) : [];
    }
    return [];
  }
}

// A path has no zero character.
const near = (key: string, folder: string): string => `${folder}\0${key}`;
const anywhere = (key: string): string => `\0\0${key}`;

/** The names that an original has, or probably has, as keys. */
function namesOfOriginal<Evidence>({
  evidencePaths,
  originalNames,
}: OriginalClaim<Evidence>): ReadonlySet<string> {
  return new Set([
    ...originalNames.map((name) => nameKey(baseName(name))),
    ...evidencePaths.map((path) => nameInside(baseName(path))).filter((name) => name !== null),
  ]);
}

/** Endings of evidence, as in `contract.pdf.ots` and `contract-evidence.zip`. */
const ENDING =
  /(?:[._-](?:svc[._-])?(?:proof|evidence|certificate|timestamp|seal))?\.(?:json|svc\.zip|zip|pdf|ots|tsr|tst|asics|scs|proof)$/i;

/** The name that the name of evidence contains; null if there is none. */
function nameInside(evidenceName: string): string | null {
  const name = nameKey(evidenceName.replace(ENDING, ""));
  return name === nameKey(evidenceName) || GENERIC_NAMES.has(name) ? null : name;
}

/** The name of a file, and its name without the ending, as a proof `contract.tsr` has it. */
function namesOfFile(path: string): readonly string[] {
  const name = nameKey(baseName(path));
  const stem = name.replace(/\.[^.]*$/, "");
  return stem === "" ? [name] : [name, stem];
}

/** A folder of evidence has the name and the place that a package would have. */
function placeOf(path: string): string {
  return path.replace(/(\.proof)\/(?:proof\.json|certificate\.pdf)$/i, "$1");
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** Equal for names that differ by case, by the form of their accents, or by the number that browsers give to a copy. */
function nameKey(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replace(/ ?\([0-9]{1,4}\)(?=\.[^.]*$|$)/, "");
}
