/**
 * What a release says of the code of others in it: bills of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), and
 * licences. Both come from the lockfile, and the same lockfile gives the same bytes.
 *
 * Neither `@cyclonedx/cyclonedx-npm` nor `npm sbom` can write these bills: their subject is the root of a checkout, never one of
 * its packages; they do not know what a bundler puts into a package; and the first takes a hash only with the address of a
 * registry, which our lockfile leaves out.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledNames, Lock, packagesOf } from "../workspaces.mjs";

const OWN_SCOPE = "@svc-proof/";
const NOT_SHIPPED = new Set([".", "test"]);

/**
 * The workspaces whose files reach somebody: all but tests and measurements.
 *
 * @param {string} root the checkout.
 * @returns {string[]} their folders.
 */
export function shippedFolders(root) {
  return packagesOf(root)
    .map(({ folder }) => folder)
    .filter((folder) => !NOT_SHIPPED.has(folder));
}

/**
 * @typedef {{
 *   readonly "bom-ref": string, readonly group?: string, readonly name: string, readonly version: string,
 *   readonly scope: "required" | "optional", readonly licenses?: readonly object[], readonly hashes?: readonly object[],
 * }} Component
 * @typedef {{
 *   readonly serialNumber: string, readonly metadata: { readonly component: Omit<Component, "scope"> },
 *   readonly components: readonly Component[],
 *   readonly dependencies: readonly { readonly ref: string, readonly dependsOn: readonly string[] }[],
 * }} Bom What is read of a bill here.
 */

/**
 * The bill of one package: what `npm install` of it brings, and what is bundled into it.
 *
 * @param {string} root the checkout.
 * @param {string} folder its workspace.
 * @param {Date} time of the commit.
 * @returns {Bom}
 */
export function packageBom(root, folder, time) {
  const lock = new Lock(root);
  const { [folder]: main, ...components } = componentsOf(root, lock, [folder]);
  return bomOf(time, main.component, main.needs, components);
}

/**
 * The bill of everything that this project ships: packages, service, sites, and what is bundled into them.
 *
 * @param {string} root the checkout.
 * @param {Date} time of the commit.
 * @returns {Bom}
 */
export function wholeBom(root, time) {
  const folders = shippedFolders(root);
  const components = componentsOf(root, new Lock(root), folders);
  const { name, version, license, description } = packagesOf(root)[0].manifest;
  const purl = purlOf(name, version);
  const licenses = licencesOf(license);
  const main = { type: "application", "bom-ref": purl, name, version, description, licenses, purl };
  return bomOf(
    time,
    main,
    folders.map((folder) => components[folder].component.purl),
    components,
  );
}

/** By path of the lockfile: the component, whether it is optional, and the purls of what it needs. */
function componentsOf(root, lock, folders) {
  const found = lock.closure(folders, (folder) => bundledNames(root, folder));
  const purlAt = (path) => purlOf(lock.nameAt(path), lock.at(path).version);
  return Object.fromEntries(
    [...found].map(([path, { isOptional, needs }]) => {
      const component = componentOf(lock.nameAt(path), lock.at(path));
      return [path, { component, isOptional, needs: needs.map(purlAt) }];
    }),
  );
}

function bomOf(time, main, needed, components) {
  const found = new Map();
  const needs = new Map([[main.purl, new Set(needed)]]);
  // A version that lies at two places is one component.
  for (const { component, isOptional, needs: purls } of Object.values(components)) {
    const scope = isOptional && found.get(component.purl)?.scope !== "required" ? "optional" : "required";
    found.set(component.purl, { ...component, scope });
    needs.set(component.purl, new Set([...(needs.get(component.purl) ?? []), ...purls]));
  }
  const byPurl = ([a], [b]) => (a < b ? -1 : 1);
  const body = {
    metadata: { timestamp: time.toISOString(), lifecycles: [{ phase: "build" }], component: main },
    components: [...found].sort(byPurl).map(([, component]) => component),
    dependencies: [...needs].sort(byPurl).map(([ref, purls]) => ({ ref, dependsOn: [...purls].sort() })),
  };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(body))}`,
    version: 1,
    ...body,
  };
}

function componentOf(fullName, { version, license, integrity }) {
  const [group, name] = fullName.startsWith("@") ? fullName.split("/") : [undefined, fullName];
  const purl = purlOf(fullName, version);
  return {
    type: "library",
    "bom-ref": purl,
    ...(group && { group }),
    name,
    version,
    ...(license !== undefined && { licenses: licencesOf(license) }),
    ...(integrity !== undefined && { hashes: hashesOf(integrity) }),
    purl,
    ...(fullName.startsWith(OWN_SCOPE) && { supplier: { name: "svc-proof" } }),
  };
}

/** https://github.com/package-url/purl-spec: the at sign of a scope is escaped. */
function purlOf(name, version) {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

function licencesOf(text) {
  return /[ ()]/.test(text)
    ? [{ expression: text.replace(/^\((.*)\)$/, "$1") }]
    : [{ license: { id: text } }];
}

function hashesOf(integrity) {
  return integrity.split(" ").map((one) => {
    const [algorithm, base64] = one.split("-");
    return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(base64, "base64").toString("hex") };
  });
}

/** A UUID of version 8 (RFC 9562), from SHA-256: the serial number follows from the content. */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** SPDX identifiers (https://spdx.org/licenses). Permissive: they ask for their text or nothing, and bind no other code. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  // Of typefaces: they may be bundled and may not be sold by themselves.
  "OFL-1.1",
  // Of what Python's makers wrote: it asks for its text and a word on changes.
  "Python-2.0",
  "Zlib",
]);

/**
 * Packages without a file of their licence: whose it is, by their package.json and the heads of their files, and the standard
 * text that is added.
 */
const WITHOUT_TEXT = {
  "@foundry-rs/anvil": { copyright: "The contributors of Foundry", text: "licences/MIT.txt" },
};

/** Whether an SPDX expression allows a use under `ALLOWED`: `OR` needs one side, `AND` both and binds closer. */
function isAllowed(expression) {
  const isFlatAllowed = (flat) =>
    flat.split(" OR ").some((side) => side.split(" AND ").every((id) => ALLOWED.has(id.trim())));
  let flat = expression;
  for (let inner = /\(([^()]*)\)/; inner.test(flat); ) {
    flat = flat.replace(inner, (_, part) => (isFlatAllowed(part) ? "MIT" : "none"));
  }
  return isFlatAllowed(flat);
}

const TEXT_FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[-.][\w.-]*)?$/i;
const LINE = `\n${"-".repeat(72)}\n\n`;
const HEADING = `Third-party licences

The packages that this project's packages, service and sites need or contain, each with its licence.
`;

/**
 * The licences of the third-party packages of a checkout.
 *
 * @param {string} root the checkout, with its dependencies installed.
 * @param {readonly string[]} folders the workspaces. Default: all that are shipped.
 * @returns {{ readonly text: string, readonly problems: readonly string[] }} `text`, sorted by name, the same on every platform;
 * `problems`: a line for each licence that is not allowed or has no text.
 */
export function thirdPartyLicences(root, folders = shippedFolders(root)) {
  const lock = new Lock(root);
  const problems = [];
  const packages = new Map();
  const onPlatforms = new Set();
  for (const path of lock.closure(folders, (folder) => bundledNames(root, folder)).keys()) {
    if (!path.includes("node_modules/")) continue;
    const name = lock.nameAt(path);
    const { version, license, os, cpu } = lock.at(path);
    const label = `${name} ${version} (${license ?? "no licence"})`;
    if (license === undefined || !isAllowed(license)) problems.push(`${label}: not an allowed licence`);
    // A machine has those of its own platform alone.
    if (os !== undefined || cpu !== undefined) onPlatforms.add(label);
    else packages.set(label, { folder: join(root, path), name, label });
  }
  const notices = [...packages.values()]
    .sort((a, b) => (a.label < b.label ? -1 : 1))
    .map(({ folder, name, label }) => {
      const text = licenceTextOf(folder, name);
      if (text === null) problems.push(`${label}: no text of its licence`);
      return `${label}\n\n${text ?? ""}\n`;
    });
  if (onPlatforms.size > 0) {
    const names = [...onPlatforms].sort().join("\n");
    notices.push(`Programs for one platform, of the packages above that name them\n\n${names}\n`);
  }
  return { text: [HEADING, ...notices, textAt("licences/data.txt")].join(LINE), problems };
}

function licenceTextOf(folder, name) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => TEXT_FILE.test(file)) : [];
  const own = files
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  if (own.some((text) => text !== "")) return own.join("\n\n");
  const stated = WITHOUT_TEXT[name];
  return stated === undefined ? null : `Copyright (c) ${stated.copyright}\n\n${textAt(stated.text).trim()}`;
}

function textAt(path) {
  return readFileSync(join(import.meta.dirname, path), "utf8");
}
