/**
 * Groups files by fingerprints, never by names: an original with the proofs that state its digest, a seal with the proof of the
 * same content, a timestamp with the file it covers, a witness with the proofs of its batch.
 *
 * If the user adds exactly one file to one proof, the two are compared even though their fingerprints differ: the user asked
 * for that comparison.
 */
import type { FileRole } from "../model/file-role.js";
import type { KnownFile } from "../model/known-file.js";
import {
  contentOf,
  digestsOf,
  hasOriginalInside,
  hasSealInside,
  headerOf,
  isUnread,
  rootOf,
  tokenOf,
} from "./report-facts.js";

/** One input to verify, with the files that belong to it. */
export interface Group {
  readonly input: KnownFile;
  readonly original: KnownFile | null;
  readonly seal: KnownFile | null;
  readonly timestamps: readonly KnownFile[];
  readonly sealTimestamps: readonly KnownFile[];
  readonly witnesses: readonly KnownFile[];
  readonly witnessTimestamps: readonly KnownFile[];
  readonly headers: readonly KnownFile[];
  readonly authorities: readonly KnownFile[];
  /** Revocation lists and OCSP responses. */
  readonly revocations: readonly KnownFile[];
}

interface Draft {
  readonly input: KnownFile;
  original: KnownFile | null;
  seal: KnownFile | null;
  timestamps: KnownFile[];
  sealTimestamps: KnownFile[];
  witnesses: KnownFile[];
  witnessTimestamps: KnownFile[];
  headers: readonly KnownFile[];
  authorities: readonly KnownFile[];
  revocations: readonly KnownFile[];
}

/** The verifier's limits per input; further files stay separate. */
const MAX_TIMESTAMPS = 15;
const MAX_HEADERS = 64;
const MAX_AUTHORITIES = 16;
/** Of each kind. */
const MAX_REVOCATIONS = 16;

/**
 * Returns the groups in the order of their inputs. Of identical files, only the first is used.
 *
 * @param isComplete whether all files have arrived: until then, a file may not be the only one.
 */
export function arrange(files: readonly KnownFile[], isComplete: boolean = true): readonly Group[] {
  const distinct = withoutCopies(files);
  const drafts = distinct.filter(({ role }) => INPUTS.includes(role)).map(draftOf);
  const withRole = (role: FileRole) => distinct.filter((file) => file.role === role);
  const taken = new Set<KnownFile>();

  const byContent = indexOf(drafts, (draft) => contentOf(draft.input));
  for (const seal of withRole("seal")) {
    for (const draft of byContent.get(contentOf(seal)) ?? []) {
      // A proof has only one seal: another one for the same content stays separate.
      if (!PROOFS.includes(draft.input.role) || draft.seal !== null || hasSealInside(draft.input)) continue;
      draft.seal = seal;
      taken.add(seal);
    }
  }
  putWitnesses(withRole("witness"), drafts, taken);
  putTimestamps(withRole("timestamp"), drafts, byContent, taken);
  putOriginals(distinct, byContent, taken);
  const possible = distinct.filter(({ role }) => ORIGINALS.includes(role));
  compareByHand(drafts, possible, taken, isComplete);

  const groups = drafts.filter(({ input }) => !taken.has(input));
  const headers = withRole("headers").slice(0, MAX_HEADERS);
  const authorities = withRole("authority").slice(0, MAX_AUTHORITIES);
  const revocations = (["crl", "ocsp"] as const).flatMap((role) => withRole(role).slice(0, MAX_REVOCATIONS));
  for (const draft of groups) {
    if (hasTimestamp(draft)) draft.headers = headers;
    if (hasSeal(draft)) draft.authorities = authorities;
    if (hasSeal(draft)) draft.revocations = revocations;
  }
  for (const { headers, authorities, revocations } of groups) {
    for (const file of [...headers, ...authorities, ...revocations]) taken.add(file);
  }
  const isAlone = (file: KnownFile) =>
    !INPUTS.includes(file.role) && file.role !== "snapshot" && !taken.has(file);
  const alone = distinct.filter(isAlone).map(draftOf);
  const order = new Map(distinct.map((file, at) => [file, at]));
  return [...groups, ...alone].sort((a, b) => order.get(a.input)! - order.get(b.input)!);
}

/** Roles that can be verified alone. */
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

/** Roles that contain parts not visible here. */
const CONTAINERS: readonly FileRole[] = ["package", "certificate", "container"];

function hasTimestamp({ input, timestamps, sealTimestamps, witnessTimestamps }: Draft): boolean {
  return (
    input.role === "timestamp" ||
    CONTAINERS.includes(input.role) ||
    timestamps.length > 0 ||
    sealTimestamps.length > 0 ||
    witnessTimestamps.length > 0
  );
}

function hasSeal({ input, seal }: Draft): boolean {
  return input.role === "seal" || CONTAINERS.includes(input.role) || seal !== null;
}

/** A witness states the Merkle root of its batch. */
function putWitnesses(
  witnesses: readonly KnownFile[],
  drafts: readonly Draft[],
  taken: Set<KnownFile>,
): void {
  const byRoot = indexOf(drafts, (draft) => rootOf(draft.input));
  for (const witness of witnesses) {
    for (const draft of byRoot.get(contentOf(witness)) ?? []) put(draft.witnesses, witness, taken);
  }
}

function putTimestamps(
  timestamps: readonly KnownFile[],
  drafts: readonly Draft[],
  byContent: ReadonlyMap<string | null, readonly Draft[]>,
  taken: Set<KnownFile>,
): void {
  const byRoot = indexOf(drafts, (draft) => rootOf(draft.input));
  const sealOf = ({ input, seal }: Draft) => (input.role === "seal" ? input : seal);
  const bySeal = indexOf(drafts, (draft) => digestKey(sealOf(draft)));
  const byToken = indexOf(drafts, (draft) => tokenOf(sealOf(draft)));
  const witnessesOf = ({ input, witnesses }: Draft) => (input.role === "witness" ? [input] : witnesses);
  const alone = new Map<string | null, Draft>();
  for (const timestamp of timestamps) {
    const content = contentOf(timestamp);
    for (const draft of [...(bySeal.get(content) ?? []), ...(byToken.get(content) ?? [])]) {
      put(draft.sealTimestamps, timestamp, taken);
    }
    for (const draft of content === null ? [] : drafts) {
      const isOfWitness = witnessesOf(draft).some((witness) => headerOf(witness) === content);
      if (isOfWitness && !taken.has(draft.input)) put(draft.witnessTimestamps, timestamp, taken);
    }
    for (const draft of [...(byContent.get(content) ?? []), ...(byRoot.get(content) ?? [])]) {
      if (PROOFS.includes(draft.input.role)) put(draft.timestamps, timestamp, taken);
    }
    if (taken.has(timestamp) || content === null) continue;
    // Among timestamps without a proof, the first is the input and the others belong to it.
    const first = alone.get(content);
    if (first !== undefined) put(first.timestamps, timestamp, taken);
    else alone.set(content, byContent.get(content)!.find(({ input }) => input === timestamp)!);
  }
}

function put(list: KnownFile[], timestamp: KnownFile, taken: Set<KnownFile>): void {
  if (list.length >= MAX_TIMESTAMPS) return;
  list.push(timestamp);
  taken.add(timestamp);
}

/** Any file may be an original, even a proof: it then belongs to the proof of it, and remains an item of its own. */
function putOriginals(
  files: readonly KnownFile[],
  byContent: ReadonlyMap<string | null, readonly Draft[]>,
  taken: Set<KnownFile>,
): void {
  for (const file of files) {
    for (const key of digestsOf(file)) {
      for (const draft of byContent.get(key) ?? []) {
        if (draft.input === file || draft.original !== null || taken.has(draft.input)) continue;
        draft.original = file;
        if (ORIGINALS.includes(file.role) || isUnread(file)) taken.add(file);
      }
    }
  }
}

function compareByHand(
  drafts: readonly Draft[],
  originals: readonly KnownFile[],
  taken: Set<KnownFile>,
  isComplete: boolean,
): void {
  const inputs = drafts.filter(({ input }) => !taken.has(input));
  const byId = new Map(inputs.map((draft) => [draft.input.id, draft]));
  const isOnly = isComplete && inputs.length === 1 && originals.length === 1 && originals[0]!.isChosen;
  const only = isOnly ? inputs[0] : undefined;
  for (const file of originals) {
    if (taken.has(file) || digestKey(file) === null) continue;
    const draft = (file.comparedWith === null ? undefined : byId.get(file.comparedWith)) ?? only;
    if (draft === undefined || draft.original !== null || hasOriginalInside(draft.input)) continue;
    draft.original = file;
    taken.add(file);
  }
}

/** An entered fingerprint is replaced by the file that has it. */
function withoutCopies(files: readonly KnownFile[]): readonly KnownFile[] {
  const first = new Map<string, KnownFile>();
  for (const file of files) {
    const key = digestKey(file);
    if (key === null) continue;
    const before = first.get(key);
    if (before === undefined || (before.file === null && file.file !== null)) first.set(key, file);
  }
  return files.filter((file) => {
    const key = digestKey(file);
    return key === null || first.get(key) === file;
  });
}

function digestKey(file: KnownFile | null): string | null {
  const [first] = file === null ? [] : digestsOf(file);
  return first ?? null;
}

function indexOf(
  drafts: readonly Draft[],
  keyOf: (draft: Draft) => string | null,
): ReadonlyMap<string | null, readonly Draft[]> {
  const index = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = keyOf(draft);
    if (key === null) continue;
    const list = index.get(key);
    if (list === undefined) index.set(key, [draft]);
    else list.push(draft);
  }
  return index as ReadonlyMap<string | null, readonly Draft[]>;
}

function draftOf(input: KnownFile): Draft {
  return {
    input,
    original: null,
    seal: null,
    timestamps: [],
    sealTimestamps: [],
    witnesses: [],
    witnessTimestamps: [],
    headers: [],
    authorities: [],
    revocations: [],
  };
}
