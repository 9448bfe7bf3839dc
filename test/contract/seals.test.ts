/**
 * Seals over HTTP, on both stores, issued by the sandbox's authority: each answer as the interface
 * defines it, what happens to a seal when the authority fails, and that nothing is paid or issued
 * twice.
 */

import { randomUUID } from "node:crypto";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { parseTimestampResponse, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { IssuedTimestamp } from "../../service/src/clients/tsa.js";
import type { Records } from "../../service/src/records/records.js";
import { replying, type TsaFault } from "../faults/faulty-tsa.js";
import { type Answered, ApiService, randomHash, SITE, type TestAccount } from "./api-service.js";
import { failing, refusing, rejection, SealWorld, SYSTEM_FAILURE } from "./seal-world.js";
import { describeStores } from "./test-stores.js";

const BASE = `${SITE}/api/v2`;
const PARALLEL = 100;
const PENDING = { state: "pending" };

describeStores("on $name", ({ open }) => {
  let world: SealWorld;
  beforeAll(async () => {
    world = await SealWorld.start(open);
  });
  afterAll(() => world.stop());
  afterEach(() => {
    world.tsa.fault = null;
  });

  const as = ({ key }: TestAccount, method: string, path: string, body?: unknown, on = world.api) =>
    on.request(method, path, { key, body });
  const newProof = async (account: TestAccount): Promise<{ id: string; hash: string }> => {
    const { json } = await as(account, "POST", "/proofs", { hash: randomHash() });
    return json;
  };
  const seal = (account: TestAccount, id: string, on?: ApiService) =>
    as(account, "POST", `/proofs/${id}/qualified`, undefined, on);
  const create = (account: TestAccount, body: object = {}, on?: ApiService) =>
    as(account, "POST", "/proofs", { hash: randomHash(), qualified: true, ...body }, on);

  /** The answer's seal is the one in the .tsr, and it stamps the hash. */
  const expectIssued = async (account: TestAccount, id: string, hash: string) => {
    const { qualified } = (await as(account, "GET", `/proofs/${id}/qualified`)).json;
    const file = await as(account, "GET", `/proofs/${id}/qualified.tsr`);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      "content-type": "application/timestamp-reply",
      "content-disposition": `attachment; filename=svc-${id}-qualified-timestamp.tsr`,
    });
    const digest = hexToBytes(hash);
    const { status, code, token, authority } = await verifyTimestamp({
      response: Uint8Array.from(Buffer.from(file.body, "latin1")),
      imprint: { algorithm: "SHA-256", digest },
      anchors: parsePemCertificates(world.authority.rootPem),
      now: new Date(),
    });
    expect([status, code]).toEqual(["passed", expect.any(String)]);
    const { genTime, serialNumberHex, policy } = token!.tstInfo;
    expect(qualified).toEqual({
      state: "issued",
      authority,
      time: genTime.toISOString(),
      serial_number: serialNumberHex.toUpperCase().replace(/^0+(?=.)/, ""),
      policy_oid: policy,
      tsr_url: `${BASE}/proofs/${id}/qualified.tsr`,
    });
    expect(Object.keys(qualified)).toEqual([
      ...["state", "authority", "time", "serial_number", "policy_oid", "tsr_url"],
    ]);
    const proof = (await as(account, "GET", `/proofs/${id}`)).json;
    expect(proof.qualified).toEqual(qualified);
    return Uint8Array.from(Buffer.from(file.body, "latin1"));
  };

  describe("a requested seal", () => {
    test("is issued in the same call as the proof", async () => {
      const account = await world.newAccount(1, 1);
      const { status, json } = await create(account);
      expect([status, json.created, json.qualified.state]).toEqual([201, true, "issued"]);
      await expectIssued(account, json.id, json.hash);
      expect((await as(account, "GET", "/account")).json.seals).toMatchObject({
        available: true,
        remaining: 1,
        welcome_remaining: 0,
        pack_remaining: 1,
      });
      expect(await world.left(account)).toBe(1);
    });

    test("is issued once for an existing proof, and stays the same", async () => {
      const account = await world.newAccount(0, 2);
      const { id, hash } = await newProof(account);
      expect((await as(account, "GET", `/proofs/${id}/qualified`)).json).toEqual({
        proof_id: id,
        qualified: null,
      });
      const first = await seal(account, id);
      expect(first.status).toBe(200);
      expect(Object.keys(first.json)).toEqual(["proof_id", "created", "qualified", "seals_remaining"]);
      expect(first.json).toMatchObject({ proof_id: id, created: true, seals_remaining: 1 });
      const response = await expectIssued(account, id, hash);
      const asked = world.tsa.queries.length;
      for (const again of [await seal(account, id), await seal(account, id, world.instances[1])]) {
        expect(again.status).toBe(200);
        expect(again.json).toEqual({ ...first.json, created: false });
      }
      // The bytes are registered and sealed: nothing is spent.
      const resent = await create(account, { hash });
      expect([resent.status, resent.json.created, resent.json.qualified]).toEqual([
        ...[200, false, first.json.qualified],
      ]);
      expect(await expectIssued(account, id, hash)).toEqual(response);
      expect(world.tsa.queries.length).toBe(asked);
      expect(await world.left(account)).toBe(1);
    });

    test("is issued for the proof of bytes that the account registered without one", async () => {
      const account = await world.newAccount(1, 0);
      const { id, hash } = await newProof(account);
      const { status, json } = await world.api.request("POST", "/proofs", {
        key: account.key,
        body: { hash, qualified: true },
        headers: { "idempotency-key": "first" },
      });
      expect([status, json.id, json.created, json.qualified.state]).toEqual([200, id, false, "issued"]);
      // From now on the key leads to that proof.
      const repeated = await world.api.request("POST", "/proofs", {
        key: account.key,
        body: { hash: randomHash() },
        headers: { "idempotency-key": "first" },
      });
      expect([repeated.status, repeated.json.id]).toEqual([200, id]);
      expect(await world.left(account)).toBe(0);
    });

    test("is not issued under a used idempotency key", async () => {
      const account = await world.newAccount(1, 0);
      const post = (body: object) =>
        world.api.request("POST", "/proofs", {
          key: account.key,
          body,
          headers: { "idempotency-key": "order" },
        });
      const { id } = (await post({ hash: randomHash() })).json;
      const { status, json } = await post({ hash: randomHash(), qualified: true });
      expect([status, json.id, json.qualified]).toEqual([200, id, null]);
      expect(await world.left(account)).toBe(1);
    });

    test("is answered 402 when no seal is left, and nothing is written", async () => {
      const account = await world.newAccount(0, 0);
      const { id, hash } = await newProof(account);
      const error = { code: "payment_required", seals_remaining: 0, buy_url: `${SITE}/seals` };
      for (const answer of [
        await seal(account, id),
        await create(account),
        await create(account, { hash }),
      ]) {
        expect(answer.status).toBe(402);
        expect(answer.json.error).toMatchObject(error);
      }
      const keyed = await world.api.request("POST", "/proofs", {
        key: account.key,
        body: { hash, qualified: true },
        headers: { "idempotency-key": "unpaid" },
      });
      expect(keyed.status).toBe(402);
      const { json } = await as(account, "GET", "/proofs");
      expect(json.data.map((proof: { id: string }) => proof.id)).toEqual([id]);
      expect((await as(account, "GET", "/account")).json.proofs.used_today).toBe(1);
      // The idempotency key is still free.
      const free = await world.api.request("POST", "/proofs", {
        key: account.key,
        body: { hash: randomHash() },
        headers: { "idempotency-key": "unpaid" },
      });
      expect(free.status).toBe(201);
    });

    test("is answered 409 for bytes of another account, before any payment", async () => {
      const [owner, other] = [await world.newAccount(0, 0), await world.newAccount(0, 0)];
      const { hash } = await newProof(owner);
      const { id } = (await as(other, "POST", "/proofs", { hash })).json;
      expect((await create(other, { hash })).json.error.code).toBe("conflict");
      expect((await seal(other, id)).json.error.code).toBe("conflict");
      expect((await seal(owner, id)).json.error.code).toBe("not_found");
    });

    test("is served while it matches the issued token", async () => {
      const account = await world.newAccount(5, 0);
      type Issued = Pick<IssuedTimestamp, "response" | "genTime">;
      const kept: readonly [what: string, status: number, change: (issued: Issued) => Issued][] = [
        ["whole", 200, (issued) => issued],
        ["of another time than reported", 503, ({ response }) => ({ response, genTime: new Date(0) })],
        ["of other bytes", 503, (issued) => ({ ...issued, response: other })],
        [
          "with another signature",
          503,
          ({ response, genTime }) => ({ genTime, response: damaged(response) }),
        ],
      ];
      const { json } = await create(account);
      const other = await expectIssued(account, json.id, json.hash);
      const damaged = (bytes: Uint8Array) =>
        bytes.map((byte, i) => (i === bytes.length - 5 ? byte ^ 1 : byte));
      for (const [what, status, change] of kept) {
        world.tsa.fault = failing;
        const { id, hash } = (await create(account)).json;
        world.tsa.fault = null;
        const { kind, response, ...token } = await world.issue(hash);
        const changed = change({ response, genTime: token.genTime });
        const pending = (await world.store.seals.find(id))!;
        await world.store.seals.issue(pending, { ...token, genTime: changed.genTime }, changed.response);
        const file = await as(account, "GET", `/proofs/${id}/qualified.tsr`);
        expect(file.status, what).toBe(status);
        if (status !== 200) expect(file.json.error.code).toBe("unavailable");
      }
    });

    test("is in the portable proof once it is issued", async () => {
      const account = await world.newAccount(2, 0);
      world.tsa.fault = failing;
      const { id } = (await create(account)).json;
      await world.api.anchor(await world.api.batchQueue());
      const attestations = async () =>
        (await world.api.request("GET", `/proof/${id}.json`)).json.attestations;
      expect(await attestations()).toEqual([]);
      world.tsa.fault = null;
      expect((await seal(account, id)).status).toBe(200);
      expect(await attestations()).toEqual([{ type: "rfc3161-qualified-timestamp", state: "issued" }]);
    });
  });

  describe("a failing authority", () => {
    const elsewhere = async (): Promise<Uint8Array> => {
      const account = await world.newAccount(1, 0);
      const { json } = await create(account);
      return expectIssued(account, json.id, json.hash);
    };
    let otherToken: Uint8Array;
    beforeAll(async () => {
      otherToken = await elsewhere();
    });
    const pending: readonly [string, () => TsaFault][] = [
      ["is down", () => (response) => void response.destroy()],
      ["answers HTTP 500", () => failing],
      [
        "answers a page",
        () => (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>Welcome"),
      ],
      ["rejects for the moment", () => replying(() => rejection(SYSTEM_FAILURE))],
      ["grants without a token", () => replying(() => Uint8Array.from([0x30, 5, 0x30, 3, 0x02, 1, 0]))],
      ["answers with another request's token", () => replying(() => otherToken)],
      [
        "changes a byte of the token",
        () =>
          replying(async ({ ask }) => {
            const bytes = await ask();
            bytes[bytes.length - 5]! ^= 1;
            return bytes;
          }),
      ],
    ];

    test.each(pending)("that %s leaves a pending seal, which is completed at no cost", async (_, faultOf) => {
      const account = await world.newAccount(0, 2);
      world.tsa.fault = faultOf();
      const created = await create(account);
      expect([created.status, created.json.qualified]).toEqual([201, PENDING]);
      const { id } = await newProof(account);
      const asked = await seal(account, id);
      expect([asked.status, asked.headers["retry-after"]]).toEqual([202, "30"]);
      expect(asked.json).toEqual({ proof_id: id, created: true, qualified: PENDING, seals_remaining: 0 });
      const again = await seal(account, id);
      expect([again.status, again.json.created]).toEqual([202, false]);
      expect((await as(account, "GET", `/proofs/${id}/qualified`)).json.qualified).toEqual(PENDING);
      expect((await as(account, "GET", `/proofs/${id}/qualified.tsr`)).status).toBe(404);
      world.tsa.fault = null;
      for (const one of [id, created.json.id]) {
        const done = await seal(account, one, world.instances[1]);
        expect([done.status, done.json.created, done.json.qualified.state]).toEqual([200, false, "issued"]);
      }
      await expectIssued(account, created.json.id, created.json.hash);
      expect(await world.left(account)).toBe(0);
    });

    test("that is slow holds no request beyond its time, and its late answer is kept", async () => {
      const account = await world.newAccount(1, 0);
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      world.tsa.fault = async (response, asked) => {
        await held;
        await replying(({ ask }) => ask())(response, asked);
      };
      const before = world.tsa.queries.length;
      const created = await create(account);
      expect([created.status, created.json.qualified]).toEqual([201, PENDING]);
      const { id, hash } = created.json;
      // Both instances are asked while the first waits. The authority is not.
      const answers = await Promise.all(world.instances.map((on) => seal(account, id, on)));
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
      release();
      await expect
        .poll(async () => (await as(account, "GET", `/proofs/${id}`)).json.qualified.state, {
          timeout: 60_000,
        })
        .toBe("issued");
      await expectIssued(account, id, hash);
      expect(world.tsa.queries.length - before).toBe(1);
    });

    test("that refuses for good refunds the seal, names the remaining proof, and sells another seal later", async () => {
      const account = await world.newAccount(1, 0);
      world.tsa.fault = refusing;
      const refused = await create(account);
      expect([refused.status, refused.json.error.code]).toEqual([503, "seal_unavailable"]);
      const id = refused.json.error.proof_id;
      expect(await world.left(account)).toBe(1);
      expect((await as(account, "GET", `/proofs/${id}`)).json.qualified).toBeNull();
      const again = await seal(account, id);
      expect([again.status, again.json.error.code]).toEqual([503, "seal_unavailable"]);
      expect(again.json.error).not.toHaveProperty("proof_id");
      expect(await world.left(account)).toBe(1);
      world.tsa.fault = null;
      const sealed = await seal(account, id);
      expect([sealed.status, sealed.json.created]).toEqual([200, true]);
      expect(await world.left(account)).toBe(0);
      const { entries } = await world.store.seals.books(account.id);
      const causes = entries.map(({ amount, cause }) => [amount, cause]);
      expect(causes).toHaveLength(6);
      expect(causes).toContainEqual([1, "refund: the authority refused: rejection badAlg"]);
    });

    test("that refuses a pending request: the refund is automatic", async () => {
      const account = await world.newAccount(0, 1);
      world.tsa.fault = failing;
      const { id } = (await create(account)).json;
      expect(await world.left(account)).toBe(0);
      world.tsa.fault = refusing;
      expect((await seal(account, id)).status).toBe(503);
      expect(await world.left(account)).toBe(1);
      expect((await as(account, "GET", `/proofs/${id}/qualified`)).json.qualified).toBeNull();
    });
  });

  describe("while another instance is faster", () => {
    /** A third instance: after one of its calls to the store, `afterwards` acts as another instance. */
    const slow = async <Part extends "proofs" | "seals">(
      part: Part,
      method: keyof Records[Part],
      // biome-ignore lint/suspicious/noExplicitAny: the tests state what the method resolves to
      afterwards: (result: any) => Promise<unknown>,
    ): Promise<ApiService> => {
      const delayed = new Proxy(world.store[part], {
        get: (target, name) => {
          const value = (Reflect.get(target, name) as (...asked: unknown[]) => unknown).bind(target);
          return name !== method ? value : async (...asked: unknown[]) => afterwards(await value(...asked));
        },
      });
      const store = { ...world.store, [part]: delayed };
      const open = async () => ({ store, remove: async () => {} });
      return ApiService.start({ issuer: world.issuers[0], sealWaitMs: 1_000 }, open);
    };

    test("a key bound to another proof gives that proof, and the seal belongs to the other", async () => {
      const account = await world.newAccount(1, 0);
      const { id, hash } = await newProof(account);
      const keyed = (body: object, on: ApiService) =>
        on.request("POST", "/proofs", { key: account.key, body, headers: { "idempotency-key": "both" } });
      let first: Answered | null = null;
      const third = await slow("seals", "spend", async (result) => {
        first = await keyed({ hash: randomHash() }, world.api);
        return result;
      });
      const { status, json } = await keyed({ hash, qualified: true }, third);
      expect(first!.status).toBe(201);
      expect([status, json.id, json.created, json.qualified]).toEqual([200, first!.json.id, false, null]);
      // Already paid: completed at no cost.
      expect((await seal(account, id)).json).toMatchObject({ created: false, seals_remaining: 0 });
      await third.stop();
    });

    test("a seal refunded before the proof is answered is reported as refused", async () => {
      const account = await world.newAccount(1, 0);
      const third = await slow("proofs", "register", async ({ outcome, proof }) => {
        await world.store.seals.refund(proof.seal, { id: randomUUID(), cause: "refund", at: new Date() });
        return { outcome, proof: await world.store.proofs.find(proof.id) };
      });
      const { status, json } = await create(account, {}, third);
      expect([status, json.error.code]).toEqual([503, "seal_unavailable"]);
      expect((await as(account, "GET", `/proofs/${json.error.proof_id}`)).json.qualified).toBeNull();
      expect(await world.left(account)).toBe(1);
      await third.stop();
    });
  });

  describe(`${PARALLEL} concurrent requests, through two instances`, () => {
    const race = (ask: (on: ApiService, call: number) => Promise<Answered>): Promise<Answered[]> =>
      Promise.all(Array.from({ length: PARALLEL }, (_, call) => ask(world.instances[call % 2]!, call)));
    const countOf = (answers: readonly Answered[], status: number) =>
      answers.filter((answer) => answer.status === status).length;

    test("for one proof: one payment, one request to the authority, the same answer to all", async () => {
      const account = await world.newAccount(3, 3);
      const { id, hash } = await newProof(account);
      const before = world.tsa.queries.length;
      const answers = await race((on) => seal(account, id, on));
      expect(countOf(answers, 200) + countOf(answers, 202)).toBe(PARALLEL);
      expect(answers.filter(({ json }) => json.created)).toHaveLength(1);
      const told = answers.filter(({ status }) => status === 200).map(({ json }) => json.qualified);
      expect(new Set(told.map(({ serial_number }) => serial_number)).size).toBe(1);
      expect(world.tsa.queries.length - before).toBe(1);
      await expectIssued(account, id, hash);
      expect(await world.left(account)).toBe(5);
    });

    test("for that many proofs, with seven seals left: seven are sealed", async () => {
      const account = await world.newAccount(3, 4);
      const answers = await race((on) => create(account, {}, on));
      expect(countOf(answers, 201)).toBe(7);
      expect(countOf(answers, 402)).toBe(PARALLEL - 7);
      const { json } = await as(account, "GET", "/proofs?limit=100");
      expect(json.data).toHaveLength(7);
      expect(await world.left(account)).toBe(0);
    });

    test("to create one hash: one proof, one seal", async () => {
      const account = await world.newAccount(5, 0);
      const hash = randomHash();
      const answers = await race((on) => create(account, { hash }, on));
      expect(countOf(answers, 201)).toBe(1);
      expect(countOf(answers, 200)).toBe(PARALLEL - 1);
      expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
      expect(await world.left(account)).toBe(4);
    });
  });

  test("a sandbox token states the request: the hash, and a nonce of its own each time", async () => {
    const account = await world.newAccount(2, 0);
    const tokens = [(await create(account)).json, (await create(account)).json].map(async ({ id, hash }) => {
      const { token } = parseTimestampResponse(await expectIssued(account, id, hash));
      expect(bytesToHex(token!.tstInfo.imprint.digest)).toBe(hash);
      return bytesToHex(token!.tstInfo.nonce!);
    });
    const nonces = await Promise.all(tokens);
    expect(new Set(nonces).size).toBe(2);
  });
});

describeStores("ten seals a minute, on $name", ({ open }) => {
  let world: SealWorld;
  beforeAll(async () => {
    world = await SealWorld.start(open, { sealsPerMinute: 10 });
  });
  afterAll(() => world.stop());

  test("are bought, and no more; existing and pending seals do not count", async () => {
    const account = await world.newAccount(0, 30);
    const create = () =>
      world.api.request("POST", "/proofs", {
        key: account.key,
        body: { hash: randomHash(), qualified: true },
      });
    const answers = await Promise.all(Array.from({ length: 14 }, create));
    const sealed = answers.filter(({ status }) => status === 201);
    expect(sealed).toHaveLength(10);
    for (const { status, json, headers } of answers) {
      if (status === 201) continue;
      expect([status, json.error.code]).toEqual([429, "rate_limited"]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    const { id } = sealed[0]!.json;
    const again = await world.api.request("POST", `/proofs/${id}/qualified`, { key: account.key });
    expect(again.status).toBe(200);
    const plain = await world.api.newProof(account);
    const refused = await world.api.request("POST", `/proofs/${plain.id}/qualified`, { key: account.key });
    expect(refused.status).toBe(429);
    const other = await world.newAccount(0, 1);
    const allowed = await world.api.request("POST", "/proofs", {
      key: other.key,
      body: { hash: randomHash(), qualified: true },
    });
    expect(allowed.status).toBe(201);
    expect(await world.left(account)).toBe(20);
  });
});
