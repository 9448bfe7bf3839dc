export {
  createDigest,
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type DigestFileOptions,
  digestFile,
  type Progress,
  Rate,
} from "./digest-file.js";
export {
  expectBytes,
  expectReadable,
  isUnreadableFile,
  readBytes,
  reading,
  UnreadableFileError,
} from "./unchanged-file.js";
