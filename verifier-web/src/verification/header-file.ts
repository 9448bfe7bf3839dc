/** Bitcoin headers as bytes, which a person may drop: whole epochs, and raw headers as nodes and Electrum keep them. */

import { sha256 } from "@svc-proof/shared/hash";
import { EPOCH_FILE_BYTES } from "../model.js";

/** Not imported from the library's Bitcoin part, which is loaded with the first evidence that needs it. */
export const RAW_HEADER_BYTES = 80;
/** 32 bits of work, as many as Bitcoin's easiest blocks have. Nothing else begins like that by chance. */
const MIN_ZERO_BYTES = 4;
/** The name that Electrum gives its file. It begins with zeros, in place of what Electrum has not fetched. */
const ELECTRUM_NAME = "blockchain_headers";

/** @param head the first bytes of the file. */
export function isHeaderFile(head: Uint8Array, name: string, sizeBytes: number): boolean {
  return isRawHeaderFile(head, name, sizeBytes) || (sizeBytes === EPOCH_FILE_BYTES && hasWork(head));
}

export function isRawHeaderFile(head: Uint8Array, name: string, sizeBytes: number): boolean {
  if (sizeBytes === 0 || sizeBytes % RAW_HEADER_BYTES !== 0) return false;
  if (isZero(head.subarray(0, RAW_HEADER_BYTES))) return isElectrumFile(name);
  // 1,210 raw headers take as many bytes as an epoch does.
  return hasWork(head) && (sizeBytes !== EPOCH_FILE_BYTES || namesFirst(head));
}

export function isElectrumFile(name: string): boolean {
  return name === ELECTRUM_NAME;
}

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function hasWork(head: Uint8Array): boolean {
  return head.length >= RAW_HEADER_BYTES && isZero(firstHash(head).subarray(-MIN_ZERO_BYTES));
}

/** Whether the second of raw headers names the first. */
function namesFirst(head: Uint8Array): boolean {
  const named = head.subarray(RAW_HEADER_BYTES + 4, RAW_HEADER_BYTES + 36);
  return firstHash(head).every((byte, i) => byte === named[i]);
}

function firstHash(head: Uint8Array): Uint8Array {
  return sha256(sha256(head.subarray(0, RAW_HEADER_BYTES)));
}
