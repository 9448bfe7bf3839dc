/** Digests by noble: of pages without WebAssembly, and the rarer ones. A separate module, so that other pages do not load it. */
export { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
