/**
 * What the client does with files, in Node.
 *
 * @module
 */

import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { type HashFileOptions, hashFile } from "@svc-proof/verifier-lib/node";
import type { Client } from "../client.js";
import type { DepositOptions } from "../deposit.js";
import type { Registration } from "../register.js";
import type { Deposited } from "../types.js";

export { type HashFileOptions, hashFile } from "@svc-proof/verifier-lib/node";
export { type FileJournal, type OpenJournalOptions, openJournal } from "./journal.js";

/**
 * Deposits a file. It is read as it is sent; memory does not grow with its size.
 *
 * @throws the file system's error; what `client.deposit` throws.
 */
export async function depositFile(
  client: Client,
  id: string,
  path: string,
  options: DepositOptions = {},
): Promise<Deposited> {
  return client.deposit(id, await openAsBlob(path), options);
}

/** Options of `describeFile`. */
export type DescribeFileOptions = Omit<HashFileOptions, "algorithm">;

/** What is registered of one file: its fingerprint, its name without the path, its size. */
export interface DescribedFile extends Registration {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

/**
 * Reads a file once and describes it for `register` or `registerMany`.
 *
 * @throws UnreadableInputError if the file is written to meanwhile; the file system's error; the reason of `options.signal` if it
 * aborts.
 */
export async function describeFile(path: string, options: DescribeFileOptions = {}): Promise<DescribedFile> {
  // By now another file may have its name.
  let size = 0;
  const onProgress = (hashedBytes: number) => {
    size = hashedBytes;
    options.onProgress?.(hashedBytes);
  };
  const hash = await hashFile(path, { ...options, onProgress });
  return { path, hash, name: basename(path), size };
}
