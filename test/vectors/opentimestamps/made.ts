/** OpenTimestamps files, one for each rule of docs/formats/opentimestamps.md. All digests are the root of Bitcoin's first block. */

import { hexToBytes } from "@svc-proof/shared/encoding";
import type { StatedCase } from "../published/stated-case.js";
import { refusal } from "../reader-fault.js";

export interface MadeTimestamp {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly about: string;
  /** Whether the headers of the first blocks are given. */
  readonly headers?: true;
  readonly outcome: StatedCase["outcome"];
  readonly says: string;
}

type Part = string | Uint8Array;

/** Hexadecimal, or bytes as they are. */
const join = (...parts: readonly Part[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? hexToBytes(part) : part))));

const MAGIC = "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294";
const ROOT = "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a";
const START = `${MAGIC}0108${ROOT}`;
const BITCOIN = "0588960d73d71901";
const LITECOIN = "06869a0d73d71b45";
const PENDING = "83dfe30d2ef90c8e";
const UNKNOWN = "1122334455667788";

/** An integer of the format: seven bits a byte, the lowest first. */
function integer(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return Uint8Array.from(bytes);
}
const sized = (bytes: Part) => join(integer(join(bytes).length), bytes);
const attests = (tag: string, payload: Part) => join("00", tag, sized(payload));
const promise = (uri: string) => attests(PENDING, sized(new TextEncoder().encode(uri)));
const atHeight = (height: number) => attests(BITCOIN, integer(height));
const filled = (length: number) => new Uint8Array(length).fill(1);
const file = (...parts: readonly Part[]) => join(START, ...parts);
const append = (bytes: Part) => join("f0", sized(bytes));

/** A message that 255 or more hashes lead away from. */
const hashes = (count: number) => "08".repeat(count);

const VERIFIED = { headers: true, outcome: "verified", says: "bitcoin passed ok" } as const;
const PROMISED = { outcome: "indeterminate", says: "bitcoin indeterminate bitcoin_pending" } as const;
const WRONG_ROOT = {
  headers: true,
  outcome: "failed",
  says: "bitcoin failed bitcoin_root_mismatch",
} as const;
const NONE = { outcome: "indeterminate", says: "bitcoin indeterminate no_bitcoin_attestation" } as const;
const refused = (code: string) => refusal("format", code);

export const madeTimestamps: readonly MadeTimestamp[] = [
  {
    file: "good/root.ots",
    bytes: file(atHeight(0)),
    about: "The digest is the root of block 0.",
    ...VERIFIED,
  },
  {
    file: "good/root-and-promise.ots",
    bytes: file("ff", atHeight(0), promise("https://calendar.example")),
    about: "A block, and the promise of a calendar.",
    ...VERIFIED,
  },
  {
    file: "good/promise.ots",
    bytes: file(promise("https://calendar.example")),
    about: "The promise of a calendar alone.",
    ...PROMISED,
  },
  {
    file: "good/uri-longest.ots",
    bytes: file(promise(`https://${"a".repeat(992)}`)),
    about: "An address of 1,000 bytes, the longest.",
    ...PROMISED,
  },
  {
    file: "good/other-root.ots",
    bytes: file("08", atHeight(0)),
    about: "The hash of the digest is said to be the root of block 0.",
    ...WRONG_ROOT,
  },
  {
    file: "good/every-operation.ots",
    bytes: file("f001aaf101bbf2f302030867", atHeight(0)),
    about:
      "Append, prepend, reverse, hexlify, SHA-1, RIPEMD-160, SHA-256, Keccak-256, and a root that is not the block's.",
    ...WRONG_ROOT,
  },
  {
    file: "good/deepest.ots",
    bytes: file(hashes(255), atHeight(0)),
    about: "255 operations, the most.",
    ...WRONG_ROOT,
  },
  {
    file: "good/longest-message.ots",
    bytes: file(append(filled(4064)), "08", promise("https://calendar.example")),
    about: "A message of 4,096 bytes, the longest.",
    ...PROMISED,
  },
  {
    file: "good/litecoin.ots",
    bytes: file(attests(LITECOIN, integer(1000))),
    about: "A block of Litecoin, which nobody asks for.",
    ...NONE,
  },
  {
    file: "good/unknown-attestation.ots",
    bytes: file(attests(UNKNOWN, filled(8192))),
    about: "An attestation of an unknown kind with a payload of 8,192 bytes, the longest.",
    ...NONE,
  },
  {
    file: "good/highest-block.ots",
    bytes: file(atHeight(2 ** 31 - 1)),
    about: "The highest block that an attestation can name.",
    outcome: "indeterminate",
    says: "bitcoin indeterminate no_bitcoin_header",
  },
  {
    file: "good/sha-1.ots",
    bytes: join(MAGIC, "0102", ROOT.slice(0, 40), atHeight(0)),
    about: "A digest by SHA-1, which proves no fingerprint.",
    outcome: "indeterminate",
    says: "content indeterminate file_hash_not_sha256",
  },
  {
    file: "bad/empty.ots",
    bytes: join(MAGIC),
    about: "Nothing behind the magic bytes.",
    ...refused("ots_truncated"),
  },
  {
    file: "bad/magic.ots",
    bytes: join(`${MAGIC.slice(0, -2)}95`, "0108", ROOT, atHeight(0)),
    about: "The last of the magic bytes is another.",
    outcome: "indeterminate",
    says: "format indeterminate damaged",
  },
  {
    file: "bad/version-2.ots",
    bytes: join(MAGIC, "0208", ROOT, atHeight(0)),
    about: "Version 2.",
    ...refused("ots_version_unsupported"),
  },
  {
    file: "bad/digest-tag.ots",
    bytes: join(MAGIC, "01f0", ROOT, atHeight(0)),
    about: "The digest's tag is that of append.",
    ...refused("ots_file_hash_unknown"),
  },
  {
    file: "bad/truncated.ots",
    bytes: file(atHeight(0)).subarray(0, -1),
    about: "The last byte is not there.",
    ...refused("ots_truncated"),
  },
  {
    file: "bad/trailing.ots",
    bytes: file(atHeight(0), "00"),
    about: "A byte behind the file.",
    ...refused("ots_trailing_data"),
  },
  {
    file: "bad/operation.ots",
    bytes: file("04", atHeight(0)),
    about: "An operation that nobody knows.",
    ...refused("ots_operation_unknown"),
  },
  {
    file: "bad/fork-after-fork.ots",
    bytes: file("ffff", atHeight(0), atHeight(0)),
    about: "The sign of a branch after the sign of a branch.",
    ...refused("ots_operation_unknown"),
  },
  {
    file: "bad/argument-empty.ots",
    bytes: file("f000", atHeight(0)),
    about: "An argument without bytes.",
    ...refused("ots_argument_length"),
  },
  {
    file: "bad/argument-long.ots",
    bytes: file(append(filled(4097)), "08", atHeight(0)),
    about: "An argument of 4,097 bytes.",
    ...refused("ots_argument_length"),
  },
  {
    file: "bad/message-long.ots",
    bytes: file(append(filled(4065)), "08", atHeight(0)),
    about: "A message of 4,097 bytes.",
    ...refused("ots_message_too_long"),
  },
  {
    file: "bad/deep.ots",
    bytes: file(hashes(256), atHeight(0)),
    about: "The 256th operation on one way.",
    ...refused("ots_too_deep"),
  },
  {
    file: "bad/costly.ots",
    bytes: file(append(filled(4060)), `ff${"f2".repeat(250)}`, atHeight(0), "08", atHeight(0)),
    about: "250 times the longest messages, reversed.",
    ...refused("ots_too_costly"),
  },
  {
    file: "bad/payload-long.ots",
    bytes: file(attests(UNKNOWN, filled(8193))),
    about: "A payload of 8,193 bytes.",
    ...refused("ots_payload_too_long"),
  },
  {
    file: "bad/payload-surplus.ots",
    bytes: file(attests(BITCOIN, "0000")),
    about: "A height with a byte behind it.",
    ...refused("ots_payload_malformed"),
  },
  {
    file: "bad/payload-empty.ots",
    bytes: file(attests(BITCOIN, "")),
    about: "A block without a height.",
    ...refused("ots_payload_malformed"),
  },
  {
    file: "bad/uri-long.ots",
    bytes: file(promise(`https://${"a".repeat(993)}`)),
    about: "An address of 1,001 bytes.",
    ...refused("ots_uri_too_long"),
  },
  {
    file: "bad/uri-query.ots",
    bytes: file(promise("https://calendar.example/?a")),
    about: "An address with a question mark.",
    ...refused("ots_uri_malformed"),
  },
  {
    file: "bad/height.ots",
    bytes: file(atHeight(2 ** 31)),
    about: "The first height that is too large.",
    ...refused("ots_height_too_large"),
  },
  {
    file: "bad/height-not-minimal.ots",
    bytes: file(attests(BITCOIN, "8000")),
    about: "Height 0 with a needless byte.",
    ...refused("ots_integer_not_minimal"),
  },
  {
    file: "bad/height-six-bytes.ots",
    bytes: file(attests(BITCOIN, "818181818101")),
    about: "A height of six bytes.",
    ...refused("ots_integer_too_large"),
  },
  {
    file: "bad/large.ots",
    bytes: file(
      ...Array.from({ length: 16 }, () => join("ff", attests(UNKNOWN, filled(8180)))),
      attests(UNKNOWN, filled(8180)),
    ),
    about: "More than 131,072 bytes.",
    ...refused("ots_too_large"),
  },
];
