/**
 * An authority on the trusted lists, and one that is not: the start, the sale, each token, and what a seal says of it. The
 * authority is the sandbox's, behind a proxy that counts what is bought.
 */

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { defaultTrustList, type TrustList } from "@svc-proof/verifier-lib/trust";
import { type Certificate, parseCertificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type SandboxTsa, startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import { createHttpTsa, type IssuedTimestamp, type Tsa } from "../../service/src/clients/tsa.js";
import { StartError } from "../../service/src/errors.js";
import { expectBooks } from "../../service/src/records/seal-order.testing.js";
import { SealIssuer } from "../../service/src/seals/issue-or-refund.js";
import { authorityStanding, checkAuthority, QualifiedTsa } from "../../service/src/seals/qualified.js";
import type { TrustLists } from "../../service/src/seals/trust-lists.js";
import { parseAttachments } from "../../verifier-lib/src/archive/pdf-attachments.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { FaultyTsa } from "../faults/faulty-tsa.js";
import { certificatesOf, listNaming, listTime, listWithdrawing } from "../listed-authority.js";
import { ApiService, randomHash } from "./api-service.js";
import { openTemporarySqlite } from "./test-stores.js";

let folder: string;
let authority: SandboxTsa;
let other: SandboxTsa;
let proxy: FaultyTsa;
let signer: Certificate;
let issuer: Certificate;
let root: Certificate;
let stranger: Certificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-qualified-"));
  const start = async (name: string) => {
    const dataDir = await mkdtemp(join(folder, name));
    return startSandboxTsa({ dataDir, port: 0, onFailure: () => {} });
  };
  authority = await start("one-");
  other = await start("other-");
  proxy = await FaultyTsa.start(authority.p256Url);
  [signer, issuer, root] = await certificatesOf(authority);
  [, stranger] = await certificatesOf(other);
});
afterAll(async () => {
  await proxy.stop();
  await authority.stop();
  await other.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  proxy.queries.length = 0;
});

/** Trusted lists that a test replaces. */
class Lists implements Pick<TrustLists, "current"> {
  list: TrustList;

  constructor(list: TrustList) {
    this.list = list;
  }

  async current(): Promise<TrustList> {
    return this.list;
  }
}

class Lines {
  readonly lines: {
    readonly level: string;
    readonly fields: Record<string, unknown>;
    readonly message: string;
  }[] = [];
  readonly info = (fields: object, message: string): void => this.#add("info", fields, message);
  readonly warn = (fields: object, message: string): void => this.#add("warn", fields, message);
  readonly error = (fields: object, message: string): void => this.#add("error", fields, message);

  #add(level: string, fields: object, message: string): void {
    this.lines.push({ level, fields: { ...fields }, message });
  }
}

const client = (): Tsa =>
  createHttpTsa({
    url: proxy.url,
    anchors: parsePemCertificates(authority.rootPem),
    policyOid: null,
    clientCertificate: null,
    timeoutMs: 10_000,
  });
const request = () => ({
  hash: bytesToHex(randomBytes(32)),
  nonce: randomBytes(8),
  deadline: AbortSignal.timeout(30_000),
});
const open = (lists: Lists, anchors: readonly Certificate[], isRequired: boolean, log = new Lines()) =>
  new QualifiedTsa({ tsa: client(), trustLists: lists, anchors, isRequired, log });

describe("a token", () => {
  test.each([
    ["its signer", () => signer],
    ["the issuer of its signer", () => issuer],
    ["its root", () => root],
  ])("is qualified if the lists name %s, and says which entry", async (_, named) => {
    const list = listNaming(named());
    const tsa = open(new Lists(list), [named(), root], true);
    const answer = (await tsa.issue(request())) as IssuedTimestamp;
    expect(answer.qualification).toEqual({
      result: "qualified",
      code: "ok",
      entry: {
        territory: "ES",
        provider: "Example TSP",
        service: "Example time stamps",
        status: "granted",
        since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        list: {
          sequenceNumber: 7,
          issued: expect.any(String),
          nextUpdate: expect.any(String),
          sha256: "ab".repeat(32),
        },
        snapshotSha256: list.sha256,
      },
    });
    expect(await tsa.closedBecause()).toBeNull();
  });

  test("whose certificates the settings name, and whose chain no list does, is refused, and no other is bought", async () => {
    // The lists name another authority, which the settings trust too.
    const lists = new Lists(listNaming(stranger));
    const tsa = open(lists, [root, stranger], true);
    expect(await tsa.closedBecause()).toBeNull();
    expect(await tsa.issue(request())).toEqual({
      kind: "unavailable",
      reason: expect.stringMatching(/^the token is not qualified: .*Sandbox TSA.* is not listed/),
    });
    expect(await tsa.closedBecause()).toMatch(/^the token is not qualified/);
    expect((await tsa.issue(request())).kind).toBe("unavailable");
    expect(proxy.queries).toHaveLength(1);

    lists.list = listNaming(issuer);
    expect((await open(lists, [root, issuer], true).issue(request())).kind).toBe("issued");
  });

  test("is asked for again as soon as there are newer lists", async () => {
    const lists = new Lists(listNaming(stranger));
    const tsa = open(lists, [root, stranger], true);
    await tsa.issue(request());
    lists.list = listNaming(stranger, { facts: { sequenceNumber: 8 } });
    await tsa.issue(request());
    expect(proxy.queries).toHaveLength(2);
  });

  test("is kept where qualification is not required, and says what it is; the log does so once", async () => {
    const log = new Lines();
    const tsa = open(new Lists(listWithdrawing(issuer)), [root], false, log);
    for (let i = 0; i < 2; i++) {
      expect(await tsa.issue(request())).toMatchObject({
        kind: "issued",
        qualification: { result: "not-qualified", code: "service_withdrawn", entry: { status: "withdrawn" } },
      });
    }
    expect(log.lines.map(({ message }) => message)).toEqual(["the seals are not qualified"]);
    expect(await tsa.closedBecause()).toBeNull();
  });

  test("rests on no certificate that is the signer's issuer by its name alone", async () => {
    // The list names a certificate with the issuer's name and another key.
    const forged = { ...stranger, subject: issuer.subject };
    const list = listNaming(stranger);
    const byName: TrustList = {
      ...list,
      lotl: list.lotl,
      anchorsFor: () => [forged],
      qualify: (chain, at, by) => list.qualify(chain, at, by),
    };
    const tsa = new QualifiedTsa({
      tsa: createHttpTsa({
        url: proxy.url,
        // The signer itself, so that its issuer is not in the chain.
        anchors: [signer],
        policyOid: null,
        clientCertificate: null,
        timeoutMs: 10_000,
      }),
      trustLists: new Lists(byName),
      anchors: [signer],
      isRequired: false,
      log: new Lines(),
    });
    expect(await tsa.issue(request())).toMatchObject({ qualification: { code: "service_not_listed" } });
    // The issuer that did sign counts, though neither the settings nor the chain have it.
    const listed = new Lists(listNaming(issuer));
    const named = new QualifiedTsa({
      tsa: createHttpTsa({
        url: proxy.url,
        anchors: [signer],
        policyOid: null,
        clientCertificate: null,
        timeoutMs: 10_000,
      }),
      trustLists: listed,
      anchors: [signer],
      isRequired: true,
      log: new Lines(),
    });
    expect(await named.issue(request())).toMatchObject({ qualification: { result: "qualified" } });
  });
});

describe("an authority that is not qualified today", () => {
  test.each<[string, () => TrustList, RegExp]>([
    ["withdrawn", () => listWithdrawing(issuer), /withdrawn since .* \(list 7 of ES/],
    ["not listed", () => listNaming(stranger), /is not listed/],
    [
      "on a list that has ended",
      () => listNaming(issuer, { facts: { nextUpdate: listTime(-2) } }),
      /answers until/,
    ],
  ])("(%s) sells nothing and is asked for nothing", async (_, list, reason) => {
    const tsa = open(new Lists(list()), [root, issuer], true);
    expect(await tsa.closedBecause()).toMatch(reason);
    expect(await tsa.issue(request())).toEqual({
      kind: "unavailable",
      reason: expect.stringMatching(reason),
    });
    expect(proxy.queries).toHaveLength(0);
  });
});

describe("the start", () => {
  const start = async (list: TrustList, isRequired: boolean, newer: TrustList | null = null) => {
    const lists = new Lists(list);
    const log = new Lines();
    const trust = {
      trustLists: lists as unknown as TrustLists,
      update: async () => {
        if (newer === null) return false;
        lists.list = newer;
        return true;
      },
    };
    await checkAuthority(trust, [root, issuer], isRequired, log);
    return log.lines;
  };

  test("goes on with an authority that is granted", async () => {
    expect(await start(listNaming(issuer), true)).toEqual([
      { level: "info", fields: expect.anything(), message: "the timestamping authority is qualified" },
    ]);
  });

  test("is refused with one that is withdrawn, and names certificate, answer and list", async () => {
    const refused = start(listWithdrawing(issuer), true);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(
      /^SVC_TSA_TRUST: expected .*CN=Sandbox CA .* is listed as "Example time stamps" of Example TSP, but withdrawn since \S+Z \(list 7 of ES, issued \S+Z\)/,
    );
  });

  test("is refused with one that no list names", async () => {
    await expect(start(listNaming(stranger), true)).rejects.toThrow(/is not listed.*SVC_TSA_QUALIFIED=warn/);
  });

  test("warns of them by setting", async () => {
    const [line] = await start(listWithdrawing(issuer), false);
    expect(line).toMatchObject({
      level: "warn",
      fields: { standing: expect.stringContaining("withdrawn since") },
      message: "the timestamping authority is not found to be qualified",
    });
  });

  test("asks for newer lists before it refuses", async () => {
    expect(await start(listNaming(stranger), true, listNaming(issuer))).toMatchObject([{ level: "info" }]);
    await expect(
      start(
        listNaming(issuer, { history: [{ status: "withdrawn", since: listTime(-3) }] }),
        true,
        listWithdrawing(issuer),
      ),
    ).rejects.toThrow(StartError);
  });

  test("goes on without a sale where the list has ended", async () => {
    const [line] = await start(listNaming(issuer, { facts: { nextUpdate: listTime(-2) } }), true);
    expect(line).toMatchObject({ level: "warn", message: expect.stringContaining("no seal is sold") });
  });
});

describe("the start with real certificates, on the snapshot that comes with the service", () => {
  beforeAll(() => {
    // Italy’s list is current then, Spain's has ended.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00.000Z") });
  });
  afterAll(() => void vi.useRealTimers());

  /** A certificate that the list names for a service with this status. */
  const certificateOf = async (territory: string, status: string): Promise<Certificate> => {
    const { snapshot } = await defaultTrustList();
    const { services } = snapshot.lists.find((one) => one.territory === territory)!;
    for (const { history, identities } of services) {
      const der = identities.find((identity) => identity.der !== null)?.der;
      // A key may serve several services, of which one is granted.
      if (history[0]!.status !== status || der == null) continue;
      const certificate = parseCertificate(der);
      const standing = await authorityStanding(await defaultTrustList(), [certificate], new Date());
      if (standing.best.atGenTime?.status === status) return certificate;
    }
    throw new Error(`${territory} names no issuer that is ${status}`);
  };
  const start = async (certificates: readonly Certificate[]) => {
    const log = new Lines();
    const trustLists = { current: defaultTrustList } as unknown as TrustLists;
    await checkAuthority({ trustLists, update: async () => false }, certificates, true, log);
    return log.lines[0];
  };

  test("goes on where one of them is granted", async () => {
    const certificates = [await certificateOf("IT", "withdrawn"), await certificateOf("IT", "granted")];
    expect(await start(certificates)).toMatchObject({
      level: "info",
      fields: {
        standing: expect.stringMatching(
          /withdrawn since .* \(list 223 of IT.*is granted as .* \(list 223 of IT/,
        ),
      },
    });
  });

  test("is refused where it is withdrawn, with the number of the list", async () => {
    await expect(start([await certificateOf("IT", "withdrawn")])).rejects.toThrow(
      /^SVC_TSA_TRUST: .*CN=.* is listed as ".*" of .*, but withdrawn since 20\S+Z \(list 223 of IT, issued 2026-07-27T09:33:49Z\)/,
    );
  });

  test("goes on without a sale where the list has ended", async () => {
    expect(await start([await certificateOf("ES", "granted")])).toMatchObject({
      level: "warn",
      fields: {
        standing: expect.stringContaining("the list answers until 2026-09-24T01:00:31Z only (list 184 of ES"),
      },
      message: expect.stringContaining("no seal is sold"),
    });
  });
});

test("nothing is paid while the authority is not qualified, and what was paid is issued once it is", async () => {
  const lists = new Lists(listNaming(issuer));
  const tsa = open(lists, [root, issuer], true);
  const { store, remove } = await openTemporarySqlite();
  const sealIssuer = new SealIssuer({
    seals: store.seals,
    tsa,
    log: { info: () => {}, warn: () => {} },
    timeoutMs: 10_000,
    retryMs: 50,
  });
  const api = await ApiService.start(
    { issuer: sealIssuer, closedBecause: () => tsa.closedBecause() },
    async () => ({ store, remove }),
  );
  try {
    const account = await api.newAccount();
    await api.addSeals(account.id, "pack", 3);
    const post = (path: string, body?: object) => api.request("POST", path, { key: account.key, body });
    const seals = async () => (await api.request("GET", "/account", { key: account.key })).json.seals;

    const sealed = (await post("/proofs", { hash: randomHash(), qualified: true })).json;
    expect(sealed.qualified.trusted_list).toEqual({
      result: "qualified",
      code: "ok",
      entry: {
        territory: "ES",
        provider: "Example TSP",
        service: "Example time stamps",
        status: "granted",
        since: expect.any(String),
        list: {
          sequence_number: 7,
          issued: expect.any(String),
          next_update: expect.any(String),
          sha256: "ab".repeat(32),
        },
        snapshot_sha256: lists.list.sha256,
      },
    });
    expect(await seals()).toMatchObject({ available: true, remaining: 2 });

    const files = async () => {
      const path = `/proofs/${sealed.id}/evidence.zip?lang=fr`;
      const { body } = await api.request("GET", path, { key: account.key });
      const entries = await parseZip(new Blob([Buffer.from(body, "latin1")]));
      const read = async (name: string) => {
        const parts: Uint8Array[] = [];
        for await (const part of entries.find((one) => one.name === name)!.read()) parts.push(part);
        return Buffer.concat(parts).toString();
      };
      const certificate = await api.requestBytes(`/proofs/${sealed.id}/certificate.pdf`, account.key);
      const attached = (await parseAttachments(certificate)).find(
        ({ name }) => name === "trusted-list-entry.json",
      )!;
      expect(Buffer.from(await attached.read(100_000)).toString()).toBe(
        await read("seal/trusted-list-entry.json"),
      );
      return { entry: await read("seal/trusted-list-entry.json"), readme: await read("README.txt") };
    };
    const packed = await files();
    expect(JSON.parse(packed.entry)).toEqual({
      format: "svc-trusted-list-entry/1",
      territory: "ES",
      provider: "Example TSP",
      service: "Example time stamps",
      status: "granted",
      since: lists.list.snapshot.lists[0]!.services[0]!.history[0]!.since,
      list: {
        sequence_number: 7,
        issued: lists.list.lists[0]!.issued,
        next_update: lists.list.lists[0]!.nextUpdate,
        sha256: "ab".repeat(32),
      },
      snapshot_sha256: lists.list.sha256,
    });
    expect(packed.readme).toContain("\nseal/trusted-list-entry.json\n");
    expect(packed.readme.replace(/\s+/g, " ")).toContain("(Espagne, nº 7 du ");

    // Withdrawn after a payment, before the token: it stays paid for.
    proxy.fault = (response) => void response.writeHead(503).end();
    const pending = (await post("/proofs", { hash: randomHash(), qualified: true })).json;
    expect(pending.qualified).toEqual({ state: "pending" });
    proxy.fault = null;
    lists.list = listWithdrawing(issuer, { sequenceNumber: 8 });
    proxy.queries.length = 0;
    expect((await post(`/proofs/${pending.id}/qualified`)).status).toBe(202);
    expect(proxy.queries).toHaveLength(0);

    // Nobody buys another.
    expect(await seals()).toMatchObject({ available: false, remaining: 1 });
    const refused = await post("/proofs", { hash: randomHash(), qualified: true });
    expect([refused.status, refused.json.error.code]).toEqual([503, "seal_unavailable"]);
    expect(await seals()).toMatchObject({ remaining: 1 });
    // What was issued still says what it said.
    expect((await api.request("GET", `/proofs/${sealed.id}`, { key: account.key })).json.qualified).toEqual(
      sealed.qualified,
    );

    expect(await files()).toEqual(packed);

    lists.list = listNaming(issuer, { facts: { sequenceNumber: 9 } });
    const issued = await post(`/proofs/${pending.id}/qualified`);
    expect(issued.json).toMatchObject({ created: false, qualified: { state: "issued" }, seals_remaining: 1 });
    expect(issued.json.qualified.trusted_list.entry.list.sequence_number).toBe(9);
    expect(await expectBooks(api.store, account.id)).toBe(1);
  } finally {
    await api.stop();
  }
});
