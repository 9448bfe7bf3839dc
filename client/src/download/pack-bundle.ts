import type { Bundle } from "./download.js";

/**
 * A bundle as an evidence package (ZIP) without certificate and instructions: what `svc-verify` and every verifier of this
 * project read. Equal bundles give equal bytes.
 */
export function packBundle(bundle: Bundle): Uint8Array<ArrayBuffer> {
  throw new Error(`not built yet: ${bundle.id}`);
}
