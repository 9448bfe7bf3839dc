/**
 * The client of the API, for Node, workers and every platform with `fetch`. What it downloads it verifies before it returns
 * it.
 *
 * @module
 */

export type {
  Client,
  ClientOptions,
  ListOptions,
  RegisterOptions,
  RequestOptions,
} from "./client.js";
export { createClient } from "./create-client.js";
export type { DepositContent, DepositOptions } from "./deposit/deposit-content.js";
export type {
  Bundle,
  BundleFile,
  Download,
  DownloadOptions,
  DownloadVerification,
  LanguageOptions,
  ProofReference,
  WitnessOptions,
} from "./download/download.js";
export { packBundle } from "./download/pack-bundle.js";
export {
  AnswerError,
  type AnswerErrorCode,
  ApiError,
  type ApiErrorParameters,
  ClientError,
  JournalError,
  type JournalErrorCode,
  NotReadyError,
  UnreachableError,
  VerificationError,
  type VerificationErrorCode,
  WaitTimeoutError,
} from "./errors/errors.js";
export { hashFile } from "./hash-file.js";
export type { Journal } from "./registration/journal.js";
export type { Registered, RegisterManyOptions, RegisterProgress } from "./registration/register-many.js";
export type { Registration } from "./registration/registration.js";
export type { SealOptions } from "./seal/seal-options.js";
export type { WaitedState, WaitManyOptions, WaitManyProgress, WaitOptions } from "./waiting/waited-state.js";
export type {
  Account,
  Deposited,
  EndedCustody,
  IssuedSeal,
  Original,
  Proof,
  ProofPage,
  ProofState,
  RegisteredProof,
  Schemas,
  Seal,
  SealAnswer,
} from "./wire/resources.js";
export type { components, operations, paths } from "./wire/schema.js";
