/**
 * ASiC-S containers of ETSI EN 319 162-1: one file and its timestamp, for validators that know nothing of this project.
 * `verify` reads them.
 *
 * @module
 */

export { ASIC_S_MEDIA_TYPE } from "../archive/names.js";
export type { ZipEntry } from "../archive/zip.js";
export type { ContentHashAlgorithm } from "../content/content.js";
export { openPackedSeal, openSealedOriginal, type SealedOriginal } from "../package/open-package.js";
export type { AsicWriteErrorCode } from "./archive-probe.js";
export { type CreateAsicParameters, createAsic } from "./create-asic.js";
