/**
 * Groups what the user added by fingerprints, as the library does, and by the user's own word.
 *
 * If the user adds exactly one file to one proof, the two are compared even though their fingerprints differ: the user asked
 * for that comparison.
 */
import { arrangeEvidence, type EvidenceGroup, type EvidenceRole } from "@svc-proof/verifier-lib/arrange";
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

/** One input to verify, with the files that belong to it; or any other file, alone. */
export type Group = EvidenceGroup<KnownFile>;

/** What a file is to the library. A snapshot of trusted lists belongs to all evidence and to none. */
const LIBRARY_ROLES: Readonly<Record<FileRole, EvidenceRole>> = {
  proof: "svc-proof/2",
  package: "evidence-zip",
  certificate: "certificate-pdf",
  container: "asic-s",
  seal: "rfc3161",
  timestamp: "opentimestamps",
  witness: "evm-witness",
  headers: "headers",
  authority: "certificates",
  crl: "crl",
  ocsp: "ocsp",
  snapshot: "other",
  "trusted-list": "other",
  original: "other",
};

/** Roles of what nothing else is made of. */
const ORIGINALS: readonly FileRole[] = ["original", "trusted-list"];

/**
 * Returns the groups in the order of their inputs. Of identical files, only the first is used.
 *
 * @param isComplete whether all files have arrived: until then, a file may not be the only one.
 */
export function arrange(files: readonly KnownFile[], isComplete: boolean = true): readonly Group[] {
  const distinct = withoutCopies(files);
  const { groups, others, absorbed } = arrangeEvidence(distinct, (file) => ({
    role: LIBRARY_ROLES[file.role],
    digests: digestsOf(file),
    content: contentOf(file),
    root: rootOf(file),
    header: headerOf(file),
    token: tokenOf(file),
    hasSeal: hasSealInside(file),
    isUnread: isUnread(file),
  }));
  const compared = comparedByHand(groups, others, isComplete);
  const used = new Set(compared.values());
  const withCompared = groups.map((group) => {
    const original = compared.get(group);
    return original === undefined ? group : { ...group, original };
  });
  // What belongs to other evidence and is false by itself says so in a result of its own.
  const failed = absorbed.filter(({ report }) => report?.outcome === "failed");
  const alone = [...failed, ...others.filter((file) => file.role !== "snapshot" && !used.has(file))].map(
    groupOf,
  );
  const order = new Map(distinct.map((file, at) => [file, at]));
  return [...withCompared, ...alone].sort((a, b) => order.get(a.input)! - order.get(b.input)!);
}

/** Originals that the user compares with a proof of something else. */
function comparedByHand(
  groups: readonly Group[],
  others: readonly KnownFile[],
  isComplete: boolean,
): ReadonlyMap<Group, KnownFile> {
  const originals = others.filter(({ role }) => ORIGINALS.includes(role));
  const byId = new Map(groups.map((group) => [group.input.id, group]));
  const isOnly = isComplete && groups.length === 1 && originals.length === 1 && originals[0]!.isChosen;
  const only = isOnly ? groups[0] : undefined;
  const compared = new Map<Group, KnownFile>();
  for (const file of originals) {
    if (digestKey(file) === null) continue;
    const group = (file.comparedWith === null ? undefined : byId.get(file.comparedWith)) ?? only;
    if (group === undefined || group.original !== null || compared.has(group)) continue;
    if (!hasOriginalInside(group.input)) compared.set(group, file);
  }
  return compared;
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

function digestKey(file: KnownFile): string | null {
  return digestsOf(file)[0] ?? null;
}

function groupOf(input: KnownFile): Group {
  return {
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
