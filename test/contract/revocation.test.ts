/**
 * Revocation data of seals, on both stores: from the sandbox's authority over HTTP into evidence packages, and what the
 * verifier makes of it: docs/design/seals.md, "Revocation".
 */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { reportText, verify } from "@svc-proof/verifier-lib";
import { createPublicFetch, createRevocationSource } from "@svc-proof/verifier-lib/node";
import type { RevocationSource } from "@svc-proof/verifier-lib/source";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OutageLog, RoundLog } from "../../service/src/log.js";
import { wrapMethods } from "../../service/src/operations/observed-store.js";
import type { Records } from "../../service/src/records/records.js";
import {
  fetchRevocationRound,
  LATER_MS,
  type RevocationResult,
  requestRevocation,
} from "../../service/src/seals/revocation.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { randomHash, type TestAccount } from "./api-service.js";
import { SealWorld } from "./seal-world.js";
import { describeStores } from "./test-stores.js";

const PATIENCE_MS = 60_000;
const KEY_COMPROMISE = 1;

describeStores("on $name", ({ open }) => {
  let world: SealWorld;
  let account: TestAccount;
  let lines: string[];
  let source: RevocationSource;
  let log: RoundLog;
  let outages: OutageLog;
  const signal = new AbortController().signal;
  beforeEach(async () => {
    lines = [];
    log = new RoundLog({
      info: (_, message) => lines.push(`info ${message}`),
      warn: (_, message) => lines.push(`warn ${message}`),
      error: (_, message) => lines.push(`error ${message}`),
    });
    outages = new OutageLog(log);
    world = await SealWorld.start(open, { sealWaitMs: PATIENCE_MS });
    account = await world.newAccount(30, 0);
    source = asking(world.authority.url);
  });
  afterEach(() => world.stop());

  const asking = (...allowedOrigins: string[]) =>
    createRevocationSource({ send: createPublicFetch({ allowedOrigins }), timeoutMs: 2_000, retries: 0 });
  const newSealed = async (): Promise<string> => {
    const body = { hash: randomHash(), qualified: true };
    const { json } = await world.api.request("POST", "/proofs", { key: account.key, body });
    expect(json.qualified.state).toBe("issued");
    return json.id;
  };
  /** @param afterMs how long after now the round is run. */
  const round = async (afterMs = 1_000, from = source, store: Records = world.store) => {
    const results: RevocationResult[] = [];
    await requestRevocation(store, log, signal);
    await fetchRevocationRound({
      store,
      source: from,
      issuers: parsePemCertificates(world.authority.rootPem),
      log,
      outages,
      signal,
      onFetched: (result) => results.push(result),
      now: () => new Date(Date.now() + afterMs),
    });
    return results;
  };
  const packageOf = (id: string) => world.api.requestBytes(`/proofs/${id}/evidence.zip`, account.key);
  const filesOf = async (id: string) => {
    const entries = await parseZip(await packageOf(id));
    return entries.map(({ name }) => name).filter((name) => name.startsWith("seal/revocation/"));
  };
  /** The proof is in no block, so the package has none; the seal is verified with what is packed. */
  const judged = async (id: string) => {
    const parts = new Map<string, Uint8Array>();
    for (const entry of await parseZip(await packageOf(id))) {
      const pieces: Uint8Array[] = [];
      for await (const piece of entry.read()) pieces.push(Uint8Array.from(piece));
      parts.set(entry.name, new Uint8Array(Buffer.concat(pieces)));
    }
    const of = (extension: string) =>
      [...parts]
        .filter(([name]) => /^seal\/revocation\//.test(name) && name.endsWith(extension))
        .map(([, bytes]) => bytes);
    const report = await verify(parts.get("seal/timestamp.tsr")!, {
      trust: [world.authority.rootPem],
      crls: of(".crl"),
      ocspResponses: of(".ocsp"),
    });
    const seal = report.checks.find(({ id: check }) => check === "seal")!;
    return {
      report,
      told: [seal.status, seal.code, (seal.evidence["revocation"] as { status: string }).status],
    };
  };

  test("a seal has none at first, then those of its issue, then those of a day later", async () => {
    const id = await newSealed();
    expect(await filesOf(id)).toEqual([]);
    expect((await judged(id)).told).toEqual(["passed", "ok", "not_checked"]);

    expect(await round()).toEqual(["complete"]);
    const first = await packageOf(id);
    expect(await filesOf(id)).toEqual(["seal/revocation/1.ocsp", "seal/revocation/2.crl"]);
    const { report, told } = await judged(id);
    expect(told).toEqual(["passed", "ok", "good"]);
    expect(reportText(report)).toContain("not revoked at that time");
    expect(await packageOf(id)).toEqual(first);

    expect(await round()).toEqual([]);
    // The list of the root is the same: it is packed once.
    expect(await round(LATER_MS + 61_000)).toEqual(["complete"]);
    expect(await filesOf(id)).toEqual([
      "seal/revocation/1.ocsp",
      "seal/revocation/2.crl",
      "seal/revocation/3.ocsp",
    ]);
    expect((await judged(id)).told).toEqual(["passed", "ok", "good"]);
    expect(lines).toEqual([]);
  });

  test("seals of one chain share a fetch", async () => {
    const ids = [await newSealed(), await newSealed(), await newSealed()];
    expect(await round(2_000)).toEqual(["complete"]);
    for (const id of ids) expect(await filesOf(id)).toHaveLength(2);
  });

  test("two instances at once do no harm", async () => {
    const id = await newSealed();
    await Promise.all([round(3_000), round(3_000)]);
    expect(await filesOf(id)).toHaveLength(2);
    expect((await judged(id)).told).toEqual(["passed", "ok", "good"]);
  });

  test("what a process leaves unfinished is fetched again", async () => {
    const id = await newSealed();
    let left = 1;
    const dying: Records = {
      ...world.store,
      revocation: wrapMethods(world.store.revocation, (name, method) => async (...args) => {
        if (name === "keep" && left-- > 0) throw new StoreUnavailableError("killed");
        return method(...args) as Promise<unknown>;
      }),
    };
    await expect(round(4_000, source, dying)).rejects.toThrow(StoreUnavailableError);
    expect(await filesOf(id)).toEqual([]);
    expect(await round(4_000, source, dying)).toEqual(["complete"]);
    expect(await filesOf(id)).toHaveLength(2);
  });

  test("an outage is one line, is tried again later, and harms no seal", async () => {
    // A private address that is not allowed: refused before anything is sent.
    const id = await newSealed();
    const refusing = asking();
    expect(await round(5_000, refusing)).toEqual(["none"]);
    expect(await round(6_000, refusing)).toEqual([]);
    expect(await round(66_000, refusing)).toEqual(["none"]);
    expect(await round(90_000)).toEqual([]);
    expect(lines).toEqual(["warn revocation data of the authority cannot be fetched"]);
    expect((await judged(id)).told).toEqual(["passed", "ok", "not_checked"]);
    expect(await round(200_000)).toEqual(["complete"]);
    expect(lines.slice(1)).toEqual(["info recovered"]);
    expect((await judged(id)).told).toEqual(["passed", "ok", "good"]);
  });

  test("a fault of the source is tried again, and a signer that is a root has nobody to ask", async () => {
    await newSealed();
    const faulty: RevocationSource = {
      name: "faulty",
      fetchRevocation: () => Promise.reject(new Error("a fault")),
    };
    expect(await round(1_000, faulty)).toEqual(["none"]);
    const empty: RevocationSource = {
      name: "empty",
      fetchRevocation: async () => ({ answers: [], gaps: [], issuers: [] }),
    };
    expect(await round(62_000, empty)).toEqual(["complete"]);
    expect(await round(63_000, empty)).toEqual([]);
    expect(lines).toEqual(["error the revocation data of a seal could not be asked for"]);
  });

  test("after three days it is given up", async () => {
    const id = await newSealed();
    expect(await round(210_000, asking())).toEqual(["none"]);
    expect(await round(4 * LATER_MS, asking())).toEqual(["none"]);
    expect(await world.store.revocation.due(new Date(Date.now() + 9 * LATER_MS), 10)).toEqual([]);
    expect(await filesOf(id)).toEqual([]);
  });

  test("a signer that is revoked after genTime, and one that was before", async () => {
    const id = await newSealed();
    expect(await round()).toEqual(["complete"]);
    expect((await judged(id)).told).toEqual(["passed", "ok", "good"]);
    await world.authority.revoke("p256", new Date(Date.now() + 3_600_000), KEY_COMPROMISE);
    expect(await round(LATER_MS + 61_000)).toEqual(["complete"]);
    expect(lines).toEqual(["error a certificate of seals was revoked: its seals may be worth nothing"]);
    expect((await judged(id)).told).toEqual(["indeterminate", "revoked_no_poe", "revoked"]);
    const other = await SealWorld.start(open, { sealWaitMs: PATIENCE_MS });
    await world.stop();
    world = other;
    account = await world.newAccount(1, 0);
    source = asking(world.authority.url);
    const late = await newSealed();
    await world.authority.revoke("p256", new Date(Date.now() - 3_600_000), KEY_COMPROMISE);
    expect(await round()).toEqual(["complete"]);
    expect((await judged(late)).told).toEqual(["failed", "revoked", "revoked"]);
  });

  test("the authority's server hangs, drips or floods: the round ends, and keeps the other answers", async () => {
    const hostile: Server = createServer((request, response) => {
      if (request.url === "/silent") return;
      if (request.url === "/drip") setInterval(() => response.write("x"), 50).unref();
      else response.end(Buffer.alloc(200_000));
    });
    await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = hostile.address() as AddressInfo;
      for (const path of ["/silent", "/drip", "/flood"]) {
        const send = createPublicFetch({ allowedOrigins: [world.authority.url, `http://127.0.0.1:${port}`] });
        const spoiled = createRevocationSource({
          send: (question, url, request) =>
            send(
              question,
              url.pathname === "/ocsp" ? new URL(`http://127.0.0.1:${port}${path}`) : url,
              request,
            ),
          timeoutMs: 200,
          retries: 0,
        });
        const { rootPem } = world.authority;
        const token = await world.api.requestBytes(`/proofs/${await newSealed()}/qualified.tsr`, account.key);
        const report = await verify(token, { trust: [rootPem], revocationSource: spoiled });
        const { online } = report.checks.find(({ id }) => id === "seal")!.evidence["revocation"] as {
          online: { answers: { kind: string }[] };
        };
        // The lists answer in its place.
        expect(online.answers.map(({ kind }) => kind)).toEqual(["crl", "crl"]);
      }
    } finally {
      hostile.close();
      hostile.closeAllConnections();
    }
  });
});
