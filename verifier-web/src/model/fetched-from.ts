/** Where the page fetched a file, for steps that a reader repeats without the page. */

const addresses = new WeakMap<File, string>();

/** @returns the file. */
export function noteFetched(file: File, address: URL): File {
  addresses.set(file, address.href);
  return file;
}

/** Null if the user gave the file. */
export function fetchedFrom(file: File): string | null {
  return addresses.get(file) ?? null;
}
