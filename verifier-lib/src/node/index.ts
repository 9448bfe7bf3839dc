/**
 * For Node: files of any size, and requests that reach public addresses only.
 *
 * @module
 */

export {
  createRevocationSource,
  type RevocationSourceParameters,
  type SendBounded,
} from "../source/create-revocation-source.js";
export { createPublicFetch, type FetchPublicOptions } from "./fetch-public.js";
export { type HashFileOptions, hashFile } from "./hash-file.js";
export { type OpenedFile, openFile } from "./open-file.js";
export { type PackageFile, type ReadPackageOptions, readPackage } from "./read-package.js";
export { type WriteAsicParameters, writeAsic } from "./write-asic.js";
