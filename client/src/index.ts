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
  LanguageOptions,
  WitnessOptions,
} from "./download/download.js";
export type { DownloadVerification, ProofReference } from "./download/download-verification.js";
export { packBundle } from "./download/pack-bundle.js";
export { AnswerError, type AnswerErrorCode } from "./errors/answer-error.js";
export { ApiError, type ApiErrorParameters } from "./errors/api-error.js";
export { ClientError } from "./errors/client-error.js";
export { JournalError, type JournalErrorCode } from "./errors/journal-error.js";
export { NotReadyError } from "./errors/not-ready-error.js";
export { UnreachableError } from "./errors/unreachable-error.js";
export { VerificationError, type VerificationErrorCode } from "./errors/verification-error.js";
export { WaitTimeoutError } from "./errors/wait-timeout-error.js";
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
