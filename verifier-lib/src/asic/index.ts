/**
 * ASiC-S containers of ETSI EN 319 162-1: one file and its timestamp, for validators that know nothing of this project.
 * `verify` reads them.
 *
 * @module
 */

export type { ContentHashAlgorithm } from "../hash/content-hash-algorithm.js";
export { ASIC_S_MEDIA_TYPE } from "../package/asic/asic-names.js";
export {
  openPackedSeal,
  openSealedOriginal,
  type SealedOriginal,
} from "../package/evidence/read-evidence.js";
export type { ZipEntry } from "../package/zip/parse-zip.js";
export type { AsicWriteErrorCode } from "./archive-probe.js";
export { type CreateAsicParameters, createAsic } from "./create-asic.js";
