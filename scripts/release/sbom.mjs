/**
 * Software bills of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), from the lockfile. The same lockfile gives the
 * same bytes: the time is that of the commit, the serial number follows from the content.
 */
import { createHash } from "node:crypto";
import { bundledNames, Lock } from "./dependencies.mjs";
import { packagesOf } from "./workspaces.mjs";

const OWN_SCOPE = "@svc-proof/";
const NOT_SHIPPED = new Set([".", "test", "bench", "examples", "reference"]);

/**
 * The bill of one package: what `npm install` of it brings.
 *
 * @param root the checkout.
 * @param folder its workspace.
 * @param time of the commit.
 */
export function packageBom(root, folder, time) {
  const lock = new Lock(root);
  const found = lock.closure([folder], (path) => bundledNames(root, path));
  return bom(lock, componentAt(lock, folder), [folder], found, time);
}

/** The bill of everything that this project ships: packages, service, sites, and what is bundled into them. */
export function wholeBom(root, time) {
  const lock = new Lock(root);
  const folders = shippedFolders(root);
  const found = lock.closure(folders, (path) => bundledNames(root, path));
  const { name, version, license, description } = packagesOf(root)[0].manifest;
  const purl = `pkg:npm/${name}@${version}`;
  const main = {
    type: "application",
    "bom-ref": purl,
    name,
    version,
    description,
    licenses: licence(license),
    purl,
  };
  return bom(lock, main, folders, found, time);
}

/** The workspaces whose files reach somebody: all but tests, measurements, examples and what only builds. */
export function shippedFolders(root) {
  const kept = packagesOf(root).filter(({ folder }) => !NOT_SHIPPED.has(folder));
  return kept.map(({ folder }) => folder);
}

function bom(lock, main, starts, found, time) {
  const isMain = (path) => starts.length === 1 && path === starts[0];
  const refs = new Map([...found.keys()].map((path) => [path, purlOf(lock, path)]));
  const components = new Map();
  const needs = new Map([[main["bom-ref"], new Set()]]);
  for (const [path, { isOptional, needs: paths }] of found) {
    const ref = refs.get(path);
    if (!isMain(path)) {
      const known = components.get(ref);
      const scope = isOptional && known?.scope !== "required" ? "optional" : "required";
      components.set(ref, { ...componentAt(lock, path), scope });
    }
    if (!needs.has(ref)) needs.set(ref, new Set());
    for (const needed of paths) needs.get(ref).add(refs.get(needed));
  }
  if (starts.length > 1) for (const start of starts) needs.get(main["bom-ref"]).add(refs.get(start));
  const byRef = ([a], [b]) => (a < b ? -1 : 1);
  const body = {
    metadata: {
      timestamp: time.toISOString(),
      lifecycles: [{ phase: "build" }],
      component: main,
    },
    components: [...components].sort(byRef).map(([, component]) => component),
    dependencies: [...needs].sort(byRef).map(([ref, set]) => ({ ref, dependsOn: [...set].sort() })),
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

function componentAt(lock, path) {
  const { version, license, integrity } = lock.at(path);
  const full = lock.nameAt(path);
  const [group, name] = full.startsWith("@") ? full.split("/") : [undefined, full];
  return {
    type: "library",
    "bom-ref": purlOf(lock, path),
    ...(group && { group }),
    name,
    version,
    ...(license !== undefined && { licenses: licence(license) }),
    ...(integrity !== undefined && { hashes: hashesOf(integrity) }),
    purl: purlOf(lock, path),
    ...(full.startsWith(OWN_SCOPE) && { supplier: { name: "svc-proof" } }),
  };
}

/** https://github.com/package-url/purl-spec: the at sign of a scope is escaped. */
function purlOf(lock, path) {
  return `pkg:npm/${lock.nameAt(path).replace(/^@/, "%40")}@${lock.at(path).version}`;
}

function licence(text) {
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

/** A UUID of version 8 (RFC 9562), from SHA-256. */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
