export {
  createDigest,
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type DigestFileOptions,
  digestFile,
} from "./digest-file.js";
export { type Progress, Rate } from "./rate.js";
export {
  expectBytes,
  expectReadable,
  isUnreadableFile,
  readBytes,
  reading,
  UnreadableFileError,
} from "./unchanged-file.js";
