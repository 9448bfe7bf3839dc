/**
 * EU DSS, the European Commission's library of validation, on ASiC containers: installed by version from Maven Central
 * into a cache outside the checkout, by CI, which requires it, or by running `CI=true npm run test:all` once. Needs a
 * JDK and Maven.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installedOracle, runInstaller } from "../installed-oracle.js";

const here = import.meta.dirname;
const SOURCES = ["pom.xml", "DssContainer.java"].map((name) => join(here, name));
const TIMEOUT_MS = 600_000;

export interface DssTimestamp {
  readonly type: string;
  readonly file: string;
  /** Extent and name of each covered file: `FULL contract.pdf`. */
  readonly covers: readonly string[];
  readonly data_found: boolean;
  readonly data_intact: boolean;
  readonly signature_intact: boolean;
  /** ETSI EN 319 102-1: `PASSED`, `FAILED`, `INDETERMINATE`. */
  readonly indication: string;
  readonly sub_indication: string;
}

export interface DssContainerAnswer {
  /** Why DSS threw. Nothing else is there then. */
  readonly refused?: string;
  readonly container?: string;
  readonly mimetype?: string | null;
  readonly files?: readonly string[];
  readonly timestamps?: readonly DssTimestamp[];
}

/** What DSS says of each file, in their order: one start of Java. */
export type DssContainers = (
  files: readonly string[],
  trusted: readonly string[],
  options?: { readonly temporaryFiles: boolean },
) => readonly DssContainerAnswer[];

/** Null, with a logged line, if it is not installed. */
export function openDssContainers(): DssContainers | null {
  const version = createHash("sha256");
  for (const source of SOURCES) version.update(readFileSync(source));
  const folder = installedOracle(`dss-containers-6.4-${version.digest("hex").slice(0, 8)}`, (target) => {
    const output = `-DoutputDirectory=${join(target, "lib")}`;
    runInstaller("mvn", ["-q", "-B", "-f", SOURCES[0]!, "dependency:copy-dependencies", output]);
    runInstaller("javac", ["-cp", join(target, "lib/*"), "-d", join(target, "classes"), SOURCES[1]!]);
  });
  if (folder === null) return null;
  return (files, trusted, { temporaryFiles } = { temporaryFiles: false }) => {
    const classPath = `${join(folder, "classes")}:${join(folder, "lib/*")}`;
    const words = [`-DtemporaryFiles=${temporaryFiles}`, "-cp", classPath, "DssContainer", ...trusted];
    const { status, stdout, stderr } = spawnSync("java", words, {
      input: files.map((file) => `${file}\n`).join(""),
      encoding: "utf8",
      maxBuffer: 1 << 26,
      timeout: TIMEOUT_MS,
    });
    if (status !== 0) throw new Error(`EU DSS: ${stderr.slice(-2000)}`);
    const lines = stdout.trim().split("\n");
    if (lines.length !== files.length) throw new Error(`EU DSS: ${lines.length} answers of ${files.length}`);
    return lines.map((line): DssContainerAnswer => JSON.parse(line));
  };
}
