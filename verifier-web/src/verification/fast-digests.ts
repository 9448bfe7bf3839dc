/** The part of hash-wasm that is used: a module of its own, so that the rest stays out of every bundle. */
export { createSHA256, createSHA384, createSHA512 } from "hash-wasm";
