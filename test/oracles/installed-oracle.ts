/**
 * Programs of third parties that tests compare ours with. They are installed by name and version into a cache outside
 * the checkout: by CI, which requires them, or by running `CI=true npm run test:all` once. None of them ships.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "svc-proof", "oracles");
const isRequired = process.env["CI"] === "true";
const INSTALL_TIMEOUT_MS = 900_000;

/** The folder that an oracle has or would have, named after it and its version. */
export function oracleFolder(name: string): string {
  return join(cache, name);
}

/** The folder of an oracle; null, with a logged line, if it is not installed and need not be. */
export function installedOracle(name: string, install: (folder: string) => void): string | null {
  const folder = oracleFolder(name);
  const stamp = join(folder, "installed");
  if (existsSync(stamp)) return folder;
  if (!isRequired) {
    console.warn(`SKIPPED: ${name} is not installed (CI=true npm run test:all installs it)`);
    return null;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install(folder);
  writeFileSync(stamp, "");
  return folder;
}

/** Installs a program of this repository that uses a crate. Compiled outside the checkout: cargo writes beside the source. */
export function installCrate(manifestFolder: string, folder: string): void {
  const source = join(folder, "source");
  cpSync(manifestFolder, source, { recursive: true });
  runInstaller("cargo", ["install", "--quiet", "--path", source, "--root", folder]);
  rmSync(source, { recursive: true, force: true });
}

export function runInstaller(program: string, words: readonly string[]): void {
  execFileSync(program, words, { stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_TIMEOUT_MS });
}
