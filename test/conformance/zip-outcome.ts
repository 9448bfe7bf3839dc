import { FormatError } from "@svc-proof/shared/encoding";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";

/** The names in an archive that is read to its end, or the code of its refusal. */
export async function zipOutcome(zip: Uint8Array): Promise<string> {
  try {
    const names: string[] = [];
    for (const entry of await parseZip(zip)) {
      for await (const _ of entry.read());
      names.push(entry.name);
    }
    return names.join(" ");
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}
