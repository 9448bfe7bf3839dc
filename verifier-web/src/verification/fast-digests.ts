/** Digests by hash-wasm. A separate module, so that the rest of the package stays out of the bundles. */
export { createSHA256, createSHA384, createSHA512 } from "hash-wasm";
