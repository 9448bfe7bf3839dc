/** Tags of the binary format: python-opentimestamps, `core/op.py`, `core/notary.py`, `core/timestamp.py`. */
import { hexToBytes } from "../encoding/hex.js";
import type { HashKind, Operation } from "./timestamp.js";

/** The first 31 bytes of a detached file. Tools recognise it as binary data, and people can read it. */
export const DETACHED_MAGIC: Uint8Array = hexToBytes(
  "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294",
);
export const MAJOR_VERSION = 1;

/** More branches follow this one. */
export const FORK_TAG = 0xff;
/** The branch is an attestation. */
export const ATTESTATION_TAG = 0x00;

export const OPERATION_TAGS: Readonly<Record<Operation["kind"], number>> = {
  append: 0xf0,
  prepend: 0xf1,
  reverse: 0xf2,
  hexlify: 0xf3,
  sha1: 0x02,
  ripemd160: 0x03,
  sha256: 0x08,
  keccak256: 0x67,
};

export const ATTESTATION_TAGS: Readonly<Record<"bitcoin" | "litecoin" | "pending", Uint8Array>> = {
  bitcoin: hexToBytes("0588960d73d71901"),
  litecoin: hexToBytes("06869a0d73d71b45"),
  pending: hexToBytes("83dfe30d2ef90c8e"),
};

/** The kind of attestation for an 8-byte tag, if known. */
export function attestationOfTag(tag: Uint8Array): keyof typeof ATTESTATION_TAGS | undefined {
  for (const kind of ["bitcoin", "pending", "litecoin"] as const) {
    const known = ATTESTATION_TAGS[kind];
    let at = 0;
    while (at < known.length && tag[at] === known[at]) at++;
    if (at === known.length) return kind;
  }
  return undefined;
}

/** The hash for a tag, if it is one. */
export function hashOfTag(tag: number): HashKind | undefined {
  if (tag === OPERATION_TAGS.sha256) return "sha256";
  if (tag === OPERATION_TAGS.sha1) return "sha1";
  if (tag === OPERATION_TAGS.ripemd160) return "ripemd160";
  return tag === OPERATION_TAGS.keccak256 ? "keccak256" : undefined;
}
