/** Any bytes as a ZIP archive: the structure, and the content of every entry. */
import { parseZip } from "../../../verifier-lib/dist/archive/zip.js";
import { orThrow } from "./allowed.mjs";

/** @param {Buffer} bytes */
export async function fuzz(bytes) {
  try {
    for (const entry of await parseZip(new Uint8Array(bytes))) {
      let sizeBytes = 0;
      for await (const piece of entry.read()) sizeBytes += piece.length;
      if (sizeBytes !== entry.sizeBytes) throw new Error(`${entry.name} has ${sizeBytes} bytes`);
    }
  } catch (error) {
    orThrow(error);
  }
}
