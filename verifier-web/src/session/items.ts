/** Groups become items and are verified. */

import type { Check, Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type Progress,
  Rate,
} from "@svc-proof/verifier-web/ui/hashing";
import {
  type ChosenSnapshot,
  type EvidenceFile,
  type EvidenceFiles,
  type Fingerprint,
  fetchedFrom,
  type Item,
  type ItemFile,
  type ItemPhase,
  type KnownFile,
  type Online,
  type Problem,
  type RelatedItem,
} from "../model.js";
import type { VerifierClient } from "../verification/verifier-client.js";
import { type EndpointSettings, namesSandboxAuthority } from "./endpoints.js";
import type { FileRecord } from "./files.js";
import { asicParts, filesOf, type Group, type ProbableChange } from "./groups.js";
import { wantedEpochs } from "./headers.js";
import { onlineOffer } from "./next-step.js";
import { problemOf, SizeLimiter, TaskRegistry } from "./tasks.js";

// Verifies the groups of the session: when the files of a group change, and when the user asks sources about it.
// Verifications are immutable and replaced on every change.

/** A request of the user to ask sources. */
export type Asked = Pick<Online, "groups" | "request">;

export interface GroupVerification {
  /** Identifies the files that were last verified together. */
  readonly signature: string;
  readonly phase: Extract<
    ItemPhase,
    "waiting" | "hashing" | "verifying" | "asking" | "done" | "cancelled" | "refused"
  >;
  readonly report: Report | null;
  readonly problem: Problem | null;
  readonly progress: Progress | null;
  /** What the user has asked last about the group; null if nothing. */
  readonly asked: Asked | null;
  /** Whether the user has asked the sandbox beside this page, whose root is then trusted. */
  readonly trustsSandbox: boolean;
}

/** By the id of a group's input: none of the files that were given is its original, and which is nearest. */
export type WithoutOriginal = ReadonlyMap<string, NearestFile | null>;

/** A file that its name or size points to. */
export interface NearestFile {
  readonly id: string;
  readonly name: string;
  /** By the algorithm that the input states. */
  readonly hash: string;
}

export interface GroupVerifierParameters {
  readonly client: VerifierClient;
  readonly limiter: SizeLimiter;
  /** By file id. */
  readonly records: ReadonlyMap<string, FileRecord>;
  /** The snapshot of trusted lists that the user has chosen; null for the shipped one. */
  readonly snapshot: () => KnownFile | null;
  /** Root of the sandbox beside this page, PEM; null if there is none. */
  readonly sandboxRoot: () => File | null;
  readonly onChange: () => void;
}

/** A group, and the sources to ask about it. */
export interface GroupQuestion {
  readonly group: Group;
  readonly groups: readonly EndpointGroup[];
}

export class GroupVerifier {
  readonly #parameters: GroupVerifierParameters;
  readonly #verifications = new Map<string, GroupVerification>();
  readonly #tasks = new TaskRegistry();
  /** Limits how many items ask sources at a time. */
  readonly #network = new SizeLimiter();
  /** Groups whose sources are asked at the moment, or wait for their turn. */
  readonly #asking = new Set<string>();
  /** Questions without an answer: of groups that are verified at the moment, or whose files changed while they were asked. */
  readonly #wishes = new Map<string, Online>();
  #without: WithoutOriginal = new Map();
  #lastRequest = 0;

  constructor(parameters: GroupVerifierParameters) {
    this.#parameters = parameters;
  }

  /** By the id of the group's input. */
  get verifications(): ReadonlyMap<string, GroupVerification> {
    return this.#verifications;
  }

  /** Verifies changed groups and drops those that no longer exist. */
  verifyChanged(groups: readonly Group[], without: WithoutOriginal): void {
    this.#without = without;
    const ids = new Set(groups.map(({ input }) => input.id));
    for (const id of this.#verifications.keys()) if (!ids.has(id)) this.#forget(id);
    for (const group of groups) this.#verifyIfChanged(group);
  }

  /**
   * Asks sources about verified groups: each question once, also if it concerns several of them. If the report of a group names the
   * authority of a sandbox, the root of the sandbox beside this page is trusted from then on, also if there is nobody to ask.
   */
  ask(wanted: readonly GroupQuestion[]): void {
    const request = `request-${++this.#lastRequest}`;
    const hasRoot = this.#parameters.sandboxRoot() !== null;
    for (const { group, groups } of wanted) {
      const before = this.#verifications.get(group.input.id);
      if (before === undefined || before.phase === "cancelled" || before.phase === "refused") continue;
      const trustsSandbox = hasRoot && before.report !== null && namesSandboxAuthority(before.report);
      if (groups.length === 0 && !trustsSandbox) continue;
      this.#verifications.set(group.input.id, {
        ...before,
        trustsSandbox: before.trustsSandbox || trustsSandbox,
      });
      const online = groups.length === 0 ? null : ({ groups, mode: "ask", request } as const);
      if (online !== null) this.#wishes.set(group.input.id, online);
      if (before.phase === "done") void this.#verify(group, before.signature, online);
    }
  }

  /** Withdraws the questions that are not answered yet. */
  stopAsking(): void {
    for (const id of this.#asking) this.cancel(id);
  }

  cancel(id: string): void {
    this.#wishes.delete(id);
    this.#tasks.cancel(id);
  }

  /** Marks a cancelled or refused group to be verified again. */
  retry(id: string): void {
    const before = this.#verifications.get(id);
    if (before?.phase !== "cancelled" && before?.phase !== "refused") return;
    this.#verifications.set(id, { ...before, signature: "" });
  }

  #forget(id: string): void {
    this.cancel(id);
    this.#verifications.delete(id);
  }

  #verifyIfChanged(group: Group): void {
    const { input, original } = group;
    if (input.report === null) return;
    if (original !== null && contentHashOf(group) === null) return;
    const files = filesOf(group);
    const snapshot = this.#parameters.snapshot();
    const isWithout = this.#without.has(input.id);
    const signature = [
      ...files.map((file) => (this.#isTrusted(file) ? `${file.id} trusted` : file.id)),
      ...(snapshot === null ? [] : [`by ${snapshot.id}`]),
      ...(isWithout ? [`without ${this.#without.get(input.id)?.id}`] : []),
    ].join(",");
    const before = this.#verifications.get(input.id);
    if (before?.signature === signature) return;
    const asked = before?.asked ?? null;
    const online = this.#wishes.get(input.id) ?? (asked === null ? null : { ...asked, mode: "recall" });
    const trustsSandbox = before?.trustsSandbox ?? false;
    if (files.length === 1 && online === null && snapshot === null && !trustsSandbox && !isWithout) {
      this.cancel(input.id);
      this.#verifications.set(input.id, { ...UNVERIFIED, signature, report: input.report });
      return;
    }
    void this.#verify(group, signature, online);
  }

  async #verify(group: Group, signature: string, online: Online | null): Promise<void> {
    const { client, limiter, onChange } = this.#parameters;
    const { id, file } = group.input;
    const before = this.#verifications.get(id) ?? UNVERIFIED;
    const controller = this.#tasks.start(id);
    const { signal } = controller;
    const update = (changes: Partial<GroupVerification>) => {
      const verification = this.#verifications.get(id);
      if (verification === undefined || !this.#tasks.isCurrent(id, controller)) return;
      this.#verifications.set(id, { ...verification, ...changes });
      onChange();
    };
    const isAsking = online?.mode === "ask";
    const phase = isAsking ? "asking" : "waiting";
    this.#verifications.set(id, { ...before, signature, phase, problem: null });
    onChange();
    if (isAsking) this.#asking.add(id);
    else this.#asking.delete(id);
    try {
      // Waiting for the network needs no disk, so it does not block other files.
      await (isAsking ? this.#network : limiter).run(isAsking ? 0 : (file?.size ?? 0), signal, async () => {
        update({ phase: isAsking ? "asking" : "verifying" });
        const rate = new Rate(null, performance.now());
        // Progress of hashing the original inside a package.
        const onProgress = (doneBytes: number) =>
          update({ phase: "hashing", progress: rate.progress(doneBytes, performance.now()) });
        const report = await client.verify(this.#evidenceOf(group, online), { signal, onProgress });
        if (isAsking && this.#tasks.isCurrent(id, controller)) this.#wishes.delete(id);
        update({ phase: "done", report, progress: null, asked: online });
      });
    } catch (error) {
      if (!signal.aborted) update({ phase: "refused", progress: null, problem: problemOf(error) });
      else update({ phase: isAsking && before.report !== null ? "done" : "cancelled", progress: null });
    }
    if (!this.#tasks.isCurrent(id, controller)) return;
    this.#asking.delete(id);
    this.#tasks.end(id, controller);
    this.#askWished(group);
  }

  /** Asks what was wished while the group was verified. Nothing is asked about what was cancelled or refused. */
  #askWished(group: Group): void {
    const wish = this.#wishes.get(group.input.id);
    const now = this.#verifications.get(group.input.id);
    if (wish === undefined || now === undefined) return;
    if (now.phase === "done") void this.#verify(group, now.signature, wish);
    else this.#wishes.delete(group.input.id);
  }

  #evidenceOf(group: Group, online: Online | null): EvidenceFiles {
    const { input, original } = group;
    const evidence = group.evidence.flatMap(({ kind, file: known }): EvidenceFile[] => {
      const { file } = known;
      return file === null ? [] : [{ id: known.id, kind: this.#isTrusted(known) ? "trust" : kind, file }];
    });
    const { name, hash } = this.#without.get(input.id) ?? {};
    const nearest = name === undefined || hash === undefined ? null : { name, hash };
    return {
      input: input.file!,
      contentHash: contentHashOf(group),
      isOriginalHashed: original !== null && original.file !== null,
      without: this.#without.has(input.id) ? { nearest } : null,
      evidence: [...evidence, ...this.#sandboxRootOf(group)],
      snapshot: chosenSnapshot(this.#parameters.snapshot()),
      online,
    };
  }

  #sandboxRootOf({ input }: Group): readonly EvidenceFile[] {
    const file = this.#parameters.sandboxRoot();
    return file !== null && this.#verifications.get(input.id)?.trustsSandbox
      ? [{ id: "sandbox", kind: "trust", file }]
      : [];
  }

  #isTrusted({ id }: KnownFile): boolean {
    return this.#parameters.records.get(id)?.isTrusted ?? false;
  }
}

function chosenSnapshot(known: KnownFile | null): ChosenSnapshot | null {
  const { file = null, snapshot = null } = known ?? {};
  return file === null || snapshot === null ? null : { file, sha256: snapshot.sha256 };
}

const UNVERIFIED: GroupVerification = {
  signature: "",
  phase: "done",
  report: null,
  problem: null,
  progress: null,
  asked: null,
  trustsSandbox: false,
};

/**
 * Digest of the original by the algorithm that the input states. Null without an original, or until it is computed. For an
 * entered fingerprint, its own digest: the verifier reports the other algorithm.
 */
function contentHashOf({ input, original }: Group): string | null {
  if (original === null) return null;
  const stated = input.report?.proof?.content.algorithm ?? "SHA-256";
  const digests: Readonly<Record<string, string | undefined>> = original.digests;
  const canBeMade = original.file !== null && DIGEST_ALGORITHMS.some((algorithm) => algorithm === stated);
  return digests[stated] ?? (canBeMade ? null : (Object.values(digests)[0] ?? null));
}

/** Builds the item that the page shows for a group. */
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

/** The items of the page. An unchanged item remains the same object. */
export interface ShownItemsParameters {
  readonly groups: readonly Group[];
  readonly changes: readonly ProbableChange[];
  readonly records: ReadonlyMap<string, FileRecord>;
  readonly verifications: ReadonlyMap<string, GroupVerification>;
  readonly endpoints: EndpointSettings;
  /** The one that the user has chosen, which all results rest on. */
  readonly snapshot: KnownFile | null;
  /** Root of the sandbox beside this page; null if there is none. */
  readonly sandboxRoot: File | null;
}

export class ShownItems {
  #shown: ReadonlyMap<string, Shown> = new Map();

  of({
    groups,
    changes,
    records,
    verifications,
    endpoints,
    snapshot,
    sandboxRoot,
  }: ShownItemsParameters): readonly Item[] {
    const settings = [endpoints.own.value, endpoints.sandbox.value, sandboxRoot];
    const related = new Map<string, ProbableChange[]>();
    for (const change of changes) {
      for (const { id } of [change.file, change.proof]) {
        related.set(id, [...(related.get(id) ?? []), change]);
      }
    }
    const titles = titlesOf(groups);
    const shown = new Map<string, Shown>();
    for (const group of groups) {
      const { id } = group.input;
      const files = new Set([...filesOf(group), ...(snapshot === null ? [] : [snapshot])]);
      const ofGroup = [...files].flatMap((file) => records.get(file.id) ?? []);
      // The group was arranged before a file was removed.
      if (ofGroup[0]?.known.id !== id) continue;
      const verification = verifications.get(id) ?? null;
      const ofItem = related.get(id) ?? [];
      const title = titles.get(group)!;
      const original = group.original?.id;
      const made = [...ofGroup, title, original, verification, ...settings, changesKey(ofItem)];
      const before = this.#shown.get(id);
      const item =
        before !== undefined && isSame(before.made, made)
          ? before.item
          : itemOfGroup({
              group,
              title,
              records: ofGroup,
              verification,
              endpoints,
              sandboxRoot,
              changes: ofItem,
            });
      shown.set(id, { made, item });
    }
    this.#shown = shown;
    return Array.from(shown.values(), ({ item }) => item);
  }
}

/** What a row may be called: people know their file, and tools call all proofs alike. */
const TITLES: readonly ((group: Group) => string)[] = [
  ({ input, original }) => (original?.file ? original.name : input.isChosen ? input.name : input.path),
  ({ input, original }) => (original?.file ? original.path : input.path),
  ({ input }) => input.path,
];

/** The first that no other row bears, else the last. */
function titlesOf(groups: readonly Group[]): ReadonlyMap<Group, string> {
  const titles = new Map<Group, string>();
  let alike = groups;
  for (const titleOf of TITLES) {
    const counts = new Map<string, number>();
    for (const group of alike) {
      titles.set(group, titleOf(group));
      counts.set(titles.get(group)!, (counts.get(titles.get(group)!) ?? 0) + 1);
    }
    alike = alike.filter((group) => counts.get(titles.get(group)!)! > 1);
  }
  return titles;
}

/** Equal for changes that the page shows alike. */
function changesKey(changes: readonly ProbableChange[]): string {
  return changes
    .map(({ file, proof, by, canBeCompared }) => `${file.id} ${proof.id} ${by} ${canBeCompared}`)
    .join();
}

interface Shown {
  /** The values that the item was built from. */
  readonly made: readonly unknown[];
  readonly item: Item;
}

export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
