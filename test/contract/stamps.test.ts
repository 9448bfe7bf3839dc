/**
 * Seals that are bound to Bitcoin, over HTTP, on both stores: from the sandbox's authority to a block of its regtest
 * chain, with the calendar's own protocol between them.
 */

import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHeaders } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { verify } from "@svc-proof/verifier-lib";
import { createEsploraBitcoinSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxCalendar, startSandboxCalendar } from "../../sandbox/src/calendar/server.js";
import { createHttpCalendar } from "../../service/src/clients/calendars.js";
import { OutageLog } from "../../service/src/log.js";
import { runAttestRound } from "../../service/src/opentimestamps/attest.js";
import { HeaderCollector } from "../../service/src/opentimestamps/headers.js";
import { MAX_STAMPS } from "../../service/src/opentimestamps/stamps.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { statedOf } from "../../verifier-lib/src/items.testing.js";
import { tokenExistence } from "../../verifier-lib/src/judge/seal-evidence.js";
import { parsePdfCertificate } from "../../verifier-lib/src/package/open-certificate.js";
import { Work } from "../../verifier-lib/src/work/work.js";
import { until } from "../faults/anchoring-world.js";
import { type Answered, randomHash, type TestAccount } from "./api-service.js";
import { SealWorld } from "./seal-world.js";
import { describeStores } from "./test-stores.js";

const LEASE_MS = 600_000;
/** A busy machine must not look like a slow authority. */
const PATIENCE_MS = 60_000;
/** Long after the sandbox's certificates have expired. */
const AFTER_EXPIRY = new Date("2200-01-01T00:00:00Z");

describeStores("on $name", ({ open }) => {
  let folder: string;
  let own: SandboxCalendar;
  let world: SealWorld;
  let account: TestAccount;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-stamps-"));
    own = await startSandboxCalendar({
      dataDir: folder,
      port: 0,
      blockTimeMs: 50,
      confirmations: 2,
      onFailure: (error) => {
        throw error;
      },
    });
    world = await SealWorld.start(open, { sealWaitMs: PATIENCE_MS });
    account = await world.newAccount(10, 0);
  });
  afterAll(async () => {
    await world.stop();
    await own.stop();
    await rm(folder, { recursive: true });
  });

  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const bitcoin = () => ({
    network: "regtest" as const,
    sources: [createEsploraBitcoinSource({ url: own.url, timeoutMs: 10_000, retries: 0 })],
    confirmations: 2,
  });
  const lease = async (name: string) => (await world.store.leases.acquire(name, "this test", LEASE_MS))!;
  const round = async () =>
    runAttestRound(
      world.store,
      await lease("attest"),
      log,
      new OutageLog(log),
      {
        calendars: [createHttpCalendar({ url: own.url, timeoutMs: 10_000 })],
        minCalendars: 1,
        bitcoin: bitcoin(),
        pollMs: 1,
      },
      new AbortController().signal,
    );
  const collect = async () => {
    const collector = new HeaderCollector(world.store, bitcoin(), log, new OutageLog(log));
    await collector.collect(await lease("headers"), new AbortController().signal);
  };
  const newSealed = async (): Promise<{ id: string; hash: string }> => {
    const body = { hash: randomHash(), qualified: true };
    const { status, json } = await world.api.request("POST", "/proofs", { key: account.key, body });
    expect([status, json.qualified.state]).toEqual([201, "issued"]);
    return json;
  };
  const get = (id: string): Promise<Answered> => world.api.request("GET", `/proof/${id}.tsr.ots`);
  const tokenOf = (id: string) => world.api.requestBytes(`/proofs/${id}/qualified.tsr`, account.key);
  const stampOf = (id: string) => world.api.requestBytes(`/proof/${id}.tsr.ots`);
  const attestedBy = (bytes: Uint8Array) => {
    const { digest, timestamp } = parseDetachedTimestamp(bytes);
    return replay(timestamp, digest);
  };
  const isConfirmed = async (id: string) => {
    await round();
    return attestedBy(await stampOf(id)).some(({ attestation }) => attestation.kind === "bitcoin");
  };

  describe("before there is a file", () => {
    test("there is none of a proof without a seal, nor of a proof that does not exist", async () => {
      const { id } = await world.api.newProof(account);
      expect(await get(id)).toMatchObject({ status: 404, json: { error: "the proof has no seal" } });
      expect((await get("0198c0de-0000-7000-8000-000000000001")).status).toBe(404);
      expect((await get("no-uuid")).status).toBe(400);
    });

    test("it is still to come", async () => {
      const { id } = await newSealed();
      const { status, headers, json } = await get(id);
      expect([status, headers["retry-after"], json]).toEqual([202, "60", { ready: false, state: "queued" }]);
    });

    test("so is that of a pending seal", async () => {
      world.tsa.fault = (response) => void response.writeHead(500).end();
      const body = { hash: randomHash(), qualified: true };
      const { json } = await world.api.request("POST", "/proofs", { key: account.key, body });
      world.tsa.fault = null;
      expect(json.qualified.state).toBe("pending");
      expect((await get(json.id)).status).toBe(202);
    });
  });

  describe("a token", () => {
    let proof: { id: string; hash: string };
    let token: Uint8Array;
    let stamp: Uint8Array;
    let headers: Uint8Array[];
    beforeAll(async () => {
      proof = await newSealed();
      token = await tokenOf(proof.id);
      await round();
    });

    test("is submitted, and its file waits with the calendar", async () => {
      const { status, headers: sent } = await get(proof.id);
      expect([status, sent["content-disposition"]]).toEqual([
        200,
        `attachment; filename=svc-${proof.id}-qualified-timestamp.tsr.ots`,
      ]);
      expect(attestedBy(await stampOf(proof.id)).map(({ attestation }) => attestation.kind)).toEqual([
        "pending",
      ]);
    });

    test("passes meanwhile by its certificate, and nobody is alarmed", async () => {
      const report = await verify(token, {
        contentHash: proof.hash,
        trust: [world.authority.rootPem],
        sealTimestamps: [await stampOf(proof.id)],
      });
      expect(report.checks).toContainEqual(
        expect.objectContaining({
          id: "seal",
          status: "passed",
          evidence: expect.objectContaining({
            proof_of_existence: { status: "indeterminate", code: "bitcoin_pending", needed: false },
          }),
        }),
      );
      expect(report.notices.map(({ code }) => code)).not.toContain("proof_of_existence_not_standing");
    });

    test("gets into a block, to which its file is the one way", async () => {
      await until("the token is in a block", () => isConfirmed(proof.id));
      stamp = await stampOf(proof.id);
      const { hash, digest } = parseDetachedTimestamp(stamp);
      expect([hash, bytesToHex(digest)]).toEqual([
        "sha256",
        createHash("sha256").update(token).digest("hex"),
      ]);
      const [{ attestation, message }, ...others] = attestedBy(stamp) as [ReturnType<typeof attestedBy>[0]];
      expect(others).toEqual([]);
      const height = attestation.kind === "bitcoin" ? attestation.height : -1;
      const [source] = bitcoin().sources;
      const header = (await source!.fetchHeader(height))!;
      expect(bytesToHex(message)).toBe(bytesToHex(header, 36, 68));
    });

    test("has its file and the headers of its block in the package, and on the certificate", async () => {
      const batch = await world.api.batchQueue();
      await world.api.anchor(batch);
      await collect();
      const zip = await world.api.requestBytes(`/proofs/${proof.id}/evidence.zip`, account.key);
      const found = new Map<string, Uint8Array>();
      for (const entry of await parseZip(zip)) {
        const parts: Uint8Array[] = [];
        for await (const part of entry.read()) parts.push(part);
        found.set(entry.name, new Uint8Array(Buffer.concat(parts)));
      }
      expect([...found.keys()].slice(3)).toEqual([
        "seal/timestamp.tsr",
        "seal/tsa-certificates.pem",
        "seal/timestamp.tsr.ots",
        "bitcoin/headers.json",
      ]);
      expect(found.get("seal/timestamp.tsr.ots")).toEqual(stamp);
      headers = [found.get("bitcoin/headers.json")!];
      const [run] = parseHeaders(headers[0]!);
      const [{ attestation }] = attestedBy(stamp) as [ReturnType<typeof attestedBy>[0]];
      expect(attestation).toMatchObject({ kind: "bitcoin", height: run!.height });
      const readme = Buffer.from(found.get("README.txt")!).toString().replace(/\s+/g, " ");
      expect(readme).toContain(`is therefore bound to Bitcoin block ${run!.height}.`);

      const pdf = await world.api.requestBytes(`/proofs/${proof.id}/certificate.pdf`, account.key);
      const { parts } = await parsePdfCertificate(pdf);
      expect(parts.filter(({ kind }) => kind === "seal_timestamp")).toMatchObject([{ content: stamp }]);
      for (const evidence of [zip, pdf]) {
        const report = await verify(evidence, {
          contentHash: proof.hash,
          trust: [world.authority.rootPem],
          now: new Date(),
        });
        expect(report.checks.filter(({ status }) => status === "failed")).toEqual([]);
        expect(report.checks).toContainEqual(expect.objectContaining({ id: "seal", status: "passed" }));
      }
    });

    test("after its certificate has expired, regtest is told from Bitcoin, and proves nothing", async () => {
      const zip = await world.api.requestBytes(`/proofs/${proof.id}/evidence.zip`, account.key);
      const report = await verify(zip, {
        contentHash: proof.hash,
        trust: [world.authority.rootPem],
        at: AFTER_EXPIRY,
      });
      expect(report.checks).toContainEqual(
        expect.objectContaining({ id: "seal", status: "indeterminate", code: "out_of_bounds_no_poe" }),
      );
      // The whole way was found: from the token to the root in the header, which is one of regtest.
      expect(report.notices).toContainEqual({
        code: "proof_of_existence_not_standing",
        evidence: { code: "header_of_regtest" },
      });
    });

    test("no changed bit of its file leads to its block", async () => {
      const judge = async (bytes: Uint8Array) =>
        (await tokenExistence(statedOf("seal_timestamp", [bytes]), [token], {
          now: new Date(),
          headers: statedOf("headers", headers),
          work: new Work(),
        }))!.code;
      expect(await judge(stamp)).toBe("header_of_regtest");
      for (let bit = 0; bit < stamp.length * 8; bit++) {
        const changed = Uint8Array.from(stamp);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(await judge(changed), `bit ${bit}`).not.toBe("header_of_regtest");
      }
    });
  });

  test("tokens and batches of a round go together, in one submission", async () => {
    const proofs = [await newSealed(), await newSealed(), await newSealed()];
    await world.api.batchQueue();
    const calendar = createHttpCalendar({ url: own.url, timeoutMs: 10_000 });
    let submissions = 0;
    await runAttestRound(
      world.store,
      await lease("attest"),
      log,
      new OutageLog(log),
      {
        calendars: [
          {
            name: calendar.name,
            isNamedBy: (uri) => calendar.isNamedBy(uri),
            fetchTimestamp: (commitment, signal) => calendar.fetchTimestamp(commitment, signal),
            submit: (digest, signal) => {
              submissions++;
              return calendar.submit(digest, signal);
            },
          },
        ],
        minCalendars: 1,
        bitcoin: bitcoin(),
        pollMs: 1,
      },
      new AbortController().signal,
    );
    expect(submissions).toBe(1);
    for (const { id } of proofs) await until("the token is in a block", () => isConfirmed(id));
    for (const { id } of proofs) {
      const report = await verify(await stampOf(id), {
        contentHash: createHash("sha256")
          .update(await tokenOf(id))
          .digest("hex"),
      });
      expect(report.outcome).toBe("indeterminate");
    }
  });

  test("stamps beyond one set go into the next, and wait while calendars take nothing", async () => {
    const digests = Array.from({ length: MAX_STAMPS + 1 }, randomHash);
    await world.store.stamps.request(digests);
    const failing = {
      calendars: [],
      minCalendars: 1,
      bitcoin: bitcoin(),
      pollMs: 1,
    };
    const attempt = async () =>
      runAttestRound(
        world.store,
        await lease("attest"),
        log,
        new OutageLog(log),
        failing,
        new AbortController().signal,
      );
    await expect(attempt()).rejects.toThrow("0 of 0 calendars");
    await expect(attempt()).rejects.toThrow("0 of 0 calendars");
    const setOf = async (digest: string | undefined) => {
      const stamp = await world.store.stamps.find(digest!);
      return stamp === null || stamp === "waiting" ? stamp : stamp.set.number;
    };
    const [first, beforeLast, last] = [digests[0], digests.at(-2), digests.at(-1)];
    const number = await setOf(first);
    expect([number, await setOf(beforeLast), await setOf(last)]).toEqual([
      expect.any(Number),
      number,
      "waiting",
    ]);
    while (await round());
    await round();
    expect([await setOf(beforeLast), await setOf(last)]).toEqual([number, Number(number) + 1]);
  });
});
