/**
 * For Node: files of any size, and requests that reach public addresses only.
 *
 * @module
 */

export {
  createRevocationSource,
  type RevocationSourceParameters,
  type SendBounded,
} from "../source/revocation.js";
export { createPublicFetch, type FetchPublicOptions } from "./fetch-public.js";
export {
  type HashFileOptions,
  hashFile,
  type OpenedFile,
  openFile,
  type PackageFile,
  type ReadPackageOptions,
  readPackage,
} from "./files.js";
export { type WriteAsicParameters, writeAsic } from "./write-file.js";
