/**
 * Verifies the groups of the session: when the files of a group change, and when the user asks sources about it.
 * Verifications are immutable and replaced on every change.
 */

import type { EndpointGroup } from "@svc-proof/ui/asking";
import { DIGEST_ALGORITHMS, type Progress, Rate } from "@svc-proof/ui/hashing";
import type { Report } from "@svc-proof/verifier-lib";
import { filesOf, type Group } from "../intake/arrange.js";
import type { EvidenceFile, EvidenceFiles, Online } from "../model/evidence-files.js";
import type { ItemPhase, Problem } from "../model/item.js";
import type { KnownFile } from "../model/known-file.js";
import type { ChosenSnapshot } from "../model/trust-list.js";
import { namesSandboxAuthority } from "../online/sandbox-sources.js";
import type { VerifierClient } from "../verification/verifier-client.js";
import type { FileRecord } from "./file-record.js";
import { problemOf } from "./problem-of.js";
import { SizeLimiter, TaskRegistry } from "./task-queue.js";

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
      if (before?.phase !== "done") continue;
      const trustsSandbox = hasRoot && before.report !== null && namesSandboxAuthority(before.report);
      if (groups.length === 0 && !trustsSandbox) continue;
      this.#verifications.set(group.input.id, {
        ...before,
        trustsSandbox: before.trustsSandbox || trustsSandbox,
      });
      const online = groups.length === 0 ? null : ({ groups, mode: "ask", request } as const);
      void this.#verify(group, before.signature, online);
    }
  }

  /** Withdraws the questions that are not answered yet. */
  stopAsking(): void {
    for (const id of this.#asking) this.cancel(id);
  }

  cancel(id: string): void {
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
    const trustsSandbox = before?.trustsSandbox ?? false;
    if (files.length === 1 && asked === null && snapshot === null && !trustsSandbox && !isWithout) {
      this.cancel(input.id);
      this.#verifications.set(input.id, { ...UNVERIFIED, signature, report: input.report });
      return;
    }
    void this.#verify(group, signature, asked === null ? null : { ...asked, mode: "recall" });
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
        update({ phase: "done", report, progress: null, asked: online });
      });
    } catch (error) {
      if (!signal.aborted) update({ phase: "refused", progress: null, problem: problemOf(error) });
      else update({ phase: isAsking && before.report !== null ? "done" : "cancelled", progress: null });
    }
    if (this.#tasks.isCurrent(id, controller)) this.#asking.delete(id);
    this.#tasks.end(id, controller);
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
