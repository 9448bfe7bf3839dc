/** The cases of `cases.json` and their files, for the suites that run them. */
import { readFileSync } from "node:fs";

export interface GoodCase {
  readonly file: string;
  readonly about: string;
  readonly proof_id: string;
  readonly content_hash: string;
  readonly leaf: string;
  readonly root: string;
  /** Number of anchors in the proof. */
  readonly anchors: number;
  /** SHA-256 of the canonical encoding of the file's content. */
  readonly canonical_sha256: string;
}

export interface BadCase {
  readonly file: string;
  readonly about: string;
  /** The one check that fails. */
  readonly check: "format" | "content" | "leaf" | "merkle" | "payload" | "anchor";
  readonly code: string;
  /** SHA-256 of the file that the proof is compared with, if any. */
  readonly given_hash?: string;
}

export interface Cases {
  readonly format: "svc-proof-2-vectors/1";
  readonly good: readonly GoodCase[];
  readonly bad: readonly BadCase[];
}

export const cases: Cases = JSON.parse(readFileSync(new URL("./cases.json", import.meta.url), "utf8"));

/** The bytes of a case. */
export function bytesOf({ file }: { readonly file: string }): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, import.meta.url)));
}

/** Without an object, nothing says that it is a proof. */
export const NO_OBJECT: ReadonlySet<string> = new Set([
  "bad/empty.json",
  "bad/list-of-proofs.json",
  "bad/null.json",
  "bad/white-space-only.json",
]);
