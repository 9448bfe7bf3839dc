/**
 * Which of many files belong together: by fingerprints, never by names. An original goes with the evidence that states its digest, a
 * seal or a timestamp with the proof of the same content, a witness with the proofs of its batch.
 */
import { type EvidenceFacts, type EvidenceRole, isEvidenceRole } from "./evidence-facts.js";

/** Evidence to verify, with the files that belong to it. */
export interface EvidenceGroup<File> {
  readonly input: File;
  readonly original: File | null;
  readonly seal: File | null;
  readonly timestamps: readonly File[];
  readonly sealTimestamps: readonly File[];
  readonly witnesses: readonly File[];
  readonly witnessTimestamps: readonly File[];
  readonly headers: readonly File[];
  readonly certificates: readonly File[];
  readonly crls: readonly File[];
  readonly ocspResponses: readonly File[];
}

/** Which files belong together. `File` is what the caller has for one. */
export interface ArrangedEvidence<File> {
  /** In the order of the files. */
  readonly groups: readonly EvidenceGroup<File>[];
  /** Evidence that belongs to a group, in the order of the files: it is verified with the group, and by itself. */
  readonly absorbed: readonly File[];
  /** Files that are no evidence and belong to none, in their order. */
  readonly others: readonly File[];
}

type Draft<File> = { -readonly [Key in keyof EvidenceGroup<File>]: EvidenceGroup<File>[Key] } & {
  readonly facts: EvidenceFacts;
  timestamps: File[];
  sealTimestamps: File[];
  witnesses: File[];
  witnessTimestamps: File[];
};

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
  const withRole = (role: EvidenceRole) => files.filter((file) => known.get(file)!.role === role);
  const drafts = files.flatMap((file) => {
    const facts = known.get(file)!;
    return isEvidenceRole(facts.role) ? [draftOf(file, facts)] : [];
  });
  const taken = new Set<File>();
  putSeals(drafts, taken);
  putWitnesses(drafts, taken);
  putTimestamps(drafts, known, taken);
  putOriginals(drafts, known, taken);

  const groups = drafts.filter(({ input }) => !taken.has(input));
  const headers = withRole("headers");
  const certificates = withRole("certificates");
  const crls = withRole("crl");
  const ocspResponses = withRole("ocsp");
  for (const draft of groups) {
    if (mayHaveTimestamp(draft)) Object.assign(draft, { headers });
    if (mayHaveSeal(draft)) Object.assign(draft, { certificates, crls, ocspResponses });
  }
  const used = new Set(taken);
  for (const group of groups) {
    for (const file of [...group.headers, ...group.certificates, ...group.crls, ...group.ocspResponses]) {
      used.add(file);
    }
  }
  return {
    groups: groups.map(({ facts: _, ...group }) => group),
    absorbed: drafts.flatMap(({ input }) => (taken.has(input) ? [input] : [])),
    others: files.filter((file) => !isEvidenceRole(known.get(file)!.role) && !used.has(file)),
  };
}

function draftOf<File>(input: File, facts: EvidenceFacts): Draft<File> {
  return {
    facts,
    input,
    original: null,
    seal: null,
    timestamps: [],
    sealTimestamps: [],
    witnesses: [],
    witnessTimestamps: [],
    headers: [],
    certificates: [],
    crls: [],
    ocspResponses: [],
  };
}

const PROOFS: readonly EvidenceRole[] = ["svc-proof/2", "evidence-zip", "certificate-pdf"];
/** What may hold a timestamp or a seal that is not seen from outside. */
const CONTAINERS: readonly EvidenceRole[] = ["evidence-zip", "certificate-pdf", "asic-s"];

function isProof({ facts }: { readonly facts: EvidenceFacts }): boolean {
  return PROOFS.includes(facts.role);
}

function mayHaveTimestamp<File>(draft: Draft<File>): boolean {
  const { facts, timestamps, sealTimestamps, witnessTimestamps } = draft;
  const beside = timestamps.length + sealTimestamps.length + witnessTimestamps.length;
  return facts.role === "opentimestamps" || CONTAINERS.includes(facts.role) || beside > 0;
}

function mayHaveSeal<File>({ facts, seal }: Draft<File>): boolean {
  return facts.role === "rfc3161" || CONTAINERS.includes(facts.role) || facts.hasSeal || seal !== null;
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
      if (draft.seal !== null || draft.facts.hasSeal) continue;
      draft.seal = input;
      taken.add(input);
    }
  }
}

/** A witness states the Merkle root of its batch. */
function putWitnesses<File>(drafts: readonly Draft<File>[], taken: Set<File>): void {
  const byRoot = indexOf(drafts, ({ facts }) => [facts.root]);
  const copies = new Copies<File>();
  for (const { facts, input } of drafts.filter(({ facts }) => facts.role === "evm-witness")) {
    if (copies.isTaken(facts, input, taken)) continue;
    for (const draft of byRoot(facts.content)) put(draft.witnesses, input, taken);
  }
}

function putTimestamps<File>(
  drafts: readonly Draft<File>[],
  known: ReadonlyMap<File, EvidenceFacts>,
  taken: Set<File>,
): void {
  const byContent = indexOf(drafts.filter(isProof), ({ facts }) => [facts.content, facts.root]);
  const bySeal = indexOf(drafts, ({ input, seal }) => {
    const { role, digests, token } = known.get(seal ?? input)!;
    return [role === "rfc3161" ? (digests[0] ?? null) : null, token];
  });
  const byHeader = indexOf(drafts, ({ facts, witnesses }) => [
    facts.header,
    ...witnesses.map((witness) => known.get(witness)!.header),
  ]);
  const copies = new Copies<File>();
  for (const { facts, input } of drafts.filter(({ facts }) => facts.role === "opentimestamps")) {
    const { content } = facts;
    if (copies.isTaken(facts, input, taken)) continue;
    for (const { sealTimestamps } of bySeal(content)) put(sealTimestamps, input, taken);
    for (const of of byHeader(content)) {
      if (!taken.has(of.input)) put(of.witnessTimestamps, input, taken);
    }
    for (const { timestamps } of byContent(content)) put(timestamps, input, taken);
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
