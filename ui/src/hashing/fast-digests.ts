/** SHA-256 by hash-wasm. A separate module, so that the rest of the package stays out of the bundles. */
export { createSHA256 } from "hash-wasm";
