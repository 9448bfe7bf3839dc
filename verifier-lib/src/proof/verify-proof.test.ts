/** What `verify` hands on to the checks of a proof, and what they hand back where there is none. */
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { expect, test } from "vitest";
import { minedBlock, recordedSource } from "../source/recorded-source.testing.js";
import { verify } from "../verify.js";
import { exampleProof } from "./example.testing.js";

const proof = exampleProof();
const input = encodePortableProof(proof);
const [anchor] = proof.anchors;
const MINED_AT = 1_700_000_000;
const block = minedBlock({ number: 1000, timestamp: MINED_AT, transactionHashes: [anchor!.tx_hash] });
const at = { blockNumber: block.number, blockHash: block.hash };
const source = recordedSource("chain", {
  chainId: 1,
  head: 1002,
  transaction: { hash: anchor!.tx_hash, input: payloadCalldata(anchorPayload(proof.merkle.root)), ...at },
  receipt: { transactionHash: anchor!.tx_hash, status: "success", ...at },
  block,
});
const anchorOf = async (options: Parameters<typeof verify>[1]) =>
  (await verify(input, { sources: [source], ...options })).checks.find(({ id }) => id === "anchor");

test("the evidence of the check format names the schema", async () => {
  const [format] = (await verify(input)).checks;
  expect(format).toMatchObject({ id: "format", status: "passed", evidence: { schema: "svc-proof/2" } });
});

test("without a proof, every given input is skipped and nothing is claimed", async () => {
  const garbage = new Uint8Array([1]);
  const report = await verify("{}", { seal: garbage, timestamps: [garbage] });
  expect(report.checks.filter(({ id }) => id === "seal" || id === "bitcoin")).toMatchObject([
    { id: "bitcoin", status: "skipped" },
    { id: "seal", status: "skipped" },
  ]);
  expect(report).toMatchObject({ outcome: "failed", proof: null, claims: [] });
  const alone = await verify("{}");
  expect(alone.checks.map(({ id }) => id)).not.toContain("seal");
  expect(alone.checks.map(({ id }) => id)).not.toContain("bitcoin");
});

test("a block's time is compared with the given clock", async () => {
  expect(await anchorOf({ now: new Date((MINED_AT - 7200) * 1000) })).toMatchObject({ status: "passed" });
  expect(await anchorOf({ now: new Date((MINED_AT - 7201) * 1000) })).toMatchObject({
    code: "block_time_implausible",
  });
});

test("confirmations are compared with the given number", async () => {
  expect(await anchorOf({ minConfirmations: 3 })).toMatchObject({ status: "passed" });
  expect(await anchorOf({ minConfirmations: 4 })).toMatchObject({ code: "too_few_confirmations" });
});

test("an abort ends the wait for a source", async () => {
  const controller = new AbortController();
  const silent = {
    ...source,
    fetchBlock: () => {
      controller.abort(new Error("enough"));
      return new Promise<never>(() => undefined);
    },
  };
  await expect(verify(input, { sources: [silent], signal: controller.signal })).rejects.toThrow("enough");
});
