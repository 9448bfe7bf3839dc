/**
 * What `npm install` of each public package brings: our packages as npm packs them, and their dependencies.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicPackages } from "../../scripts/workspaces.mjs";
import { root } from "../e2e/sandbox.js";
import { installedFolder } from "./packed-library.js";

const VERIFIER = ["@noble/hashes", "@noble/secp256k1", "@svc-proof/shared", "@svc-proof/verifier-lib"];
const CLIENT = [...VERIFIER, "@svc-proof/client", "openapi-fetch", "openapi-typescript-helpers"];

interface Limit {
  /** Every package that is installed. */
  readonly packages: readonly string[];
  /** Bytes unpacked, all packages together. */
  readonly maxBytes: number;
}

/** A package that is to be published needs a limit. */
const LIMITS: Readonly<Record<string, Limit>> = {
  "@svc-proof/shared": { packages: ["@noble/hashes", "@svc-proof/shared"], maxBytes: 1_350_000 },
  "@svc-proof/verifier-lib": { packages: VERIFIER, maxBytes: 6_000_000 },
  "@svc-proof/client": { packages: CLIENT, maxBytes: 7_000_000 },
  "@svc-proof/verifier-element": {
    packages: [...VERIFIER, "@svc-proof/verifier-element"],
    maxBytes: 8_000_000,
  },
  "@svc-proof/vectors": { packages: ["@svc-proof/vectors"], maxBytes: 6_000_000 },
};

const published = publicPackages();

test.each(published)("$name: what it installs, and how much", ({ name }) => {
  const sizes = new Map<string, number>();
  const visit = (wanted: string, from: string): void => {
    if (sizes.has(wanted)) return;
    const ours = published.find((one) => one.name === wanted);
    const folder = ours === undefined ? installedFolder(wanted, from) : join(root, ours.folder);
    sizes.set(wanted, ours === undefined ? folderBytes(folder) : packedBytes(folder));
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, folder);
  };
  visit(name, root);
  const { packages, maxBytes } = LIMITS[name] ?? { packages: [], maxBytes: 0 };
  expect([...sizes.keys()].sort()).toEqual([...packages].sort());
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.info(`${name} installs ${bytes} bytes in ${sizes.size} packages`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
});

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Packed once, however many packages depend on it. */
const packed = new Map<string, number>();
function packedBytes(folder: string): number {
  const known = packed.get(folder);
  if (known !== undefined) return known;
  const told = execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], {
    cwd: folder,
    encoding: "utf8",
  });
  const [{ unpackedSize }] = JSON.parse(told) as [{ unpackedSize: number }];
  packed.set(folder, unpackedSize);
  return unpackedSize;
}
