/** The session: add, ask, trust, remove. */

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { pastedId } from "@svc-proof/shared/text";
import type { DigestAlgorithm } from "@svc-proof/verifier-web/ui/hashing";
import { type IncomingFile, readTransfer } from "@svc-proof/verifier-web/ui/intake";
import type { AsicResult, EpochState, Item, KnownFile, Problem, TrustListState } from "../model.js";
import { VerifierClient } from "../verification/verifier-client.js";
import {
  createEndpointSettings,
  type EndpointSettings,
  fetchLocalSources,
  LocalService,
  type LocalSources,
  pageStorage,
} from "./endpoints.js";
import { FileTracker, MAX_FILES } from "./files.js";
import {
  arrange,
  asicParts,
  filesOf,
  type Group,
  type ProbableChange,
  probableChanges,
  withoutOriginal,
} from "./groups.js";
import { EpochFiles, EpochSource, wantedEpochsOf } from "./headers.js";
import { GroupVerifier, isSame, ShownItems, type WithoutOriginal } from "./items.js";
import { TrustLists } from "./lists.js";
import { FingerprintLookups, type LookupState, ProofLinks, recogniseText } from "./proof-links.js";
import { SizeLimiter } from "./tasks.js";

/** The state of the page. Views read its signals and call its methods; they use nothing else of this folder. */
export interface Session {
  /** In the order of arrival. An unchanged item remains the same object. */
  readonly items: ReadonlySignal<readonly Item[]>;
  /** Files that were added and are in no item yet. */
  readonly arrivingCount: ReadonlySignal<number>;
  /** Whether any work is running. Nothing may interrupt it, in particular no update. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Problem with the last input, if it made no item; null again with the next input. */
  readonly problem: ReadonlySignal<Problem | null>;
  readonly endpoints: EndpointSettings;
  /** The epochs of Bitcoin headers that were looked for. */
  readonly epochStates: ReadonlySignal<ReadonlyMap<number, EpochState>>;

  /** Whether this page's own service can be asked for the proof of a fingerprint. */
  readonly hasLookup: ReadonlySignal<boolean>;
  /** The fingerprints that it was asked for. */
  readonly lookups: ReadonlySignal<ReadonlyMap<string, LookupState>>;

  /** The snapshots of the EU trusted lists: the shipped one, and those that were given. */
  readonly trustList: ReadonlySignal<TrustListState>;

  /**
   * Adds files of any kind, together.
   *
   * @param compareWith an item whose original the files are said to be: they are compared with it even if their
   *   fingerprints differ.
   */
  add(files: readonly IncomingFile[], compareWith?: string): void;
  /** Adds dropped or pasted files, folders or text. Call it inside the event handler. */
  addTransfer(data: DataTransfer, compareWith?: string): void;
  /** Adds text that was entered: an identifier, a link to a proof, a fingerprint, or a document. */
  addText(text: string): void;
  /** Fetches a proof from this page's own service. @param link a fragment `#/proof/<id>`, or the identifier. */
  openLink(link: string): void;
  /**
   * Asks the endpoints of the items' offers, again if they were asked before. A question that concerns several items is asked
   * once. Call it only at the user's request.
   */
  askOnline(...itemIds: readonly string[]): void;
  /** Withdraws the questions that are not answered yet. Items that were answered keep their answers. */
  stopAsking(): void;
  /** Fetches the headers that the items want from this page's own site. Call it only at the user's request. */
  fetchHeaders(...itemIds: readonly string[]): void;
  /**
   * Asks this page's own service for the proof of a SHA-256 fingerprint, and adds it. Call it only at the user's request: the
   * fingerprint is sent.
   */
  lookUp(hash: string): void;
  /** Compares a file that has no proof with a proof whose original it probably was, even though their fingerprints differ. */
  compare(fileItemId: string, proofItemId: string): void;
  /** Sets whether certificates are trusted, in all items that they belong to. */
  trust(fileId: string, isTrusted: boolean): void;
  /**
   * Verifies everything again with a snapshot of the EU trusted lists that was given, or with the shipped one. Call it only at
   * the user's request.
   *
   * @param fileId null for the shipped one.
   */
  useSnapshot(fileId: string | null): void;
  /** Removes a snapshot that was given. */
  removeSnapshot(fileId: string): void;
  /** Loads what the shipped snapshot contains, for `trustList`. */
  loadShippedSnapshot(): void;
  /**
   * The original and the electronic timestamp of an item as an ASiC-S container. Call it only if the item can be one.
   *
   * @throws Error if the verifier failed.
   */
  createAsic(itemId: string): Promise<AsicResult>;
  /** Cancels running work at once and keeps the previous report. */
  cancel(itemId: string): void;
  /** Repeats work that was cancelled or refused. */
  retry(itemId: string): void;
  /** Removes an item, with the files that no other item uses. */
  remove(itemId: string): void;
  clear(): void;
}

/**
 * Connects the parts of the session: recognises files as they arrive, groups them again whenever more is known, and
 * verifies each group that changed.
 */
export interface SessionParameters {
  readonly client: VerifierClient;
  /** Uses a separate worker. */
  readonly hasher: VerifierClient;
  readonly endpoints: EndpointSettings;
  /** Base address of `proof/<id>.json`, on this page's origin. */
  readonly serviceUrl: URL;
  /** Of files of Bitcoin headers, on this page's origin. */
  readonly epochSource: Pick<EpochSource, "fetch" | "kept" | "forget">;
  /** Asks the site of this page what its service offers; null if it has none. */
  readonly fetchLocalSources: () => Promise<LocalSources | null>;
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
  readonly hasLookup: ReadonlySignal<boolean>;
  readonly lookups: ReadonlySignal<ReadonlyMap<string, LookupState>>;
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
  readonly #lookups: FingerprintLookups;
  readonly #service: LocalService;
  #groups: readonly Group[] = [];
  #changes: readonly ProbableChange[] = [];
  #without: WithoutOriginal = new Map();
  #publishedAtMs = 0;

  constructor(parameters: SessionParameters) {
    const { client, hasher, endpoints, serviceUrl, epochSource, fetchLocalSources } = parameters;
    const limiter = new SizeLimiter();
    this.#hasher = hasher;
    const onChange = () => this.#publish();
    this.#tracker = new FileTracker({ client, hasher, limiter, onChange, onKnown: () => this.#settle() });
    const { records } = this.#tracker;
    this.#trustLists = new TrustLists({ client, records });
    const snapshot = () => this.#trustLists.used;
    this.#service = new LocalService({ fetch: fetchLocalSources, endpoints, onChange });
    const sandboxRoot = () => this.#service.root;
    this.#verifier = new GroupVerifier({ client, limiter, onChange, records, snapshot, sandboxRoot });
    const take = (files: readonly File[]) => this.#takeFetched(files);
    this.#links = new ProofLinks({ serviceUrl, onChange, take });
    this.#lookups = new FingerprintLookups({ serviceUrl, take });
    this.hasLookup = this.#service.hasLookup;
    this.lookups = this.#lookups.states;
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
        this.#lookups.isAsking ||
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

  lookUp(hash: string): void {
    void this.#lookups.ask(hash);
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
    this.#lookups.clear();
    this.#epochs.clear();
    this.endpoints.drafts.clear();
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
        sandboxRoot: this.#service.root,
      }),
      ...this.#links.items.values(),
    ];
    if (!isSame(items, this.#items.value)) this.#items.value = items;
    this.#isPublishing.value = false;
    this.#service.lookFor(items);
    void this.#epochs.useKept(items.flatMap(({ wantedEpochs }) => wantedEpochs));
    // Whatever was fetched is in the verdict once nothing arrives.
    if (this.arrivingCount.value > 0) return;
    for (const { phase, wantedEpochs } of items) if (phase === "done") this.#epochs.refuse(wantedEpochs);
  }
}

// Creates the session of this page with its workers, storage and address.

/** Address of the service's API, relative to the page at `{site_url}/verify/`. */
const API_PATH = "../api/v2/";
/** Folder of the files of Bitcoin headers, relative to the page. */
const EPOCHS_PATH = "./bitcoin/";
/** What the service offers this page, relative to it. */
const LOCAL_SOURCES_PATH = "./local-sources.json";

/** @param createWorker starts the worker of this build. */
export function createPageSession(createWorker: () => Worker): Session {
  return new VerificationSession({
    client: new VerifierClient(createWorker),
    hasher: new VerifierClient(createWorker),
    endpoints: createEndpointSettings(pageStorage()),
    serviceUrl: new URL(API_PATH, document.baseURI),
    epochSource: new EpochSource(new URL(EPOCHS_PATH, document.baseURI)),
    // A page from a disk has no site.
    fetchLocalSources: async () =>
      __SINGLE_FILE__ ? null : fetchLocalSources(new URL(LOCAL_SOURCES_PATH, document.baseURI)),
  });
}
