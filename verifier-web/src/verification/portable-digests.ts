/** The digests of noble, for pages without WebAssembly: a module of its own, so that others do not load them. */
export { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
