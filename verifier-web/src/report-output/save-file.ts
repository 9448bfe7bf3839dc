/** How long the browser has to begin with the download before its bytes are let go. */
const KEPT_MS = 60_000;

/** Gives a file to the browser to save. */
export function saveFile(content: Uint8Array<ArrayBuffer> | string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
