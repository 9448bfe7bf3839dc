/** The cases of `cases.json` and their files, for the suites that run them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface PackageCase {
  readonly file: string;
  readonly about: string;
}

export interface RefusedPackageCase extends PackageCase {
  /** Of the check `format`, which fails. */
  readonly code: string;
}

export const packageCases: {
  readonly format: "package-vectors/1";
  readonly good: readonly PackageCase[];
  readonly bad: readonly RefusedPackageCase[];
} = JSON.parse(readFileSync(new URL("./cases.json", import.meta.url), "utf8"));

/** The path of a case, `bad/version.zip`. */
export function packagePath(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

export function packageBytes(file: string): Uint8Array {
  return new Uint8Array(readFileSync(packagePath(file)));
}
