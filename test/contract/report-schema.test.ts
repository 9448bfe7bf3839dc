/** Every report is valid under the published JSON Schema. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EvmSource, parsePortableProof, verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { minedBlock } from "../../verifier-lib/src/source/recorded-source.testing.js";
import { root, svcVerify } from "../e2e/sandbox.js";
import { exampleChain, PROOF, packed, README, STREAMED_ORIGINAL, TIMESTAMP } from "../evidence-packages.js";
import { asicBytes, asicCases, pemOf } from "../vectors/asic/cases.js";

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

test("a report with a claim, and the command line's report of a file that cannot be read", async () => {
  const proof = readFileSync(join(vectors, "good/one-leaf.json"));
  const { anchors, merkle } = parsePortableProof(proof);
  const anchor = anchors[0]!;
  const block = minedBlock({
    number: anchor.block_number,
    timestamp: 1_700_000_000,
    transactionHashes: [anchor.tx_hash],
  });
  const source: EvmSource = {
    chainId: anchor.chain_id,
    name: "a chain of this test",
    fetchChainId: async () => anchor.chain_id,
    fetchHeadNumber: async () => anchor.block_number + 100,
    fetchFinalizedNumber: async () => anchor.block_number,
    fetchTransaction: async () => ({
      hash: anchor.tx_hash,
      input: `0x${Buffer.from(`svc:v2:${merkle.root}`).toString("hex")}`,
      blockNumber: anchor.block_number,
      blockHash: block.hash,
    }),
    fetchReceipt: async () => ({
      transactionHash: anchor.tx_hash,
      status: "success",
      blockNumber: anchor.block_number,
      blockHash: block.hash,
    }),
    fetchBlock: async () => block,
  };
  const report = JSON.parse(JSON.stringify(await verify(proof, { sources: [source] })));
  expect(report.outcome).toBe("verified");
  expect(report.claims).toHaveLength(1);
  validate(report);
  expect(validate.errors).toBeNull();

  const { stdout } = await svcVerify("--json", join(vectors, "missing.json"));
  validate(JSON.parse(stdout));
  expect(validate.errors).toBeNull();
});

test("reports of packages: whole, damaged, and without a proof", async () => {
  const whole = await packed(README, PROOF, TIMESTAMP, STREAMED_ORIGINAL);
  for (const zip of [whole, whole.subarray(0, -1), await packed(README)]) {
    validate(JSON.parse(JSON.stringify(await verify(zip, { sources: [exampleChain()] }))));
    expect(validate.errors).toBeNull();
  }
});

test("reports of containers", async () => {
  const { good, bad, anchor, at } = asicCases;
  for (const { file } of [...good, ...bad]) {
    for (const options of [{}, { trust: [pemOf(anchor)], now: new Date(at), contentHash: "0".repeat(64) }]) {
      validate(JSON.parse(JSON.stringify(await verify(asicBytes(file), options))));
      expect(validate.errors, file).toBeNull();
    }
  }
});

test("the schema rejects anything that is not a report", async () => {
  const report = JSON.parse(JSON.stringify(await verify("{}")));
  expect(validate(report)).toBe(true);
  expect(validate({ ...report, outcome: "probably" })).toBe(false);
  expect(validate({ ...report, checks: [] })).toBe(false);
  expect(validate({ ...report, extra: 1 })).toBe(false);
});
