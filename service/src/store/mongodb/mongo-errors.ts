/** Converts the driver's failures to errors of the port. */
import {
  MongoAPIError,
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoTopologyClosedError,
} from "mongodb";
import { StoreUnavailableError } from "../store.js";

const DUPLICATE_KEY = 11_000;

/**
 * The server's codes for faults of the program: BadValue, FailedToParse, TypeMismatch, InvalidBSON, InvalidLength,
 * ImmutableField, DocumentValidationFailure, DuplicateKey, BSONObjectTooLarge, CommandNotFound. A retry would not help.
 * Any other code is a fault of the deployment.
 */
const PROGRAM_FAULTS: ReadonlySet<unknown> = new Set([2, 9, 14, 22, 16, 66, 121, DUPLICATE_KEY, 10_334, 59]);

/**
 * Converts an error of the driver for callers of the store.
 *
 * @returns StoreUnavailableError, without addresses in its message, when the deployment does not answer; the
 * error itself when the program is at fault.
 */
export function toStoreError(error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === null) return error;
  return new StoreUnavailableError(`the MongoDB store does not answer: ${reason}`, { cause: error });
}

/** Whether an immediate retry may succeed: a connection broke, or the primary has changed. */
export function mayBeSentAgain(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError)) return false;
  const { cause } = error;
  return (
    cause instanceof MongoNetworkError ||
    (cause instanceof MongoError && cause.hasErrorLabel("RetryableWriteError"))
  );
}

export function isDuplicateKey(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The positions of the documents that existed before an unordered insertion.
 *
 * @returns null when anything else failed too, so that it is unknown what was written durably.
 */
export function duplicatesOf(error: unknown): ReadonlySet<number> | null {
  if (!(error instanceof MongoBulkWriteError)) return null;
  if (error.result.getWriteConcernError() !== undefined) return null;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) return null;
  return new Set(failures.map(({ index }) => index));
}

function isProgramFault(error: MongoError): boolean {
  // The write concern failed too, so the rest may not be durable.
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined) return false;
  if (error instanceof MongoServerError) {
    // The label marks retryable errors, whatever their code.
    return PROGRAM_FAULTS.has(error.code) && !error.hasErrorLabel("RetryableWriteError");
  }
  const isClosed =
    error instanceof MongoClientClosedError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError;
  return error instanceof MongoAPIError && !isClosed;
}

/** A short reason why the deployment does not answer, without addresses; null for any other error. */
function reasonOf(error: unknown): string | null {
  // If a connection breaks during a write, the driver passes the system's error through.
  if (isSystemError(error)) return error.code;
  if (!(error instanceof MongoError) || isProgramFault(error)) return null;
  if (!(error instanceof MongoServerError)) return error.name;
  return typeof error.codeName === "string" ? error.codeName : `code ${error.code ?? "unknown"}`;
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string";
}
