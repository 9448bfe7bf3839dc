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
export { hashFile } from "./client.js";
export { createClient } from "./create-client.js";
export type { DepositContent, DepositOptions } from "./deposit.js";
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
} from "./errors.js";
export type { Journal, Registered, RegisterManyOptions, RegisterProgress, Registration } from "./register.js";
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
} from "./types.js";
export type {
  Bundle,
  BundleFile,
  Download,
  DownloadOptions,
  DownloadVerification,
  LanguageOptions,
  ProofReference,
  WitnessOptions,
} from "./verify-download.js";
export { packBundle } from "./verify-download.js";
export type { SealOptions, WaitedState, WaitManyOptions, WaitManyProgress, WaitOptions } from "./wait.js";
export type { components, operations, paths } from "./wire/schema.js";
