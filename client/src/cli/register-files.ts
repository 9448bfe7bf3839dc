/** Hashes files and registers those that have no proof yet. */

import { accessSync, constants } from "node:fs";
import { basename, dirname } from "node:path";
import type { Journal, Proof, Registration } from "../index.js";
import type { FileJournal } from "../node/index.js";
import { conflictWith, type Occupant, occupantOf, placeOf, shorterName } from "./evidence-files.js";
import {
  ChangedWhileReadError,
  type FileIdentity,
  fileIdentity,
  type HashedFile,
  hashUnchanged,
  isUnchanged,
} from "./hash-unchanged.js";
import { note, showProgress } from "./output.js";
import type { EvidenceWish, PendingFiles } from "./pending.js";
import { failedResult, fileResult, type Outcome, type Problem, problemOf } from "./results.js";
import type { Run } from "./run.js";
import type { FoundFile } from "./walk.js";

/** A file that has a proof. */
export interface StampedFile {
  readonly path: string;
  readonly place: string;
  readonly id: string;
  readonly hash: string;
  readonly identity: FileIdentity;
  /** As the service just gave it; null if an earlier run registered it. */
  readonly proof: Proof | null;
  /** What is at its place. */
  readonly occupant: Occupant;
  readonly deposited: boolean;
}

export interface Registering {
  readonly files: readonly FoundFile[];
  readonly wish: EvidenceWish;
  readonly journal: FileJournal;
  readonly pending: PendingFiles;
}

export interface RegisteredFiles {
  readonly stamped: readonly StampedFile[];
  /** Why the service takes no more; null if it took all. */
  readonly stoppedBy: { readonly outcome: Outcome; readonly error: Problem } | null;
}

/** Requests at the same time. */
const CONCURRENCY = 16;

interface Item extends Registration {
  readonly file: Hashed;
}

interface Hashed extends HashedFile {
  readonly path: string;
  readonly place: string;
  readonly occupant: Occupant;
}

/**
 * Files that cannot be stamped have their result when it ends. Those that can are remembered as pending.
 *
 * @throws what aborted the signal; the file system's error of the state.
 */
export async function registerFiles(run: Run, registering: Registering): Promise<RegisteredFiles> {
  const { client, tally, signal } = run;
  const { files, pending, journal, wish } = registering;
  const stamped: StampedFile[] = [];
  const open = new Set(files.map(({ path }) => path));
  const add = (file: StampedFile) => {
    const { path, hash, identity, id, deposited } = file;
    open.delete(path);
    stamped.push(file);
    pending.put(path, { ...wish, hash, identity, id, deposited, url: client.url });
    showProgress(`registering: ${files.length - open.size} of ${files.length}`);
  };
  const refuse = (path: string, outcome: Outcome, error: Problem, hashed: Partial<HashedFile> = {}) => {
    open.delete(path);
    const { hash = null, identity } = hashed;
    tally.add(fileResult(path, outcome, { hash, size_bytes: identity?.size ?? null, error }));
  };
  const toRegister = new Map<string, Hashed>();
  const items = async function* (): AsyncGenerator<Item, void, void> {
    for (const file of files) {
      const looked =
        toRegister.get(file.path) ??
        (open.has(file.path) ? await look(run, file, registering, refuse) : null);
      if (looked === null) continue;
      if (isStamped(looked)) add(looked);
      else {
        toRegister.set(file.path, looked);
        yield itemOf(looked);
      }
    }
  };
  /** What this run has registered, also if its result never came because another one ended the iteration. */
  const registered = new Map<string, string>();
  const noting: Journal = {
    run: journal.run,
    find: (hash) => journal.find(hash) ?? registered.get(hash),
    async add(hash, id) {
      await journal.add(hash, id);
      registered.set(hash, id);
    },
  };
  const pass = async (): Promise<RegisteredFiles["stoppedBy"]> => {
    try {
      const options = { concurrency: CONCURRENCY, journal: noting, signal };
      for await (const { item, id, proof, error } of client.registerMany(items(), options)) {
        const { file } = item;
        toRegister.delete(file.path);
        if (id !== null) add({ ...file, id, proof, deposited: false });
        else {
          const refused = failedResult(error);
          refuse(file.path, refused.outcome, refused.error!, file);
        }
      }
      return null;
    } catch (error) {
      signal.throwIfAborted();
      const stoppedBy = problemOf(error);
      if (stoppedBy === null) throw error;
      for (const file of toRegister.values()) {
        const id = registered.get(file.hash);
        if (id === undefined) continue;
        toRegister.delete(file.path);
        add({ ...file, id, proof: null, deposited: false });
      }
      return stoppedBy;
    }
  };
  let stoppedBy = await pass();
  // The limit was reached while other requests were under way: some of them may have been the last that the day had room for.
  for (
    let before = -1;
    stoppedBy?.error.code === "quota_exceeded" && before < stamped.length && open.size > 0;
  ) {
    before = stamped.length;
    stoppedBy = await pass();
  }
  if (stoppedBy !== null) {
    note(
      `${stoppedBy.error.message}${open.size > 0 ? ` (${open.size} of ${files.length} files are not registered)` : ""}`,
    );
    for (const path of open) tally.add(fileResult(path, "stopped", { error: stoppedBy.error }));
  }
  return { stamped, stoppedBy };
}

function isStamped(looked: Hashed | StampedFile): looked is StampedFile {
  return "id" in looked;
}

type Refuse = (path: string, outcome: Outcome, error: Problem, hashed?: Partial<HashedFile>) => void;

/** A file to register, or one that has its proof, or null if it was refused. */
async function look(
  { signal, client }: Run,
  { path, isOperand }: FoundFile,
  { wish, pending }: Registering,
  refuse: Refuse,
): Promise<Hashed | StampedFile | null> {
  signal.throwIfAborted();
  const place = placeOf(path, wish);
  try {
    const shorter = shorterName(path, place);
    if (shorter !== null) {
      refuse(path, "unusable", {
        code: "name_too_long",
        message: `no file system takes the name ${basename(place)}: rename the file, to ${shorter} for example`,
      });
      return null;
    }
    const occupant = await occupantOf(place);
    if (occupant.kind === "nothing") accessSync(dirname(path), constants.W_OK);
    const known = pending.find(path);
    const isKnown =
      known !== null && known.url === client.url && isUnchanged(known.identity, fileIdentity(path));
    const hashed = isKnown
      ? { hash: known.hash, identity: known.identity }
      : await hashTwice(path, { followsLink: isOperand, signal });
    const conflict =
      occupant.kind === "nothing" ? null : conflictWith(occupant, place, { id: null, hash: hashed.hash });
    if (conflict !== null) {
      refuse(path, "occupied", conflict, hashed);
      return null;
    }
    const file = { path, place, occupant, ...hashed };
    if (occupant.kind === "evidence") {
      return { ...file, id: occupant.proof.proof_id, proof: null, deposited: isKnown && known.deposited };
    }
    return isKnown ? { ...file, id: known.id, proof: null, deposited: known.deposited } : file;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ChangedWhileReadError) {
      refuse(path, "changed", {
        code: "changed_while_read",
        message: `${error.message}: stamp it when nobody writes to it`,
      });
      return null;
    }
    const { outcome, error: problem } = failedResult(error);
    refuse(path, outcome, problem!);
    return null;
  }
}

/** Once more if the file was changed: whoever saved it may have finished by then. */
async function hashTwice(path: string, options: Parameters<typeof hashUnchanged>[1]): Promise<HashedFile> {
  const withProgress = {
    ...options,
    onProgress: (hashedBytes: number) => showProgress(`hashing ${path}: ${Math.floor(hashedBytes / 1e6)} MB`),
  };
  try {
    return await hashUnchanged(path, withProgress);
  } catch (error) {
    if (!(error instanceof ChangedWhileReadError)) throw error;
    return hashUnchanged(path, withProgress);
  }
}

/** The service takes 200 characters of a name, and none of its path. */
const MAX_NAME_CHARACTERS = 200;

function itemOf(file: Hashed): Item {
  const name = [...basename(file.path).replace(/\p{Cs}/gu, "\ufffd")].slice(0, MAX_NAME_CHARACTERS).join("");
  return { hash: file.hash, size: file.identity.size, name, file };
}
