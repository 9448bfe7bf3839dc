/**
 * Attacks that talk the verifier out of a true anchor: witnesses of blocks that nobody has mined. What a witness shows is
 * true of its block; whether the block is on the chain, only a source says. docs/design/threats.md.
 */

import { encodePortableProof } from "@svc-proof/shared/proof";
import { type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { encodeEvmWitness } from "../../verifier-lib/src/evm/witness.js";
import { anchored, chainSource } from "../../verifier-lib/src/judge/anchored.testing.js";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const world = anchored({ transactions: 3, index: 1 });
const bytes = (text: string) => new TextEncoder().encode(text);
const file = ({ witness }: Pick<typeof world, "witness">) => bytes(encodeEvmWitness(witness));
const run = (options: VerifyOptions = {}) =>
  verify(bytes(encodePortableProof(world.proof)), { now: NOW, ...options });
const said = ({ outcome, claims, checks }: Report) => [
  outcome,
  claims.length,
  ...checks.filter(({ id }) => id === "anchor" || id === "inputs").map(({ id, code }) => `${id} ${code}`),
];

describe("a witness of an invented block, with another transaction of the same payload", () => {
  const invented = anchored({ transactions: 1, index: 0, value: 1, extraData: "invented" });
  const sources = [chainSource(world)];

  test("does not fail the proof, and the source is asked", async () => {
    expect(said(await run({ sources }))).toEqual(["verified", 1, "anchor ok"]);
    const report = await run({ sources, witnesses: [file(invented)] });
    expect(said(report).slice(0, 3)).toEqual(["verified", 1, "anchor ok"]);
    expect(report.inputs.find(({ kind }) => kind === "witness")).toMatchObject({ status: "not_applicable" });
  });

  test("beside the true one changes nothing, in any order", async () => {
    for (const witnesses of [
      [file(invented), file(world)],
      [file(world), file(invented)],
    ]) {
      expect(said(await run({ sources, witnesses })).slice(0, 3)).toEqual(["verified", 1, "anchor ok"]);
      expect(said(await run({ witnesses })).slice(0, 3)).toEqual([
        "indeterminate",
        0,
        "anchor witness_unconfirmed",
      ]);
    }
  });
});

test("another transaction that carries the payload counts where its block is confirmed", async () => {
  const other = anchored({ transactions: 1, index: 0, value: 1, number: 990, timestamp: 1_699_999_000 });
  const own = chainSource(world);
  const both = chainSource(world, {
    fetchBlock: async (number, request) => (number === 990 ? other.block : own.fetchBlock(number, request)),
  });
  const report = await run({ sources: [both], witnesses: [file(other), file(world)] });
  expect(report.outcome).toBe("verified");
  expect(report.claims.map(({ source }) => "block_number" in source && source.block_number)).toEqual([
    1000, 990,
  ]);
  expect(report.inputs.filter(({ kind }) => kind === "witness").map(({ status }) => status)).toEqual([
    "checked",
    "checked",
  ]);
});

test("two witnesses of the anchor's own transaction: the confirmed one counts, whichever comes first", async () => {
  const stale = anchored({ transactions: 3, index: 1, extraData: "of another branch" });
  const sources = [chainSource(world)];
  const [one, other] = await Promise.all([
    run({ sources, witnesses: [file(stale), file(world)] }),
    run({ sources, witnesses: [file(world), file(stale)] }),
  ]);
  // What the caller states and the chain refutes fails, and it is the same in any order.
  expect(said(one)).toEqual(["failed", 0, "anchor ok", "inputs block_off_chain"]);
  expect(said(other)).toEqual(said(one));
});

test("witnesses of more transactions than sources are asked about are counted", async () => {
  const silent = chainSource(world, { fetchTransaction: async () => null, fetchBlock: async () => null });
  const invented = Array.from({ length: 10 }, (_, i) =>
    file(anchored({ transactions: 1, index: 0, value: 1 + i, extraData: "invented" })),
  );
  const { notices } = await run({ sources: [silent], witnesses: invented });
  expect(notices).toContainEqual({
    code: "not_all_judged",
    evidence: { of: "anchor", judged: 8, given: 10 },
  });
});
