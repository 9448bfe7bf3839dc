import type { ZipEntry } from "./parse-zip.js";

/** The content of an entry. Check its size before: this much memory is taken at once. */
export async function readWhole(entry: ZipEntry): Promise<Uint8Array> {
  const whole = new Uint8Array(entry.sizeBytes);
  let end = 0;
  for await (const piece of entry.read()) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}
