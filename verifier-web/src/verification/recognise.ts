/**
 * Recognises a file by its first bytes, and by its name only if they are ambiguous.
 *
 * A file that looks like a document of ours but is malformed gets a report that says so. A file that could be anything is an
 * original: a broken original must not be reported as a failed proof.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { isDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { expectBytes, isUnreadableFile, readBytes, reading } from "@svc-proof/ui/hashing";
import { INPUT_LIMITS, inputTypeOf, type Report, verify } from "@svc-proof/verifier-lib";
import type { FileRole } from "../model/known-file.js";
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
    const role = roleOf(head, file.name, file.size);
    if (isLeftForLater(role)) return plain(role);
    if (role === "snapshot") return await recogniseSnapshot(file);
    const maxBytes = MAX_BYTES[role] + 1;
    // Electrum's file of all headers. The verifier reads the part that it needs.
    if (role === "headers" && file.size >= maxBytes && isHeaderFile(head, file.name, file.size))
      return { ...plain(role), ...(await heightOf(file)) };
    const bytes = file.size <= head.length ? head : await readBytes(file.slice(0, maxBytes));
    if (bytes === head) await expectBytes(file, head);
    const isWhole = bytes.length === file.size;
    const hash = isWhole ? bytesToHex(sha256(bytes)) : null;
    if (role === "der") return { ...plain(isWhole ? await roleOfDer(bytes) : "original"), hash };
    if (role === "headers" || role === "authority") {
      if (file.size >= maxBytes) return plain("original");
      return { ...plain(role), hash, ...(role === "headers" && (await heightOf(file))) };
    }
    const report = await verify(bytes, named(file));
    if (role === "seal" && !isSeal(report, file.name)) {
      return { ...plain(isWhole ? await roleOfDer(bytes) : "original"), hash };
    }
    return { ...plain(role), hash, report, ...(role === "seal" && { tokenHash: await tokenHashOf(bytes) }) };
  } catch (error) {
    if (!isUnreadableFile(error)) throw error;
    return { ...plain("original"), unreadable: error.message };
  }
}

/** The height of the first of a file of raw headers; empty for another form, and where nothing says it. */
async function heightOf(file: File): Promise<Pick<Recognised, "firstHeight">> {
  const { rawHeadersHeight } = await import("./raw-headers.js");
  const firstHeight = await rawHeadersHeight(file);
  return firstHeight === null ? {} : { firstHeight };
}

function plain(role: FileRole): Recognised {
  return { role, hash: null, tokenHash: null, report: null, snapshot: null, unreadable: null };
}

/** Roles of files of which no more is read now. */
const LEFT_FOR_LATER = ["package", "certificate", "container", "original", "trusted-list"] as const;

function isLeftForLater(role: Kind): role is (typeof LEFT_FOR_LATER)[number] {
  return LEFT_FOR_LATER.some((one) => one === role);
}

/** A role by the first bytes, or DER of a size that only a revocation list has. */
type Kind = Exclude<FileRole, "crl" | "ocsp"> | "der";

async function roleOfDer(bytes: Uint8Array): Promise<FileRole> {
  const { authorityRole } = await import("./der-file.js");
  return authorityRole(bytes) ?? "original";
}

async function recogniseSnapshot(file: File): Promise<Recognised> {
  if (file.size > INPUT_LIMITS.trustList) return plain("original");
  const { readSnapshot } = await import("./snapshots.js");
  const bytes = await readBytes(file);
  const snapshot = readSnapshot(bytes);
  // A snapshot has one form, so its own hash is that of the file.
  return { ...plain("snapshot"), hash: snapshot?.sha256 ?? bytesToHex(sha256(bytes)), snapshot };
}

async function tokenHashOf(seal: Uint8Array): Promise<string | null> {
  const { tokenHash } = await import("./der-file.js");
  return tokenHash(seal);
}

function roleOf(head: Uint8Array, name: string, sizeBytes: number): Kind {
  if (isHeaderFile(head, name, sizeBytes)) return "headers";
  const type = inputTypeOf(head);
  if (type === "evidence-zip") return "package";
  if (type === "certificate-pdf") return "certificate";
  if (type === "asic-s") return "container";
  if (type === "evm-witness") return "witness";
  // Many files begin with a zero byte.
  if (type === "opentimestamps" && (isDetachedTimestamp(head) || /\.ots$/i.test(name))) return "timestamp";
  if (type === "rfc3161" && sizeBytes <= MAX_BYTES.seal) return "seal";
  if (type === "rfc3161" && sizeBytes <= MAX_BYTES.der) return "der";
  return roleOfText(new TextDecoder().decode(head), name);
}

function roleOfText(text: string, name: string): Kind {
  if (/^\s*\{/.test(text)) {
    if (text.includes("svc-bitcoin-headers/")) return "headers";
    if (/^\s*\{\s*"format"\s*:\s*"svc-trust-list\//.test(text)) return "snapshot";
    return text.includes("svc-proof/") || name === "proof.json" ? "proof" : "original";
  }
  if (/^\s*</.test(text) && /<(?:[\w.-]+:)?TrustServiceStatusList[\s>]/.test(text)) return "trusted-list";
  if (/^[0-9]{1,10} [0-9a-f]{160}\s/i.test(text)) return "headers";
  return text.includes("-----BEGIN CERTIFICATE-----") ? "authority" : "original";
}

/** Certificates, keys and other files are DER too. Only the name shows that a malformed one was meant as a seal. */
function isSeal({ checks }: Report, name: string): boolean {
  const isWellFormed = checks.some(({ id, status }) => id === "format" && status === "passed");
  return isWellFormed || /\.(?:tsr|tst)$/i.test(name);
}
