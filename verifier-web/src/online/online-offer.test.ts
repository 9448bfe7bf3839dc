import type { Report } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { createEndpointSettings } from "./endpoint-settings.js";
import { onlineOffer } from "./online-offer.js";

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

test("an unknown chain has the proof's name and no endpoint", () => {
  expect(onlineOffer(reportOf(anchor(424_242)), settings())).toEqual([
    { kind: "evm", chainId: 424_242, network: "as the proof says", endpoints: [] },
  ]);
});

test.each([
  ["an anchor whose name is false", anchor(1, { status: "failed", code: "network_mismatch" })],
  ["an anchor that was not looked at", { id: "anchor", status: "skipped", code: "no_anchor", evidence: {} }],
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
