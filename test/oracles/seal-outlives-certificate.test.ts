/**
 * A seal that outlives its certificate, from end to end: a token of OpenSSL whose certificate lives for a day, bound by
 * the service's own round through a calendar to a block, taken from the package that the API hands out, and verified two
 * days later without a network.
 *
 * No test can put a token into a block of Bitcoin. So one thing is replaced: a header of the sandbox's regtest chain that
 * has the attested root counts as one of Bitcoin's main chain. Whether it has that root is for the verifier's own code.
 */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHeaders, targetOfBits, workBits, workOfTarget } from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import { createEsploraBitcoinSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startSandboxCalendar } from "../../sandbox/src/calendar/server.js";
import { createHttpCalendar } from "../../service/src/clients/calendars.js";
import { OutageLog } from "../../service/src/log.js";
import { runAttestRound } from "../../service/src/opentimestamps/attest.js";
import { HeaderCollector } from "../../service/src/opentimestamps/headers.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import type { HeadersAtHand } from "../../verifier-lib/src/judge/headers.js";
import { ApiService } from "../contract/api-service.js";
import { until } from "../faults/anchoring-world.js";
import { hasOpenssl, OpensslAuthority, TSA_EXTENSIONS } from "./openssl-authority.js";

vi.mock("../../verifier-lib/src/judge/headers.js", async (importOriginal) => {
  const actual = await importOriginal<typeof import("../../verifier-lib/src/judge/headers.js")>();
  const headersAtHand: typeof actual.headersAtHand = async (documents, ...rest) => {
    const atHand = await actual.headersAtHand(documents, ...rest);
    const runs = documents.flatMap((document) => [...parseHeaders(document.bytes)]);
    return {
      ...atHand,
      judge: (stated) => {
        const verdict = atHand.judge(stated);
        if (verdict.code !== "header_of_regtest") return verdict;
        const { height, headers } = runs[0]!;
        const header = headers[stated.height - height]!;
        const work = workBits(workOfTarget(targetOfBits(header.bits)!));
        const block = {
          header,
          accuracySeconds: 7200,
          workBits: work,
          successors: 0,
          checkpointHeight: 0,
          start: null,
        };
        return { kind: "stands", code: "ok", block, isProven: true };
      },
    } satisfies HeadersAtHand;
  };
  return { ...actual, headersAtHand };
});

const DAY_MS = 86_400_000;
const NAME = "seal/timestamp.tsr.ots";

describe.skipIf(!hasOpenssl)("a token of OpenSSL whose certificate has expired", () => {
  const original = randomBytes(1_000);
  const hash = createHash("sha256").update(original).digest("hex");
  const later = new Date(Date.now() + 2 * DAY_MS);
  let folder: string;
  let authority: OpensslAuthority;
  let trust: string;
  let parts: Map<string, Uint8Array>;
  let zip: Uint8Array;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-outlives-"));
    authority = new OpensslAuthority();
    trust = await readFile(authority.root.pem, "utf8");
    const own = await startSandboxCalendar({
      dataDir: folder,
      port: 0,
      blockTimeMs: 50,
      confirmations: 2,
      onFailure: (error) => {
        throw error;
      },
    });
    const api = await ApiService.start();
    try {
      const account = await api.newAccount();
      await api.addSeals(account.id, "pack", 1);
      const { id } = await api.newProof(account, hash);
      await api.anchor(await api.batchQueue());
      await issue(api, id);
      await bind(api, id, own.url);
      zip = await api.requestBytes(`/proofs/${id}/evidence.zip`, account.key);
    } finally {
      await api.stop();
      await own.stop();
    }
    parts = new Map();
    for (const entry of await parseZip(zip)) {
      const pieces: Uint8Array[] = [];
      for await (const piece of entry.read()) pieces.push(piece);
      parts.set(entry.name, new Uint8Array(Buffer.concat(pieces)));
    }
  }, 120_000);
  afterAll(async () => {
    authority.close();
    await rm(folder, { recursive: true });
  });

  /** As the seal job does with an authority's answer. */
  async function issue({ store }: ApiService, proofId: string): Promise<void> {
    const signer = authority.issue({
      name: "A day's authority",
      key: "ec:P-256",
      issuer: authority.issuer,
      extensions: TSA_EXTENSIONS,
      days: 1,
    });
    const response = await readFile(authority.reply(signer, hexToBytes(hash)).response);
    const { genTime, policy, serialNumberHex } = parseTimestampResponse(response).token!.tstInfo;
    const proof = (await store.proofs.find(proofId))!;
    const order = { spendId: randomUUID(), dueAt: new Date(), at: new Date(), proof };
    const paid = await store.seals.spend(order);
    if (paid.outcome !== "spent") throw new Error(`expected a payment, got ${paid.outcome}`);
    const serialNumber = serialNumberHex.toUpperCase();
    await store.seals.issue(
      paid.seal,
      { authority: "A day's authority", genTime, serialNumber, policyOid: policy, qualification: null },
      response,
    );
  }

  /** As the jobs do, until the token is in a block with its header collected. */
  async function bind({ store }: ApiService, proofId: string, url: string): Promise<void> {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const sources = [createEsploraBitcoinSource({ url, timeoutMs: 10_000, retries: 0 })];
    const bitcoin = { network: "regtest", sources, confirmations: 2 } as const;
    const calendars = [createHttpCalendar({ url, timeoutMs: 10_000 })];
    const options = { calendars, minCalendars: 1, bitcoin, pollMs: 1 };
    const lease = (await store.leases.acquire("attest", "test", 600_000))!;
    const { signal } = new AbortController();
    const digest = createHash("sha256")
      .update((await store.seals.readResponse(proofId))!)
      .digest("hex");
    await until("the token is in a block", async () => {
      await runAttestRound(store, lease, log, new OutageLog(log), options, signal);
      const stamp = await store.stamps.find(digest);
      return stamp !== null && stamp !== "waiting" && stamp.attestation.state === "confirmed";
    });
    await new HeaderCollector(store, bitcoin, log, new OutageLog(log)).collect(lease, signal);
  }

  const sealOf = ({ checks }: Report) => {
    const { status, code } = checks.find(({ id }) => id === "seal")!;
    return `${status} ${code}`;
  };
  const codes = ({ notices }: Report) => notices.map(({ code }) => code);

  test("passes while its certificate is valid, and rests on nothing else", async () => {
    const report = await verify(zip, { contentHash: hash, trust: [trust] });
    expect(sealOf(report)).toBe("passed ok");
    expect(codes(report)).not.toContain("rests_on_proof_of_existence");
  });

  test("passes two days later by its own file in the package, offline", async () => {
    const report = await verify(zip, { contentHash: hash, trust: [trust], at: later });
    expect(sealOf(report)).toBe("passed ok");
    expect(codes(report)).toContain("rests_on_proof_of_existence");
  });

  test("is left open two days later without that file", async () => {
    const report = await verify(parts.get("seal/timestamp.tsr")!, {
      contentHash: hash,
      trust: [trust],
      at: later,
    });
    expect(sealOf(report)).toBe("indeterminate out_of_bounds_no_poe");
  });

  test("is left open by that file with any byte changed", async () => {
    const stamp = parts.get(NAME)!;
    expect(parseDetachedTimestamp(stamp).hash).toBe("sha256");
    const ask = async (bytes: Uint8Array) =>
      sealOf(
        await verify(parts.get("seal/timestamp.tsr")!, {
          contentHash: hash,
          trust: [trust],
          at: later,
          headers: [parts.get("bitcoin/headers.json")!],
          sealTimestamps: [bytes],
        }),
      );
    expect(await ask(stamp)).toBe("passed ok");
    for (let at = 0; at < stamp.length; at++) {
      const changed = Uint8Array.from(stamp);
      changed[at]! ^= 1 << (at % 8);
      expect(await ask(changed), `byte ${at}`).toBe("indeterminate out_of_bounds_no_poe");
    }
  });
});
