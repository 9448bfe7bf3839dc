/** Writes `offline-copy.json`, from which the service worker keeps the site (src/offline/service-worker/offline-copy-file.ts). */
import type { BuiltFile } from "./files-below.js";

const TEXT = /\.(?:html|js|css|json|svg|webmanifest|txt)$/;

/** @throws Error if a text is not UTF-8. */
export function offlineCopy(files: readonly BuiltFile[]): string {
  const texts = files.filter(({ path }) => TEXT.test(path));
  const others = files.filter(({ path }) => !TEXT.test(path));
  const copy = {
    format: "svc-offline-copy/1",
    texts: Object.fromEntries(texts.map(({ path, bytes }) => [path, textOf(bytes)])),
    base64: Object.fromEntries(
      others.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("base64")]),
    ),
  };
  return `${JSON.stringify(copy)}\n`;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
