/**
 * Which files belong together: by fingerprints, never by names. An original goes with the evidence that states its digest, a seal or
 * a timestamp with the proof of the same content, a witness with the proofs of its batch.
 */
import { type FileFacts, isEvidence, keyOf } from "./file-facts.js";
import { probablyChanged } from "./probably-changed.js";

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

/** The verifier's limit of each kind, less one for what the caller names. */
const MAX_BESIDE = 15;

type Draft = { -readonly [Key in keyof EvidenceTask]: EvidenceTask[Key] } & {
  readonly facts: FileFacts;
  timestamps: string[];
  sealTimestamps: string[];
  witnesses: string[];
  witnessTimestamps: string[];
};

/**
 * @param files distinct paths; those that cannot be read are left out.
 * @param otherHashes digests of files by other hashes than SHA-256, as keys: paths by key.
 */
export function arrangeFiles(
  files: readonly FileFacts[],
  otherHashes: ReadonlyMap<string, string> = new Map(),
): ArrangedFiles {
  const readable = files.filter(({ problem }) => problem === null);
  const drafts = readable.filter(isEvidence).map(draftOf);
  const taken = new Set<string>();
  putSeals(drafts, taken);
  putWitnesses(drafts, taken);
  putTimestamps(drafts, taken);
  putOriginals(readable, otherHashes, drafts, taken);
  const kept = drafts.filter(({ path }) => !taken.has(path));
  const withRole = (role: FileFacts["role"]) =>
    readable.filter((file) => file.role === role).map(({ path }) => path);
  const headers = withRole("headers").slice(0, MAX_BESIDE);
  const certificates = withRole("certificates").slice(0, MAX_BESIDE);
  for (const draft of kept) {
    if (hasTimestamp(draft)) draft.headers = headers;
    if (hasSeal(draft)) draft.certificates = certificates;
  }
  const unproven = readable.filter(({ role, path }) => role === "other" && !taken.has(path));
  const changed = probablyChanged(
    kept.filter(({ original }) => original === null).map(({ facts }) => facts),
    unproven,
  );
  return {
    tasks: kept.map(({ facts, ...task }) => ({ ...task, probablyChanged: changed.get(facts.path) ?? [] })),
    unproven: unproven.map(({ path }) => path),
  };
}

function draftOf(facts: FileFacts): Draft {
  return {
    facts,
    path: facts.path,
    original: null,
    seal: null,
    timestamps: [],
    sealTimestamps: [],
    witnesses: [],
    witnessTimestamps: [],
    headers: [],
    certificates: [],
    probablyChanged: [],
  };
}

const PROOFS: readonly FileFacts["role"][] = ["svc-proof/2", "evidence-zip", "certificate-pdf"];

function isProof({ facts }: Draft): boolean {
  return PROOFS.includes(facts.role);
}

function hasTimestamp({ facts, timestamps, sealTimestamps, witnessTimestamps }: Draft): boolean {
  const beside = timestamps.length + sealTimestamps.length + witnessTimestamps.length;
  return facts.role === "opentimestamps" || beside > 0;
}

function hasSeal({ facts, seal }: Draft): boolean {
  return facts.role === "rfc3161" || facts.role === "asic-s" || facts.hasSeal || seal !== null;
}

function indexOf(drafts: readonly Draft[], keysOf: (draft: Draft) => readonly (string | null)[]) {
  const index = new Map<string, Draft[]>();
  for (const draft of drafts) {
    for (const key of new Set(keysOf(draft))) {
      if (key === null) continue;
      const list = index.get(key);
      if (list === undefined) index.set(key, [draft]);
      else list.push(draft);
    }
  }
  return (key: string | null): readonly Draft[] => (key === null ? [] : (index.get(key) ?? []));
}

/** A proof has one seal: another one of the same content stays by itself. */
function putSeals(drafts: readonly Draft[], taken: Set<string>): void {
  const byContent = indexOf(drafts.filter(isProof), ({ facts }) => [facts.content]);
  for (const { facts } of drafts.filter(({ facts }) => facts.role === "rfc3161")) {
    for (const draft of byContent(facts.content)) {
      if (draft.seal !== null || draft.facts.hasSeal) continue;
      draft.seal = facts.path;
      taken.add(facts.path);
    }
  }
}

/** A witness states the Merkle root of its batch. */
function putWitnesses(drafts: readonly Draft[], taken: Set<string>): void {
  const byRoot = indexOf(drafts.filter(isProof), ({ facts }) => [facts.root]);
  for (const { facts } of drafts.filter(({ facts }) => facts.role === "evm-witness")) {
    for (const draft of byRoot(facts.content)) put(draft.witnesses, facts.path, taken);
  }
}

function putTimestamps(drafts: readonly Draft[], taken: Set<string>): void {
  const proofs = drafts.filter(isProof);
  const factsOf = new Map(drafts.map(({ facts }) => [facts.path, facts]));
  const byContent = indexOf(proofs, ({ facts }) => [facts.content, facts.root]);
  const bySeal = indexOf(drafts, ({ facts, seal }) => {
    const own = facts.role === "rfc3161" ? facts : factsOf.get(seal ?? "");
    return own === undefined ? [] : [own.sha256 === null ? null : keyOf("SHA-256", own.sha256), own.token];
  });
  const byHeader = indexOf(drafts, ({ facts, witnesses }) => [
    facts.header,
    ...witnesses.map((path) => factsOf.get(path)?.header ?? null),
  ]);
  for (const { facts } of drafts.filter(({ facts }) => facts.role === "opentimestamps")) {
    const { content, path } = facts;
    for (const draft of bySeal(content)) put(draft.sealTimestamps, path, taken);
    for (const draft of byHeader(content)) put(draft.witnessTimestamps, path, taken);
    for (const draft of byContent(content)) put(draft.timestamps, path, taken);
  }
}

function put(list: string[], path: string, taken: Set<string>): void {
  if (list.length >= MAX_BESIDE) return;
  list.push(path);
  taken.add(path);
}

/** Any file may be an original, even evidence: it then stays evidence, too, if it can be read as such. */
function putOriginals(
  files: readonly FileFacts[],
  otherHashes: ReadonlyMap<string, string>,
  drafts: readonly Draft[],
  taken: Set<string>,
): void {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byDigest = new Map<string, string>(otherHashes);
  for (const { sha256, path } of files) {
    const key = keyOf("SHA-256", sha256!);
    if (!byDigest.has(key)) byDigest.set(key, path);
  }
  const used = new Set<string>();
  for (const draft of drafts) {
    const { content } = draft.facts;
    const path = content === null ? undefined : byDigest.get(content);
    if (content === null || path === undefined || path === draft.path) continue;
    draft.original = { path, hash: content.slice(content.indexOf(" ") + 1) };
    used.add(content);
    const file = byPath.get(path)!;
    if (file.role === "other" || file.content === null) taken.add(path);
  }
  // Copies of an original are proven as well.
  for (const { sha256, role, path } of files) {
    if (role === "other" && used.has(keyOf("SHA-256", sha256!))) taken.add(path);
  }
}
