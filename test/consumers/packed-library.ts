/**
 * The packages as npm would install them: `shared`, `verifier-lib` and `client`, packed and unpacked into a
 * separate folder beside copies of their dependencies. Nothing of the workspace can be reached from
 * there.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../e2e/sandbox.js";

const PACKAGES = ["shared", "verifier-lib", "client"] as const;
const DEPENDENCIES = [
  "@noble/hashes",
  "@noble/secp256k1",
  "fflate",
  "openapi-fetch",
  "openapi-typescript-helpers",
];

export interface PackedLibrary {
  /** A project of ES modules with the library installed. */
  readonly folder: string;
  remove(): void;
}

export function installPackedLibrary(): PackedLibrary {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-consumer-"));
  for (const name of PACKAGES) {
    const told = execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", folder], {
      cwd: join(root, name),
      encoding: "utf8",
    });
    const [packed] = JSON.parse(told) as { filename: string }[];
    const target = join(folder, "node_modules/@svc-proof", name);
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-xzf", join(folder, packed!.filename), "-C", target, "--strip-components=1"]);
  }
  for (const name of DEPENDENCIES) {
    cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  }
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  cpSync(join(import.meta.dirname, "packed"), folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The entries of these packages as imported names, without JSON documents. */
export const libraryEntries: readonly string[] = PACKAGES.flatMap((name) => {
  const { exports } = JSON.parse(readFileSync(join(root, name, "package.json"), "utf8")) as {
    exports: Record<string, string>;
  };
  return Object.keys(exports)
    .filter((path) => !path.endsWith(".json"))
    .map((path) => `@svc-proof/${name}${path.slice(1)}`);
});
