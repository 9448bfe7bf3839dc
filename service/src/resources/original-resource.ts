/** An original as the API shows it: docs/interface.md, "Original". */

import type { OriginalRecord } from "../records/types.js";
import type { Addresses } from "../site/addresses.js";

export interface OriginalResource {
  readonly stored: true;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly mime_type: string;
  readonly stored_at: string;
  readonly url: string;
}

export function originalResource(original: OriginalRecord, { baseUrl }: Addresses): OriginalResource {
  return {
    stored: true,
    file_name: original.fileName,
    size_bytes: original.sizeBytes,
    mime_type: original.mimeType,
    stored_at: original.storedAt.toISOString(),
    url: `${baseUrl}/proofs/${original.proofId}/original`,
  };
}
