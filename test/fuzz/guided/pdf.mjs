/** Any bytes as a PDF file: the structure, and the content of every attachment. */
import { parseAttachments } from "../../../verifier-lib/dist/archive/pdf-attachments.js";
import { orThrow } from "./allowed.mjs";

const MAX_BYTES = 65_536;

/** @param {Buffer} bytes */
export async function fuzz(bytes) {
  try {
    for (const attachment of await parseAttachments(new Uint8Array(bytes))) {
      const content = await attachment.read(MAX_BYTES);
      if (content.length > MAX_BYTES) throw new Error(`${attachment.name} has ${content.length} bytes`);
    }
  } catch (error) {
    orThrow(error);
  }
}
