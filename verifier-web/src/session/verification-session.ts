/**
 * The session at work. Files are looked at as they come, arranged anew whenever something more is known of one, and each
 * group is verified whenever its files changed. Values are replaced, never changed in place: what is the same object has
 * not changed.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { arrange, type Group } from "../intake/arrange.js";
import { FetchProofError, fetchProof } from "../intake/fetch-proof.js";
import type { IncomingFile } from "../intake/incoming-file.js";
import type { KnownFile } from "../intake/known-file.js";
import { readTransfer } from "../intake/read-transfer.js";
import { idIn, recogniseText } from "../intake/recognised-text.js";
import { isUnread } from "../intake/stated.js";
import type { EndpointSettings } from "../online/endpoint-settings.js";
import { onlineOffer } from "../online/online-offer.js";
import type { DigestAlgorithm } from "../verification/digest.js";
import { Rate } from "../verification/rate.js";
import { isUnreadableFile } from "../verification/unreadable-file-error.js";
import type { EvidenceFiles, Online, Recognised } from "../verification/verifier.js";
import { type VerifierClient, VerifierGoneError } from "../verification/verifier-client.js";
import type { FileRecord } from "./file-record.js";
import type { GroupVerification } from "./group-verification.js";
import type { Item, Problem } from "./item.js";
import { filesOf, itemOfGroup } from "./item-of-group.js";
import type { Session } from "./session.js";
import { TaskQueue } from "./task-queue.js";

export interface SessionParameters {
  readonly client: VerifierClient;
  readonly endpoints: EndpointSettings;
  /** Address below which the service has `proof/<id>.json`, of this page's own origin. */
  readonly serviceUrl: URL;
}

/** Files of one session. A list of so many still scrolls. */
const MAX_FILES = 10_000;
/** Files that the worker looks at in one go. */
const BATCH_FILES = 32;
const BATCHES_AT_A_TIME = 2;
/** Above, files wait for each other: reading two at a time is slower than one after the other. */
const LARGE_BYTES = 16_777_216;
const SMALL_TASKS_AT_A_TIME = 4;
/** Between two states of the page: what comes faster than it can be painted is painted together. */
const PUBLISH_INTERVAL_MS = 30;
/** While files are arriving: all are arranged anew each time, however few came. */
const SETTLE_INTERVAL_MS = 100;
/** UTF-16 units. */
const MAX_NAME_LENGTH = 255;

/** A package or PDF in which there is nothing of ours: anybody's file. */
const NO_EVIDENCE: readonly string[] = ["evidence_no_proof", "pdf_no_proof"];

export class VerificationSession implements Session {
  readonly items: ReadonlySignal<readonly Item[]>;
  readonly arrivingCount: ReadonlySignal<number>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<Problem | null>;
  readonly endpoints: EndpointSettings;

  readonly #client: VerifierClient;
  readonly #serviceUrl: URL;
  readonly #items = signal<readonly Item[]>([]);
  readonly #arrivingCount = signal(0);
  readonly #problem = signal<Problem | null>(null);
  readonly #records = new Map<string, FileRecord>();
  readonly #verifications = new Map<string, GroupVerification>();
  readonly #links = new Map<string, Item>();
  /** What is under way, by the id of a file or link, or that of a group's input after `verify `. */
  readonly #controllers = new Map<string, AbortController>();
  readonly #arriving = new TaskQueue(BATCHES_AT_A_TIME);
  readonly #small = new TaskQueue(SMALL_TASKS_AT_A_TIME);
  readonly #large = new TaskQueue(1);
  readonly #shown = new Map<string, { readonly made: readonly unknown[]; readonly item: Item }>();
  #groups: readonly Group[] = [];
  #life = new AbortController();
  #lastId = 0;
  #settledAtMs = 0;
  #publishedAtMs = 0;
  /** Whether something has happened that is not shown yet. */
  readonly #isPublishing = signal(false);

  constructor({ client, endpoints, serviceUrl }: SessionParameters) {
    this.#client = client;
    this.#serviceUrl = serviceUrl;
    this.endpoints = endpoints;
    this.items = this.#items;
    this.arrivingCount = this.#arrivingCount;
    this.problem = this.#problem;
    this.isBusy = computed(
      () =>
        this.#isPublishing.value ||
        this.#arrivingCount.value > 0 ||
        this.#items.value.some(({ phase }) => AT_WORK.includes(phase)),
    );
    endpoints.own.subscribe(() => this.#publish());
  }

  add(files: readonly IncomingFile[], compareWith: string | null = null): void {
    this.#problem.value = null;
    const room = MAX_FILES - this.#records.size - this.#arrivingCount.value;
    if (files.length > room) this.#problem.value = { code: "too_many_files", evidence: { max: MAX_FILES } };
    const arriving = files.slice(0, Math.max(room, 0)).map(({ file, isChosen }) => ({
      id: this.#newId(),
      file: withShortName(file),
      isChosen,
      comparedWith: compareWith,
    }));
    for (let at = 0; at < arriving.length; at += BATCH_FILES) {
      void this.#lookAt(arriving.slice(at, at + BATCH_FILES));
    }
  }

  addTransfer(data: DataTransfer, compareWith: string | null = null): void {
    const reading = readTransfer(data);
    this.#arrivingCount.value++;
    void reading
      .then(({ files, text, unreadableCount }) => {
        if (text !== null) this.addText(text);
        else this.add(files, compareWith);
        if (unreadableCount === 0) return;
        this.#problem.value = { code: "transfer_unreadable", evidence: { count: unreadableCount } };
      })
      .finally(() => {
        this.#arrivingCount.value--;
      });
  }

  addText(text: string): void {
    this.#problem.value = null;
    const found = recogniseText(text);
    switch (found.kind) {
      case "proof-id":
        this.openLink(found.id);
        return;
      case "document":
        this.add([{ file: new File([found.text], ""), isChosen: true }]);
        return;
      case "fingerprint": {
        const { algorithm, hash } = found;
        const id = this.#newId();
        const known: KnownFile = {
          id,
          file: null,
          name: hash,
          role: "original",
          isChosen: true,
          digests: { [algorithm]: hash },
          report: null,
          comparedWith: null,
        };
        this.#records.set(id, { known, phase: "done", progress: null, problem: null, isTrusted: false });
        this.#settle();
        return;
      }
      case "unknown":
        this.#problem.value = { code: "text_not_understood", evidence: {} };
    }
  }

  openLink(link: string): void {
    this.#problem.value = null;
    const proofId = idIn(link);
    if (proofId === null) this.#problem.value = { code: "text_not_understood", evidence: {} };
    else void this.#fetch(`link ${proofId}`, proofId);
  }

  askOnline(itemId: string): void {
    const group = this.#groups.find(({ input }) => input.id === itemId);
    const before = this.#verifications.get(itemId);
    if (group === undefined || before?.phase !== "done" || before.report === null) return;
    const groups = onlineOffer(before.report, this.endpoints).filter(({ endpoints }) => endpoints.length > 0);
    if (groups.length > 0)
      void this.#verify(group, before.signature, { groups, mode: "ask", subject: itemId });
  }

  trust(fileId: string, isTrusted: boolean): void {
    const record = this.#records.get(fileId);
    if (record?.known.role !== "authority") return;
    this.#records.set(fileId, { ...record, isTrusted });
    this.#settle();
  }

  cancel(itemId: string): void {
    for (const key of [itemId, `verify ${itemId}`, ...this.#filesOf(itemId).map(({ id }) => id)]) {
      this.#controllers.get(key)?.abort();
    }
  }

  retry(itemId: string): void {
    const link = this.#links.get(itemId);
    if (link !== undefined) void this.#fetch(link.id, link.title);
    const stopped = this.#filesOf(itemId).flatMap(({ id }) => {
      const record = this.#records.get(id);
      return record !== undefined && STOPPED.includes(record.phase) ? [record.known] : [];
    });
    for (const { id, file, isChosen, comparedWith } of stopped) {
      if (file !== null) void this.#lookAt([{ id, file, isChosen, comparedWith }]);
    }
    const verification = this.#verifications.get(itemId);
    if (verification !== undefined && STOPPED.includes(verification.phase)) {
      this.#verifications.set(itemId, { ...verification, signature: "" });
      this.#settle();
    }
  }

  remove(itemId: string): void {
    this.cancel(itemId);
    this.#links.delete(itemId);
    const others = new Set(
      this.#groups
        .filter(({ input }) => input.id !== itemId)
        .flatMap((group) => filesOf(group).map(({ id }) => id)),
    );
    const gone = this.#filesOf(itemId).filter(({ id }) => !others.has(id));
    const digests = new Set(gone.flatMap(({ digests }) => digests["SHA-256"] ?? []));
    for (const { known } of [...this.#records.values()]) {
      // A copy would come to light where the first of its kind goes.
      if (gone.includes(known) || digests.has(known.digests["SHA-256"] ?? "")) this.#records.delete(known.id);
    }
    this.#verifications.delete(itemId);
    this.#settle();
  }

  clear(): void {
    this.#life.abort();
    this.#life = new AbortController();
    for (const controller of this.#controllers.values()) controller.abort();
    this.#records.clear();
    this.#verifications.clear();
    this.#links.clear();
    this.#problem.value = null;
    this.#settle();
  }

  #newId(): string {
    this.#lastId++;
    return `file ${this.#lastId}`;
  }

  #filesOf(itemId: string): readonly KnownFile[] {
    const group = this.#groups.find(({ input }) => input.id === itemId);
    return group === undefined ? [] : filesOf(group);
  }

  /** What files are. A batch over which the worker breaks down is looked at one by one, to find the one. */
  #lookAt(arriving: readonly Arriving[]): Promise<void> {
    const { signal } = this.#life;
    this.#arrivingCount.value += arriving.length;
    return new Promise((resolve) => {
      this.#arriving.add(async () => {
        try {
          signal.throwIfAborted();
          const found = await this.#client.recognise(
            arriving.map(({ file }) => file),
            { signal },
          );
          for (const [i, one] of arriving.entries()) this.#records.set(one.id, recordOf(one, found[i]!));
        } catch (error) {
          if (signal.aborted) return;
          if (arriving.length > 1) for (const one of arriving) void this.#lookAt([one]);
          else for (const one of arriving) this.#records.set(one.id, refusedRecord(one, problemOf(error)));
        } finally {
          const leftCount = this.#arrivingCount.value - arriving.length;
          const isDue = performance.now() - this.#settledAtMs >= SETTLE_INTERVAL_MS;
          if (!signal.aborted && (leftCount === 0 || isDue)) this.#settle();
          this.#arrivingCount.value = leftCount;
          resolve();
        }
      });
    });
  }

  async #fetch(key: string, proofId: string): Promise<void> {
    const controller = new AbortController();
    this.#controllers.get(key)?.abort();
    this.#controllers.set(key, controller);
    const show = (changes: Partial<Item>) => {
      if (this.#controllers.get(key) !== controller) return;
      this.#links.set(key, { ...EMPTY_ITEM, id: key, title: proofId, ...changes });
      this.#publish();
    };
    show({ phase: "fetching" });
    try {
      const files = await fetchProof(proofId, this.#serviceUrl, controller.signal);
      if (this.#controllers.get(key) !== controller) return;
      await this.#lookAt(
        files.map((file) => ({ id: this.#newId(), file, isChosen: false, comparedWith: null })),
      );
      this.#links.delete(key);
      this.#publish();
    } catch (error) {
      if (controller.signal.aborted) show({ phase: "cancelled" });
      else
        show({
          phase: "refused",
          problem: error instanceof FetchProofError ? error.problem : problemOf(error),
        });
    }
  }

  /** Arranges what is known, and starts what is missing. */
  #settle(): void {
    this.#settledAtMs = performance.now();
    this.#groups = arrange(Array.from(this.#records.values(), ({ known }) => known));
    const algorithms = this.#algorithmsAskedFor();
    const sizes = this.#sizesOfSeveral();
    for (const record of this.#records.values()) this.#prepare(record, algorithms, sizes);
    for (const group of this.#groups) this.#verifyIfChanged(group);
    this.#publish();
  }

  /** Seals may state their content by longer hashes than SHA-256. */
  #algorithmsAskedFor(): readonly DigestAlgorithm[] {
    const stated = this.#groups.flatMap(({ input }) => input.report?.proof?.content.algorithm ?? []);
    return (["SHA-256", "SHA-384", "SHA-512"] as const).filter(
      (algorithm) => algorithm === "SHA-256" || stated.includes(algorithm),
    );
  }

  #sizesOfSeveral(): ReadonlySet<number> {
    const seen = new Set<number>();
    const several = new Set<number>();
    for (const { known } of this.#records.values()) {
      const size = known.file?.size ?? -1;
      if (seen.has(size)) several.add(size);
      seen.add(size);
    }
    return several;
  }

  #prepare(
    record: FileRecord,
    algorithms: readonly DigestAlgorithm[],
    sizesOfSeveral: ReadonlySet<number>,
  ): void {
    const { known, phase } = record;
    const { file, role, report, digests } = known;
    if (phase !== "done" || file === null) return;
    if ((role === "package" || role === "certificate") && report === null) {
      void this.#work(record, "verifying", async (options) => {
        const found = await this.#client.verify(aloneEvidence(file), options);
        return found.checks.some(({ code }) => NO_EVIDENCE.includes(code))
          ? { role: "original" }
          : { report: found };
      });
      return;
    }
    const isCandidate = role === "original" || isUnread(known);
    // A package of gigabytes is hashed only where it may be a copy of another.
    const mayBeCopy = file.size <= LARGE_BYTES || sizesOfSeveral.has(file.size);
    const missing = (isCandidate ? algorithms : mayBeCopy ? (["SHA-256"] as const) : []).find(
      (algorithm) => digests[algorithm] === undefined,
    );
    if (missing === undefined) return;
    void this.#work(record, "hashing", async (options) => {
      const digest = await this.#client.digest(file, missing, options);
      return { digests: { ...digests, [missing]: digest } };
    });
  }

  /** Work on one file by itself, in its turn. */
  async #work(
    { known }: FileRecord,
    phase: "hashing" | "verifying",
    work: (options: WorkOptions) => Promise<Partial<KnownFile>>,
  ): Promise<void> {
    const { id, file } = known;
    const controller = this.#start(id);
    const update = (changes: Partial<FileRecord>) => {
      const record = this.#records.get(id);
      if (record === undefined || this.#controllers.get(id) !== controller) return;
      this.#records.set(id, { ...record, ...changes });
      this.#publish();
    };
    update({ phase: "waiting" });
    await this.#inTurn(file?.size ?? 0, controller.signal, async () => {
      const rate = new Rate(phase === "hashing" ? (file?.size ?? 0) : null, performance.now());
      const onProgress = (doneBytes: number) =>
        update({ phase: "hashing", progress: rate.progress(doneBytes, performance.now()) });
      if (phase === "hashing") onProgress(0);
      else update({ phase });
      const changes = await work({ signal: controller.signal, onProgress });
      update({ known: { ...known, ...changes }, phase: "done", progress: null });
    }).catch((error: unknown) =>
      update(
        controller.signal.aborted
          ? { phase: "cancelled", progress: null }
          : { phase: "refused", progress: null, problem: problemOf(error) },
      ),
    );
    if (this.#controllers.get(id) === controller) this.#controllers.delete(id);
    this.#settle();
  }

  #verifyIfChanged(group: Group): void {
    const { input, original } = group;
    if (input.report === null) return;
    if (original !== null && contentHashOf(group) === null) return;
    const files = filesOf(group);
    const signature = files
      .map(({ id }) => (this.#records.get(id)?.isTrusted ? `${id} trusted` : id))
      .join(",");
    const before = this.#verifications.get(input.id);
    if (before?.signature === signature) return;
    const asked = before?.asked ?? [];
    if (files.length === 1 && asked.length === 0) {
      this.#controllers.get(`verify ${input.id}`)?.abort();
      this.#verifications.set(input.id, { ...VERIFIED, signature, report: input.report });
      return;
    }
    const online =
      asked.length === 0 ? null : ({ groups: asked, mode: "recall", subject: input.id } as const);
    void this.#verify(group, signature, online);
  }

  async #verify(group: Group, signature: string, online: Online | null): Promise<void> {
    const { id } = group.input;
    const before = this.#verifications.get(id) ?? { ...VERIFIED, signature };
    const key = `verify ${id}`;
    const controller = this.#start(key);
    const update = (changes: Partial<GroupVerification>) => {
      const verification = this.#verifications.get(id);
      if (verification === undefined || this.#controllers.get(key) !== controller) return;
      this.#verifications.set(id, { ...verification, ...changes });
      this.#publish();
    };
    this.#verifications.set(id, { ...before, signature, phase: "waiting", problem: null });
    this.#publish();
    await this.#inTurn(group.input.file?.size ?? 0, controller.signal, async () => {
      update({ phase: online?.mode === "ask" ? "asking" : "verifying" });
      const report = await this.#client.verify(this.#evidenceOf(group, online), {
        signal: controller.signal,
      });
      update({ phase: "done", report, asked: online?.groups ?? [] });
    }).catch((error: unknown) => {
      const isKept = online?.mode === "ask" && before.report !== null;
      if (!controller.signal.aborted) update({ phase: "refused", problem: problemOf(error) });
      else update({ phase: isKept ? "done" : "cancelled" });
    });
    if (this.#controllers.get(key) === controller) this.#controllers.delete(key);
    this.#publish();
  }

  /** Ends what was under way by that name. */
  #start(key: string): AbortController {
    this.#controllers.get(key)?.abort();
    const controller = new AbortController();
    this.#controllers.set(key, controller);
    return controller;
  }

  /** @throws what the work throws; what aborted the signal, at once, also while the work waits for its turn. */
  #inTurn(sizeBytes: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      const queue = sizeBytes > LARGE_BYTES ? this.#large : this.#small;
      queue.add(async () => {
        if (!signal.aborted) await work().then(resolve, reject);
      });
    });
  }

  #evidenceOf(group: Group, online: Online | null): EvidenceFiles {
    const files = (list: readonly KnownFile[]) => list.flatMap(({ file }) => file ?? []);
    const isTrusted = ({ id }: KnownFile) => this.#records.get(id)?.isTrusted ?? false;
    return {
      input: group.input.file!,
      contentHash: contentHashOf(group),
      timestamps: files(group.timestamps),
      headers: files(group.headers),
      seal: group.seal?.file ?? null,
      sealTimestamps: files(group.sealTimestamps),
      certificates: files(group.authorities.filter((file) => !isTrusted(file))),
      trust: files(group.authorities.filter(isTrusted)),
      online,
    };
  }

  /** Shows the state soon: at once after a pause, else together with what comes next. */
  #publish(): void {
    if (this.#isPublishing.value) return;
    this.#isPublishing.value = true;
    const sinceMs = performance.now() - this.#publishedAtMs;
    setTimeout(
      () => {
        this.#publishedAtMs = performance.now();
        this.#show();
        this.#isPublishing.value = false;
      },
      Math.max(0, PUBLISH_INTERVAL_MS - sinceMs),
    );
  }

  #show(): void {
    const settings = this.endpoints.own.value;
    const items = this.#groups.flatMap((group) => {
      const records = filesOf(group).flatMap(({ id }) => this.#records.get(id) ?? []);
      const verification = this.#verifications.get(group.input.id) ?? null;
      if (records.length === 0) return [];
      const made = [...records, verification, settings];
      const shown = this.#shown.get(group.input.id);
      if (shown !== undefined && isSame(shown.made, made)) return [shown.item];
      const item = itemOfGroup(group, records, verification, this.endpoints);
      this.#shown.set(group.input.id, { made, item });
      return [item];
    });
    const all = [...items, ...this.#links.values()];
    const ids = new Set(all.map(({ id }) => id));
    for (const id of this.#shown.keys()) if (!ids.has(id)) this.#shown.delete(id);
    for (const id of this.#verifications.keys()) if (!ids.has(id)) this.#verifications.delete(id);
    if (!isSame(all, this.#items.value)) this.#items.value = all;
  }
}

interface Arriving {
  readonly id: string;
  readonly file: File;
  readonly isChosen: boolean;
  readonly comparedWith: string | null;
}

interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (doneBytes: number) => void;
}

const AT_WORK: readonly Item["phase"][] = ["waiting", "hashing", "fetching", "verifying", "asking"];
const STOPPED: readonly Item["phase"][] = ["cancelled", "refused"];

const VERIFIED: GroupVerification = {
  signature: "",
  phase: "done",
  report: null,
  problem: null,
  progress: null,
  asked: [],
};

const EMPTY_ITEM: Omit<Item, "id" | "title"> = {
  files: [],
  phase: "done",
  progress: null,
  fingerprint: null,
  report: null,
  wanted: null,
  problem: null,
  onlineOffer: [],
  hasAnswers: false,
};

function recordOf(arriving: Arriving, found: Recognised): FileRecord {
  const { unreadable, role, hash, report } = found;
  if (unreadable !== null) {
    return refusedRecord(arriving, { code: "file_unreadable", evidence: { reason: unreadable } });
  }
  const digests = hash === null ? {} : { "SHA-256": hash };
  const known = { ...unknownFile(arriving), role, digests, report };
  return { known, phase: "done", progress: null, problem: null, isTrusted: false };
}

function refusedRecord(arriving: Arriving, problem: Problem): FileRecord {
  return { known: unknownFile(arriving), phase: "refused", progress: null, problem, isTrusted: false };
}

/** No system has longer names; what has one was made to be in the way of every message. */
function withShortName(file: File): File {
  if (file.name.length <= MAX_NAME_LENGTH) return file;
  return new File([file], file.name.slice(0, MAX_NAME_LENGTH));
}

function unknownFile({ id, file, isChosen, comparedWith }: Arriving): KnownFile {
  return { id, file, name: file.name, isChosen, comparedWith, role: "original", digests: {}, report: null };
}

function aloneEvidence(input: File): EvidenceFiles {
  return {
    input,
    contentHash: null,
    timestamps: [],
    headers: [],
    seal: null,
    sealTimestamps: [],
    certificates: [],
    trust: [],
    online: null,
  };
}

/** The original's digest by the hash that the input states; null where there is no original, or it is not made yet. */
function contentHashOf({ input, original }: Group): string | null {
  const algorithm = input.report?.proof?.content.algorithm ?? "SHA-256";
  const digests: Readonly<Record<string, string | undefined>> = original?.digests ?? {};
  return digests[algorithm] ?? digests["SHA-256"] ?? null;
}

function problemOf(error: unknown): Problem {
  if (isUnreadableFile(error)) return { code: "file_unreadable", evidence: { reason: error.message } };
  return { code: error instanceof VerifierGoneError ? error.code : "verifier_crashed", evidence: {} };
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
