/** The one date of a document: the verifier's rule over what the service knows of a proof. */
import { EPOCH_BLOCKS, encodeBlockHeader, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { beforeAll, describe, expect, test } from "vitest";
import { headlineDate } from "../../service/src/documents/headline-date.js";
import { sampleCertificate } from "../../service/src/documents/making/sample-certificate.js";
import type { AnchorFacts, ProofFacts } from "../../service/src/documents/proof-facts.js";
import { sandboxSeal } from "../sandbox-seal.js";

const at = (time: string) => new Date(`2026-02-03T${time}Z`);
const [SAMPLE] = sampleCertificate.facts.anchors;

const anchor = (chainId: number, time: string): AnchorFacts => ({ ...SAMPLE!, chainId, blockTime: at(time) });
const ETHEREUM = 1;
const SEPOLIA = 11_155_111;
const UNKNOWN = 4_242_424_242;
const DEVELOPMENT = 31_337;
/** Of the main chain, and what no block of it has. */
const BITS = 0x1702_0000;
const REGTEST_BITS = 0x207f_ffff;
const HEIGHT = 900_000;

/** Headers of one epoch up to the block. */
const headers = (time: Date | null, bits = BITS) => ({
  blockHeaders: {
    find: async () => {
      if (time === null) return new Uint8Array();
      const run = new Uint8Array(((HEIGHT % EPOCH_BLOCKS) + 1) * HEADER_BYTES);
      const hash = new Uint8Array(32);
      const header = { version: 4, previousHash: hash, merkleRoot: hash, bits, nonce: 0 };
      run.set(encodeBlockHeader({ ...header, time: time.getTime() / 1000 }), run.length - HEADER_BYTES);
      return run;
    },
    replace: async () => false,
  },
});

let seal: Uint8Array;
beforeAll(async () => {
  seal = (await sandboxSeal("00".repeat(32))).response;
});

const sealed = (time: string, result: "qualified" | "not-qualified" = "qualified"): ProofFacts["seal"] => ({
  state: "issued",
  authority: "Authority",
  time: at(time),
  serialNumber: "00",
  policyOid: "1.2.3",
  qualification: { result, code: "ok", entry: null },
});

interface Case {
  readonly anchors?: readonly AnchorFacts[];
  readonly seal?: ProofFacts["seal"];
  readonly bitcoin?: Date | null;
  readonly bits?: number;
  readonly isDevelopment?: boolean;
}

async function headlineOf({ anchors = [], bitcoin, bits, isDevelopment = false, ...of }: Case) {
  const facts: ProofFacts = {
    ...sampleCertificate.facts,
    anchors,
    seal: of.seal ?? { state: "none" },
    bitcoin: bitcoin === undefined ? { state: "submitted" } : { state: "confirmed", blockHeight: HEIGHT },
    isDevelopment,
  };
  const found = await headlineDate(headers(bitcoin ?? null, bits), facts, { seal: of.seal ? seal : null });
  if (found === null) return null;
  const { by } = found;
  const name = by.type === "anchor" ? `chain ${by.anchor.chainId}` : by.type;
  return `${name} ${found.time.toISOString().slice(11, 23)}`;
}

describe("the strongest source that is there, and of equals the earliest", () => {
  test.each<[string, Case, string | null]>([
    ["nothing", {}, null],
    // Its slots bound the time: 12 s.
    ["a public chain", { anchors: [anchor(ETHEREUM, "10:00:00")] }, `chain ${ETHEREUM} 10:00:12.000`],
    // The token states an accuracy of 1 s.
    ["a listed authority", { seal: sealed("10:00:05") }, "seal 10:00:06.000"],
    [
      "the earlier of both",
      { anchors: [anchor(ETHEREUM, "10:00:00")], seal: sealed("10:00:05") },
      "seal 10:00:06.000",
    ],
    [
      "the earlier of both",
      { anchors: [anchor(ETHEREUM, "10:00:00")], seal: sealed("10:00:30") },
      `chain ${ETHEREUM} 10:00:12.000`,
    ],
    [
      "a block that lacks confirmations only if nothing else counts",
      { anchors: [{ ...anchor(ETHEREUM, "10:00:00"), state: "anchored" }], seal: sealed("10:00:30") },
      "seal 10:00:31.000",
    ],
    [
      "a block that lacks confirmations if nothing else counts",
      { anchors: [{ ...anchor(ETHEREUM, "10:00:00"), state: "anchored" }] },
      `chain ${ETHEREUM} 10:00:12.000`,
    ],
    ["no authority that no list names", { seal: sealed("09:00:00", "not-qualified") }, null],
    [
      "a public chain beside one",
      { anchors: [anchor(ETHEREUM, "10:00:00")], seal: sealed("09:00:00", "not-qualified") },
      `chain ${ETHEREUM} 10:00:12.000`,
    ],
    [
      "even a chain that is not known beside one",
      { anchors: [anchor(UNKNOWN, "10:00:00")], seal: sealed("09:00:00", "not-qualified") },
      `chain ${UNKNOWN} 10:00:00.000`,
    ],
    [
      "Bitcoin, with two hours, before a test network",
      { anchors: [anchor(SEPOLIA, "10:00:00")], bitcoin: at("11:00:00") },
      "bitcoin 13:00:00.000",
    ],
    [
      "no Bitcoin block whose header is not collected",
      { anchors: [anchor(SEPOLIA, "10:00:00")], bitcoin: null },
      `chain ${SEPOLIA} 10:00:12.000`,
    ],
    [
      "no block of regtest",
      { anchors: [anchor(DEVELOPMENT, "10:00:00")], bitcoin: at("09:00:00"), bits: REGTEST_BITS },
      `chain ${DEVELOPMENT} 10:00:00.000`,
    ],
    [
      "in a sandbox the chain before its authority",
      {
        anchors: [anchor(DEVELOPMENT, "10:00:00")],
        seal: sealed("09:00:00", "not-qualified"),
        isDevelopment: true,
      },
      `chain ${DEVELOPMENT} 10:00:00.000`,
    ],
  ])("%s", async (_, given, expected) => {
    expect(await headlineOf(given)).toBe(expected);
  });
});
