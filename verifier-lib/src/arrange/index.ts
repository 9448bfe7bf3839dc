/**
 * Many files: which evidence belongs to which, and which files are probably changed originals.
 *
 * @module
 */
import type { EvidenceKind, InputType } from "../index.js";

export {
  type OriginalClaim,
  type ProbableChange,
  probableChanges,
  type UnprovenFile,
} from "./probable-changes.js";

// What is known of a file before anything is verified: what it is, and by what other files find it.

/** `headers`: of Bitcoin blocks. `certificates`: PEM. `crl`, `ocsp`: of revocations. `other`: perhaps an original. */
export type EvidenceRole =
  | Exclude<InputType, "unknown">
  | "headers"
  | "certificates"
  | "crl"
  | "ocsp"
  | "other";

/** Keys are made by `keyOf`. */
export interface EvidenceFacts {
  readonly role: EvidenceRole;
  /** Keys of the file's own digests, as far as they are known: SHA-256 first. */
  readonly digests: readonly string[];
  /** The content that evidence is about; null for other files, and if it cannot be read. */
  readonly content: string | null;
  /** The Merkle root of a proof. */
  readonly root: string | null;
  /** The block header in a witness. */
  readonly header: string | null;
  /** The token in a seal. */
  readonly token: string | null;
  /** Whether evidence holds a seal of its own. */
  readonly hasSeal: boolean;
  /** Whether it looked like evidence and cannot be read as such, so that it may be any file. */
  readonly isUnread: boolean;
}

/**
 * The key by which a file and its evidence find each other.
 *
 * @param algorithm `SHA-256`, `SHA-384` or `SHA-512`.
 * @param digest lower-case hexadecimal.
 */
export function keyOf(algorithm: string, digest: string): string {
  return `${algorithm} ${digest}`;
}

/** Evidence is verified; everything else is offered to it. */
export function isEvidenceRole(role: EvidenceRole): role is Exclude<InputType, "unknown"> {
  return !OFFERED.includes(role);
}

const OFFERED: readonly EvidenceRole[] = ["headers", "certificates", "crl", "ocsp", "other"];

// Which of many files belong together: by fingerprints, never by names. An original goes with the evidence that states its digest, a
// seal or a timestamp with the proof of the same content, a witness with the proofs of its batch.

/** Evidence to verify, with the files that belong to it. */
export interface EvidenceGroup<File> {
  readonly input: File;
  readonly original: File | null;
  /** Evidence that belongs to it, by kind and in the order of the files. */
  readonly beside: readonly { readonly kind: BesideKind; readonly file: File }[];
}

/** What a file is to the evidence that it belongs to. */
export type BesideKind = Extract<
  EvidenceKind,
  "seal" | "timestamp" | "seal_timestamp" | "witness" | "witness_timestamp"
>;

/** Which files belong together. `File` is what the caller has for one. */
export interface ArrangedEvidence<File> {
  /** In the order of the files. */
  readonly groups: readonly EvidenceGroup<File>[];
  /** Evidence that belongs to a group, in the order of the files: it is verified with the group, and by itself. */
  readonly absorbed: readonly File[];
}

interface Draft<File> {
  readonly facts: EvidenceFacts;
  readonly input: File;
  original: File | null;
  readonly beside: Record<BesideKind, File[]>;
}

/**
 * Arranges files.
 *
 * @param files each once. Copies of proofs and packages are evidence of their own; copies of a witness or a timestamp, which each proof of
 * a batch may have beside it, are one.
 * @param factsOf is called once for each file.
 */
export function arrangeEvidence<File>(
  files: readonly File[],
  factsOf: (file: File) => EvidenceFacts,
): ArrangedEvidence<File> {
  const known = new Map(files.map((file) => [file, factsOf(file)]));
  const drafts = files.flatMap((file): Draft<File>[] => {
    const facts = known.get(file)!;
    const beside = { seal: [], timestamp: [], seal_timestamp: [], witness: [], witness_timestamp: [] };
    return isEvidenceRole(facts.role) ? [{ facts, input: file, original: null, beside }] : [];
  });
  const taken = new Set<File>();
  putSeals(drafts, taken);
  putWitnesses(drafts, taken);
  putTimestamps(drafts, known, taken);
  putOriginals(drafts, known, taken);
  return {
    groups: drafts
      .filter(({ input }) => !taken.has(input))
      .map(({ input, original, beside }) => ({
        input,
        original,
        beside: (Object.keys(beside) as BesideKind[]).flatMap((kind) =>
          beside[kind].map((file) => ({ kind, file })),
        ),
      })),
    absorbed: drafts.flatMap(({ input }) => (taken.has(input) ? [input] : [])),
  };
}

const PROOFS: readonly EvidenceRole[] = ["svc-proof/2", "evidence-zip", "certificate-pdf"];
function isProof({ facts }: { readonly facts: EvidenceFacts }): boolean {
  return PROOFS.includes(facts.role);
}

type Find<File> = (key: string | null) => readonly Draft<File>[];

function indexOf<File>(
  drafts: readonly Draft<File>[],
  keysOf: (draft: Draft<File>) => readonly (string | null)[],
): Find<File> {
  const index = new Map<string | null, Draft<File>[]>();
  for (const draft of drafts) {
    for (const key of new Set(keysOf(draft))) {
      if (key === null) continue;
      const list = index.get(key);
      if (list === undefined) index.set(key, [draft]);
      else list.push(draft);
    }
  }
  return (key) => index.get(key) ?? [];
}

/** A proof has one seal: another one of the same content stays by itself. */
function putSeals<File>(drafts: readonly Draft<File>[], taken: Set<File>): void {
  const byContent = indexOf(drafts.filter(isProof), ({ facts }) => [facts.content]);
  for (const { facts, input } of drafts.filter(({ facts }) => facts.role === "rfc3161")) {
    for (const draft of byContent(facts.content)) {
      if (draft.beside.seal.length === 0 && !draft.facts.hasSeal) put(draft.beside.seal, input, taken);
    }
  }
}

/** A witness states the Merkle root of its batch. */
function putWitnesses<File>(drafts: readonly Draft<File>[], taken: Set<File>): void {
  const byRoot = indexOf(drafts, ({ facts }) => [facts.root]);
  const copies = new Copies<File>();
  for (const { facts, input } of drafts.filter(({ facts }) => facts.role === "evm-witness")) {
    if (copies.isTaken(facts, input, taken)) continue;
    for (const draft of byRoot(facts.content)) put(draft.beside.witness, input, taken);
  }
}

function putTimestamps<File>(
  drafts: readonly Draft<File>[],
  known: ReadonlyMap<File, EvidenceFacts>,
  taken: Set<File>,
): void {
  const byContent = indexOf(drafts.filter(isProof), ({ facts }) => [facts.content, facts.root]);
  const bySeal = indexOf(drafts, ({ input, beside: { seal } }) => {
    const { role, digests, token } = known.get(seal[0] ?? input)!;
    return [role === "rfc3161" ? (digests[0] ?? null) : null, token];
  });
  const byHeader = indexOf(drafts, ({ facts, beside }) => [
    facts.header,
    ...beside.witness.map((witness) => known.get(witness)!.header),
  ]);
  const copies = new Copies<File>();
  for (const { facts, input } of drafts.filter(({ facts }) => facts.role === "opentimestamps")) {
    const { content } = facts;
    if (copies.isTaken(facts, input, taken)) continue;
    for (const { beside } of bySeal(content)) put(beside.seal_timestamp, input, taken);
    for (const of of byHeader(content)) {
      if (!taken.has(of.input)) put(of.beside.witness_timestamp, input, taken);
    }
    for (const { beside } of byContent(content)) put(beside.timestamp, input, taken);
  }
}

/** Files of the same bytes: what belongs to a proof already is not put beside it again. */
class Copies<File> {
  readonly #first = new Map<string, File>();

  /** Whether another file of the same bytes belongs to evidence. Then this one does, too. */
  isTaken({ digests: [digest] }: EvidenceFacts, file: File, taken: Set<File>): boolean {
    if (digest === undefined) return false;
    const first = this.#first.get(digest) ?? file;
    this.#first.set(digest, first);
    if (!taken.has(first)) return false;
    taken.add(file);
    return true;
  }
}

function put<File>(list: File[], file: File, taken: Set<File>): void {
  list.push(file);
  taken.add(file);
}

/** Any file may be an original, even evidence: it then stays evidence, too, if it can be read as such. */
function putOriginals<File>(
  drafts: readonly Draft<File>[],
  known: ReadonlyMap<File, EvidenceFacts>,
  taken: Set<File>,
): void {
  const byContent = indexOf(drafts, ({ facts }) => [facts.content]);
  for (const [file, { digests, role, isUnread }] of known) {
    for (const draft of digests.flatMap((digest) => byContent(digest))) {
      if (draft.input === file || taken.has(draft.input)) continue;
      draft.original ??= file;
      // Copies of an original are proven as well.
      if (role === "other" || isUnread) taken.add(file);
    }
  }
}
