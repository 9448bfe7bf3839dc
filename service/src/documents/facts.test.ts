import { layOutPicture } from "@svc-proof/shared/picture";
import { expect, test, vi } from "vitest";
import { type AnchorFacts, headlineDate, type ProofFacts, type SealFacts, statedPicture } from "./facts.js";
import { DOCUMENT_TEXTS, PICTURE_TEXTS } from "./texts/document-texts.js";

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

const pictureOf = (sources: Partial<Sources>, text = "Today") =>
  statedPicture(
    { ...NONE, merkleRoot: "ef".repeat(32), ...sources },
    PICTURE_TEXTS.en,
    DOCUMENT_TEXTS.en.rules,
    { time: at(3 * 86_400), text },
  );

test("in a picture, what the service states has no sign of a verdict", () => {
  const { answer, marks, path, texts } = pictureOf(
    {
      anchors: [anchor(POLYGON, 7), anchor(DEVELOPMENT, 8), anchor(ETHEREUM, 9, "anchored")],
      seal: seal(4, { accuracySeconds: 1 }),
    },
    "This page",
  );
  expect(answer).toMatchObject({
    text: "Stated by the service: on or before 3 February 2026 (UTC)",
    sign: "stated",
  });
  expect(
    marks.map(({ label, detail, accuracy, sign, state, standing }) => [
      label,
      detail,
      accuracy,
      sign,
      state,
      standing,
    ]),
  ).toEqual([
    ["Authority", "3 Feb 2026, 04:00:04 UTC", "± 1\u00a0second", "stated", "stated by the service", "proves"],
    [
      "chain 137",
      "3 Feb 2026, 04:00:07 UTC",
      "accuracy not stated",
      "stated",
      "stated by the service",
      "proves",
    ],
    [
      "chain 31337",
      "3 Feb 2026, 04:00:08 UTC",
      "accuracy not stated",
      "none",
      "no evidential value",
      "limited",
    ],
    ["chain 1", "3 Feb 2026, 04:00:09 UTC", "", "none", "not confirmed yet", "nothing"],
    ["Bitcoin", "not confirmed yet", "", "none", "not confirmed yet", "nothing"],
  ]);
  expect(path.map(({ icon, sign, state }) => [icon, sign, state])).toEqual([
    ["file", "none", "not compared"],
    ["fingerprint", "none", "not compared"],
    ["tree", "stated", "stated by the service"],
    ["chain", "stated", "stated by the service"],
    ["bitcoin", "none", "not confirmed yet"],
    ["timestamp", "stated", "stated by the service"],
  ]);
  expect(texts.today).toBe("This page");
  expect(pictureOf({ anchors: [anchor(DEVELOPMENT, 8)] }).answer).toMatchObject({
    text: "A rehearsal: no evidential value",
    sign: "none",
  });
});

test("a picture needs no data of the runtime: other versions of Node write the same", () => {
  vi.stubGlobal("Intl", undefined);
  try {
    const { shapes } = layOutPicture(
      pictureOf({ anchors: [anchor(POLYGON, 7)], ...BITCOIN, seal: seal(4) }),
      640,
    );
    const texts = shapes.flatMap((shape) => (shape.type === "text" ? [shape.text] : []));
    expect(texts).toContain("4 Feb");
  } finally {
    vi.unstubAllGlobals();
  }
});
