/**
 * Connects the parts of the session: recognises files as they arrive, groups them again whenever more is known, and
 * verifies each group that changed.
 */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { pastedId } from "@svc-proof/shared/text";
import type { DigestAlgorithm } from "@svc-proof/ui/hashing";
import type { IncomingFile } from "@svc-proof/ui/intake";
import { readTransfer } from "@svc-proof/ui/intake";
import { arrange, filesOf, type Group, withoutOriginal } from "../intake/arrange.js";
import { type ProbableChange, probableChanges } from "../intake/probable-changes.js";
import { recogniseText } from "../intake/recognised-text.js";
import type { AsicResult } from "../model/asic.js";
import type { EpochState } from "../model/epoch.js";
import type { Item, Problem } from "../model/item.js";
import type { KnownFile } from "../model/known-file.js";
import type { TrustListState } from "../model/trust-list.js";
import type { EndpointSettings } from "../online/endpoint-settings.js";
import type { EpochSource } from "../online/epoch-source.js";
import type { SandboxSources } from "../online/sandbox-sources.js";
import { wantedEpochsOf } from "../online/wanted-epochs.js";
import type { VerifierClient } from "../verification/verifier-client.js";
import { asicParts } from "./asic-parts.js";
import { EpochFiles } from "./epoch-files.js";
import { FileTracker, MAX_FILES } from "./file-tracker.js";
import { GroupVerifier, type WithoutOriginal } from "./group-verifier.js";
import { ProofLinks } from "./proof-links.js";
import { Sandbox } from "./sandbox.js";
import type { Session } from "./session.js";
import { isSame, ShownItems } from "./shown-items.js";
import { SizeLimiter } from "./task-queue.js";
import { TrustLists } from "./trust-lists.js";

export interface SessionParameters {
  readonly client: VerifierClient;
  /** Uses a separate worker. */
  readonly hasher: VerifierClient;
  readonly endpoints: EndpointSettings;
  /** Base address of `proof/<id>.json`, on this page's origin. */
  readonly serviceUrl: URL;
  /** Of files of Bitcoin headers, on this page's origin. */
  readonly epochSource: Pick<EpochSource, "fetch" | "kept" | "forget">;
  /** Asks the site of this page for the sources of its sandbox; null if it has none. */
  readonly fetchSandboxSources: () => Promise<SandboxSources | null>;
}

/** Minimum time between two updates of the page; faster changes are shown together. */
const PUBLISH_INTERVAL_MS = 30;

const NEVER = new AbortController().signal;

const AT_WORK: readonly Item["phase"][] = ["waiting", "hashing", "fetching", "verifying", "asking"];

export class VerificationSession implements Session {
  readonly items: ReadonlySignal<readonly Item[]>;
  readonly arrivingCount: ReadonlySignal<number>;
  readonly isBusy: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<Problem | null>;
  readonly endpoints: EndpointSettings;
  readonly epochStates: ReadonlySignal<ReadonlyMap<number, EpochState>>;
  readonly trustList: ReadonlySignal<TrustListState>;

  readonly #items = signal<readonly Item[]>([]);
  readonly #problem = signal<Problem | null>(null);
  /** Number of drops whose folders are still being read. */
  readonly #openTransfers = signal(0);
  /** Whether an update of the page is scheduled. */
  readonly #isPublishing = signal(false);
  readonly #tracker: FileTracker;
  readonly #verifier: GroupVerifier;
  readonly #links: ProofLinks;
  readonly #epochs: EpochFiles;
  readonly #trustLists: TrustLists;
  readonly #hasher: VerifierClient;
  /** Containers that are being written. */
  readonly #savingCount = signal(0);
  readonly #shown = new ShownItems();
  readonly #sandbox: Sandbox;
  #groups: readonly Group[] = [];
  #changes: readonly ProbableChange[] = [];
  #without: WithoutOriginal = new Map();
  #publishedAtMs = 0;

  constructor(parameters: SessionParameters) {
    const { client, hasher, endpoints, serviceUrl, epochSource, fetchSandboxSources } = parameters;
    const limiter = new SizeLimiter();
    this.#hasher = hasher;
    const onChange = () => this.#publish();
    this.#tracker = new FileTracker({ client, hasher, limiter, onChange, onKnown: () => this.#settle() });
    const { records } = this.#tracker;
    this.#trustLists = new TrustLists({ client, records });
    const snapshot = () => this.#trustLists.used;
    this.#sandbox = new Sandbox({ fetch: fetchSandboxSources, endpoints, onChange });
    const sandboxRoot = () => this.#sandbox.root;
    this.#verifier = new GroupVerifier({ client, limiter, onChange, records, snapshot, sandboxRoot });
    this.#links = new ProofLinks({ serviceUrl, onChange, take: (files) => this.#takeFetched(files) });
    this.#epochs = new EpochFiles({ source: epochSource, take: (file) => void this.#takeFetched([file]) });
    this.epochStates = this.#epochs.states;
    this.trustList = this.#trustLists.state;
    this.endpoints = endpoints;
    this.items = this.#items;
    this.problem = this.#problem;
    this.arrivingCount = computed(() => this.#tracker.arrivingCount.value + this.#openTransfers.value);
    this.isBusy = computed(
      () =>
        this.#isPublishing.value ||
        this.arrivingCount.value > 0 ||
        this.#epochs.isFetching ||
        this.#savingCount.value > 0 ||
        this.#items.value.some(({ phase }) => AT_WORK.includes(phase)),
    );
    endpoints.own.subscribe(onChange);
  }

  add(files: readonly IncomingFile[], compareWith: string | null = null): void {
    this.#problem.value = null;
    void this.#take(files, compareWith);
  }

  addTransfer(data: DataTransfer, compareWith: string | null = null): void {
    this.#problem.value = null;
    void this.#takeTransfer(data, compareWith);
  }

  addText(text: string): void {
    this.#problem.value = null;
    const found = recogniseText(text);
    switch (found.kind) {
      case "proof-id":
        void this.#links.open(found.id);
        return;
      case "document":
        void this.#take([{ file: new File([found.text], ""), isChosen: true }], null);
        return;
      case "fingerprint":
        this.#tracker.addFingerprint(found.algorithm, found.hash);
        return;
      case "unknown":
        this.#problem.value = { code: "text_not_understood", evidence: {} };
    }
  }

  openLink(link: string): void {
    const proofId = pastedId(link);
    this.#problem.value = proofId === null ? { code: "text_not_understood", evidence: {} } : null;
    if (proofId !== null) void this.#links.open(proofId);
  }

  askOnline(...itemIds: readonly string[]): void {
    const byId = new Map(this.#groups.map((group) => [group.input.id, group]));
    const offers = new Map(this.#items.value.map(({ id, onlineOffer }) => [id, onlineOffer]));
    this.#verifier.ask(
      itemIds.flatMap((id) => {
        const group = byId.get(id);
        const groups = (offers.get(id) ?? []).filter(({ endpoints }) => endpoints.length > 0);
        return group === undefined ? [] : [{ group, groups }];
      }),
    );
  }

  stopAsking(): void {
    this.#verifier.stopAsking();
  }

  fetchHeaders(...itemIds: readonly string[]): void {
    const ids = new Set(itemIds);
    void this.#epochs.fetch(wantedEpochsOf(this.#items.value.filter(({ id }) => ids.has(id))));
  }

  compare(fileItemId: string, proofItemId: string): void {
    this.#tracker.compare(fileItemId, proofItemId);
    this.#settle();
  }

  trust(fileId: string, isTrusted: boolean): void {
    this.#tracker.trust(fileId, isTrusted);
    this.#settle();
  }

  useSnapshot(fileId: string | null): void {
    this.#trustLists.use(fileId);
    this.#settle();
  }

  removeSnapshot(fileId: string): void {
    const record = this.#tracker.records.get(fileId);
    if (record?.known.role === "snapshot") this.#tracker.remove([record.known]);
    this.#settle();
  }

  async createAsic(itemId: string): Promise<AsicResult> {
    const group = this.#groupOf(itemId);
    const report = this.#verifier.verifications.get(itemId)?.report ?? null;
    const parts = group === undefined || report === null ? null : asicParts(group, report);
    if (parts === null) throw new RangeError(`"itemId" expected an item with an original and its timestamp`);
    this.#savingCount.value++;
    try {
      return await this.#hasher.createAsic(parts, { signal: NEVER });
    } finally {
      this.#savingCount.value--;
    }
  }

  loadShippedSnapshot(): void {
    void this.#trustLists.loadShipped();
  }

  cancel(itemId: string): void {
    this.#links.cancel(itemId);
    this.#verifier.cancel(itemId);
    for (const { id } of this.#filesOf(itemId)) this.#tracker.cancel(id);
  }

  retry(itemId: string): void {
    this.#links.retry(itemId);
    this.#verifier.retry(itemId);
    for (const { id } of this.#filesOf(itemId)) this.#tracker.retry(id);
    this.#settle();
  }

  remove(itemId: string): void {
    this.#links.remove(itemId);
    const others = this.#groups.filter(({ input }) => input.id !== itemId).flatMap(filesOf);
    const needed = new Set(others.map(({ id }) => id));
    this.#tracker.remove(this.#filesOf(itemId).filter(({ id }) => !needed.has(id)));
    this.#epochs.clear();
    this.#settle();
  }

  clear(): void {
    this.#problem.value = null;
    this.#links.clear();
    this.#epochs.clear();
    this.#tracker.clear();
    this.#settle();
  }

  async #take(files: readonly IncomingFile[], compareWith: string | null): Promise<void> {
    const hadRoom = await this.#tracker.add(files, compareWith);
    if (!hadRoom) this.#problem.value = { code: "too_many_files", evidence: { max: MAX_FILES } };
  }

  async #takeTransfer(data: DataTransfer, compareWith: string | null): Promise<void> {
    // Read synchronously: a transfer is empty after its event.
    const reading = readTransfer(data);
    this.#openTransfers.value++;
    try {
      const { files, text, unreadableCount } = await reading;
      if (text !== null) this.addText(text);
      else void this.#take(files, compareWith);
      if (unreadableCount === 0) return;
      this.#problem.value = { code: "transfer_unreadable", evidence: { count: unreadableCount } };
    } finally {
      batch(() => {
        this.#openTransfers.value--;
        this.#settle();
      });
    }
  }

  #takeFetched(files: readonly File[]): Promise<void> {
    return this.#take(
      files.map((file) => ({ file, isChosen: false })),
      null,
    );
  }

  #groupOf(itemId: string): Group | undefined {
    return this.#groups.find(({ input }) => input.id === itemId);
  }

  #filesOf(itemId: string): readonly KnownFile[] {
    const group = this.#groupOf(itemId);
    return group === undefined ? [] : filesOf(group);
  }

  /** Groups the files again and starts the work that is missing. */
  #settle(): void {
    this.#trustLists.settle();
    const files = Array.from(this.#tracker.records.values(), ({ known }) => known);
    this.#groups = arrange(files, this.arrivingCount.value === 0);
    this.#tracker.prepare(this.#groups);
    this.#lookForOriginals(files);
    this.#verifier.verifyChanged(this.#groups, this.#without);
    this.#publish();
  }

  /** Only once all files are known: until then a file without a proof may still find one. */
  #lookForOriginals(files: readonly KnownFile[]): void {
    const isKnown =
      this.arrivingCount.value === 0 &&
      Array.from(this.#tracker.records.values()).every(({ phase }) => !AT_WORK.includes(phase));
    this.#changes = isKnown ? probableChanges(this.#groups) : [];
    if (!isKnown) return;
    const nearest = new Map(this.#changes.toReversed().map(({ proof, file }) => [proof, file]));
    this.#without = new Map(
      Array.from(withoutOriginal(this.#groups, files), (input) => {
        const stated = input.report!.proof!.content.algorithm as DigestAlgorithm;
        const file = nearest.get(input);
        const hash = file?.digests[stated];
        return [input.id, file && hash ? { id: file.id, name: file.name, hash } : null];
      }),
    );
  }

  /** Schedules an update: at once after a pause, otherwise together with the next changes. */
  #publish(): void {
    if (this.#isPublishing.value) return;
    this.#isPublishing.value = true;
    const sinceMs = performance.now() - this.#publishedAtMs;
    setTimeout(() => this.#show(), Math.max(0, PUBLISH_INTERVAL_MS - sinceMs));
  }

  #show(): void {
    this.#publishedAtMs = performance.now();
    const { records } = this.#tracker;
    const { verifications } = this.#verifier;
    const { used } = this.#trustLists;
    const items = [
      ...this.#shown.of({
        groups: this.#groups,
        changes: this.#changes,
        records,
        verifications,
        endpoints: this.endpoints,
        snapshot: used,
        sandboxRoot: this.#sandbox.root,
      }),
      ...this.#links.items.values(),
    ];
    if (!isSame(items, this.#items.value)) this.#items.value = items;
    this.#isPublishing.value = false;
    this.#sandbox.lookFor(items.flatMap(({ report }) => report ?? []));
    void this.#epochs.useKept(items.flatMap(({ wantedEpochs }) => wantedEpochs));
    // Whatever was fetched is in the verdict once nothing arrives.
    if (this.arrivingCount.value > 0) return;
    for (const { phase, wantedEpochs } of items) if (phase === "done") this.#epochs.refuse(wantedEpochs);
  }
}
