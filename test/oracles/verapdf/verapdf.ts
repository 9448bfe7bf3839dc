/**
 * veraPDF, the reference validator of PDF/A and PDF/UA: installed by name and version from Maven
 * Central into a cache outside the checkout, by CI, which requires it, or by running `CI=true npm
 * run test:all` once. Needs a JDK and Maven.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const folder = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "svc-proof/oracles/verapdf-1.28.2",
);
const TIMEOUT_MS = 600_000;

/**
 * The verdict for each file: `compliant` with the number of checks, or `broken` with the violated
 * rules.
 * @param flavour as veraPDF names them: `3a`, `ua1`.
 */
export type VeraPdf = (flavour: "3a" | "ua1", files: readonly string[]) => Map<string, string>;

/** Null, with a logged line, if it is not installed. */
export function openVeraPdf(): VeraPdf | null {
  const stamp = join(folder, "installed");
  if (!existsSync(stamp)) {
    if (process.env["CI"] !== "true") {
      console.warn("SKIPPED: veraPDF is not installed (CI=true npm run test:all installs it)");
      return null;
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const output = `-DoutputDirectory=${join(folder, "lib")}`;
    run("mvn", ["-q", "-B", "-f", join(here, "pom.xml"), "dependency:copy-dependencies", output]);
    run("javac", ["-cp", join(folder, "lib/*"), "-d", join(folder, "classes"), join(here, "VeraPdf.java")]);
    writeFileSync(stamp, "");
  }
  return (flavour, files) => {
    const classPath = `${join(folder, "lib/*")}:${join(folder, "classes")}`;
    const lines = run("java", ["-cp", classPath, "VeraPdf", flavour, ...files])
      .trim()
      .split("\n");
    return new Map(
      lines.map((line) => {
        const end = line.indexOf(" ");
        return [line.slice(0, end), line.slice(end + 1)];
      }),
    );
  };
}

function run(program: string, words: readonly string[]): string {
  return execFileSync(program, words, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
  });
}
