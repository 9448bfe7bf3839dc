/** Time for the browser to start the download before its data is released. */
const KEPT_MS = 60_000;

/** Downloads a file. */
export function saveFile(content: Uint8Array<ArrayBuffer> | string | Blob, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
