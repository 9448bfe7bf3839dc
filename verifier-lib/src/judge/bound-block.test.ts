/**
 * A block of an EVM chain to which a block of Bitcoin commits. No file leads from a header of ours to Bitcoin's main chain,
 * and none can be made without its work: here the table of checkpoints has a block that costs nothing, and nothing else
 * differs.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { encodeDetachedTimestamp, type Timestamp, timestampAlong } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeEvmWitness } from "../evm/witness.js";
import { reportText } from "../report/text.js";
import { verify } from "../verify.js";
import { anchored } from "./anchored.testing.js";
import {
  easyCheckpoints,
  endOfEpoch,
  linesOf,
  mine,
  replaceCheckpoints,
  restoreCheckpoints,
} from "./chain.testing.js";
import { ORIGINAL } from "./example.testing.js";

const world = anchored();
const digest = sha256(world.witness.header);

const HEIGHT = endOfEpoch(0);
const block = mine(null, HEIGHT, { merkleRoot: digest });
beforeAll(() => replaceCheckpoints(easyCheckpoints(block)));
afterAll(restoreCheckpoints);

const attestation = { attestation: { kind: "bitcoin", height: HEIGHT } } as const;
const file = (of: Uint8Array, timestamp: Timestamp = { branches: [attestation] }) =>
  encodeDetachedTimestamp({ hash: "sha256", digest: of, timestamp });
const proof = new TextEncoder().encode(encodePortableProof(world.proof));
const witness = encodeEvmWitness(world.witness);
const headers = [linesOf(HEIGHT, [block])];
const NOW = new Date("2026-11-21T12:00:00.000Z");

test("bounds the time of the content, computed, though nobody confirmed the EVM chain", async () => {
  const report = await verify(proof, {
    now: NOW,
    headers,
    original: ORIGINAL,
    witnesses: [witness],
    witnessTimestamps: [file(digest)],
  });
  expect(report.checks.map(({ id, status, code, basis }) => `${id} ${status} ${code} ${basis}`)).toEqual([
    "format passed ok computed",
    "content passed ok computed",
    "leaf passed ok computed",
    "merkle passed ok computed",
    "payload passed ok computed",
    "anchor indeterminate witness_unconfirmed computed",
    "block passed ok computed",
  ]);
  expect(report.outcome).toBe("verified");
  expect(report.claims).toMatchObject([
    {
      basis: "computed",
      source: {
        type: "bitcoin-block",
        block_height: HEIGHT,
        relied_on: [],
        anchored_block: {
          chain_id: 1,
          network: "Ethereum",
          block_number: 1000,
          block_hash: world.block.hash,
        },
      },
    },
  ]);
  expect(report.inputs.filter(({ kind }) => kind.startsWith("witness"))).toMatchObject([
    { kind: "witness", status: "checked" },
    { kind: "witness_timestamp", status: "checked", code: "ok" },
  ]);
  expect(reportText(report)).toContain("Bitcoin, block 2015 commits to Ethereum, block 1000, computed");
});

test("fails if the timestamp leads elsewhere", async () => {
  const report = await verify(proof, {
    now: NOW,
    headers,
    original: ORIGINAL,
    witnesses: [witness],
    witnessTimestamps: [
      file(
        digest,
        timestampAlong([{ kind: "append", argument: Uint8Array.of(1) }], { branches: [attestation] }),
      ),
    ],
  });
  expect(report.checks.find(({ id }) => id === "block")).toMatchObject({
    status: "failed",
    code: "bitcoin_root_mismatch",
  });
  expect(report.outcome).toBe("failed");
});

test("gives no time if the witness does not hold", async () => {
  const stray = anchored({ input: new TextEncoder().encode("another batch") });
  const report = await verify(proof, {
    now: NOW,
    headers,
    original: ORIGINAL,
    witnesses: [encodeEvmWitness({ ...stray.witness })],
    witnessTimestamps: [file(sha256(stray.witness.header))],
  });
  expect(report.checks.map(({ id }) => id)).not.toContain("block");
  expect(report.outcome).toBe("failed");
});

test("bounds the time of a witness alone", async () => {
  const report = await verify(witness, { now: NOW, headers, witnessTimestamps: [file(digest)] });
  expect(report.outcome).toBe("verified");
  expect(report.claims).toMatchObject([
    { basis: "computed", source: { anchored_block: { block_number: 1000 } } },
  ]);
});
