/**
 * Packages with headers as the service issues them, verified without a network: recorded headers of Bitcoin, by the table of
 * checkpoints as it ships.
 */

import { EPOCH_BLOCKS, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { reportText, verify } from "@svc-proof/verifier-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueHeaders } from "../../service/src/opentimestamps/header-files.js";
import { ApiService } from "../contract/api-service.js";
import { packed, README } from "../evidence-packages.js";
import { attestedContent, recordedEpoch } from "../recorded-epoch.js";

const recorded = recordedEpoch();

describe("a package about a block of Bitcoin", () => {
  const { epoch, firstHeight, raw, file } = recorded;
  let api: ApiService;
  beforeAll(async () => {
    api = await ApiService.start();
    await api.storeHeaders(epoch, raw.subarray(0, EPOCH_BLOCKS * HEADER_BYTES));
  });
  afterAll(() => api?.stop());

  async function packageOf(height: number) {
    const content = attestedContent(recorded, height);
    const headers = (await issueHeaders(api.store.blockHeaders, height))!.encode();
    const bytes = (text: string) => new TextEncoder().encode(text);
    const zip = await packed(
      README,
      { name: "proof.json", content: bytes(content.proofJson) },
      { name: "bitcoin/original.ots", content: content.timestamp },
      { name: "bitcoin/headers.json", content: bytes(headers) },
    );
    return { ...content, headers, zip };
  }

  test.each([0, 1_000, EPOCH_BLOCKS - 1])(
    "block %i of the epoch: verified, computed by a checkpoint",
    async (at) => {
      const { zip, hash, height } = await packageOf(firstHeight + at);
      const report = await verify(zip, { contentHash: hash });
      expect(report.outcome).toBe("verified");
      expect(report.claims).toMatchObject([
        {
          basis: "computed",
          source: { type: "bitcoin-block", block_height: height, checkpoint_height: 824_543, relied_on: [] },
        },
      ]);
      expect(reportText(report)).toContain("proven by the checkpoint at 824543");
    },
  );

  test("with the timestamp of another block's root it fails", async () => {
    const { headers } = await packageOf(firstHeight + 10);
    const { timestamp, hash } = attestedContent(recorded, firstHeight + 11);
    const report = await verify(timestamp, { contentHash: hash, headers: [headers] });
    expect(report.outcome).toBe("verified");
    const other = attestedContent({ ...recorded, firstHeight: firstHeight - 1 }, firstHeight + 11);
    const moved = await verify(other.timestamp, { contentHash: other.hash, headers: [headers] });
    expect(moved.outcome).toBe("failed");
    expect(moved.checks.find(({ id }) => id === "bitcoin")).toMatchObject({ code: "bitcoin_root_mismatch" });
  });

  test("the service's file of the epoch proves the same", async () => {
    const answer = await fetch(`http://127.0.0.1:${api.port}/verify/bitcoin/${epoch}.bin`);
    const served = new Uint8Array(await answer.arrayBuffer());
    expect(Buffer.from(served).equals(file)).toBe(true);
    const { timestamp, hash } = attestedContent(recorded, firstHeight + 7);
    const report = await verify(timestamp, { contentHash: hash, headers: [served] });
    expect(report.outcome).toBe("verified");
  });

  test("what is missing is named by its epochs", async () => {
    const { timestamp, hash } = attestedContent(recorded, firstHeight + 7);
    const [attestation] = (await verify(timestamp, { contentHash: hash })).checks.find(
      ({ id }) => id === "bitcoin",
    )!.evidence["attestations"] as readonly object[];
    expect(attestation).toMatchObject({ missing_headers: { first_epoch: 408, last_epoch: 408 } });
    const later = attestedContent(
      { ...recorded, firstHeight: 953_568 + 3 * 2016 - 5 },
      953_568 + 3 * 2016 - 5,
    );
    const [beyond] = (await verify(later.timestamp, { contentHash: later.hash })).checks.find(
      ({ id }) => id === "bitcoin",
    )!.evidence["attestations"] as readonly object[];
    expect(beyond).toMatchObject({ missing_headers: { first_epoch: 473, last_epoch: 476 } });
  });
});
