/** The bills of materials of this checkout, by the schema of CycloneDX, and the licences of what they name. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Bom,
  packageBom,
  shippedFolders,
  thirdPartyLicences,
  wholeBom,
} from "../../scripts/release/bills.mjs";
import { publicPackages } from "../../scripts/workspaces.mjs";
import { root } from "../e2e/sandbox.js";

const TIME = new Date("2026-11-23T00:00:00Z");
const schemas = join(
  dirname(createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json")),
  "res/schema",
);
const schema = (name: string) =>
  JSON.parse(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));

/** As the schema asks: RFC 3339 and the like are told by their names alone. */
const ajv = new Ajv({ strict: false, validateFormats: false });
for (const name of ["spdx", "jsf-0.82"]) {
  const { $id: _, ...others } = schema(name);
  // By the name under which the copies refer to each other.
  ajv.addSchema(others, `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
}
const isBom = ajv.compile(schema("bom-1.6"));

const nameOf = ({ group, name }: Bom["components"][number]) =>
  group === undefined ? name : `${group}/${name}`;

let whole: Bom;
beforeAll(() => {
  whole = wholeBom(root, TIME);
});

describe.each(publicPackages(root).map(({ folder, manifest }) => [manifest.name, folder, manifest] as const))(
  "%s",
  (name, folder, manifest) => {
    test("its bill follows the schema and has what it depends on, directly or not", () => {
      const bom = packageBom(root, folder, TIME);
      expect(isBom(bom), JSON.stringify(isBom.errors)).toBe(true);
      expect(bom.metadata.component["bom-ref"]).toBe(
        `pkg:npm/${name.replace("@", "%40")}@${manifest.version}`,
      );
      const names = bom.components.map(nameOf);
      expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies ?? {})));
      for (const { "bom-ref": ref, version, ...component } of bom.components) {
        expect(ref, nameOf({ ...component, "bom-ref": ref, version })).toMatch(/@\d/);
        expect(version).toMatch(/^\d+\.\d+\.\d+/);
      }
      const refs = new Set([
        bom.metadata.component["bom-ref"],
        ...bom.components.map((one) => one["bom-ref"]),
      ]);
      expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(refs);
      expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual(
        [],
      );
      expect(
        bom.components.filter((one) => !nameOf(one).startsWith("@svc-proof/") && !("hashes" in one)),
      ).toEqual([]);
    });
  },
);

test("verifier-lib's has the three packages that installing it brings, and no more", () => {
  const names = packageBom(root, "verifier-lib", TIME).components.map(nameOf);
  expect(names).toEqual(["@noble/hashes", "@noble/secp256k1", "@svc-proof/shared"]);
});

test("the bill of all follows the schema, and the schema refuses others", () => {
  expect(isBom(whole), JSON.stringify(isBom.errors)).toBe(true);
  expect(isBom({ ...whole, bomFormat: "Other" })).toBe(false);
  expect(
    isBom({
      ...whole,
      components: [{ ...whole.components[0], licenses: [{ license: { id: "No-Licence" } }] }],
    }),
  ).toBe(false);
  expect(isBom({ ...whole, components: [whole.components[0], whole.components[0]] })).toBe(false);
});

test("the same lockfile gives the same bill, another time another serial number", () => {
  expect(wholeBom(root, TIME)).toEqual(whole);
  expect(wholeBom(root, new Date(0)).serialNumber).not.toBe(whole.serialNumber);
});

test("the bill of all has every part, what is bundled and typefaces, and nothing that only builds or tests", () => {
  const names = whole.components.map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining([
      ...publicPackages(root).map(({ manifest }) => manifest.name),
      ...["@svc-proof/service", "@svc-proof/verifier-web", "@hapi/hapi", "comlink", "workbox-core"],
      ...["@fontsource/noto-sans", "@fontsource/source-code-pro", "@simplewebauthn/browser"],
    ]),
  );
  expect(
    names.filter((name) => ["vite", "terser", "vitest", "typescript", "@biomejs/biome"].includes(name)),
  ).toEqual([]);
});

const { text, problems } = thirdPartyLicences(root);

test("every licence is allowed and there with its text", () => {
  expect(problems).toEqual([]);
  const missing = whole.components.filter((one) => {
    const name = nameOf(one);
    return !name.startsWith("@svc-proof/") && !text.includes(`${name} ${one.version} (`);
  });
  expect(missing.map(nameOf)).toEqual([]);
  expect(text).toContain("SIL OPEN FONT LICENSE");
  expect(text).toContain("Bitcoin checkpoints");
  expect(text).toContain("EU trusted lists");
  expect(text).toMatch(/\nwawoff2 [\d.]+ \(MIT\)\n\nCopyright \(c\) 2013-2017 by the WOFF2 Authors/);
  expect(text).not.toContain("\r");
});

test.each(["licenses.txt"])("what the built site says to contain (%s) is among them", (file) => {
  const path = join(root, "verifier-web/dist/site", file);
  expect(existsSync(path), "the site is not built: npm run build").toBe(true);
  const bundled = [...readFileSync(path, "utf8").matchAll(/^(@?[\w./-]+) (\d\S*) \([\w. -]+\)$/gm)].map(
    ([line]) => line,
  );
  expect(bundled.length).toBeGreaterThan(5);
  for (const line of bundled) expect(text).toContain(`\n${line}\n`);
});

test("workspaces that are not shipped are left out", () => {
  expect(shippedFolders(root)).toEqual(
    expect.arrayContaining([
      "shared",
      "verifier-lib",
      "verifier-web",
      "service",
      "docs",
      "test/published-vectors",
    ]),
  );
  expect(shippedFolders(root).filter((folder) => ["test", "."].includes(folder))).toEqual([]);
});
