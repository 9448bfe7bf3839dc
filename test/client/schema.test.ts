/**
 * The types of the client are those of the service's document. `npx vitest run test/client/schema.test.ts -u` writes
 * them anew after a change of a route.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiService } from "../contract/api-service.js";
import { root } from "../e2e/sandbox.js";

/** What is used of `openapi-typescript`, which only `reference/` installs. */
interface Generator {
  default(document: unknown, options: { readonly alphabetize: boolean }): Promise<unknown[]>;
  astToString(ast: unknown): string;
}

const HEAD = `/**
 * The API as TypeScript, generated from the service's OpenAPI document: test/client/schema.test.ts.
 */
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

`;

let service: ApiService;
beforeAll(async () => {
  service = await ApiService.start();
});
afterAll(() => service.stop());

test("the committed types are those of the service's document", async () => {
  const { json: document } = await service.request("GET", "/openapi.json");
  const path = createRequire(join(root, "docs/package.json")).resolve("openapi-typescript");
  const { default: generate, astToString } = (await import(
    pathToFileURL(path).href.replace(/\.cjs$/, ".mjs")
  )) as Generator;
  // The address of this very service, which differs from run to run.
  const types = await generate({ ...document, servers: [] }, { alphabetize: false });
  // Always empty, and used by nobody.
  const documented = astToString(types)
    .replace(/^export type (?:webhooks|\$defs) = .*\n/gm, "")
    .replace(
      "export interface components",
      "/** Bodies and parameters by their names in the document. */\n$&",
    )
    .replace("export interface operations", "/** Operations by their identifiers in the document. */\n$&");
  const text = `${HEAD}${documented}`;
  expect(text).toContain("export interface operations");
  await expect(text).toMatchFileSnapshot("../../client/src/wire/schema.ts");
});
