/**
 * Recognises a file by its first bytes. Only headers of Electrum are known by their name.
 *
 * A file that looks like evidence but is damaged gets a report that says so. A file that could be anything is an original.
 */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import {
  dearmoured,
  INPUT_LIMITS,
  type LookAlike,
  recognise as look,
  mayBeOriginal,
  verify,
} from "@svc-proof/verifier-lib";
import { expectBytes, isUnreadableFile, readBytes, reading } from "@svc-proof/verifier-web/ui/hashing";
import type { FileRole } from "../model.js";
import { isHeaderFile } from "./header-file.js";
import type { Recognised } from "./verifier.js";
import { named } from "./verify-evidence.js";

/** The verifier's own limits, in bytes. One byte more is read, so that the verifier can report a document as too large. */
const MAX_BYTES = {
  der: INPUT_LIMITS.crl,
  proof: INPUT_LIMITS["svc-proof/2"],
  timestamp: INPUT_LIMITS.opentimestamps,
  seal: INPUT_LIMITS.rfc3161,
  witness: INPUT_LIMITS["evm-witness"],
  headers: INPUT_LIMITS.headers,
  authority: INPUT_LIMITS.certificates,
} as const;

/** Number of bytes that are enough to recognise any kind. */
const HEAD_BYTES: number = INPUT_LIMITS["svc-proof/2"] + 1;

/** Recognises a file, with its report if it can be verified alone and at once. */
export async function recognise(file: File): Promise<Recognised> {
  try {
    const head = new Uint8Array(await reading(file.slice(0, HEAD_BYTES).arrayBuffer()));
    const { role, looksLike } = lookAt(head, file.name, file.size);
    if (isLeftForLater(role)) return { ...plain(role), looksLike };
    if (role === "snapshot") return await recogniseSnapshot(file);
    const maxBytes = MAX_BYTES[role] + 1;
    // Electrum's file of all headers. The verifier reads the part that it needs.
    if (role === "headers" && file.size >= maxBytes && isHeaderFile(head, file.name, file.size))
      return { ...plain(role), ...(await heightOf(file)) };
    const bytes = file.size <= head.length ? head : await readBytes(file.slice(0, maxBytes));
    if (bytes === head) await expectBytes(file, head);
    const isWhole = bytes.length === file.size;
    const hash = isWhole ? bytesToHex(sha256(bytes)) : null;
    if (role === "der") return { ...plain(isWhole ? await roleOfDer(bytes) : "original"), hash, looksLike };
    if (role === "headers" || role === "authority") {
      if (file.size >= maxBytes) return plain("original");
      return { ...plain(role), hash, ...(role === "headers" && (await heightOf(file))) };
    }
    const report = await verify(bytes, named(file));
    return { ...plain(role), hash, report, ...(role === "seal" && { tokenHash: await tokenHashOf(bytes) }) };
  } catch (error) {
    if (!isUnreadableFile(error)) throw error;
    return { ...plain("original"), unreadable: error.message };
  }
}

/** The height of the first of a file of raw headers; empty for another form, and where nothing says it. */
async function heightOf(file: File): Promise<Pick<Recognised, "firstHeight">> {
  const { rawHeadersHeight } = await import("./beside-files.js");
  const firstHeight = await rawHeadersHeight(file);
  return firstHeight === null ? {} : { firstHeight };
}

function plain(role: FileRole): Recognised {
  return {
    role,
    looksLike: null,
    hash: null,
    tokenHash: null,
    report: null,
    snapshot: null,
    unreadable: null,
  };
}

/** Roles of files of which no more is read now. */
const LEFT_FOR_LATER = ["package", "certificate", "container", "original", "trusted-list"] as const;

function isLeftForLater(role: Kind): role is (typeof LEFT_FOR_LATER)[number] {
  return LEFT_FOR_LATER.some((one) => one === role);
}

/** A role by the first bytes, or DER of a size that only a revocation list has. */
type Kind = Exclude<FileRole, "crl" | "ocsp"> | "der";

async function roleOfDer(bytes: Uint8Array): Promise<FileRole> {
  const { authorityRole } = await import("./beside-files.js");
  return authorityRole(dearmoured(bytes).bytes) ?? "original";
}

async function recogniseSnapshot(file: File): Promise<Recognised> {
  if (file.size > INPUT_LIMITS.trustList) return plain("original");
  const { readSnapshot } = await import("./beside-files.js");
  const bytes = await readBytes(file);
  const snapshot = readSnapshot(bytes);
  // A snapshot has one form, so its own hash is that of the file.
  return { ...plain("snapshot"), hash: snapshot?.sha256 ?? bytesToHex(sha256(bytes)), snapshot };
}

async function tokenHashOf(seal: Uint8Array): Promise<string | null> {
  const { tokenHash } = await import("./beside-files.js");
  return tokenHash(seal);
}

const ROLES = {
  "svc-proof/2": "proof",
  "evidence-zip": "package",
  "certificate-pdf": "certificate",
  "asic-s": "container",
  "evm-witness": "witness",
  opentimestamps: "timestamp",
  rfc3161: "seal",
} as const satisfies Readonly<Record<Extract<ReturnType<typeof look>, string>, Kind>>;

/** What belongs to evidence. */
const BESIDE: Readonly<Partial<Record<LookAlike, Kind>>> = {
  bitcoin_headers: "headers",
  certificates: "der",
  crl: "der",
  ocsp_response: "der",
};

const DER_SEQUENCE = 0x30;

interface Look {
  readonly role: Kind;
  /** As in `Recognised`. */
  readonly looksLike: LookAlike | null;
}

function lookAt(head: Uint8Array, name: string, sizeBytes: number): Look {
  if (isHeaderFile(head, name, sizeBytes)) return { role: "headers", looksLike: null };
  const found = look(head);
  if (typeof found === "string") {
    const role = ROLES[found];
    return { role: role === "seal" && sizeBytes > MAX_BYTES.seal ? "original" : role, looksLike: null };
  }
  const role = roleOf(found.looksLike, head);
  const looksLike = mayBeOriginal(found.looksLike) ? null : found.looksLike;
  return { role: role === "der" && sizeBytes > MAX_BYTES.der ? "original" : role, looksLike };
}

function roleOf(looksLike: LookAlike, head: Uint8Array): Kind {
  if (looksLike === "trust_list" || looksLike === "certificates") {
    const role = roleOfText(new TextDecoder().decode(head));
    if (role !== null) return role;
  }
  // An OCSP response without its envelope is not recognised by its first bytes.
  return BESIDE[looksLike] ?? (looksLike === "unknown" && head[0] === DER_SEQUENCE ? "der" : "original");
}

function roleOfText(text: string): Kind | null {
  if (/^\s*\{/.test(text)) {
    return /^\s*\{\s*"format"\s*:\s*"svc-trust-list\//.test(text) ? "snapshot" : "original";
  }
  if (/^\s*</.test(text)) return "trusted-list";
  return text.includes("-----BEGIN CERTIFICATE-----") ? "authority" : null;
}
