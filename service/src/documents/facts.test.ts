import { expect, test } from "vitest";
import { type AnchorFacts, headlineDate, type ProofFacts, type SealFacts } from "./facts.js";

type Sources = Pick<ProofFacts, "anchors" | "bitcoin" | "bitcoinTime" | "seal">;

const at = (seconds: number) => new Date(Date.UTC(2026, 1, 3, 4, 0, seconds));

const anchor = (
  chainId: number,
  seconds: number,
  state: AnchorFacts["state"] = "confirmed",
): AnchorFacts => ({
  network: `chain ${chainId}`,
  chainId,
  state,
  txHash: `0x${"ab".repeat(32)}`,
  blockNumber: 77,
  blockTime: at(seconds),
  explorerUrl: "https://explorer.example/",
});

const seal = (seconds: number, changes: Partial<SealFacts & { state: "issued" }> = {}): SealFacts => ({
  state: "issued",
  authority: "Authority",
  time: at(seconds),
  accuracySeconds: null,
  isDevelopmentAuthority: false,
  certificateEnd: null,
  serialNumber: "01",
  policyOid: "1.2.3",
  qualification: null,
  ...changes,
});

const listed = (status: string): Partial<SealFacts & { state: "issued" }> => ({
  qualification: {
    result: status === "granted" ? "qualified" : "not-qualified",
    code: status === "granted" ? "ok" : "service_withdrawn",
    entry: {
      territory: "ES",
      provider: "Provider",
      service: "Service",
      status,
      since: "2016-06-30T22:00:00Z",
      list: { sequenceNumber: 1, issued: "2026-01-01T00:00:00Z", nextUpdate: null, sha256: "ab".repeat(32) },
      snapshotSha256: "cd".repeat(32),
    },
  },
});

const NONE: Sources = {
  anchors: [],
  bitcoin: { state: "pending" },
  bitcoinTime: null,
  seal: { state: "none" },
};
const BITCOIN: Partial<Sources> = {
  bitcoin: { state: "confirmed", blockHeight: 924_511 },
  bitcoinTime: at(60),
};

const [ETHEREUM, POLYGON, UNKNOWN, TESTNET, DEVELOPMENT] = [1, 137, 999_999, 80_002, 31_337];

test("no source states no time", () => {
  expect(headlineDate(NONE)).toBeNull();
  expect(headlineDate({ ...NONE, bitcoin: { state: "submitted" }, seal: { state: "pending" } })).toBeNull();
  // Its header is not collected, so nobody can read its time here.
  expect(headlineDate({ ...NONE, ...BITCOIN, bitcoinTime: null })).toBeNull();
});

test.each<[string, Partial<Sources>, "anchor" | "bitcoin" | "seal", Date]>([
  [
    "the earlier of two public chains",
    { anchors: [anchor(POLYGON, 9), anchor(POLYGON, 7)] },
    "anchor",
    at(7),
  ],
  ["a block's accuracy counts", { anchors: [anchor(ETHEREUM, 7), anchor(POLYGON, 9)] }, "anchor", at(9)],
  [
    "a listed authority before a later block",
    { anchors: [anchor(POLYGON, 9)], seal: seal(4, listed("granted")) },
    "seal",
    at(4),
  ],
  [
    "a seal's accuracy counts",
    { anchors: [anchor(POLYGON, 9)], seal: seal(4, { ...listed("granted"), accuracySeconds: 6 }) },
    "anchor",
    at(9),
  ],
  [
    "a public chain before an earlier seal that only some trust",
    { anchors: [anchor(POLYGON, 9)], seal: seal(4) },
    "anchor",
    at(9),
  ],
  [
    "a withdrawn authority counts as one that only some trust",
    { anchors: [anchor(POLYGON, 9)], seal: seal(4, listed("withdrawn")) },
    "anchor",
    at(9),
  ],
  [
    "an unknown chain before a seal that only some trust",
    { anchors: [anchor(UNKNOWN, 2)], seal: seal(4) },
    "anchor",
    at(2),
  ],
  [
    "Bitcoin before a test network, two hours later",
    { anchors: [anchor(TESTNET, 2)], ...BITCOIN },
    "bitcoin",
    at(60 + 7200),
  ],
  [
    "a development chain before its authority",
    { anchors: [anchor(DEVELOPMENT, 9)], seal: seal(4, { isDevelopmentAuthority: true }) },
    "anchor",
    at(9),
  ],
  [
    "a settled seal before a recent block",
    { anchors: [anchor(POLYGON, 2, "anchored")], seal: seal(4) },
    "seal",
    at(4),
  ],
  ["such a seal alone", { seal: seal(4) }, "seal", at(4)],
  ["a recent block alone", { anchors: [anchor(POLYGON, 2, "anchored")] }, "anchor", at(2)],
])("%s", (_, sources, type, time) => {
  const headline = headlineDate({ ...NONE, ...sources });
  expect([headline?.by.type, headline?.time]).toEqual([type, time]);
});
