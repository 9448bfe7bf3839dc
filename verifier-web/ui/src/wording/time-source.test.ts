import { CHECKS, type CheckId, type Claim, isTimeCheck, type Report } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { verdict as english } from "../texts/result/english.js";
import { verdict as german } from "../texts/result/german.js";
import { computedGrounds, timeLine } from "./time-source.js";

const open = (id: CheckId, evidence: Report["checks"][number]["evidence"] = {}) =>
  ({ id, status: "indeterminate", code: "no_source", basis: "asserted", evidence }) as const;
const reportOf = (checks: Report["checks"]) => ({ checks, claims: [] }) as unknown as Report;

describe("the time line", () => {
  test("has every check that gives a time and is not confirmed, and no other", () => {
    const entries = timeLine(reportOf(CHECKS.map(({ id }) => open(id))), english.sources);
    const shown = entries.map((entry) => entry.kind === "unconfirmed" && entry.check.id);
    expect(shown).toEqual(CHECKS.map(({ id }) => id).filter(isTimeCheck));
  });

  test("tells what each check states of its source", () => {
    const entries = timeLine(
      reportOf([
        open("anchor", { chain_id: 1, network: "Ethereum", block_number: 7 }),
        open("bitcoin", { attestations: [{ answer: "x" }, { stated_height: 9 }] }),
        open("seal", { authority: "O=Sandbox\\, B,CN=A \\C3\\A9\\, C", gen_time: "20260101000000Z" }),
        open("block", { chain_id: 999, network: "Bitcoin" }),
      ]),
      english.sources,
    );
    expect(entries).toMatchObject([
      { place: { text: "evm", name: "Ethereum", block: 7 }, statedTime: null },
      { place: { text: "bitcoin", name: null, block: 9 }, statedTime: null },
      { place: { text: "seal", name: "A é, C", block: null }, statedTime: "20260101000000Z" },
      { place: { text: "block", name: "unknown chain 999 (“Bitcoin”)", block: null } },
    ]);
  });

  test("leaves open what a check does not state", () => {
    const entries = timeLine(
      reportOf([open("anchor", { network: 7 }), open("bitcoin"), open("seal")]),
      english.sources,
    );
    expect(entries).toMatchObject([
      { place: { name: null, block: null } },
      { place: { name: null, block: null } },
      { place: { name: null, block: null }, statedTime: null },
    ]);
  });

  test("leaves out what was skipped", () => {
    expect(timeLine(reportOf([{ ...open("seal"), status: "skipped" }]), english.sources)).toEqual([]);
  });
});

describe("computed grounds", () => {
  const source = {
    type: "bitcoin-block",
    work_bits: 88.3,
    checkpoint_height: 824_543,
    proven_by_work: null,
  } as Partial<Claim["source"]> as Claim["source"];

  test("bits of work are written as the language writes numbers", () => {
    expect(computedGrounds(source, german, "de")).toContain("88,3 Bit");
    expect(computedGrounds(source, english, "en")).toContain("88.3 bits");
  });
});
