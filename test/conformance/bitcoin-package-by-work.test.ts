/**
 * The same packages, made and verified with the table of checkpoints as it was when the epoch of the recorded headers had not
 * begun: a run beyond the last checkpoint.
 */
import { EPOCH_BLOCKS, HEADER_BYTES, LAST_CHECKPOINT_HEIGHT, parseHeaders } from "@svc-proof/shared/bitcoin";
import { reportText, verify } from "@svc-proof/verifier-lib";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiService } from "../contract/api-service.js";
import { packed, README } from "../evidence-packages.js";
import { attestedContent, recordedEpoch } from "../recorded-epoch.js";

vi.mock("../../shared/src/bitcoin/checkpoint-table.js", async (importOriginal) => {
  const { CHECKPOINT_HASHES, EPOCH_TARGETS } =
    await importOriginal<typeof import("../../shared/src/bitcoin/checkpoint-table.js")>();
  const first = (base64: string, bytes: number) =>
    Buffer.from(base64, "base64").subarray(0, bytes).toString("base64");
  return {
    CHECKPOINT_HASHES: first(CHECKPOINT_HASHES, 16 * 408),
    EPOCH_TARGETS: first(EPOCH_TARGETS, 4 * 409),
  };
});

const recorded = recordedEpoch();

describe("with the table cut at 822,527", () => {
  const { epoch, firstHeight, raw } = recorded;
  let api: ApiService;
  beforeEach(async () => {
    api = await ApiService.start();
    return () => api.stop();
  });

  /** What the service serves for a proof in that block, and a package with it. */
  async function served(height: number) {
    const account = await api.newAccount();
    const { id } = await api.newProof(account);
    await api.attest(await api.batchQueue(), height);
    const { body, headers } = await api.request("GET", `/proof/${id}.headers.json`);
    const content = attestedContent(recorded, height);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const zip = await packed(
      README,
      { name: "proof.json", content: bytes(content.proofJson) },
      { name: "bitcoin/original.ots", content: content.timestamp },
      { name: "bitcoin/headers.json", content: bytes(body) },
    );
    return { ...content, run: parseHeaders(body)[0]!, headers, zip };
  }

  test.each([
    ["goes on", 1_200, 1_000, 1_007],
    ["is over", EPOCH_BLOCKS, 1_000, EPOCH_BLOCKS],
    ["is over, of a block near its end", EPOCH_BLOCKS, 2_005, EPOCH_BLOCKS],
  ])("while the epoch %s: verified, computed by work", async (_, collected, at, length) => {
    expect(LAST_CHECKPOINT_HEIGHT).toBe(822_527);
    await api.storeHeaders(epoch, raw.subarray(0, collected * HEADER_BYTES));
    const { zip, hash, height, run, headers } = await served(firstHeight + at);
    expect([run.height, run.headers.length]).toEqual([firstHeight, length]);
    expect(headers["cache-control"]).toBe("no-cache");
    const report = await verify(zip, { contentHash: hash });
    expect(report.outcome).toBe("verified");
    expect(report.checks.find(({ id }) => id === "bitcoin")).toMatchObject({
      status: "passed",
      code: "bitcoin_proven_by_work",
      basis: "computed",
    });
    expect(report.claims).toMatchObject([
      {
        source: {
          type: "bitcoin-block",
          block_height: height,
          checkpoint_height: null,
          proven_by_work: { checkpoint_height: 822_527, blocks: length - at },
        },
      },
    ]);
    expect(reportText(report)).toContain("blocks of work since the checkpoint of 2023-12-23");
  });

  test("fewer than six later blocks leave it open", async () => {
    await api.storeHeaders(epoch, raw.subarray(0, 1_006 * HEADER_BYTES));
    const { zip, hash } = await served(firstHeight + 1_000);
    const report = await verify(zip, { contentHash: hash });
    expect(report.outcome).toBe("indeterminate");
    expect(report.checks.find(({ id }) => id === "bitcoin")).toMatchObject({ code: "header_run_short" });
  });
});
