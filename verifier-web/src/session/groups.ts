/**
 * Groups what the user added: by fingerprints, by names that tools give to pairs, and by the user's own word. The order of the files
 * and their other names decide nothing.
 */

import type { Check, Report } from "@svc-proof/verifier-lib";
import { probableChanges as changesOf, keyOf } from "@svc-proof/verifier-lib/arrange";
import type { BesideFile } from "@svc-proof/verifier-lib/evidence";
import { DIGEST_ALGORITHMS } from "@svc-proof/verifier-web/ui/hashing";
import type { AsicParts, FileRole, KnownFile } from "../model.js";

/** What may prove an input. */
export interface Piece {
  readonly kind: BesideFile["kind"];
  readonly file: KnownFile;
}

/** One input to verify, with the files that belong to it; or any other file, alone. */
export interface Group {
  readonly input: KnownFile;
  /** The file that it is compared with. */
  readonly original: KnownFile | null;
  /** In the order of the files, and what is false by itself last. */
  readonly evidence: readonly Piece[];
  /** Files of the same bytes as one of those, under other names. */
  readonly copies: readonly KnownFile[];
}

/** Of which each has a result. */
const INPUTS: readonly FileRole[] = [
  "proof",
  "package",
  "certificate",
  "container",
  "seal",
  "timestamp",
  "witness",
];
const PROOFS: readonly FileRole[] = ["proof", "package", "certificate"];
/** Roles of what nothing else is made of. */
const ORIGINALS: readonly FileRole[] = ["original", "trusted-list"];

/** The files of a group, its input first. */
export function filesOf({ input, original, evidence, copies }: Group): readonly KnownFile[] {
  return [input, ...(original === null ? [] : [original]), ...evidence.map(({ file }) => file), ...copies];
}

/**
 * Returns the groups in the order of their inputs.
 *
 * @param isComplete whether all files have arrived: until then, a file may not be the only one.
 */
export function arrange(files: readonly KnownFile[], isComplete: boolean = true): readonly Group[] {
  const copies = copiesOf(files);
  const copied = new Set([...copies.values()].flat());
  const distinct = files.filter((file) => !copied.has(file));
  const inputs = distinct.filter(({ role }) => INPUTS.includes(role));
  const stated = statedEvidence(inputs);
  const absorbed = new Set([...stated.values()].flatMap((pieces) => pieces.map(({ file }) => file)));
  const alone = inputs.filter((input) => !absorbed.has(input));
  const originals = originalsOf(distinct, alone);
  // What looked like evidence is none if it is somebody's original and cannot be read, or if the user has said what it is.
  const onlyOriginals = new Set(
    [...originals].flatMap(([{ id }, file]) => (isUnread(file) || file.comparedWith === id ? [file] : [])),
  );
  const material = distinct.flatMap((file) => {
    const kind = MATERIAL[file.role];
    return kind === undefined ? [] : [{ kind, file }];
  });
  const groups = alone
    .filter((input) => !onlyOriginals.has(input))
    .map((input) => {
      const evidence = withMaterial(input, stated.get(input) ?? [], material);
      return { input, original: originals.get(input) ?? null, evidence };
    });
  const used = new Set<KnownFile | null>(groups.flatMap(({ evidence }) => evidence.map(({ file }) => file)));
  for (const file of originals.values()) if (file.role !== "snapshot") used.add(file);
  // Copies of an original are proven as well.
  const proven = new Set(alone.flatMap((input) => contentOf(input) ?? []));
  const isProven = (file: KnownFile) => digestsOf(file).some((digest) => proven.has(digest));
  const others = distinct.filter(
    (file) => !INPUTS.includes(file.role) && !used.has(file) && !isProven(file) && file.role !== "snapshot",
  );
  const compared = comparedFiles(groups, others, isComplete);
  const taken = new Set(compared.values());
  // What belongs to other evidence and is false by itself says so in a result of its own.
  const failed = [...absorbed].filter(({ report }) => report?.outcome === "failed");
  const all = [
    ...groups.map((group) => ({ ...group, original: group.original ?? compared.get(group.input) ?? null })),
    ...[...failed, ...others.filter((file) => !taken.has(file))].map((input) => ({
      input,
      original: null,
      evidence: [],
    })),
  ].map((group) => {
    const own = filesOf({ ...group, copies: [] });
    const ofOwn = own.flatMap((file) => (copies.get(file) ?? []).filter(({ name }) => name !== file.name));
    return { ...group, copies: ofOwn.filter(({ file }) => file !== null) };
  });
  const order = new Map(distinct.map((file, at) => [file, at]));
  return all.sort((a, b) => order.get(a.input)! - order.get(b.input)!);
}

type Find = (key: string | null, role: FileRole) => readonly KnownFile[];

/** Evidence of what each input states: a seal or a timestamp of its content, a witness of its batch, a timestamp of those. */
function statedEvidence(inputs: readonly KnownFile[]): ReadonlyMap<KnownFile, readonly Piece[]> {
  const byContent = new Map<string, KnownFile[]>();
  for (const file of inputs) add(byContent, `${file.role} ${contentOf(file)}`, file);
  const find: Find = (key, role) => (key === null ? [] : (byContent.get(`${role} ${key}`) ?? []));
  const order = new Map(inputs.map((file, at) => [file, at]));
  return new Map(
    inputs.map((input) => {
      // What is false by itself comes last: commands and containers take the first seal.
      const place = ({ file }: Piece) =>
        order.get(file)! + (file.report?.outcome === "failed" ? inputs.length : 0);
      return [input, evidenceOf(input, find).sort((a, b) => place(a) - place(b))];
    }),
  );
}

function evidenceOf(input: KnownFile, find: Find): Piece[] {
  const found = new Map<KnownFile, Piece["kind"]>();
  const take = (kind: Piece["kind"], role: FileRole, key: string | null): readonly KnownFile[] => {
    const files = find(key, role).filter((file) => file !== input && !found.has(file));
    for (const file of files) found.set(file, kind);
    return files;
  };
  const isProof = PROOFS.includes(input.role);
  const content = isProof ? contentOf(input) : null;
  const root = rootOf(input);
  const seals = input.role === "seal" ? [input] : take("seal", "seal", content);
  const witnesses = [input, ...take("witness", "witness", root)];
  for (const key of isProof ? [content, root] : []) take("timestamp", "timestamp", key);
  for (const seal of seals) {
    for (const key of [digestsOf(seal)[0] ?? null, tokenOf(seal)]) take("seal_timestamp", "timestamp", key);
  }
  for (const witness of witnesses) take("witness_timestamp", "timestamp", headerOf(witness));
  return Array.from(found, ([file, kind]) => ({ kind, file }));
}

/** What serves every timestamp, and what serves every seal. */
const MATERIAL: Readonly<Partial<Record<FileRole, Piece["kind"]>>> = {
  headers: "headers",
  authority: "certificates",
  crl: "crl",
  ocsp: "ocsp_response",
};

function withMaterial(
  input: KnownFile,
  pieces: readonly Piece[],
  material: readonly Piece[],
): readonly Piece[] {
  // An archive may hold a timestamp or a seal that is not seen from outside.
  const isOpen = isArchive(input);
  const isTimed =
    isOpen || [input, ...pieces.map(({ file }) => file)].some(({ role }) => role === "timestamp");
  const isSealed =
    isOpen || input.role === "seal" || hasSealInside(input) || pieces.some(({ kind }) => kind === "seal");
  return [...pieces, ...material.filter(({ kind }) => (kind === "headers" ? isTimed : isSealed))];
}

/** Any file may be an original, even evidence: it then stays evidence, too, if it can be read as such. */
function originalsOf(
  files: readonly KnownFile[],
  inputs: readonly KnownFile[],
): ReadonlyMap<KnownFile, KnownFile> {
  const byDigest = new Map<string, KnownFile[]>();
  for (const file of files) for (const digest of digestsOf(file)) add(byDigest, digest, file);
  const originals = new Map<KnownFile, KnownFile>();
  for (const input of inputs) {
    const original = byDigest.get(contentOf(input) ?? "")?.find((file) => file !== input);
    if (original !== undefined) originals.set(input, original);
  }
  return originals;
}

/** The endings by which tools name evidence after its original. Whoever made the pair has said which file it is. */
const PAIRED = /\.(?:ots|tsr|tst|asics|scs|svc\.zip|proof)$/;

/** Files that are compared with a proof of something else: by the name of a pair, or by the user's word. */
function comparedFiles(
  groups: readonly Pick<Group, "input" | "original">[],
  others: readonly KnownFile[],
  isComplete: boolean,
): ReadonlyMap<KnownFile, KnownFile> {
  const originals = others.filter((file) => ORIGINALS.includes(file.role) && digestsOf(file).length > 0);
  const isOnly = isComplete && groups.length === 1 && originals.length === 1 && originals[0]!.isChosen;
  const ids = new Set(groups.map(({ input }) => input.id));
  const byName = new Map<string, KnownFile | null>();
  const byWord = new Map<string, KnownFile>();
  for (const file of originals) {
    if (file.comparedWith !== null && ids.has(file.comparedWith)) byWord.set(file.comparedWith, file);
    // Folders may hold any number of files of one name.
    else byName.set(file.name, byName.has(file.name) ? null : file);
  }
  const compared = new Map<KnownFile, KnownFile>();
  for (const { input, original } of groups) {
    if (original !== null || hasOriginalInside(input)) continue;
    const paired = PAIRED.test(input.name) ? byName.get(input.name.replace(PAIRED, "")) : null;
    const file = byWord.get(input.id) ?? paired ?? (isOnly ? originals[0] : null);
    if (file != null) compared.set(input, file);
  }
  return compared;
}

/**
 * Groups about a file of which files were given that may be it, and none of them is. A file that is not hashed may be any.
 *
 * @param files all that were given.
 */
export function withoutOriginal(
  groups: readonly Group[],
  files: readonly KnownFile[],
): ReadonlySet<KnownFile> {
  const originals = files.filter(
    (file) => file.file !== null && (file.role === "original" || (isArchive(file) && isUnread(file))),
  );
  const isHashed = (algorithm: string) => originals.every(({ digests }) => algorithm in digests);
  const hashed = new Set<string>(DIGEST_ALGORITHMS.filter(isHashed));
  const without = groups.filter(({ input, original }) => {
    const stated = input.report?.proof?.content.algorithm;
    const isOfFile = input.role !== "witness" && input.role !== "container";
    return (
      isOfFile && original === null && !hasOriginalInside(input) && stated !== undefined && hashed.has(stated)
    );
  });
  return new Set(originals.length === 0 ? [] : without.map(({ input }) => input));
}

/** By the first of identical files, which stands for them; an entered fingerprint is replaced by the file that has it. */
function copiesOf(files: readonly KnownFile[]): ReadonlyMap<KnownFile, readonly KnownFile[]> {
  const same = new Map<string, KnownFile[]>();
  for (const file of files) {
    const [key] = digestsOf(file);
    if (key !== undefined) add(same, key, file);
  }
  const copies = new Map<KnownFile, readonly KnownFile[]>();
  for (const list of same.values()) {
    const first = list.find(({ file }) => file !== null) ?? list[0]!;
    copies.set(
      first,
      list.filter((file) => file !== first),
    );
  }
  return copies;
}

function add(lists: Map<string, KnownFile[]>, key: string, file: KnownFile): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [file]);
  else list.push(file);
}

/**
 * Finds files that are probably changed versions of an original, by the library's rule. This proves nothing: it only tells a reader
 * where to look.
 */
export interface ProbableChange {
  readonly file: KnownFile;
  /** The input of the proof. */
  readonly proof: KnownFile;
  /** What the file and the original have in common. */
  readonly by: "name" | "size";
  /** Whether the two can be compared: not if the proof has its original. */
  readonly canBeCompared: boolean;
}

export function probableChanges(groups: readonly Group[]): readonly ProbableChange[] {
  const claims = groups.flatMap((group) => {
    const { input, evidence } = group;
    const stated = evidence.filter(({ kind }) => kind === "seal" || kind === "timestamp");
    const content = contentOf(input);
    if (content === null) return [];
    // A file that it was only compared with is not its original.
    const original =
      group.original !== null && digestsOf(group.original).includes(content) ? group.original : null;
    const inside = (input.report?.inputs ?? [])
      .filter(({ kind, origin }) => kind === "original" && origin === "package")
      .flatMap(({ name }) => name ?? []);
    return {
      evidence: group,
      content,
      evidencePaths: [input.name, ...stated.map(({ file }) => file.name)],
      originalNames: [...inside, ...(original === null ? [] : [original.name])],
      originalSizeBytes: original?.file?.size ?? null,
    };
  });
  const files = groups.filter(isWithoutProof).map(({ input }) => {
    return { file: input, path: input.name, sizeBytes: input.file!.size };
  });
  return changesOf(claims, files).map(({ file, evidence, by }) => ({
    file,
    proof: evidence.input,
    by,
    canBeCompared: evidence.original === null && !hasOriginalInside(evidence.input),
  }));
}

function isWithoutProof({ input, original }: Group): boolean {
  const isHashed = input.digests["SHA-256"] !== undefined;
  return input.role === "original" && original === null && input.file !== null && isHashed;
}

/** What an ASiC-S container of a group is made of; null unless there are an original and its timestamp. */
export function asicParts({ input, original, evidence }: Group, { inputs }: Report): AsicParts | null {
  const of = (wanted: Piece["kind"]) => evidence.flatMap(({ kind, file }) => (kind === wanted ? [file] : []));
  const [seal] = input.role === "seal" ? [input] : of("seal");
  const isPackage = input.role === "package";
  const isPacked = (kind: "seal" | "original") =>
    isPackage && inputs.some((one) => one.kind === kind && one.origin === "package");
  const packed = isPackage ? input.file : null;
  const certificates = of("certificates").flatMap(({ file }) => file ?? []);
  // An original inside comes with the timestamp that is inside.
  if (isPacked("original") && isPacked("seal")) return { original: null, seal: null, packed, certificates };
  if (original?.file == null) return null;
  if (seal?.file != null) return { original: original.file, seal: seal.file, packed: null, certificates };
  return isPacked("seal") ? { original: original.file, seal: null, packed, certificates } : null;
}

// Keys to match files by, each the name of a hash and a digest. They come from the file's own report.

/** The content that a proof, seal or timestamp covers; null if there is none or it cannot be read. */
function contentOf({ report }: KnownFile): string | null {
  const content = report?.proof?.content;
  return content === undefined ? null : keyOf(content.algorithm, content.hash);
}

/** The Merkle root of a proof: a timestamp of the whole batch covers it. */
function rootOf(file: KnownFile): string | null {
  const root = checkOf(file, "merkle")?.evidence["root"];
  return typeof root === "string" ? keyOf("SHA-256", root) : null;
}

/** The header of the block in a witness: a timestamp of the block covers it. */
function headerOf(file: KnownFile): string | null {
  const witness = checkOf(file, "anchor")?.evidence["witness"];
  const isRecord = typeof witness === "object" && witness !== null && !Array.isArray(witness);
  const hash = isRecord ? (witness as Check["evidence"])["header_sha256"] : null;
  return typeof hash === "string" ? keyOf("SHA-256", hash) : null;
}

/** The token inside a seal. */
function tokenOf(seal: KnownFile | null): string | null {
  const hash = seal?.tokenHash ?? null;
  return hash === null ? null : keyOf("SHA-256", hash);
}

/** Its own digests computed so far, SHA-256 first. */
function digestsOf({ digests }: KnownFile): readonly string[] {
  const { "SHA-256": sha256, "SHA-384": sha384, "SHA-512": sha512 } = digests;
  return [
    ...(sha256 === undefined ? [] : [keyOf("SHA-256", sha256)]),
    ...(sha384 === undefined ? [] : [keyOf("SHA-384", sha384)]),
    ...(sha512 === undefined ? [] : [keyOf("SHA-512", sha512)]),
  ];
}

/** Roles of files that hold evidence together with other files. They take longer to read. */
const ARCHIVES: readonly FileRole[] = ["package", "certificate", "container"];

export function isArchive({ role }: Pick<KnownFile, "role">): boolean {
  return ARCHIVES.includes(role);
}

/** Whether the file looked like evidence but cannot be read as such: it may be any file. */
export function isUnread(file: KnownFile): boolean {
  const format = checkOf(file, "format")?.status;
  return format !== undefined && format !== "passed";
}

/** Whether a package contains the original. */
function hasOriginalInside({ report }: KnownFile): boolean {
  return report?.checks.some(({ id, code }) => id === "content" && code !== "not_requested") ?? false;
}

function hasSealInside(file: KnownFile): boolean {
  return checkOf(file, "seal") !== undefined;
}

function checkOf({ report }: KnownFile, id: Check["id"]): Check | undefined {
  return report?.checks.find((check) => check.id === id);
}
