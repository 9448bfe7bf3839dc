/** Files that are dropped, pasted or chosen. */
import { bytesToHex } from "@svc-proof/shared/encoding";

/** A new file. */
export interface IncomingFile {
  readonly file: File;
  /** Its name, below the folder that was given if there is one: `folder/below/name.txt`. Default: its name. */
  readonly path?: string;
  /** Whether the user chose it individually, not as part of a folder or by a link. */
  readonly isChosen: boolean;
}

// Reads a drop or paste: files, folders with all their content, or text.
//
// A transfer is empty after its event, so everything is taken from it synchronously.

/** A file of a drop or of an input. */
export interface FoundFile extends IncomingFile {
  readonly path: string;
  /** The file as it is now: a `File` cannot be read any more once its content changed. An input gives only the former. */
  readonly reopen: () => Promise<File>;
}

export interface Transferred {
  readonly files: readonly FoundFile[];
  /** Set only without files. */
  readonly text: string | null;
  /** Files and folders that the browser could not open, or that are nested too deeply. */
  readonly unreadableCount: number;
  /** Whether there were more files than the most that one transfer may have. */
  readonly isCut: boolean;
}

/** Most files of one transfer: a larger folder was probably dropped by mistake. */
const MAX_FILES = 10_000;
/** Greatest depth of folders: some systems follow links, which may form a loop. */
const MAX_DEPTH = 32;

/** A file that is dropped beside the zones of this page opens nothing: browsers would show it in place of the page. */
export function keepPageOnDrop(): void {
  // On the window: zones have their turn before.
  for (const type of ["dragover", "drop"] as const) addEventListener(type, refuseFiles);
}

function refuseFiles(event: DragEvent): void {
  const { target, dataTransfer, defaultPrevented } = event;
  const isInput = target instanceof HTMLInputElement && target.type === "file";
  if (isInput || defaultPrevented || !dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}

/** Files that operating systems create in folders. */
const LEFT_BY_SYSTEMS: readonly string[] = [".DS_Store", "Thumbs.db", "desktop.ini"];

export async function readTransfer(data: DataTransfer, maxFiles: number = MAX_FILES): Promise<Transferred> {
  const text = linkIn(data.getData("text/uri-list")) ?? data.getData("text/plain");
  const items = Array.from(data.items).filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  if (entries.length === 0) {
    return { files: [], text: text === "" ? null : text, unreadableCount: 0, isCut: false };
  }
  const found: Found = { maxFiles, files: [], unreadableCount: 0, isCut: false };
  for (const entry of entries) {
    if (entry === null) found.unreadableCount++;
    else if (entry instanceof File) found.files.push(ofInput(entry));
    else await walk(entry, 0, found);
  }
  const { files, unreadableCount, isCut } = found;
  return { files, unreadableCount, isCut, text: null };
}

/** The first address of a list (RFC 2483), which some programs give without any text. */
function linkIn(list: string): string | null {
  return list.split(/\r?\n/).find((line) => line !== "" && !line.startsWith("#")) ?? null;
}

/** The files of an `<input type="file">`, for files or for a folder. */
export function filesOfInput(list: FileList | null): readonly FoundFile[] {
  return Array.from(list ?? [], ofInput).filter(
    ({ file, isChosen }) => isChosen || !LEFT_BY_SYSTEMS.includes(file.name),
  );
}

function ofInput(file: File): FoundFile {
  const path = file.webkitRelativePath;
  return { file, path: path || file.name, isChosen: path === "", reopen: () => Promise.resolve(file) };
}

interface Found {
  readonly maxFiles: number;
  readonly files: FoundFile[];
  unreadableCount: number;
  isCut: boolean;
}

async function walk(entry: FileSystemEntry, depth: number, found: Found): Promise<void> {
  try {
    if (isFile(entry)) {
      if (depth > 0 && LEFT_BY_SYSTEMS.includes(entry.name)) return;
      if (found.files.length >= found.maxFiles) {
        found.isCut = true;
        return;
      }
      const reopen = () => new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      const path = entry.fullPath.replace(/^\//, "");
      found.files.push({ file: await reopen(), path, isChosen: depth === 0, reopen });
      return;
    }
    if (depth >= MAX_DEPTH) {
      found.unreadableCount++;
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A reader returns entries in batches, and an empty batch at the end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (some.length === 0) return;
      for (const one of some) await walk(one, depth + 1, found);
      if (found.isCut) return;
    }
  } catch {
    found.unreadableCount++;
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

// A file that a page of the service hands to the verifier of the same site. It stays in this browser: the page goes away, so a database
// holds the file until the verifier takes it. The verifier's address names it by a key that nobody can guess.

const DATABASE = "svc-hand-over";
const STORE = "files";
/** A file that nobody has taken by then is forgotten: the verifier opens sooner. */
const KEPT_MS = 60_000;
const KEY_BYTES = 16;
const KEY_AT_END = /\?file=([0-9a-f]{32})$/;

interface HandedOver {
  readonly file: File;
  /** By this device's clock. */
  readonly atMs: number;
}

/**
 * @param address of the verifier, with a link to a proof in its fragment.
 * @returns the same with the key, by which the verifier finds the file once.
 */
export async function handOver(file: File, address: string): Promise<string> {
  const key = bytesToHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  const handed: HandedOver = { file, atMs: Date.now() };
  await inStore((store) => {
    forgetOld(store);
    return store.add(handed, key);
  });
  return `${address}?file=${key}`;
}

/** A fragment without the key of a file that was handed over, and that key; null for none. */
export function withoutKey(fragment: string): { readonly link: string; readonly key: string | null } {
  const key = KEY_AT_END.exec(fragment)?.[1] ?? null;
  return { link: fragment.replace(KEY_AT_END, ""), key };
}

/** The file, once; null if there is none. Those of others stay. */
export async function takeHandedOver(key: string): Promise<File | null> {
  try {
    const found = await inStore<HandedOver | undefined>((store) => {
      const request = store.get(key);
      request.onsuccess = () => store.delete(key);
      return request;
    });
    return found?.file instanceof File ? found.file : null;
  } catch {
    // A browser without storage has nothing to take.
    return null;
  }
}

/** Forgets what nobody took. Makes no database where there is none. */
export async function forgetHandedOver(): Promise<void> {
  try {
    const databases = await indexedDB.databases();
    if (databases.some(({ name }) => name === DATABASE)) await inStore(forgetOld);
  } catch {
    // A browser without storage keeps nothing.
  }
}

function forgetOld(store: IDBObjectStore): IDBRequest<IDBCursorWithValue | null> {
  const request = store.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (cursor === null) return;
    const { atMs = 0 } = cursor.value as Partial<HandedOver>;
    if (Date.now() - atMs >= KEPT_MS) cursor.delete();
    cursor.continue();
  };
  return request;
}

function inStore<T>(act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, "readwrite");
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      opening.result.close();
    };
  });
}
