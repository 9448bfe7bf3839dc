/**
 * What `npm install` of the packed library brings: our two packages as npm packs them, and their
 * dependencies.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";

const MAX_PACKAGES = 4;
const MAX_BYTES = 6_000_000;
const OURS: Readonly<Record<string, string>> = {
  "@svc-proof/verifier-lib": "verifier-lib",
  "@svc-proof/shared": "shared",
};

test("at most four packages and six megabytes", () => {
  const sizes = new Map<string, number>();
  const visit = (name: string, from: string): void => {
    if (sizes.has(name)) return;
    const ours = OURS[name];
    const folder = ours === undefined ? installedFolder(name, from) : join(root, ours);
    sizes.set(name, ours === undefined ? folderBytes(folder) : packedBytes(folder));
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, folder);
  };
  visit("@svc-proof/verifier-lib", root);
  expect([...sizes.keys()].sort()).toEqual([
    "@noble/hashes",
    "@noble/secp256k1",
    "@svc-proof/shared",
    "@svc-proof/verifier-lib",
  ]);
  expect(sizes.size).toBeLessThanOrEqual(MAX_PACKAGES);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

function installedFolder(name: string, from: string): string {
  const folders = createRequire(join(from, "package.json")).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => isFolder(folder));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function packedBytes(folder: string): number {
  const told = execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], {
    cwd: folder,
    encoding: "utf8",
  });
  const [packed] = JSON.parse(told) as { unpackedSize: number }[];
  return packed!.unpackedSize;
}
