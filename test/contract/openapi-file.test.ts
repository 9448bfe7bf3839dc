/**
 * `docs/openapi.json`, from which the documentation site and clients are made, is the document that the service serves.
 * `npx vitest run test/contract/openapi-file.test.ts -u` writes it.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiService } from "./api-service.js";

let service: ApiService;
beforeAll(async () => {
  service = await ApiService.start();
});
afterAll(() => service.stop());

test("docs/openapi.json is what the service serves", async () => {
  const { json } = await service.request("GET", "/openapi.json");
  await expect(`${JSON.stringify(json, null, 2)}\n`).toMatchFileSnapshot("../../docs/openapi.json");
});
