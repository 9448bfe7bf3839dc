import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type Endpoint, startEndpoint } from "../../../verifier-lib/src/source/http-endpoint.testing.js";
import { EPOCH_FILE_BYTES } from "../model/epoch.js";
import { EpochSource } from "./epoch-source.js";

let endpoint: Endpoint | null = null;
afterEach(() => endpoint?.stop());

test.each<[string, (response: ServerResponse) => void, string]>([
  ["that has the file", (response) => response.end(Buffer.alloc(EPOCH_FILE_BYTES)), "fetched"],
  ["that does not have it", (response) => response.writeHead(404).end("not found"), "absent"],
  ["that sends a page in its place", (response) => response.end("<!doctype html>"), "absent"],
  ["that sends too much", (response) => response.end(Buffer.alloc(EPOCH_FILE_BYTES + 1)), "absent"],
  ["that breaks off", (response) => response.destroy(), "unreachable"],
  ["behind a gateway that fails", (response) => response.writeHead(502).end(), "unreachable"],
  ["that counts requests", (response) => response.writeHead(429).end(), "unreachable"],
])("a site %s", async (_, answer, state) => {
  endpoint = await startEndpoint((_request, response) => answer(response));
  const found = await new EpochSource(new URL(`${endpoint.url}/bitcoin/`)).fetch(473);
  expect(found.state).toBe(state);
  expect(found.file?.name).toBe(state === "fetched" ? "473.bin" : undefined);
  expect(endpoint.paths).toEqual(["/bitcoin/473.bin"]);
});
