import { describe, expect, test } from "vitest";
import { conclude, type Findings } from "./conclude.js";
import { Item } from "./items.js";
import type { SealedTime, SealResult } from "./judge/seal.js";
import type { Reading } from "./reading.js";
import type { CheckId } from "./report/checks.js";
import type { Check, CheckStatus, Notice } from "./report/report.js";

const check = (id: CheckId, status: CheckStatus = "passed", code = "ok"): Check =>
  ({ id, status, code, basis: null, evidence: {} }) as Check;
const LINKS = (["format", "content", "leaf", "merkle", "payload"] as const).map((id) => check(id));
const SUBJECT = { proof_id: "some-id", content: { algorithm: "SHA-256", hash: "ff" } } as const;

interface Parts extends Partial<Omit<Findings, "reading">> {
  readonly reading?: Partial<Reading>;
}
const reportOf = ({ reading, ...parts }: Parts = {}) =>
  conclude({
    reading: { type: "svc-proof/2", format: check("format"), subject: SUBJECT, ...reading },
    sizeBytes: 5,
    asked: { now: new Date("2026-11-21T12:00:00.000Z"), options: {} },
    checks: [...LINKS, check("anchor")],
    anchors: [],
    blocks: [],
    bitcoin: null,
    seals: [],
    unjudged: [],
    items: [],
    ...parts,
  });
const claimsOf = (parts: Parts) => reportOf(parts).claims;
const noticesOf = (parts: Parts) => reportOf(parts).notices.map(({ code, evidence }) => [code, evidence]);

type Anchor = Findings["anchors"][number];
const anchorOf = (chain_id = 1, parts: object = {}, network = "Ethereum") =>
  ({
    check: check("anchor"),
    anchor: { chain_id, network, tx_hash: "0xaa" },
    witness: null,
    block: {
      number: 7,
      hash: "0xbb",
      timestamp: 1_700_000_000,
      confirmations: 9,
      isHeaderBound: true,
      isPostMerge: true,
    },
    reliedOn: ["one", "two"],
    ...parts,
  }) as Anchor;

type Bitcoin = NonNullable<Findings["bitcoin"]>;
const BLOCK: Bitcoin["blocks"][number] = {
  height: 8,
  hash: "cc",
  time: "2026-01-01T00:00:00.000Z",
  accuracySeconds: 7200,
  workBits: 70,
  checkpointHeight: 1,
  provenByWork: null,
  confirmations: null,
  reliedOn: [],
};
const bitcoinOf = (parts: Partial<Bitcoin> = {}): Bitcoin => ({
  check: check("bitcoin"),
  blocks: [BLOCK],
  malformedHeaders: new Map(),
  faults: new Map(),
  isStopped: false,
  contradicted: [],
  isAsked: false,
  unasked: null,
  ...parts,
});
const boundOf = (bitcoin: Bitcoin) => ({
  check: check("block"),
  anchor: { chain_id: 1, network: "Ethereum", tx_hash: "0xaa" },
  number: 7,
  hash: "0xbb",
  bitcoin,
});

const SEALED = {
  time: "2026-01-01T00:00:00.000Z",
  accuracySeconds: 1,
  authority: "Authority",
  serialNumber: "0F",
  policy: "1.2",
  trustAnchor: "Root",
  trustedBy: "caller",
  isQualified: null,
  trustedListEntry: null,
  isSandbox: false,
} as SealedTime;
const sealOf = (parts: Partial<SealResult> = {}): SealResult => ({
  check: check("seal"),
  qualified: check("qualified"),
  sealed: SEALED,
  notices: [],
  existence: null,
  isRevocationAsked: false,
  ...parts,
});

test("the report states what was verified, and when", () => {
  expect(
    reportOf({ asked: { now: new Date("2026-11-21T12:00:00.000Z"), options: { inputName: "a.json" } } }),
  ).toMatchObject({
    format: "svc-verification-report/4",
    checked_at: "2026-11-21T12:00:00.000Z",
    input: { type: "svc-proof/2", size_bytes: 5, name: "a.json" },
    proof: SUBJECT,
    inputs: [],
    outcome: "verified",
    reason: null,
    claims: [],
    notices: [],
  });
});

test("unused inputs have a check and notices of their own, after all others", () => {
  const report = reportOf({ items: [new Item("crl", "caller")], reading: { unchecked: ["b"] } });
  expect(report.checks.at(-1)).toMatchObject({ id: "inputs", status: "skipped" });
  expect(report.inputs).toHaveLength(1);
  expect(report.notices.map(({ code }) => code)).toEqual(["input_not_applicable", "parts_not_checked"]);
  expect(reportOf().checks).toHaveLength(6);
});

describe("claims", () => {
  const anchors = [anchorOf()];

  test("are made only if the outcome is verified", () => {
    expect(claimsOf({ anchors })).toHaveLength(1);
    const unread = new Item("crl", "caller");
    unread.settle({ status: "indeterminate", code: "damaged", evidence: {} });
    expect(claimsOf({ anchors, items: [unread] })).toEqual([]);
    expect(claimsOf({ anchors, checks: LINKS.slice(0, -1) })).toEqual([]);
    expect(claimsOf({ anchors, checks: [...LINKS, check("bitcoin", "failed"), check("anchor")] })).toEqual(
      [],
    );
    const undecided = check("seal", "indeterminate");
    expect(claimsOf({ anchors, checks: [...LINKS, undecided] })).toEqual([]);
    expect(claimsOf({ anchors, checks: [...LINKS, check("anchor"), undecided] })).toHaveLength(1);
  });

  test("come in the order of the checks", () => {
    const found = {
      anchors,
      bitcoin: bitcoinOf(),
      blocks: [boundOf(bitcoinOf())],
      seals: [sealOf()],
      checks: [...LINKS, ...(["anchor", "block", "bitcoin", "seal"] as const).map((id) => check(id))],
    };
    expect(claimsOf(found).map(({ source }) => source.type)).toEqual([
      "evm-block",
      "bitcoin-block",
      "bitcoin-block",
      "rfc3161-timestamp",
    ]);
  });

  test("of an anchor have the accuracy of its chain, if that is known and bounds it", () => {
    const found = (chainId: number, isPostMerge: boolean) => {
      const block = { ...anchorOf().block!, isPostMerge };
      const [claim] = claimsOf({ anchors: [anchorOf(chainId, { block })] });
      return [claim?.accuracy_seconds, claim?.time, claim?.source.kind];
    };
    expect(found(1, false)).toEqual([null, "2023-11-14T22:13:20.000Z", "public"]);
    expect(found(424_242, true)).toEqual([null, "2023-11-14T22:13:20.000Z", "unknown"]);
    expect(found(31_337, false)[2]).toBe("development");
  });

  test("of an anchor are one for each transaction that is in a block", () => {
    const twice = [anchorOf(), anchorOf(), anchorOf(10), anchorOf(137, { block: null })];
    expect(claimsOf({ anchors: twice }).map(({ source }) => source)).toMatchObject([
      { chain_id: 1 },
      { chain_id: 10 },
    ]);
  });

  test("of Bitcoin are computed, or rest on sources", () => {
    const asked = { ...BLOCK, height: 9, reliedOn: ["one"], confirmations: 6, checkpointHeight: null };
    const claims = claimsOf({ bitcoin: bitcoinOf({ blocks: [BLOCK, asked] }) });
    expect(claims).toEqual([
      {
        statement: "existed_no_later_than",
        time: "2026-01-01T02:00:00.000Z",
        stated_time: "2026-01-01T00:00:00.000Z",
        accuracy_seconds: 7200,
        basis: "computed",
        source: {
          type: "bitcoin-block",
          network: "Bitcoin",
          kind: "public",
          block_height: 8,
          block_hash: "cc",
          work_bits: 70,
          checkpoint_height: 1,
          proven_by_work: null,
          confirmations: null,
          relied_on: [],
          anchored_block: null,
        },
      },
      expect.objectContaining({ basis: "relied-on" }),
    ]);
  });

  test("of a block name the block of the chain", () => {
    expect(claimsOf({ blocks: [boundOf(bitcoinOf())] })).toMatchObject([
      {
        source: {
          type: "bitcoin-block",
          anchored_block: { chain_id: 1, network: "Ethereum", block_number: 7, block_hash: "0xbb" },
        },
      },
    ]);
  });

  const sealed = (seals: readonly SealResult[], statuses: readonly CheckStatus[] = ["passed"]) =>
    claimsOf({
      seals,
      checks: [...LINKS, check("anchor"), ...statuses.map((status) => check("seal", status))],
    });

  test("of seals state their authority", () => {
    expect(sealed([sealOf()])).toEqual([
      {
        statement: "existed_no_later_than",
        time: "2026-01-01T00:00:01.000Z",
        stated_time: "2026-01-01T00:00:00.000Z",
        accuracy_seconds: 1,
        basis: "relied-on",
        source: {
          type: "rfc3161-timestamp",
          authority: "Authority",
          kind: "trusted-by-caller",
          qualified: null,
          trusted_list: null,
          serial_number: "0F",
          policy: "1.2",
          trust_anchor: "Root",
          relied_on: ["Authority"],
        },
      },
    ]);
    const kindOf = (parts: Partial<SealedTime>) =>
      sealed([sealOf({ sealed: { ...SEALED, ...parts } })])[0]?.source.kind;
    expect(kindOf({ trustedBy: "trusted-list" })).toBe("trusted-list");
    expect(kindOf({ trustedBy: "trusted-list", isSandbox: true })).toBe("development");
  });

  test("of seals are made once for each, if all seals stand", () => {
    expect(sealed([sealOf(), sealOf()], ["passed", "passed"])).toHaveLength(1);
    const other = sealOf({ sealed: { ...SEALED, serialNumber: "10" } });
    expect(sealed([sealOf(), other], ["passed", "passed"])).toHaveLength(2);
    expect(sealed([sealOf(), sealOf({ sealed: null })], ["passed", "indeterminate"])).toEqual([]);
    expect(sealed([sealOf({ sealed: null })], ["passed"])).toEqual([]);
  });
});

describe("notices", () => {
  test("say that a page's text and the original were not checked", () => {
    const notRequested = check("content", "skipped", "not_requested");
    expect(noticesOf({ reading: { type: "certificate-pdf" } })).toEqual([["page_text_not_checked", {}]]);
    expect(noticesOf({ checks: [check("format"), notRequested] })).toEqual([["original_not_given", {}]]);
    expect(
      noticesOf({ checks: [check("content", "failed"), check("leaf", "skipped", "not_requested")] }),
    ).toEqual([]);
    expect(noticesOf({ reading: { type: "certificate-pdf", subject: null } })).toEqual([]);
  });

  test("say what an anchor's network and sources are worth", () => {
    const codes = (anchor: Anchor) => noticesOf({ anchors: [anchor] });
    const evidence = { chain_id: 1, network: "Ethereum" };
    expect(codes(anchorOf())).toEqual([]);
    expect(codes(anchorOf(31_337))).toEqual([["development_network", { ...evidence, chain_id: 31_337 }]]);
    expect(codes(anchorOf(11_155_111))).toEqual([["test_network", { ...evidence, chain_id: 11_155_111 }]]);
    expect(codes(anchorOf(424_242))).toEqual([["unknown_network", { ...evidence, chain_id: 424_242 }]]);
    const block = { ...anchorOf().block!, isHeaderBound: false };
    expect(codes(anchorOf(1, { block }))).toEqual([["block_time_by_source", evidence]]);
    expect(codes(anchorOf(1, { block: null, reliedOn: [] }))).toEqual([]);
    expect(codes(anchorOf(1, { reliedOn: ["one"] }))).toEqual([
      ["single_source", { chain_id: 1, source: "one" }],
    ]);
  });

  test("are made once", () => {
    expect(noticesOf({ anchors: [anchorOf(31_337), anchorOf(31_337), anchorOf(424_242)] })).toHaveLength(2);
  });

  test("say what is wrong with timestamps", () => {
    const contradicted = [{ file: 1, code: "bitcoin_root_mismatch" }] as const;
    const one = { ...BLOCK, reliedOn: ["one"] };
    const two = { ...BLOCK, reliedOn: ["one", "two"] };
    const found = bitcoinOf({ contradicted, blocks: [BLOCK, one, two] });
    expect(noticesOf({ bitcoin: found })).toEqual([
      ["timestamp_contradicted", contradicted[0]],
      ["single_source", { block_height: 8, source: "one" }],
    ]);
    expect(noticesOf({ blocks: [boundOf(found)] })).toHaveLength(2);
    const regtest = check("bitcoin", "indeterminate", "header_of_regtest");
    expect(noticesOf({ bitcoin: bitcoinOf({ check: regtest, contradicted, blocks: [] }) })).toEqual([
      ["bitcoin_regtest", {}],
    ]);
  });

  test("say how many attestations were asked about, unless one stands", () => {
    const unasked = { judged: 64, given: 900 };
    const open = check("bitcoin", "indeterminate", "no_bitcoin_header");
    expect(noticesOf({ bitcoin: bitcoinOf({ check: open, unasked, blocks: [] }) })).toEqual([
      ["not_all_judged", { of: "bitcoin", ...unasked }],
    ]);
    expect(noticesOf({ bitcoin: bitcoinOf({ unasked }) })).toEqual([]);
  });

  test("say which seal does not stand beside one that does", () => {
    const undecided = sealOf({ check: check("seal", "indeterminate", "no_trust_anchor") });
    const notice: Notice = { code: "sandbox_authority", evidence: {} };
    expect(noticesOf({ seals: [sealOf({ notices: [notice] }), undecided] })).toEqual([
      ["seal_not_standing", { seal: 1, code: "no_trust_anchor" }],
      ["sandbox_authority", {}],
    ]);
    expect(noticesOf({ seals: [undecided, undecided] })).toEqual([]);
  });

  test("name the parts that no check uses, and a verifier that was not run", () => {
    const verifier = { name: "verifier.html", sha256: "ff" };
    expect(noticesOf({ reading: { subject: null, unchecked: ["b", "verifier.html"], verifier } })).toEqual([
      ["parts_not_checked", { parts: ["b", "verifier.html"] }],
      ["packed_verifier", { part: "verifier.html", sha256: "ff" }],
    ]);
    expect(noticesOf({ reading: { verifier: null } })).toEqual([]);
  });

  test("name each attestation that no given file stands for", () => {
    const kinds = ["opentimestamps", "rfc3161-qualified-timestamp", "other"];
    const attestations = kinds.map((type) => ({ type, state: "submitted" }));
    const proof = { attestations } as unknown as NonNullable<Reading["proof"]>;
    const named = (parts: Parts) =>
      noticesOf({ reading: { proof }, ...parts }).map(
        ([, evidence]) => (evidence as { readonly type: string }).type,
      );
    expect(noticesOf({ reading: { proof } })[0]).toEqual(["attestation_not_checked", attestations[0]]);
    expect(named({})).toEqual(kinds);
    expect(named({ bitcoin: bitcoinOf() })).toEqual(kinds.slice(1));
    expect(named({ seals: [sealOf()] })).toEqual([kinds[0], kinds[2]]);
  });
});
