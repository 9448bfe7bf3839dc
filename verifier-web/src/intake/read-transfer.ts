/**
 * Reads a drop or paste: files, folders with all their content, or text.
 *
 * A transfer is empty after its event, so everything is taken from it synchronously.
 */
import type { IncomingFile } from "./incoming-file.js";

export interface Transferred {
  readonly files: readonly IncomingFile[];
  /** Set only without files. */
  readonly text: string | null;
  /** Files and folders that the browser could not open, or that are nested too deeply. */
  readonly unreadableCount: number;
}

/** Most files of one transfer: a larger folder was probably dropped by mistake. */
const MAX_FILES = 10_000;
/** Greatest depth of folders: some systems follow links, which may form a loop. */
const MAX_DEPTH = 32;

/** Files that operating systems create in folders. */
const LEFT_BY_SYSTEMS: readonly string[] = [".DS_Store", "Thumbs.db", "desktop.ini"];

export async function readTransfer(data: DataTransfer): Promise<Transferred> {
  const text = data.getData("text/plain");
  const items = Array.from(data.items).filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  if (entries.length === 0) return { files: [], text: text === "" ? null : text, unreadableCount: 0 };
  const found: Found = { files: [], unreadableCount: 0 };
  for (const entry of entries) {
    if (entry === null) found.unreadableCount++;
    else if (entry instanceof File) found.files.push({ file: entry, isChosen: true });
    else await walk(entry, 0, found);
  }
  return { ...found, text: null };
}

/** The files of an `<input type="file">`, for files or for a folder. */
export function filesOfInput(list: FileList | null): readonly IncomingFile[] {
  return Array.from(list ?? [], (file) => ({ file, isChosen: file.webkitRelativePath === "" })).filter(
    ({ file, isChosen }) => isChosen || !LEFT_BY_SYSTEMS.includes(file.name),
  );
}

interface Found {
  readonly files: IncomingFile[];
  unreadableCount: number;
}

async function walk(entry: FileSystemEntry, depth: number, found: Found): Promise<void> {
  if (found.files.length >= MAX_FILES) return;
  try {
    if (isFile(entry)) {
      if (depth > 0 && LEFT_BY_SYSTEMS.includes(entry.name)) return;
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      found.files.push({ file, isChosen: depth === 0 });
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
    }
  } catch {
    found.unreadableCount++;
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
