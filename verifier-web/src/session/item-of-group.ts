/** Builds the item that the page shows for a group. */
import type { DigestAlgorithm } from "@svc-proof/ui/hashing";
import type { Check, Report } from "@svc-proof/verifier-lib";
import type { Group } from "../intake/arrange.js";
import type { ProbableChange } from "../intake/probable-changes.js";
import { fetchedFrom } from "../model/fetched-from.js";
import type { Fingerprint, Item, ItemFile, RelatedItem } from "../model/item.js";
import type { KnownFile } from "../model/known-file.js";
import type { EndpointSettings } from "../online/endpoint-settings.js";
import { onlineOffer } from "../online/online-offer.js";
import { namesSandboxAuthority } from "../online/sandbox-sources.js";
import { wantedEpochs } from "../online/wanted-epochs.js";
import { asicParts } from "./asic-parts.js";
import type { FileRecord } from "./file-record.js";
import type { GroupVerification } from "./group-verifier.js";

export interface ItemOfGroupParameters {
  readonly group: Group;
  readonly title: string;
  /** Of the files of the group, in the order of `filesOf`. */
  readonly records: readonly FileRecord[];
  /** Null where there is nothing to verify yet. */
  readonly verification: GroupVerification | null;
  readonly endpoints: EndpointSettings;
  /** Root of the sandbox beside this page; null if there is none. */
  readonly sandboxRoot: File | null;
  /** Those that concern the input of the group. */
  readonly changes: readonly ProbableChange[];
}

export function itemOfGroup({
  group,
  title,
  records,
  verification,
  endpoints,
  sandboxRoot,
  changes,
}: ItemOfGroupParameters): Item {
  const { input } = group;
  const atWork = records.find(({ phase }) => phase !== "done");
  const { phase, progress, problem } = atWork ?? verification ?? DONE;
  const report = verification?.report ?? null;
  const wanted = verification === null && phase === "done" ? wantedBy(input) : null;
  return {
    id: input.id,
    title,
    files: records
      .filter(({ known }) => known.file !== null)
      .map((record) => itemFile(record, record.known.id === group.original?.id)),
    phase,
    progress,
    problem,
    fingerprint: fingerprintOf(group),
    report,
    wanted,
    looksLike: wanted === "proof" ? input.looksLike : null,
    onlineOffer: report === null ? [] : onlineOffer(report, endpoints),
    wantedEpochs: report === null ? [] : wantedEpochs(report),
    canBeAsic: report !== null && asicParts(group, report) !== null && isOfOriginal(report),
    hasAnswers: verification !== null && verification.asked !== null,
    asked: verification?.asked?.groups ?? [],
    sandboxRoot: verification === null ? null : sandboxRootOf(verification, sandboxRoot),
    probablyChanged: changes
      .filter(({ proof }) => proof.id === input.id)
      .map((change) => relatedItem(change.file, change)),
    probableProofs: changes
      .filter(({ file }) => file.id === input.id)
      .map((change) => relatedItem(change.proof, change)),
  };
}

function sandboxRootOf(
  { report, trustsSandbox }: GroupVerification,
  sandboxRoot: File | null,
): Item["sandboxRoot"] {
  if (sandboxRoot === null || report === null || !namesSandboxAuthority(report)) return null;
  return trustsSandbox ? "trusted" : "offered";
}

const DONE = { phase: "done", progress: null, problem: null } as const;

function relatedItem(
  { id, name }: KnownFile,
  { by, canBeCompared, file, proof }: ProbableChange,
): RelatedItem {
  const { algorithm, hash } = proof.report!.proof!.content;
  const computed = file.digests[algorithm as DigestAlgorithm] ?? null;
  return { id, name, by, canBeCompared, stated: hash, computed };
}

/** @param isOriginal whether it is the original of the item, whatever it looks like. */
function itemFile({ known, isTrusted }: FileRecord, isOriginal: boolean): ItemFile {
  const { id, file, name, digests, firstHeight = null } = known;
  const role = isOriginal ? "original" : known.role;
  const address = file === null ? null : fetchedFrom(file);
  const hash = digests["SHA-256"] ?? null;
  return { id, name, sizeBytes: file?.size ?? 0, role, hash, isTrusted, firstHeight, address };
}

function fingerprintOf({ input, original }: Group): Fingerprint | null {
  const stated = input.report?.proof?.content;
  if (stated !== undefined) return stated;
  const [own] = Object.entries((original ?? input).digests);
  return (input.role === "original" || input.role === "trusted-list") && own !== undefined
    ? { algorithm: own[0], hash: own[1] }
    : null;
}

/** Whether the timestamp is sound, and of the original. */
function isOfOriginal({ checks }: Report): boolean {
  const statusOf = (wanted: Check["id"]) => checks.find(({ id }) => id === wanted)?.status;
  const seal = statusOf("seal");
  return statusOf("content") === "passed" && seal !== undefined && seal !== "failed" && seal !== "skipped";
}

function wantedBy({ role, file }: KnownFile): Item["wanted"] {
  if (file === null) return "proof-of-fingerprint";
  if (role === "headers") return "timestamp";
  if (role === "crl" || role === "ocsp") return "seal-of-revocation";
  if (role === "trusted-list") return "snapshot";
  return role === "authority" ? "seal" : "proof";
}
