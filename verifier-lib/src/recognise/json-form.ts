/** Which JSON document bytes begin, by its first members. Its well-formedness is not checked: a damaged one is recognised too. */
import type { Recognised } from "../report/look-alike.js";
import { bytesOf, hasAt } from "./first-bytes.js";

const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

const PROOF_START = ["{", '"schema"', ":", '"svc-proof/'].map(bytesOf);

/**
 * Whether bytes begin as a proof does that is written here. Without a text or a regular expression: thousands of proofs are recognised one
 * after the other.
 */
export function beginsAsProof(start: Uint8Array): boolean {
  let at = 0;
  for (const token of PROOF_START) {
    while (isWhiteSpace(start[at])) at++;
    if (!hasAt(start, at, token)) return false;
    at += token.length;
  }
  return true;
}

/** Null for what is no JSON object, or array. */
export function recogniseJson(start: Uint8Array): Recognised | null {
  let at = hasAt(start, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (isWhiteSpace(start[at])) at++;
  if (start[at] === OPENING_BRACKET) return isArray(start, at) ? { looksLike: "json" } : null;
  if (start[at] !== OPENING_BRACE) return null;
  const members = membersOf(start, at);
  if (members.length === 0) return isEmptyObject(start, at) ? { looksLike: "json" } : null;
  const form = FORMS.find(({ name, value, all = [] }) => {
    const has = (asked: string) => members.some((member) => member.name === asked);
    const isNamed =
      name === undefined || members.some((one) => one.name === name && one.value.startsWith(value!));
    return isNamed && all.every(has);
  });
  return form?.is ?? { looksLike: "json" };
}

const BYTE_ORDER_MARK = bytesOf("\u00ef\u00bb\u00bf");

interface JsonForm {
  readonly is: Recognised;
  /** A member, and how its value begins. */
  readonly name?: string;
  readonly value?: string;
  /** Members that are there. */
  readonly all?: readonly string[];
}

/** The first that applies. */
const FORMS: readonly JsonForm[] = [
  { is: "svc-proof/2", name: "schema", value: '"svc-proof/' },
  { is: "evm-witness", name: "format", value: '"svc-evm-witness/' },
  { is: { looksLike: "bitcoin_headers" }, name: "format", value: '"svc-bitcoin-headers/' },
  { is: { looksLike: "trust_list" }, name: "format", value: '"svc-trust' },
  { is: { looksLike: "verification_report" }, name: "format", value: '"svc-verification-' },
  { is: { looksLike: "sigstore_bundle" }, name: "mediaType", value: '"application/vnd.dev.sigstore.' },
  { is: { looksLike: "sigstore_bundle" }, all: ["base64Signature"] },
  { is: { looksLike: "proof_resource" }, all: ["id", "hash", "state", "received_at"] },
  { is: { looksLike: "proof_not_ready" }, name: "ready", value: "false", all: ["state"] },
  { is: { looksLike: "api_error" }, all: ["type", "title", "status"] },
  { is: { looksLike: "api_error" }, all: ["error"] },
  { is: "svc-proof/2", all: ["proof_id", "merkle"] },
  { is: "svc-proof/2", all: ["leaf", "merkle", "content"] },
];

interface Member {
  readonly name: string;
  /** The first characters of its value. */
  readonly value: string;
}

const VALUE_CHARACTERS = 64;

/** The members of the outermost object, as far as the bytes go. */
function membersOf(bytes: Uint8Array, from: number): readonly Member[] {
  const members: Member[] = [];
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth++;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
    else if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      let next = end + 1;
      if (depth === 1) {
        while (isWhiteSpace(bytes[next])) next++;
        if (bytes[next] === COLON) {
          do next++;
          while (isWhiteSpace(bytes[next]));
          members.push({
            name: nameIn(characters(bytes, at, end + 1)),
            value: characters(bytes, next, next + VALUE_CHARACTERS),
          });
        }
      }
      at = end;
    }
    if (depth === 0) break;
  }
  return members;
}

/** Where the closing quotation mark is, or the end. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
}

/** With escapes decoded. */
function nameIn(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function characters(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder("latin1").decode(bytes.subarray(from, to));
}

function isEmptyObject(bytes: Uint8Array, from: number): boolean {
  let at = from + 1;
  while (isWhiteSpace(bytes[at])) at++;
  return bytes[at] === CLOSING_BRACE;
}

/** An array whose first item a JSON document can have. */
function isArray(bytes: Uint8Array, from: number): boolean {
  let at = from + 1;
  while (isWhiteSpace(bytes[at])) at++;
  return /^(?:[[\]{"-]|[0-9]|true|false|null)/.test(characters(bytes, at, at + 5));
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
