/** How answers of the driver that report several things are interpreted. */
import { type BulkWriteResult, MongoBulkWriteError, type WriteError } from "mongodb";
import { expect, it } from "vitest";
import { StoreUnavailableError } from "../store.js";
import { duplicatesOf, toStoreError } from "./connection.js";

const DUPLICATE = { code: 11_000, errmsg: "E11000 duplicate key error" };
const INVALID = { code: 121, errmsg: "Document failed validation" };
const NOT_REPLICATED = {
  code: 64,
  errmsg: "waiting for replication timed out",
  codeName: "WriteConcernTimeout",
};

it("finds the duplicates of an unordered insertion by their positions", () => {
  const error = bulkWriteError([DUPLICATE, DUPLICATE]);
  expect(duplicatesOf(error)).toEqual(new Set([0, 1]));
  expect(toStoreError(error)).toBe(error);
});

it("does not call the rest durable when a write concern error comes with the duplicates", () => {
  const error = bulkWriteError([DUPLICATE], NOT_REPLICATED);
  expect(duplicatesOf(error)).toBeNull();
  expect(toStoreError(error)).toBeInstanceOf(StoreUnavailableError);
});

it("does not take other failures for duplicates", () => {
  const error = bulkWriteError([DUPLICATE, INVALID]);
  expect(duplicatesOf(error)).toBeNull();
  expect(duplicatesOf(new Error("E11000"))).toBeNull();
});

type Failure = Pick<typeof DUPLICATE, "code" | "errmsg">;

/** The error as the driver builds it from the server's answer. */
function bulkWriteError(failures: readonly Failure[], writeConcernError?: Failure): MongoBulkWriteError {
  const writeErrors = failures.map((failure, index) => ({ ...failure, index }) as unknown as WriteError);
  const result = { getWriteConcernError: () => writeConcernError } as unknown as BulkWriteResult;
  const { code, errmsg: message } = failures[0]!;
  return new MongoBulkWriteError({ message, code, writeErrors }, result);
}
