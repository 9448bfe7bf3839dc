/** Applies operations to messages: python-opentimestamps, `core/op.py`. */
import { ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "../hash/sha256.js";
import { MAX_MESSAGE_BYTES } from "./limits.js";
import type { Operation } from "./timestamp.js";

const HEX_DIGITS: Uint8Array = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/**
 * The result of an operation.
 *
 * @throws RangeError if the result has more than 4,096 bytes.
 */
export function applyOperation(operation: Operation, message: Uint8Array): Uint8Array {
  switch (operation.kind) {
    case "sha256":
      return sha256(message);
    case "append":
      return joined(message, operation.argument);
    case "prepend":
      return joined(operation.argument, message);
    case "reverse":
      return message.slice().reverse();
    case "hexlify":
      return hexlified(message);
    case "sha1":
      return sha1(message);
    case "ripemd160":
      return ripemd160(message);
    case "keccak256":
      return keccak_256(message);
  }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const result = newMessage(left.length + right.length);
  result.set(left);
  result.set(right, left.length);
  return result;
}

function hexlified(message: Uint8Array): Uint8Array {
  const result = newMessage(2 * message.length);
  for (let at = 0; at < message.length; at++) {
    const byte = message[at]!;
    result[2 * at] = HEX_DIGITS[byte >> 4]!;
    result[2 * at + 1] = HEX_DIGITS[byte & 15]!;
  }
  return result;
}

function newMessage(length: number): Uint8Array {
  if (length > MAX_MESSAGE_BYTES) {
    throw new RangeError(`expected a message of at most ${MAX_MESSAGE_BYTES} bytes, got ${length}`);
  }
  return new Uint8Array(length);
}
