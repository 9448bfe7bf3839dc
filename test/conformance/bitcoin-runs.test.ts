/**
 * The recorded epoch 822,528 to 824,543, in every form in which headers may be given: by the table as it ships, and with
 * a table that ends before it, as a run beyond the last checkpoint. `verify` ends in `verified` both ways, offline.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BlockHeader,
  encodeEpochFile,
  encodeHeaders,
  parseBlockHeader,
} from "@svc-proof/shared/bitcoin";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import type { BitcoinSource, HeadersInput, Report, VerifyOptions } from "@svc-proof/verifier-lib";
import { afterEach, describe, expect, test, vi } from "vitest";

import { tableUpTo } from "../checkpoints-up-to.js";
import { svcVerify } from "../e2e/sandbox.js";
import { STRIDE } from "../fuzz/extent.js";
import { recordedEpoch } from "../recorded-epoch.js";
import { vectorFolder } from "./third-party-vectors.js";

const FIRST = 822_528;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const TABLE = "../../shared/src/bitcoin/checkpoint-table.js";

const { raw: bytes, headers } = recordedEpoch();
const epoch = headers.slice(0, 2016);

/** What was left out, and why. */
const leftOut = ({ notices }: Report) =>
  notices
    .filter(({ code }) => code === "input_left_out")
    .map(({ evidence }) => [evidence["code"], evidence["fault"]]);

/** Headers from one of the epoch to another, the last not included. */
const documentOf = (first: number, end: number) =>
  encodeHeaders({ network: "bitcoin", height: FIRST + first, headers: headers.slice(first, end) });
/** A timestamp whose digest is itself the Merkle root of the block. */
const timestampOf = (at: number, digest = headers[at]!.merkleRoot) =>
  encodeDetachedTimestamp({
    hash: "sha256",
    digest,
    timestamp: { branches: [{ attestation: { kind: "bitcoin", height: FIRST + at } }] },
  });
const verdict = ({ outcome, checks }: Report) => {
  const { status, code, basis } = checks.find(({ id }) => id === "bitcoin")!;
  return `${outcome} ${status} ${code} ${basis}`;
};

/** `verify` with a table that ends before the epoch, and its texts. */
async function verifierOf2023() {
  vi.resetModules();
  vi.doMock(TABLE, () => tableUpTo(FIRST - 1));
  return import("@svc-proof/verifier-lib");
}
async function verifierOfToday() {
  vi.doUnmock(TABLE);
  vi.resetModules();
  return import("@svc-proof/verifier-lib");
}
afterEach(() => vi.doUnmock(TABLE));

const PROVEN = "verified passed ok computed";
const BY_WORK = "verified passed bitcoin_proven_by_work computed";
const UNPROVEN = "indeterminate indeterminate header_unproven computed";
const SHORT = "indeterminate indeterminate header_run_short computed";

/** Electrum's file with nothing but the epoch: the rest is zeros. */
const sparse = (): HeadersInput => {
  const start = 80 * FIRST;
  return {
    height: 0,
    file: {
      sizeBytes: start + bytes.length,
      read: async (offset, length) => {
        const part = new Uint8Array(length);
        part.set(
          bytes.subarray(Math.max(0, offset - start), Math.max(0, offset + length - start)),
          Math.max(0, start - offset),
        );
        return part;
      },
    },
  };
};

describe("the recorded epoch", () => {
  const forms: [string, () => HeadersInput[]][] = [
    ["a document", () => [documentOf(0, 2016)]],
    ["two documents", () => [documentOf(1000, 2016), documentOf(0, 1000)]],
    ["an epoch file", () => [encodeEpochFile(epoch)]],
    ["raw headers", () => [{ height: FIRST, file: bytes }]],
    ["raw headers in a Blob", () => [{ height: FIRST, file: new Blob([bytes]) }]],
    ["Electrum's file", () => [sparse()]],
    [
      "lines",
      () => [epoch.map((one, i) => `${FIRST + i} ${Buffer.from(one.bytes).toString("hex")}`).join("\n")],
    ],
  ];

  test.each(forms)("%s proves a block by the table as it ships", async (_, given) => {
    const { verify } = await verifierOfToday();
    const report = await verify(timestampOf(700), { now: NOW, headers: given() });
    expect(verdict(report)).toBe(PROVEN);
    expect(report.claims).toMatchObject([
      { basis: "computed", source: { checkpoint_height: 824_543, proven_by_work: null, relied_on: [] } },
    ]);
    expect(report.notices.map(({ code }) => code)).toEqual(["original_not_given"]);
  });

  test.each(forms)("%s proves a block beyond the last checkpoint by its work", async (form, given) => {
    const { reportText, verify } = await verifierOf2023();
    const report = await verify(timestampOf(700), { now: NOW, headers: given() });
    expect(verdict(report)).toBe(BY_WORK);
    // A file of raw headers has one more.
    const blocks = /raw|Electrum/.test(form) ? 1317 : 1316;
    expect(report.claims).toMatchObject([
      {
        basis: "computed",
        source: {
          block_height: FIRST + 700,
          checkpoint_height: null,
          proven_by_work: {
            checkpoint_height: FIRST - 1,
            checkpoint_time: new Date(1000 * headers[0]!.time).toISOString(),
            blocks,
            cost_usd_power_of_ten: 8,
          },
          relied_on: [],
        },
      },
    ]);
    const text = reportText(report);
    expect(text).toContain(`proven by ${blocks} blocks of work since the checkpoint of 2023-12-23`);
    expect(text).toContain("electricity for about 100 million US dollars, at 15 J for 10^12 hashes");
  });

  test("as a run it proves each block that six others follow, and no later one", async () => {
    const { verify } = await verifierOf2023();
    for (const [at, expected] of [
      [0, BY_WORK],
      [2009, BY_WORK],
      [2010, SHORT],
      [2015, SHORT],
    ] as const) {
      const report = await verify(timestampOf(at), { now: NOW, headers: [documentOf(0, 2016)] });
      expect(verdict(report)).toBe(expected);
    }
  });

  test("a run that neither starts at a checkpoint nor reaches one proves nothing", async () => {
    for (const verifier of [verifierOfToday, verifierOf2023]) {
      const { verify } = await verifier();
      const report = await verify(timestampOf(700), { now: NOW, headers: [documentOf(1, 2015)] });
      expect(verdict(report)).toBe(UNPROVEN);
      expect(report.claims).toEqual([]);
    }
    // Where the table covers the block, a run must end at a checkpoint.
    const { verify } = await verifierOfToday();
    const report = await verify(timestampOf(700), { now: NOW, headers: [documentOf(0, 2015)] });
    expect(verdict(report)).toBe(UNPROVEN);
  });

  test("another root at that height is a contradiction, which sources may still settle", async () => {
    const { verify } = await verifierOf2023();
    const other = timestampOf(700, headers[701]!.merkleRoot);
    const report = await verify(other, { now: NOW, headers: [documentOf(0, 2016)] });
    expect(verdict(report)).toBe("failed failed bitcoin_root_mismatch computed");
  });

  const folder = vectorFolder("bitcoin");
  test.skipIf(folder === null)("a stale block beside the run is off the chain", async () => {
    const stale = readFileSync(join(folder!, "stale-0823226.bin"));
    const { verify } = await verifierOf2023();
    const at = 823_226 - FIRST;
    const report = await verify(timestampOf(at, parseBlockHeader(stale).merkleRoot), {
      now: NOW,
      headers: [documentOf(0, 2016), `823226 ${stale.toString("hex")}`],
    });
    expect(verdict(report)).toBe("failed failed bitcoin_block_off_chain computed");
    // It does not shake the block of the run.
    const beside = await verify(timestampOf(at), {
      now: NOW,
      headers: [documentOf(0, 2016), `823226 ${stale.toString("hex")}`],
    });
    expect(verdict(beside)).toBe(BY_WORK);
  });

  test("sources beside a run: one that agrees is told, one that contradicts is not outvoted", async () => {
    const { verify } = await verifierOf2023();
    const sourceOf = (name: string, header: BlockHeader, tip = FIRST + 900): BitcoinSource => ({
      name,
      fetchTip: async () => ({ height: tip, chain: "main" }),
      fetchHeader: async () => header.bytes,
    });
    const ask = (...bitcoinSources: BitcoinSource[]) =>
      verify(timestampOf(700), { now: NOW, headers: [documentOf(0, 2016)], bitcoinSources });
    const agreed = await ask(sourceOf("honest", headers[700]!));
    expect(verdict(agreed)).toBe(BY_WORK);
    expect(agreed.claims).toMatchObject([{ source: { confirmations: 201, relied_on: [] } }]);
    expect(verdict(await ask(sourceOf("young", headers[700]!, FIRST + 701)))).toBe(BY_WORK);
    expect(verdict(await ask(sourceOf("other", headers[701]!)))).toBe(
      "indeterminate indeterminate sources_disagree relied-on",
    );
    const silent: BitcoinSource = {
      name: "silent",
      fetchTip: () => Promise.reject(new Error("no")),
      fetchHeader: async () => null,
    };
    expect(verdict(await ask(silent))).toBe(BY_WORK);
  });

  test("a document with an impossible header is refused, and a notice says why", async () => {
    const { verify } = await verifierOf2023();
    const file = encodeEpochFile(epoch);
    // The last byte of the last header, 1,315 blocks after the attested one.
    const broken = file.with(-1, file.at(-1)! ^ 1);
    const report = await verify(timestampOf(700), { now: NOW, headers: [broken] });
    expect(verdict(report)).toBe("indeterminate indeterminate no_bitcoin_header asserted");
    expect(leftOut(report)).toEqual([["header_work_missing", null]]);
    const beside = await verify(timestampOf(700), { now: NOW, headers: [broken, documentOf(0, 2016)] });
    expect(verdict(beside)).toBe(BY_WORK);
  });

  test("a clock that is behind refuses the run", async () => {
    const { verify } = await verifierOf2023();
    const before = new Date(1000 * (headers[2015]!.time - 7201));
    const report = await verify(timestampOf(700), { now: before, headers: [encodeEpochFile(epoch)] });
    expect(verdict(report)).toBe("indeterminate indeterminate no_bitcoin_header asserted");
    expect(leftOut(report)).toEqual([["header_time_implausible", null]]);
  });

  test.each<[string, HeadersInput[], string, (string | null)?]>([
    [
      "an epoch file that nothing places",
      [new Uint8Array(96_800).fill(1).fill(0, 70, 80)],
      "unsupported",
      "epoch_unplaced",
    ],
    ["an epoch file of another length", [new Uint8Array(96_799)], "damaged", "epoch_file_length"],
    [
      "a medium that fails",
      [{ height: FIRST, file: { sizeBytes: 80 * 2017, read: () => Promise.reject(new Error("gone")) } }],
      "input_unreadable",
    ],
  ])("%s is ignored and told", async (_, given, code, fault = null) => {
    const { verify } = await verifierOfToday();
    const report = await verify(timestampOf(700), { now: NOW, headers: given });
    expect(verdict(report)).toBe("indeterminate indeterminate no_bitcoin_header asserted");
    expect(leftOut(report)).toEqual([[code, fault]]);
  });

  test("of a large file only the epoch is read, or from the last checkpoint on", async () => {
    const reads: [number, number][] = [];
    const file = {
      sizeBytes: 80 * 1_000_000,
      read: async (offset: number, length: number) => {
        reads.push([offset / 80, length / 80]);
        return new Uint8Array(length);
      },
    };
    const read = async (
      heights: readonly number[],
      { verify }: Awaited<ReturnType<typeof verifierOfToday>>,
    ) => {
      reads.length = 0;
      const branches = heights.map((height) => ({ attestation: { kind: "bitcoin", height } as const }));
      const timestamp = encodeDetachedTimestamp({
        hash: "sha256",
        digest: new Uint8Array(32),
        timestamp: { branches },
      });
      await verify(timestamp, { now: NOW, headers: [{ height: 0, file }] });
      return reads.slice();
    };
    const today = await verifierOfToday();
    expect(await read([FIRST + 700], today)).toEqual([[FIRST + 700, 1316]]);
    expect(await read([FIRST + 700, FIRST + 2, 7], today)).toEqual([
      [7, 2009],
      [FIRST + 2, 2014],
    ]);
    const beyond = await read([960_000], today);
    expect(beyond[0]).toEqual([953_567, 2016]);
    expect(beyond.at(-1)!.reduce((a, b) => a + b)).toBe(1_000_000);
    // A proof may name more epochs than are read.
    const many = await read(
      Array.from({ length: 60 }, (_, i) => 2016 * i),
      today,
    );
    expect(many.reduce((sum, [, count]) => sum + count, 0)).toBe(26 * 2016);
  });

  test.each<[string, VerifyOptions["headers"]]>([
    ["a negative height", [{ height: -1, file: bytes }]],
    ["no file", [{ height: 1 } as unknown as HeadersInput]],
  ])("%s is the caller's bug", async (_, given) => {
    const { verify } = await verifierOfToday();
    await expect(verify(timestampOf(0), { headers: given! })).rejects.toThrow(TypeError);
  });
});

describe("every byte of a run", () => {
  const WAYS = [
    ["to a checkpoint", verifierOfToday],
    ["from the last one", verifierOf2023],
  ] as const;
  test.each(WAYS)("%s", async (way, verifier) => {
    const { verify } = await verifier();
    const first = way === "to a checkpoint" ? 2016 - 40 : 0;
    const at = first + 20;
    const part = Buffer.concat(headers.slice(first, first + 40).map((one) => one.bytes));
    const given = (raw: Uint8Array): VerifyOptions => ({
      now: NOW,
      headers: [
        Array.from({ length: 40 }, (_, i) => {
          const hex = Buffer.from(raw.subarray(80 * i, 80 * i + 80)).toString("hex");
          return `${FIRST + first + i} ${hex}\n`;
        }).join(""),
      ],
    });
    expect((await verify(timestampOf(at), given(part))).outcome).toBe("verified");
    for (let position = 0; position < part.length; position += STRIDE) {
      const changed = new Uint8Array(part);
      changed[position]! ^= 1;
      const { outcome } = await verify(timestampOf(at), given(changed));
      expect([position, outcome]).not.toEqual([position, "verified"]);
    }
  });
});

describe("the command line", () => {
  test("reads epoch files and raw headers", async () => {
    const into = mkdtempSync(join(tmpdir(), "svc-proof-headers-"));
    try {
      const path = (name: string) => join(into, name);
      writeFileSync(path("block.ots"), timestampOf(700));
      writeFileSync(path("408.bin"), encodeEpochFile(epoch));
      writeFileSync(path("raw"), bytes);
      for (const given of [path("408.bin"), `${path("raw")}@${FIRST}`]) {
        const { status, stdout } = await svcVerify("--headers", given, path("block.ots"));
        expect(stdout).toContain("proven by the checkpoint at 824543");
        expect(status).toBe(0);
      }
      const lower = await svcVerify("--headers", `${path("raw")}@${FIRST - 1}`, path("block.ots"));
      expect(lower.status).toBe(2);
      expect(lower.stderr).toBe("");
      for (const wrong of [`${path("none")}@1`, `${path("raw")}@2147483648`]) {
        expect((await svcVerify("--headers", wrong, path("block.ots"))).status).toBe(3);
      }
    } finally {
      rmSync(into, { recursive: true });
    }
  });
});
