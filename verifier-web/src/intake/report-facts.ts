/** Keys to match files by, each the name of a hash and a digest. They come from the file's own report. */

import type { Check } from "@svc-proof/verifier-lib";
import { keyOf } from "@svc-proof/verifier-lib/arrange";
import type { FileRole, KnownFile } from "../model.js";

/** The content that a proof, seal or timestamp covers; null if there is none or it cannot be read. */
export function contentOf({ report }: KnownFile): string | null {
  const content = report?.proof?.content;
  return content === undefined ? null : keyOf(content.algorithm, content.hash);
}

/** The Merkle root of a proof: a timestamp of the whole batch covers it. */
export function rootOf(file: KnownFile): string | null {
  const root = checkOf(file, "merkle")?.evidence["root"];
  return typeof root === "string" ? keyOf("SHA-256", root) : null;
}

/** The header of the block in a witness: a timestamp of the block covers it. */
export function headerOf(file: KnownFile): string | null {
  const witness = checkOf(file, "anchor")?.evidence["witness"];
  const isRecord = typeof witness === "object" && witness !== null && !Array.isArray(witness);
  const hash = isRecord ? (witness as Check["evidence"])["header_sha256"] : null;
  return typeof hash === "string" ? keyOf("SHA-256", hash) : null;
}

/** The token inside a seal. */
export function tokenOf(seal: KnownFile | null): string | null {
  const hash = seal?.tokenHash ?? null;
  return hash === null ? null : keyOf("SHA-256", hash);
}

/** Its own digests computed so far, SHA-256 first. */
export function digestsOf({ digests }: KnownFile): readonly string[] {
  const { "SHA-256": sha256, "SHA-384": sha384, "SHA-512": sha512 } = digests;
  return [
    ...(sha256 === undefined ? [] : [keyOf("SHA-256", sha256)]),
    ...(sha384 === undefined ? [] : [keyOf("SHA-384", sha384)]),
    ...(sha512 === undefined ? [] : [keyOf("SHA-512", sha512)]),
  ];
}

/** Roles of files that hold evidence together with other files. They take longer to read. */
const ARCHIVES: readonly FileRole[] = ["package", "certificate", "container"];

export function isArchive({ role }: Pick<KnownFile, "role">): boolean {
  return ARCHIVES.includes(role);
}

/** Whether the file looked like evidence but cannot be read as such: it may be any file. */
export function isUnread(file: KnownFile): boolean {
  const format = checkOf(file, "format")?.status;
  return format !== undefined && format !== "passed";
}

/** Whether a package contains the original. */
export function hasOriginalInside({ report }: KnownFile): boolean {
  return report?.checks.some(({ id, code }) => id === "content" && code !== "not_requested") ?? false;
}

export function hasSealInside(file: KnownFile): boolean {
  return checkOf(file, "seal") !== undefined;
}

function checkOf({ report }: KnownFile, id: Check["id"]): Check | undefined {
  return report?.checks.find((check) => check.id === id);
}
