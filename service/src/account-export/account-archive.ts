/**
 * All data of an account as one archive that is made while it is sent: memory holds one file at a time, and an original not
 * even that. docs/decisions/16-accounts.md says what an account takes along and what stays.
 */

import { deflateRawSync } from "node:zlib";
import { fileEntryName } from "@svc-proof/shared/zip";
import { PLANS } from "../accounts/plans.js";
import { allEntries, auditFields } from "../audit/audit.js";
import type { Custody } from "../custody/custody.js";
import { packContent, streamZip, type ZipFile } from "../documents/encode-zip.js";
import { ApiError } from "../errors.js";
import type { Records } from "../records/records.js";
import type { AccountRecord, OriginalRecord, ProofRecord } from "../records/types.js";
import { issuePortableProof } from "../resources/portable-proof.js";
import { type ProofContext, proofResource } from "../resources/proof.js";
import {
  EXPORT_README,
  exportedAccount,
  exportedInvitation,
  exportedKey,
  exportedOrder,
  exportedPerson,
  exportedSealEntry,
} from "./export-records.js";

/** Items of one file: a file is in memory while it is written. */
const ENTRIES_A_FILE = 1_000;
const PROOFS_A_FILE = 200;

export interface AccountArchiveDeps {
  readonly store: Records;
  /** Null if custody is off. */
  readonly custody: Pick<Custody, "open"> | null;
  readonly context: () => ProofContext;
}

export interface WantedExport {
  readonly account: AccountRecord;
  /** Whether the originals go along. */
  readonly originals: boolean;
  /** The proof after which they begin, newest first; null for all. */
  readonly originalsAfter: string | null;
  readonly at: Date;
  /** Aborts when nobody waits for the archive any more. */
  readonly signal: AbortSignal;
}

/** Why an original is not in the archive. */
type Absence =
  | "not_asked_for"
  | "in_a_former_export"
  | "no_download_left"
  | "integrity_failed"
  | "unavailable";

interface LeftOut {
  readonly proof_id: string;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly reason: Absence;
}

/** The archive in pieces. @throws StoreUnavailableError in the middle: the archive has no end then. */
export function accountArchive(deps: AccountArchiveDeps, wanted: WantedExport): AsyncGenerator<Uint8Array> {
  return streamZip(files(deps, wanted), wanted.at);
}

async function* files(deps: AccountArchiveDeps, wanted: WantedExport): AsyncGenerator<ZipFile> {
  const { store } = deps;
  const { account, at } = wanted;
  yield { name: "README.txt", content: new TextEncoder().encode(EXPORT_README) };
  yield json("account.json", exportedAccount(account, await store.accounts.sealBalance(account.id)));
  yield json("people.json", await peopleOf(store, account.id, at));
  const invitations = await store.people.listInvitations(account.id, at);
  yield json("invitations.json", invitations.map(exportedInvitation));
  yield json("keys.json", (await store.accounts.listKeys(account.id)).map(exportedKey));
  const ledger = allEntries((limit, before) => store.seals.listEntries(account.id, limit, before));
  yield* entryFiles("seal-ledger", ledger, exportedSealEntry);
  yield json("orders.json", (await store.orders.list(account.id)).map(exportedOrder));
  const trail = allEntries((limit, before) => store.audit.list(account.id, limit, before));
  yield* entryFiles("audit", trail, auditFields);
  yield* proofFiles(deps, wanted);
}

async function peopleOf(store: Records, accountId: string, now: Date): Promise<unknown[]> {
  const people: unknown[] = [];
  for (const person of await store.people.listPeople(accountId)) {
    people.push(
      exportedPerson(
        person,
        await store.people.listPasskeys(person.id),
        await store.people.listSessions(person.id, now),
        await store.people.countRecoveryCodes(person.id),
        await store.mailWishes.listWishes(person.id),
      ),
    );
  }
  return people;
}

/** A list in files of some entries each. */
async function* entryFiles<Entry>(
  folder: string,
  list: AsyncIterable<Entry>,
  shown: (entry: Entry) => unknown,
): AsyncGenerator<ZipFile> {
  let entries: unknown[] = [];
  let count = 0;
  const file = () => json(`${folder}/${numbered(++count)}.json`, entries);
  for await (const entry of list) {
    entries.push(shown(entry));
    if (entries.length < ENTRIES_A_FILE) continue;
    yield file();
    entries = [];
  }
  if (entries.length > 0) yield file();
}

async function* proofFiles(deps: AccountArchiveDeps, wanted: WantedExport): AsyncGenerator<ZipFile> {
  const { store, context } = deps;
  const { account, signal } = wanted;
  const leftOut: LeftOut[] = [];
  const originals = new Originals(deps, wanted);
  let before: string | null = null;
  for (let count = 1; ; count++) {
    signal.throwIfAborted();
    const page = await store.proofs.list(account.id, PROOFS_A_FILE, before);
    const ids = page.proofs.map(({ id }) => id);
    const metadata = await store.proofs.metadata(account.id, ids);
    const kept = new Map((await store.custody.findAll(ids)).map((one) => [one.proofId, one]));
    if (page.proofs.length > 0) {
      const resources = page.proofs.map((proof) => ({
        ...proofResource(proof, context(), kept.get(proof.id) ?? null),
        mime_type: proof.mimeType,
        size: proof.size,
        origin: proof.origin,
        certificate_id: proof.certificateId,
        metadata: JSON.parse(metadata.get(proof.id) ?? "null") as unknown,
      }));
      yield json(`proofs/${numbered(count)}.json`, resources);
    }
    for (const proof of page.proofs) {
      signal.throwIfAborted();
      const text = await issuePortableProof(store.batches, proof, context().networkName);
      if (text !== null) yield packed(`portable-proofs/${proof.id}.json`, text);
      const original = kept.get(proof.id);
      if (original !== undefined) yield* originals.fileOf(proof, original, leftOut);
      originals.passed(proof);
    }
    const last = ids.at(-1);
    if (!page.more || last === undefined) break;
    before = last;
  }
  yield json("left-out.json", { originals_after: originals.goOnAfter, originals: leftOut });
}

class Originals {
  /** The last proof whose original was taken, if another export can go on after it. */
  goOnAfter: string | null = null;
  readonly #deps: AccountArchiveDeps;
  readonly #wanted: WantedExport;
  #last: string | null;
  #isBefore: boolean;
  #noneLeft = false;

  constructor(deps: AccountArchiveDeps, wanted: WantedExport) {
    this.#deps = deps;
    this.#wanted = wanted;
    this.#last = wanted.originalsAfter;
    this.#isBefore = wanted.originalsAfter !== null;
  }

  /** Also of a proof without an original: its custody may have ended since the former export. */
  passed({ id }: ProofRecord): void {
    if (id === this.#wanted.originalsAfter) this.#isBefore = false;
  }

  async *fileOf(proof: ProofRecord, original: OriginalRecord, leftOut: LeftOut[]): AsyncGenerator<ZipFile> {
    const { fileName, sizeBytes } = original;
    const absent = (reason: Absence) =>
      leftOut.push({ proof_id: proof.id, file_name: fileName, size_bytes: sizeBytes, reason });
    if (!this.#wanted.originals) return void absent("not_asked_for");
    if (this.#isBefore) return void absent("in_a_former_export");
    const opened = await this.#open(proof);
    if (typeof opened === "string") {
      if (opened === "no_download_left") this.goOnAfter ??= this.#last;
      return void absent(opened);
    }
    // Its custody ended meanwhile.
    if (opened === null) return;
    this.#last = proof.id;
    const { stream } = opened;
    try {
      const content = { sizeBytes: opened.original.sizeBytes, read: () => stream };
      yield { name: `originals/${proof.id}/${fileEntryName(opened.original.fileName)}`, content };
    } finally {
      stream.destroy();
    }
  }

  async #open(proof: ProofRecord): Promise<Awaited<ReturnType<Custody["open"]>> | Absence> {
    const { custody } = this.#deps;
    if (custody === null) return "unavailable";
    if (this.#noneLeft) return "no_download_left";
    try {
      return await custody.open(proof, PLANS[this.#wanted.account.plan]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "integrity_failed") return "integrity_failed";
      if (error.code === "unavailable") return "unavailable";
      if (error.code !== "download_quota_exceeded") throw error;
      this.#noneLeft = true;
      return "no_download_left";
    }
  }
}

function numbered(count: number): string {
  return String(count).padStart(5, "0");
}

function json(name: string, value: unknown): ZipFile {
  return packed(name, `${JSON.stringify(value, null, 2)}\n`);
}

/** By zlib, which takes a third of the time. */
function packed(name: string, text: string): ZipFile {
  return { name, content: packContent(new TextEncoder().encode(text), (content) => deflateRawSync(content)) };
}
