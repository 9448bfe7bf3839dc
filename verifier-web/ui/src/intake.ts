/** Files that are dropped, pasted or chosen. */

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
// holds the file until the verifier takes it.

const DATABASE = "svc-hand-over";
const STORE = "files";

/** @param link fragment of the verifier's address, under which it finds the file. */
export async function handOver(file: File, link: string): Promise<void> {
  await inStore((store) => {
    store.clear();
    return store.put(file, link);
  });
}

/** The file, once; null if there is none for that link. Whatever was never taken is forgotten. */
export async function takeHandedOver(link: string): Promise<File | null> {
  try {
    const found: unknown = await inStore((store) => {
      const request = store.get(link);
      request.onsuccess = () => store.clear();
      return request;
    });
    return found instanceof File ? found : null;
  } catch {
    // A browser without storage has nothing to take.
    return null;
  }
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
