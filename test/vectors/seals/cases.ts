/** The cases of `cases.json`, for the suites that run them. */
import { readFileSync } from "node:fs";

/** Files are named by their paths from this folder; certificates, lists and responses by their content. */
export interface StoredSealCase {
  readonly token: string;
  readonly about: string;
  readonly certificates: readonly string[];
  readonly anchors: readonly string[];
  readonly crls: readonly string[];
  readonly ocsp: readonly string[];
  readonly at: string;
  readonly known_since: string | null;
  readonly status: "passed" | "failed" | "indeterminate";
  readonly code: string;
  readonly revocation: "good" | "revoked" | "not_checked";
  readonly revoked_at: string | null;
}

export interface StoredSealCases {
  readonly format: "svc-proof-seal-vectors/1";
  readonly cases: readonly StoredSealCase[];
}

const folder = new URL("./", import.meta.url);

export const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(file, folder)));

export const sealCases: StoredSealCases = JSON.parse(readFileSync(new URL("cases.json", folder), "utf8"));
