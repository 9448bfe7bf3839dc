/**
 * The public packages as npm would install them: packed, and unpacked into a separate folder beside copies of their
 * dependencies. Nothing of the workspace can be reached from there.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type PublicPackage, publicPackages } from "../../scripts/workspaces.mjs";
import { root } from "../e2e/sandbox.js";

export interface PackedLibrary {
  /** A project of ES modules with the packages installed. */
  readonly folder: string;
  remove(): void;
}

const published: readonly PublicPackage[] = publicPackages();

/** @param names of the packages that the project depends on. Default: all that are published and hold code. */
export function installPackedLibrary(
  names: readonly string[] = published.filter(hasCode).map(({ name }) => name),
): PackedLibrary {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-consumer-"));
  for (const name of names) install(name, root, folder);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  cpSync(join(import.meta.dirname, "packed"), folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Installs a package with what it depends on, as flat as versions allow.
 *
 * @param from the folder that depends on it.
 * @param project the folder to install into.
 * @param parent where the package goes if the project has another version of it.
 */
export function install(name: string, from: string, project: string, parent: string = project): void {
  const ours = published.find((one) => one.name === name);
  const source = ours === undefined ? installedFolder(name, from) : join(root, ours.folder);
  const { version, dependencies = {} } = readManifest(source);
  const flat = join(project, "node_modules", name);
  const isTaken = existsSync(flat);
  if (isTaken && readManifest(flat).version === version) return;
  const target = isTaken ? join(parent, "node_modules", name) : flat;
  mkdirSync(target, { recursive: true });
  if (ours === undefined) {
    const isOwn = (path: string) => path !== join(source, "node_modules");
    cpSync(source, target, { recursive: true, dereference: true, filter: isOwn });
  } else {
    unpack(source, target);
  }
  for (const next of Object.keys(dependencies)) install(next, source, project, target);
}

function unpack(source: string, target: string): void {
  archives ??= packAll();
  execFileSync("tar", ["-xzf", archives.get(source)!, "-C", target, "--strip-components=1"]);
}

/** The archives of the packages of code by their folders: one start of npm for all files that a worker of Vitest runs. */
let archives: ReadonlyMap<string, string> | undefined;

function packAll(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-packed-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const packed = published.filter(hasCode);
  const sources = packed.map((one) => join(root, one.folder));
  const words = ["pack", "--json", "--silent", "--pack-destination", folder, ...sources];
  const told = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8" }));
  const files = new Map(
    (told as { name: string; filename: string }[]).map((one) => [one.name, one.filename]),
  );
  return new Map(packed.map(({ name }, i) => [sources[i]!, join(folder, files.get(name)!)]));
}

/** As Node looks for it, also where a package keeps its manifest to itself. */
export function installedFolder(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
    if (folder === dirname(folder)) throw new Error(`${name} is not installed for ${from}`);
  }
}

function readManifest(folder: string): { version: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Whether an entry needs Node. All others run in browsers too. */
export function needsNode(entry: string): boolean {
  return /\/(?:node|command-line)$/.test(entry);
}

/** Packages without it are data. */
export function hasCode({ entries, manifest }: PublicPackage): boolean {
  return entries.some(({ types }) => types !== null) || manifest.dependencies !== undefined;
}

/** The entries of all public packages that are modules, as imported. */
export const libraryEntries: readonly string[] = published.flatMap(({ entries }) =>
  entries.filter(({ types }) => types !== null).map(({ specifier }) => specifier),
);
