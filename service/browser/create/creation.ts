/** Hashes, registers, follows. */

import { isUnreadableFile, Rate, UnreadableFileError } from "@svc-proof/verifier-web/ui/hashing";
import type { FoundFile } from "@svc-proof/verifier-web/ui/intake";
import type { ItemAnswer } from "../../src/dashboard/create.js";
import type { HashFile } from "./hashing.js";
import type { FoundProof, Journal, JournalEntry } from "./journal.js";

// A file on the page.

/**
 * - `waiting`, `hashing`: for its fingerprint; `hashed`, `sending`: for its registration;
 * - `registered`: it has a proof;
 * - `duplicate`: another file of the list has its content;
 * - `empty`, `unreadable`, `failed`, `refused`: it has none, and why;
 * - `missing`: it was chosen before a reload, and is needed again;
 * - `cancelled`: by the person.
 */
export type ItemState =
  | "waiting"
  | "hashing"
  | "hashed"
  | "sending"
  | "registered"
  | "duplicate"
  | "empty"
  | "unreadable"
  | "failed"
  | "refused"
  | "missing"
  | "cancelled";

export interface Item {
  readonly id: number;
  readonly path: string;
  /** Null for a fingerprint that came without its file. */
  size: number | null;
  type: string;
  /** Whether the service is told the name. */
  isNamed: boolean;
  state: ItemState;
  doneBytes: number;
  hash: string | null;
  token: string | null;
  proof: FoundProof | null;
  /** Whether the service may know it: a registration was sent whose answer is not known. */
  mayBeSent: boolean;
  /** With the same content, if it is a duplicate. */
  twin: Item | null;
  /** Null after a reload. */
  source: Pick<FoundFile, "file" | "reopen"> | null;
}

export function entryOf({ id, path, size, type, isNamed, hash, token, proof }: Item): JournalEntry {
  return { id, path, size, type, isNamed, hash, token, proof };
}

/** The proof of its content. */
export function proofOf({ proof, twin }: Item): FoundProof | null {
  return proof ?? twin?.proof ?? null;
}

// Sends a group of fingerprints to the service.

/** As many as the service takes at once. */
export const MAX_GROUP = 100;
/** The service gives up before. */
const TIMEOUT_MS = 60_000;

/** What is sent of a file: names as in the API. */
export interface SentItem {
  readonly token: string;
  readonly hash: string;
  /** Empty where it is not told. */
  readonly name: string;
  readonly size?: number;
  readonly mime_type?: string;
}

/**
 * - `answered`: what became of each, in the order of the items;
 * - `lost`: no answer, so nobody knows; to be sent again;
 * - `signed-out`, `forbidden`: nothing was registered, nor will be from this page;
 * - `malformed`: the service did not understand the group.
 */
export type GroupAnswer =
  | { readonly kind: "answered"; readonly items: readonly ItemAnswer[] }
  | { readonly kind: "lost" }
  | { readonly kind: "signed-out" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "malformed" };

export type PostGroup = (items: readonly SentItem[]) => Promise<GroupAnswer>;

/** @param csrf gives the token of the page against forged requests. */
export function groupPoster(path: string, csrf: () => string): PostGroup {
  return async (items) => {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf-token": csrf() },
        body: JSON.stringify({ items }),
        // The sign-in page is no answer.
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return await readAnswer(response, items);
    } catch {
      return { kind: "lost" };
    }
  };
}

async function readAnswer(response: Response, items: readonly SentItem[]): Promise<GroupAnswer> {
  if (response.type === "opaqueredirect" || response.status === 401) return { kind: "signed-out" };
  if (response.status === 403) return { kind: "forbidden" };
  if (response.status === 400 || response.status === 413) return { kind: "malformed" };
  if (response.status !== 200) return { kind: "lost" };
  const { items: answers } = (await response.json()) as { readonly items: readonly ItemAnswer[] };
  return isAnswerTo(items, answers) ? { kind: "answered", items: answers } : { kind: "lost" };
}

/** An answer about other fingerprints must not count as one about these. */
function isAnswerTo(items: readonly SentItem[], answers: readonly ItemAnswer[]): boolean {
  return (
    answers.length === items.length &&
    answers.every((answer, at) => {
      const { token, hash } = items[at]!;
      return answer.token === token && (answer.outcome === "refused" || answer.hash === hash);
    })
  );
}

// How a file is named in a registration: the interface keeps the file name alone, of at most 200 characters.

const MAX_CHARACTERS = 200;
/** Kept of the end of a long name: its ending, and what numbers it. */
const KEPT_AT_END = 40;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** What the interface takes for a type. */
const TYPE = /^[ -~]{1,255}$/;

/** @param path `folder/below/name.txt`. */
export function sentName(path: string): string {
  // Half of a pair of surrogates, as file systems allow it, is no character that can be sent.
  const name = path.slice(path.lastIndexOf("/") + 1).replace(LONE_SURROGATE, "\ufffd");
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS) return name;
  const begin = characters.slice(0, MAX_CHARACTERS - KEPT_AT_END - 1);
  return `${begin.join("")}…${characters.slice(-KEPT_AT_END).join("")}`;
}

/** Undefined for a type that the interface would refuse, and for an unknown one. */
export function sentType(type: string): string | undefined {
  return TYPE.test(type) ? type : undefined;
}

// Files to proofs: each is hashed, then registered in a group with others, and written down before and after.
//
// The rules that make it exact: a fingerprint is in the journal with its token before it is sent; the token never changes while
// the service may know it; a fingerprint is registered once, however many files have it.

export interface CreationParts {
  readonly journal: Journal;
  readonly hashFile: HashFile;
  readonly postGroup: PostGroup;
  /** 128 random bits or more. */
  readonly newToken: () => string;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Called after each change; may be called often. */
  readonly onChange: () => void;
}

/** Why nothing is sent for some time, or any more from this page. */
export type Hindrance =
  | { readonly kind: "limited" | "offline"; readonly pauseMs: number; readonly untilMs: number }
  | { readonly kind: "signed-out" | "forbidden" };

/** Files that are read at a time: while one is opened, the other is hashed. */
const LANES = 2;
const FILES_AT_A_TIME = 200;
/** A group that is not full waits as long for others. */
const GROUP_WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 30_000;

/** A file to be hashed for an item. */
interface Job {
  readonly item: Item;
  readonly source: NonNullable<Item["source"]>;
  /** The item has a fingerprint already, and the file is compared with it. */
  readonly isCheck: boolean;
  /** Opens the file anew: its former content may be gone. */
  readonly isRetry: boolean;
}

export class Creation {
  readonly items: Item[] = [];
  hindrance: Hindrance | null = null;
  isCancelled = false;
  /** Whether the service is told the names of files that are added from now on. */
  sendsNames = true;
  /** Bytes to be read and read, of the files since the page was last idle. */
  totalBytes = 0;
  readBytes = 0;
  rate: Rate;
  readonly #parts: CreationParts;
  readonly #byHash = new Map<string, Item>();
  readonly #byPath = new Map<string, Item[]>();
  #jobs: Job[] = [];
  #activeLanes = 0;
  #adding = 0;
  #hashing = new AbortController();
  readonly #ready = new Set<Item>();
  #isSending = false;
  #isGroupDue = false;
  #groupTimer: Promise<void> | null = null;
  #pauseMs = FIRST_PAUSE_MS;
  #wake: () => void = () => undefined;

  constructor(parts: CreationParts) {
    this.#parts = parts;
    this.rate = new Rate(null, parts.nowMs());
  }

  /** Takes up what was left when the page was last left, and sends what has a fingerprint. */
  async restore(): Promise<void> {
    const duplicates: Item[] = [];
    for (const entry of await this.#parts.journal.load()) {
      const { hash, token, proof } = entry;
      const state = proof !== null ? "registered" : token !== null ? "hashed" : "missing";
      const item: Item = {
        ...entry,
        // Entries of a former release have names.
        isNamed: entry.isNamed ?? true,
        state,
        doneBytes: 0,
        mayBeSent: state === "hashed",
        twin: null,
        source: null,
      };
      this.#enter(item);
      if (token !== null && hash !== null) this.#byHash.set(hash, item);
      else if (hash !== null) duplicates.push(item);
      if (state === "hashed") this.#ready.add(item);
    }
    for (const item of duplicates) {
      const twin = this.#byHash.get(item.hash!);
      if (twin === undefined) item.hash = null;
      else Object.assign(item, { state: "duplicate", twin });
    }
    this.#parts.onChange();
    this.#send(true);
    this.#finishIfDone();
  }

  /**
   * Files that were dropped or chosen. One that the list has under its path is hashed again, and changes nothing if it is the
   * same. Some at a time: thousands at once would freeze the page.
   */
  async add(files: readonly FoundFile[]): Promise<void> {
    this.#beginIfIdle();
    this.isCancelled = false;
    this.#adding++;
    try {
      for (let at = 0; at < files.length; at += FILES_AT_A_TIME) {
        if (at > 0) await this.#parts.sleep(0);
        this.#addSome(files.slice(at, at + FILES_AT_A_TIME));
      }
    } finally {
      this.#adding--;
    }
    this.#settle();
  }

  #addSome(files: readonly FoundFile[]): void {
    const changed: Item[] = [];
    for (const { path, file, reopen } of files) {
      const source = { file, reopen };
      const former = this.#formerOf(path);
      const item = former ?? this.#newItem(path, file);
      if (former !== null && isSettled(former)) {
        if (!this.isCancelled) this.#enqueue({ item, source, isCheck: true, isRetry: false });
        continue;
      }
      Object.assign(item, { source, size: file.size, type: file.type, state: "waiting", doneBytes: 0 });
      if (file.size === 0) item.state = "empty";
      else if (this.isCancelled) item.state = "cancelled";
      else this.#enqueue({ item, source, isCheck: false, isRetry: false });
      if (item.state === "waiting" || former !== null) changed.push(item);
    }
    const kept = changed.filter(({ state }) => state === "waiting");
    this.#parts.journal.remove(changed.filter(({ state }) => state !== "waiting").map(({ id }) => id));
    this.#parts.journal.put(kept.map(entryOf));
    this.#parts.onChange();
    this.#work();
  }

  /** Fingerprints without their files, with the paths that stand beside them, which may be empty. */
  addFingerprints(entries: readonly { readonly hash: string; readonly path: string }[]): void {
    this.isCancelled = false;
    for (const { hash, path } of entries) this.#hashed(this.#newItem(path, { size: null, type: "" }), hash);
    this.#settle();
  }

  /** For what is added from now on, and for what the service cannot know yet. */
  sendNames(isNamed: boolean): void {
    this.sendsNames = isNamed;
    const changed = this.items.filter(({ proof, mayBeSent, state }) => {
      return proof === null && !mayBeSent && state !== "sending";
    });
    for (const item of changed) item.isNamed = isNamed;
    this.#parts.journal.put(
      changed
        .filter(({ state }) => state === "waiting" || state === "hashing" || state === "hashed")
        .map(entryOf),
    );
    this.#parts.onChange();
  }

  /** Somebody else is signed in, or nobody: nothing more is sent until `goOn`. */
  refuse(): void {
    // Also while the next try is waited for, whose answer would be the same.
    this.hindrance = { kind: "signed-out" };
    this.#parts.onChange();
  }

  /** The same person is signed in again. */
  goOn(): void {
    this.hindrance = null;
    this.#send(true);
    this.#parts.onChange();
  }

  /** After the last file of several. */
  #settle(): void {
    if (!this.isReading) this.#send(true);
    this.#finishIfDone();
    this.#parts.onChange();
  }

  /** Tries items again that failed. */
  retry(items: readonly Item[] = this.items): void {
    this.#beginIfIdle();
    this.isCancelled = false;
    for (const item of items) {
      const { source, state } = item;
      if (state === "refused") this.#makeReady(item);
      if (source === null || (state !== "unreadable" && state !== "failed")) continue;
      Object.assign(item, { state: "waiting", doneBytes: 0 });
      this.#enqueue({ item, source, isCheck: false, isRetry: true });
    }
    this.#parts.onChange();
    this.#work();
  }

  /** What is not sent yet is not registered. What may be known to the service is asked for until that is known. */
  cancel(): void {
    this.isCancelled = true;
    this.#jobs = [];
    this.#hashing.abort(new DOMException("cancelled", "AbortError"));
    this.#hashing = new AbortController();
    const dropped = this.items.filter(
      ({ state, mayBeSent }) =>
        state === "waiting" ||
        state === "hashing" ||
        state === "missing" ||
        (state === "hashed" && !mayBeSent),
    );
    for (const item of dropped) {
      item.state = "cancelled";
      this.#ready.delete(item);
    }
    this.totalBytes = 0;
    this.readBytes = 0;
    this.#parts.journal.remove(dropped.map(({ id }) => id));
    this.#parts.onChange();
    this.#wake();
    this.#finishIfDone();
  }

  /** Ends a pause: the network is back. */
  tryNow(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#wake();
  }

  /** Goes on after `cancel`. */
  resume(): void {
    this.#beginIfIdle();
    this.isCancelled = false;
    const resumed = this.items.filter(({ state }) => state === "cancelled");
    for (const item of resumed) {
      if (item.hash !== null && item.token !== null) this.#makeReady(item);
      else if (item.source === null) item.state = "missing";
      else {
        item.state = "waiting";
        this.#enqueue({ item, source: item.source, isCheck: false, isRetry: false });
      }
    }
    this.#parts.journal.put(resumed.map(entryOf));
    this.#parts.onChange();
    this.#work();
    this.#send(true);
  }

  /** Empties the list and the journal. Only when nothing is under way. */
  clear(): void {
    if (this.isBusy) return;
    this.items.length = 0;
    this.#byHash.clear();
    this.#byPath.clear();
    this.isCancelled = false;
    this.#parts.journal.clear();
    this.#parts.onChange();
  }

  /** Whether files are read, or registrations sent or awaited. */
  get isBusy(): boolean {
    return this.isReading || this.#ready.size > 0 || this.#isSending;
  }

  get isReading(): boolean {
    return this.#adding > 0 || this.#jobs.length > 0 || this.#activeLanes > 0;
  }

  #beginIfIdle(): void {
    if (this.isReading) return;
    this.totalBytes = 0;
    this.readBytes = 0;
    this.rate = new Rate(null, this.#parts.nowMs());
  }

  #newItem(path: string, { size, type }: Pick<Item, "size" | "type">): Item {
    const item: Item = {
      id: (this.items.at(-1)?.id ?? -1) + 1,
      path,
      size,
      type,
      isNamed: this.sendsNames,
      state: "waiting",
      doneBytes: 0,
      hash: null,
      token: null,
      proof: null,
      mayBeSent: false,
      twin: null,
      source: null,
    };
    this.#enter(item);
    return item;
  }

  #enter(item: Item): void {
    this.items.push(item);
    const same = this.#byPath.get(item.path);
    if (same === undefined) this.#byPath.set(item.path, [item]);
    else same.push(item);
  }

  /** The item that a file of a path belongs to; null for a further file of the same name. */
  #formerOf(path: string): Item | null {
    const same = this.#byPath.get(path) ?? [];
    const open = same.find(({ state }) => state === "missing" || state === "cancelled" || isProblem(state));
    return open ?? same.findLast(isSettled) ?? null;
  }

  #enqueue(job: Job): void {
    this.#jobs.push(job);
    this.totalBytes += job.source.file.size;
  }

  #work(): void {
    while (this.#activeLanes < LANES && this.#jobs.length > 0) {
      this.#activeLanes++;
      void this.#lane().finally(() => {
        this.#activeLanes--;
        this.#work();
        this.#settle();
      });
    }
  }

  async #lane(): Promise<void> {
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift()) await this.#hash(job);
  }

  async #hash({ item, source, isCheck, isRetry }: Job): Promise<void> {
    const { signal } = this.#hashing;
    let readBytes = 0;
    const onProgress = (doneBytes: number) => {
      if (signal.aborted) return;
      this.readBytes += doneBytes - readBytes;
      readBytes = doneBytes;
      if (!isCheck) item.doneBytes = doneBytes;
      this.#parts.onChange();
    };
    if (!isCheck) item.state = "hashing";
    try {
      const file = isRetry ? await reopened(source) : source.file;
      // In Chromium the size of a file that was not read yet is the one that it has now.
      const { size } = file;
      const hash = await this.#parts.hashFile(file, { signal, onProgress });
      if (signal.aborted) return;
      onProgress(source.file.size);
      if (!isCheck) this.#hashed(Object.assign(item, { size }), hash);
      else if (!this.#hasPath(item.path, hash)) this.#hashed(this.#changedItem(item, source), hash);
    } catch (error) {
      if (signal.aborted) return;
      onProgress(source.file.size);
      if (!isCheck) item.state = isUnreadableFile(error) ? "unreadable" : "failed";
      this.#parts.onChange();
    }
  }

  /** A file whose content is another one than when it was last chosen. */
  #changedItem({ path }: Item, source: NonNullable<Item["source"]>): Item {
    return Object.assign(this.#newItem(path, source.file), { source });
  }

  #hasPath(path: string, hash: string): boolean {
    return this.#byPath.get(path)!.some((item) => item.hash === hash);
  }

  #hashed(item: Item, hash: string): void {
    if (item.hash !== null && item.hash !== hash) this.#forgetHash(item, item.hash);
    const twin = this.#byHash.get(hash);
    item.hash = hash;
    if (twin !== undefined && twin !== item) {
      Object.assign(item, { state: "duplicate", twin, token: null });
      // The first one was cancelled; this one was chosen since.
      if (twin.state === "cancelled") this.#makeReady(twin);
    } else {
      this.#byHash.set(hash, item);
      item.token ??= this.#parts.newToken();
      this.#makeReady(item);
    }
    this.#parts.journal.put([entryOf(item)]);
    this.#parts.onChange();
  }

  /** An item has other content now. What had the same content as before no longer has a twin in it. */
  #forgetHash(item: Item, hash: string): void {
    item.token = null;
    if (this.#byHash.get(hash) !== item) return;
    this.#byHash.delete(hash);
    for (const orphan of this.items.filter(({ twin }) => twin === item)) {
      orphan.twin = null;
      this.#hashed(orphan, hash);
    }
  }

  #makeReady(item: Item): void {
    item.state = "hashed";
    this.#ready.add(item);
    this.#parts.journal.put([entryOf(item)]);
    this.#send(false);
  }

  /** @param isDue sends a group that is not full, too. */
  #send(isDue: boolean): void {
    if (isDue) this.#isGroupDue = true;
    else {
      this.#groupTimer ??= this.#parts.sleep(GROUP_WAIT_MS).then(() => {
        this.#groupTimer = null;
        this.#send(true);
      });
    }
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#sendAll().finally(() => {
      this.#isSending = false;
      this.#finishIfDone();
      this.#parts.onChange();
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#ready.size >= MAX_GROUP || (this.#isGroupDue && this.#ready.size > 0)) {
      if (this.hindrance?.kind === "signed-out" || this.hindrance?.kind === "forbidden") return;
      const group = [...this.#ready].slice(0, MAX_GROUP);
      if (group.length < MAX_GROUP) this.#isGroupDue = false;
      for (const item of group) {
        item.state = "sending";
        this.#ready.delete(item);
      }
      // Tokens must outlive the page before the service knows them.
      await this.#parts.journal.settled();
      this.#parts.onChange();
      const pauseMs = this.#take(group, await this.#parts.postGroup(group.map(sentItem)));
      this.#parts.journal.put(group.filter(({ state }) => state !== "cancelled").map(entryOf));
      this.#parts.onChange();
      if (pauseMs === null) continue;
      this.#isGroupDue = true;
      await this.#pause(pauseMs);
      this.hindrance = null;
    }
    this.#isGroupDue = false;
  }

  async #pause(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([this.#parts.sleep(ms), woken]);
    this.#wake = () => undefined;
  }

  /** @returns how long to wait before the next group; null to go on. */
  #take(group: readonly Item[], answer: GroupAnswer): number | null {
    const kind = answer.kind;
    if (kind === "signed-out" || kind === "forbidden") {
      for (const item of group) this.#sendAgain(item, item.mayBeSent);
      this.hindrance = { kind };
      return null;
    }
    if (kind === "malformed") {
      for (const item of group) item.state = "refused";
      return null;
    }
    let limitedMs = 0;
    let isLost = kind === "lost";
    for (const [at, item] of group.entries()) {
      const one = answer.kind === "answered" ? answer.items[at]! : null;
      if (one !== null && one.outcome !== "refused") {
        const { proof_id: id, received_at: receivedAt, first_registrant: isFirstRegistrant } = one;
        item.proof = { id, receivedAt, isNew: one.outcome === "created", isFirstRegistrant };
        Object.assign(item, { state: "registered", mayBeSent: false });
      } else if (one?.code === "invalid_request") {
        Object.assign(item, { state: "refused", mayBeSent: false });
      } else if (one?.code === "rate_limited") {
        limitedMs = Math.max(limitedMs, (one.retry_after ?? 1) * 1_000);
        this.#sendAgain(item, item.mayBeSent);
      } else {
        isLost = true;
        this.#sendAgain(item, true);
      }
    }
    const nowMs = this.#parts.nowMs();
    if (isLost) {
      const pauseMs = this.#pauseMs;
      this.#pauseMs = Math.min(LAST_PAUSE_MS, pauseMs * 2);
      this.hindrance = { kind: "offline", pauseMs, untilMs: nowMs + pauseMs };
      return pauseMs;
    }
    this.#pauseMs = FIRST_PAUSE_MS;
    if (limitedMs === 0) return null;
    this.hindrance = { kind: "limited", pauseMs: limitedMs, untilMs: nowMs + limitedMs };
    return limitedMs;
  }

  #sendAgain(item: Item, mayBeSent: boolean): void {
    item.mayBeSent = mayBeSent;
    // Cancelled meanwhile, and certainly not registered.
    if (this.isCancelled && !mayBeSent) {
      item.state = "cancelled";
      this.#parts.journal.remove([item.id]);
      return;
    }
    item.state = "hashed";
    this.#ready.add(item);
  }

  /** What is complete needs no journal: nothing would be asked for after a reload. */
  #finishIfDone(): void {
    if (this.isBusy || !this.items.every(isComplete)) return;
    this.#parts.journal.clear();
  }
}

async function reopened({ reopen }: NonNullable<Item["source"]>): Promise<File> {
  try {
    return await reopen();
  } catch (cause) {
    throw new UnreadableFileError("the file cannot be opened again", { cause });
  }
}

function sentItem({ token, hash, path, size, type, isNamed }: Item): SentItem {
  const mimeType = sentType(type);
  return {
    token: token!,
    hash: hash!,
    name: isNamed ? sentName(path) : "",
    ...(size !== null && { size }),
    ...(mimeType !== undefined && { mime_type: mimeType }),
  };
}

/** It has a fingerprint, and a proof now or soon. */
function isSettled({ state }: Item): boolean {
  return state === "registered" || state === "duplicate" || state === "hashed" || state === "sending";
}

export function isProblem(state: Item["state"]): boolean {
  return state === "unreadable" || state === "failed" || state === "refused" || state === "empty";
}

function isComplete(item: Item): boolean {
  return proofOf(item) !== null || item.state === "empty" || item.state === "cancelled";
}

export interface Counts {
  readonly total: number;
  /** Nothing is left to do, whatever came of it. */
  readonly done: number;
  /** Files whose content has a proof. */
  readonly proven: number;
  readonly problems: number;
  /** Of the problems, those that another try may solve. */
  readonly retriable: number;
  readonly missing: number;
  readonly cancelled: number;
}

export function countItems(items: readonly Item[]): Counts {
  const counts = {
    total: items.length,
    done: 0,
    proven: 0,
    problems: 0,
    retriable: 0,
    missing: 0,
    cancelled: 0,
  };
  for (const item of items) {
    const { state } = item;
    const isProven = proofOf(item) !== null;
    if (isProven) counts.proven++;
    else if (state === "missing") counts.missing++;
    else if (state === "cancelled") counts.cancelled++;
    else if (isProblem(state)) {
      counts.problems++;
      if (isRetriable(item)) counts.retriable++;
    }
    if (isProven || isProblem(state)) counts.done++;
  }
  return counts;
}

export function isRetriable({ state, source }: Item): boolean {
  return state === "refused" || ((state === "unreadable" || state === "failed") && source !== null);
}

const TOKEN_BYTES = 16;

/** 128 random bits, base64url. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** A page that is being left keeps its lock a moment longer. */
const WAIT_MS = 3_000;

/**
 * Holds a lock for as long as the page lives, so that two tabs do not work on one journal. Resolves when it has the lock.
 *
 * @param onTaken called when another tab has it: the lock is awaited until that one is closed.
 */
export function holdLock(name: string, onTaken: () => void): Promise<void> {
  // Only where the connection is secure; elsewhere nobody signs in, except during development.
  if (!("locks" in navigator)) return Promise.resolve();
  const waiting = setTimeout(onTaken, WAIT_MS);
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      clearTimeout(waiting);
      resolve();
      return new Promise(() => undefined);
    });
  });
}
