import type { Check, Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import { describe, expect, test } from "vitest";
import type { EpochState, Item, ItemFile } from "../model.js";
import { createEndpointSettings } from "./endpoints.js";
import { nextStep, onlineOffer } from "./next-step.js";

describe("next step", () => {
  const EVM: EndpointGroup = {
    kind: "evm",
    chainId: 1,
    network: "Ethereum",
    endpoints: ["https://rpc.example"],
  };
  const BITCOIN: EndpointGroup = {
    kind: "bitcoin",
    chainId: null,
    network: "Bitcoin",
    endpoints: ["https://explorer.example"],
  };
  const SEAL = { id: "seal", status: "indeterminate", code: "no_trust_anchor" } as Check;
  const authority = (isTrusted: boolean) => ({ role: "authority", isTrusted }) as ItemFile;

  interface Given {
    readonly item?: Partial<Item>;
    readonly report?: Partial<Report>;
    readonly states?: readonly (readonly [number, EpochState])[];
    readonly hasSite?: boolean;
  }

  function stepOf({ item = {}, report = {}, states = [], hasSite = true }: Given) {
    return nextStep(
      { files: [], onlineOffer: [], wantedEpochs: [], sandboxRoot: null, ...item },
      { outcome: "indeterminate", reason: "missing", checks: [], ...report } as unknown as Report,
      new Map(states),
      hasSite,
    );
  }

  test.each<[string, Given, ReturnType<typeof nextStep>]>([
    ["a chain is asked", { item: { onlineOffer: [EVM] } }, "ask"],
    [
      "a chain and Bitcoin are asked together",
      { item: { onlineOffer: [EVM, BITCOIN], wantedEpochs: [1] } },
      "ask",
    ],
    [
      "Bitcoin alone: this site's headers first",
      { item: { onlineOffer: [BITCOIN], wantedEpochs: [1] } },
      "headers",
    ],
    [
      "headers that this site does not have: its sources are asked",
      { item: { onlineOffer: [BITCOIN], wantedEpochs: [1, 2] }, states: [[2, "absent"]] },
      "ask",
    ],
    [
      "a site that cannot be reached: the sources are asked",
      { item: { onlineOffer: [BITCOIN], wantedEpochs: [1] }, states: [[1, "unreachable"]] },
      "ask",
    ],
    [
      "a page from a disk has no site",
      { item: { onlineOffer: [BITCOIN], wantedEpochs: [1] }, hasSite: false },
      "ask",
    ],
    ["the sandbox's authority", { item: { sandboxRoot: "offered" }, report: { checks: [SEAL] } }, "ask"],
    [
      "certificates that were given",
      { item: { files: [authority(false)] }, report: { checks: [SEAL] } },
      "trust",
    ],
    ["certificates that nobody gave", { report: { checks: [SEAL] } }, "authority"],
    [
      "certificates that are trusted, and are others",
      { item: { files: [authority(true)] }, report: { checks: [SEAL] } },
      "authority",
    ],
    ["a chain without a source", { item: { onlineOffer: [{ ...EVM, endpoints: [] }] } }, "source"],
    ["nothing to ask yet", {}, null],
  ])("%s", (_, given, step) => {
    expect(stepOf(given)).toBe(step);
  });

  test.each<[string, Partial<Report>]>([
    ["verified", { outcome: "verified", reason: null }],
    ["failed", { outcome: "failed", reason: null }],
    ["contradicted", { reason: "contradictory" }],
    ["unusable", { reason: "unusable" }],
  ])("nothing settles what is %s", (_, report) => {
    expect(stepOf({ item: { onlineOffer: [EVM] }, report })).toBeNull();
  });
});

describe("online offer", () => {
  const settings = () => createEndpointSettings(null);
  const reportOf = (...checks: object[]) => ({ checks }) as unknown as Report;
  const anchor = (chain_id: unknown, fields: object = {}) => ({
    id: "anchor",
    status: "indeterminate",
    code: "no_source",
    evidence: { chain_id, network: "as the proof says" },
    ...fields,
  });
  const bitcoin = (fields: object) => ({ id: "bitcoin", status: "indeterminate", evidence: {}, ...fields });
  const seal = (proof_of_existence: unknown) => ({
    id: "seal",
    status: "indeterminate",
    code: "out_of_bounds_no_poe",
    evidence: { proof_of_existence },
  });

  test("each chain once, under the verifier's name for it, with two endpoints by default", () => {
    const offer = onlineOffer(reportOf(anchor(1), anchor(1), anchor(137)), settings());
    expect(offer).toMatchObject([
      { kind: "evm", chainId: 1, network: "Ethereum", endpoints: [expect.any(String), expect.any(String)] },
      { kind: "evm", chainId: 137, network: "Polygon", endpoints: [expect.any(String), expect.any(String)] },
    ]);
  });

  test("an unknown chain has its number, whatever the proof calls it, and no endpoint", () => {
    expect(onlineOffer(reportOf(anchor(424_242)), settings())).toEqual([
      { kind: "evm", chainId: 424_242, network: "EIP-155 424242", endpoints: [] },
    ]);
  });

  test.each([
    ["an anchor whose name is false", anchor(1, { status: "failed", code: "network_mismatch" })],
    [
      "an anchor that was not looked at",
      { id: "anchor", status: "skipped", code: "no_anchor", evidence: {} },
    ],
    ["a chain that is no number", anchor("1")],
    ["a block that headers prove", bitcoin({ status: "passed", code: "ok", basis: "computed" })],
    ["a timestamp that no block has yet", bitcoin({ code: "bitcoin_pending" })],
    ["a block of a development network", bitcoin({ code: "header_of_regtest", basis: "computed" })],
    [
      "a timestamp that cannot be read",
      bitcoin({ status: "failed", code: "ots_truncated", basis: "computed" }),
    ],
    ["a seal without a timestamp", seal(undefined)],
    ["a seal whose timestamp is settled", seal({ status: "passed", code: "ok", basis: "computed" })],
  ])("%s offers nothing", (_, check) => {
    expect(onlineOffer(reportOf(check), settings())).toEqual([]);
  });

  test.each([
    ["a block without a header", bitcoin({ code: "no_bitcoin_header", basis: "asserted" })],
    ["a header that proves little", bitcoin({ code: "header_unproven", basis: "computed" })],
    ["sources that disagreed", bitcoin({ code: "sources_disagree", basis: "relied-on" })],
    ["sources that agreed, once more", bitcoin({ status: "passed", code: "ok", basis: "relied-on" })],
    ["a seal whose own timestamp is open", seal({ status: "indeterminate", code: "no_bitcoin_header" })],
  ])("%s offers Bitcoin explorers", (_, check) => {
    expect(onlineOffer(reportOf(check), settings())).toMatchObject([
      { kind: "bitcoin", chainId: null, endpoints: [expect.any(String), expect.any(String)] },
    ]);
  });

  test("endpoints of one's own replace the defaults", () => {
    const own = settings();
    expect(own.set({ kind: "evm", chainId: 1 }, ["https://a.example", "http://localhost:8545"])).toBeNull();
    expect(onlineOffer(reportOf(anchor(1)), own)).toMatchObject([
      { endpoints: ["https://a.example", "http://localhost:8545"] },
    ]);
    own.reset({ kind: "evm", chainId: 1 });
    expect(onlineOffer(reportOf(anchor(1)), own)[0]!.endpoints).toHaveLength(2);
    expect(own.set({ kind: "evm", chainId: 1 }, [])).toBeNull();
    expect(onlineOffer(reportOf(anchor(1)), own)[0]!.endpoints).toEqual([]);
  });

  test("public explorers are not offered for a sandbox's own calendar: they would contradict it", () => {
    const report = reportOf(anchor(31337), bitcoin({ code: "no_bitcoin_header" }));
    const kinds = (endpoints: ReturnType<typeof settings>) =>
      onlineOffer(report, endpoints).map(({ kind }) => kind);
    expect(kinds(settings())).toEqual(["evm"]);
    const beside = settings();
    beside.sandbox.value = ["http://127.0.0.1:8545"];
    expect(kinds(beside)).toEqual(["evm"]);
    const own = settings();
    expect(own.set({ kind: "bitcoin", chainId: null }, ["http://127.0.0.1:3000/api"])).toBeNull();
    expect(kinds(own)).toEqual(["evm", "bitcoin"]);
  });
});
