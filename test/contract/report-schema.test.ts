/** Every report is a document of the published JSON Schema. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";

const schema = JSON.parse(readFileSync(join(root, "verifier-lib/report.schema.json"), "utf8"));
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);
const vectors = join(root, "test/vectors/svc-proof-2");

describe.each(["good", "bad"])("%s vectors", (folder) => {
  test.each(readdirSync(join(vectors, folder)).filter((name) => name.endsWith(".json")))(
    "%s",
    async (name) => {
      const bytes = readFileSync(join(vectors, folder, name));
      const unreachable = createRpcEvmSource({ chainId: 1, url: "http://127.0.0.1:9", retries: 0 });
      for (const options of [{}, { contentHash: "0".repeat(64) }, { sources: [unreachable] }]) {
        validate(JSON.parse(JSON.stringify(await verify(bytes, options))));
        expect(validate.errors).toBeNull();
      }
    },
  );
});

test("the schema refuses what is no report", async () => {
  const report = JSON.parse(JSON.stringify(await verify("{}")));
  expect(validate(report)).toBe(true);
  expect(validate({ ...report, outcome: "probably" })).toBe(false);
  expect(validate({ ...report, checks: [] })).toBe(false);
  expect(validate({ ...report, extra: 1 })).toBe(false);
});
