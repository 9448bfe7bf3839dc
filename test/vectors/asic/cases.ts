/** The cases of `cases.json` and their files, for the suites that run them. */
import { readFileSync } from "node:fs";

export interface AsicCase {
  readonly file: string;
  readonly about: string;
}

export interface AsicCases {
  readonly format: "svc-proof-asic-vectors/1";
  /** Trusted, DER: a path from this folder. */
  readonly anchor: string;
  /** Not trusted, DER. */
  readonly certificates: readonly string[];
  /** The time of verification; ISO 8601. */
  readonly at: string;
  readonly good: readonly (AsicCase & { readonly unchecked: readonly string[] })[];
  /** The code of the reader. */
  readonly bad: readonly (AsicCase & { readonly code: string })[];
}

const folder = new URL("./", import.meta.url);

export const asicBytes = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(file, folder)));

export const asicCases: AsicCases = JSON.parse(readFileSync(new URL("cases.json", folder), "utf8"));

export const pemOf = (file: string): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(asicBytes(file)).toString("base64")}\n-----END CERTIFICATE-----\n`;
