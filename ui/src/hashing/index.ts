export { createDigest } from "./digest.js";
export { DIGEST_ALGORITHMS, type DigestAlgorithm } from "./digest-algorithm.js";
export { type DigestFileOptions, digestFile } from "./digest-file.js";
export { type Progress, Rate } from "./rate.js";
export { expectBytes, expectReadable, readBytes } from "./unchanged-file.js";
export { isUnreadableFile, reading, UnreadableFileError } from "./unreadable-file-error.js";
