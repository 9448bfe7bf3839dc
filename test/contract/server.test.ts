/** The routes over real stores. Every answer is checked against the OpenAPI document. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import type { Server, ServerInjectOptions, ServerInjectResponse } from "@hapi/hapi";
import { DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import { parsePortableProof } from "@svc-proof/shared/proof";
import { leafHash } from "@svc-proof/shared/text";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateApiKey, hashApiKey } from "../../service/src/accounts/authentication.js";
import { anyAudit, newKey as keyOf } from "../../service/src/records/account.testing.js";
import type { Records } from "../../service/src/records/records.js";
import type { PlanId } from "../../service/src/records/types.js";
import { answerCheck } from "./answer-check.js";
import {
  anchorBatch,
  batchQueue,
  confirmBatch,
  emptyQueue,
  newAccount,
  newServer,
  randomHash,
  SITE,
  type TestAccount,
  TX_HASH,
} from "./api-service.js";
import { describeStores } from "./test-stores.js";

const BASE = `${SITE}/api/v2`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let store: Records;
let removeStore: () => Promise<void>;
let server: Server;

let check: ReturnType<typeof answerCheck> | undefined;

async function inject(options: ServerInjectOptions, at: Server = server): Promise<ServerInjectResponse> {
  check ??= answerCheck(JSON.parse((await at.inject("/api/v2/openapi.json")).payload));
  const response = await at.inject(options);
  check({
    method: options.method ?? "GET",
    path: String(options.url),
    status: response.statusCode,
    headers: response.headers,
    body: response.payload,
  });
  return response;
}

const newKey = (plan?: PlanId): Promise<TestAccount> => newAccount(store, plan);

/** Whether an account has no proof at all. */
const hasNothing = async ({ id }: TestAccount): Promise<boolean> =>
  (await store.proofs.list(id, 1, null)).proofs.length === 0;

function post(
  key: string | null,
  body: unknown,
  headers: Record<string, string> = {},
  at: Server = server,
): Promise<ServerInjectResponse> {
  return inject(
    {
      method: "POST",
      url: "/api/v2/proofs",
      payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        "content-type": "application/json",
        ...headers,
      },
    },
    at,
  );
}

function get(path: string, key?: string): Promise<ServerInjectResponse> {
  return inject({
    method: "GET",
    url: `/api/v2${path}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
}

const bodyOf = (response: ServerInjectResponse) => JSON.parse(response.payload);

describeStores("on $name", ({ open }) => {
  // One store for all: each test has accounts and bytes of its own.
  beforeAll(async () => {
    ({ store, remove: removeStore } = await open());
  });
  beforeEach(() => {
    server = newServer(store);
  });
  afterAll(() => removeStore());

  describe("authentication", () => {
    const refused = [
      ["no header", undefined],
      ["an empty header", ""],
      ["another scheme", "Basic c3ZjOng="],
      ["a key without scheme", generateApiKey()],
      ["a malformed key", "Bearer svc_short"],
      ["a key of another shape", `Bearer ${"a".repeat(47)}`],
      ["two keys", `Bearer ${generateApiKey()} ${generateApiKey()}`],
      ["an unknown key", `Bearer ${generateApiKey()}`],
    ] as const;

    it.each(refused)("answers 401 to %s, on every route that needs a key", async (_, authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      for (const [method, url] of [
        ["POST", "/api/v2/proofs"],
        ["GET", `/api/v2/proofs/${randomUUID()}`],
      ] as const) {
        const response = await inject({ method, url, headers });
        expect(response.statusCode).toBe(401);
        expect(response.headers["www-authenticate"]).toBe("Bearer");
        expect(bodyOf(response)).toEqual({ error: { code: "unauthorized", message: expect.any(String) } });
      }
    });

    it("answers 401 to a revoked key", async () => {
      const { key, keyId } = await newKey();
      expect((await get(`/proofs/${randomUUID()}`, key)).statusCode).toBe(404);
      await store.accounts.revokeKey(keyId, null, new Date(), anyAudit());
      const response = await get(`/proofs/${randomUUID()}`, key);
      expect(response.statusCode).toBe(401);
      expect(response.headers["www-authenticate"]).toBe("Bearer");
    });

    it("answers 401 to a key of a disabled account, until it is enabled again", async () => {
      const { key, id } = await newKey();
      for (const [disabledAt, status] of [
        [new Date(), 401],
        [null, 404],
      ] as const) {
        await store.accounts.updateAccount(id, { disabledAt }, anyAudit());
        const response = await get(`/proofs/${randomUUID()}`, key);
        expect(response.statusCode).toBe(status);
        expect(response.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
      }
    });

    it("answers 403 to a key without an account", async () => {
      const key = generateApiKey();
      const secretHash = hashApiKey(key);
      await store.accounts.createKey(keyOf(null, { secretHash }), 5, anyAudit());
      const response = await get(`/proofs/${randomUUID()}`, key);
      expect(response.statusCode).toBe(403);
      expect(bodyOf(response).error.code).toBe("key_without_account");
    });

    it("reads the name of the scheme in any case (RFC 9110)", async () => {
      const { key } = await newKey();
      const url = `/api/v2/proofs/${randomUUID()}`;
      const response = await inject({ method: "GET", url, headers: { authorization: `bEARER ${key}` } });
      expect(response.statusCode).toBe(404);
    });
  });

  describe("POST /proofs", () => {
    it("answers 201 with the fields of the interface, in its order", async () => {
      const { key } = await newKey();
      const hash = randomHash();
      const response = await post(key, { hash, name: "invoice.pdf", size: 12, mime_type: "application/pdf" });
      expect(response.statusCode).toBe(201);
      expect(response.headers["content-type"]).toMatch(/^application\/json/);
      expect(response.headers["access-control-allow-origin"]).toBeUndefined();
      const proof = bodyOf(response);
      expect(Object.keys(proof)).toEqual([
        "id",
        "created",
        "hash",
        "algorithm",
        "name",
        "state",
        "received_at",
        "anchors",
        "bitcoin",
        "qualified",
        "original",
        "urls",
      ]);
      expect(proof).toEqual({
        id: expect.stringMatching(UUID),
        created: true,
        hash,
        algorithm: "SHA-256",
        name: "invoice.pdf",
        state: "queued",
        received_at: expect.stringMatching(TIME),
        anchors: [],
        bitcoin: { state: "pending", block_height: null },
        qualified: null,
        original: null,
        urls: {
          self: `${BASE}/proofs/${proof.id}`,
          proof_json: `${BASE}/proof/${proof.id}.json`,
          certificate: expect.stringMatching(/^https:\/\/proofs\.example\/certificate\/[0-9a-f-]{36}$/),
          certificate_pdf: `${BASE}/proofs/${proof.id}/certificate.pdf`,
          evidence_zip: `${BASE}/proofs/${proof.id}/evidence.zip`,
        },
      });
      expect(Object.keys(proof.urls)).toEqual([
        "self",
        "proof_json",
        "certificate",
        "certificate_pdf",
        "evidence_zip",
      ]);
      expect(proof.urls.certificate).not.toContain(proof.id);
    });

    it("answers 200 for bytes the account owns, and keeps name and certificate", async () => {
      const { key } = await newKey();
      const hash = randomHash();
      const first = bodyOf(await post(key, { hash, name: "a" }));
      const again = await post(key, { hash, name: "b", metadata: { other: true } });
      expect(again.statusCode).toBe(200);
      expect(bodyOf(again)).toEqual({ ...first, created: false });
    });

    it("marks a proof of bytes that another account registered first, and again for each new proof", async () => {
      const [owner, other] = [await newKey(), await newKey()];
      const hash = randomHash();
      await post(owner.key, { hash });
      const second = await post(other.key, { hash });
      const third = await post(other.key, { hash });
      expect([second.statusCode, third.statusCode]).toEqual([201, 201]);
      const proof = bodyOf(second);
      expect(bodyOf(third).id).not.toBe(proof.id);
      expect(proof.limitations).toEqual(["hash_registered_by_another_account"]);
      expect(Object.keys(proof).at(-1)).toBe("limitations");
      expect(proof.urls).toMatchObject({
        self: `${BASE}/proofs/${proof.id}`,
        certificate: null,
        certificate_pdf: null,
        evidence_zip: null,
      });
    });

    it.each([
      ["C:\\Users\\me\\Übersicht 📄.pdf", "Übersicht 📄.pdf"],
      ["/home/me/notes.txt", "notes.txt"],
      ["a\u0000b\u001b[31mc\u202egnp.exe", "ab[31mcgnp.exe"],
      ["folder/", null],
      ["..", null],
      ["", null],
      ["   ", null],
      ["📄".repeat(200), "📄".repeat(200)],
    ])("keeps only the file name of %j", async (name, kept) => {
      const { key } = await newKey();
      const hash = randomHash();
      const response = await post(key, { hash, name });
      expect(response.statusCode).toBe(201);
      expect(bodyOf(response).name).toBe(kept ?? hash.slice(0, 12));
    });

    it("counts metadata as they are stored, however they are spaced and escaped", async () => {
      const { key } = await newKey();
      const escaped = (count: number) =>
        `{"hash":"${randomHash()}", "metadata" : {"a" : "${"\\u00fc".repeat(count)}"}}`;
      expect((await post(key, escaped(2_044))).statusCode).toBe(201);
      const refused = await post(key, escaped(2_045));
      expect(refused.statusCode).toBe(400);
      expect(bodyOf(refused).error.message).toContain("got 4098");
    });

    it.each(["name", "metadata", "size", "mime_type", "qualified"])(
      "says what to do with %s that is null",
      async (field) => {
        const { key } = await newKey();
        const response = await post(key, { hash: randomHash(), [field]: null });
        expect(bodyOf(response).error.message).toBe(`${field} is null: leave it out`);
      },
    );

    it("names the address of what it created, and the request", async () => {
      const { key } = await newKey();
      const hash = randomHash();
      const created = await post(key, { hash });
      expect(created.headers["location"]).toBe(bodyOf(created).urls.self);
      const existing = await post(key, { hash });
      expect(existing.statusCode).toBe(200);
      expect(existing.headers["location"]).toBeUndefined();
      expect(created.headers["cache-control"]).toBe("no-store");
      expect(created.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(existing.headers["x-request-id"]).not.toBe(created.headers["x-request-id"]);
    });

    it("never shows the metadata", async () => {
      const { key } = await newKey();
      const response = await post(key, {
        hash: randomHash(),
        metadata: { secret: "swordfish", deep: [{ a: null }] },
      });
      expect(response.statusCode).toBe(201);
      expect(response.payload).not.toContain("swordfish");
      expect((await get(`/proofs/${bodyOf(response).id}`, key)).payload).not.toContain("swordfish");
    });

    const hash = "0".repeat(64);
    const nested = (depth: number) =>
      `{"hash":"${hash}","metadata":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
    it.each([
      ["no hash", {}, "hash"],
      ["a hash in upper case", { hash: "A".repeat(64) }, "hash"],
      ["a short hash", { hash: "a".repeat(63) }, "hash"],
      ["a long hash", { hash: "a".repeat(65) }, "hash"],
      ["a hash with a line end", { hash: `${hash}\n` }, "hash"],
      ["a hash that is a number", { hash: 1 }, "hash"],
      ["a hash that is null", { hash: null }, "hash"],
      ["a name of 201 characters", { hash, name: "x".repeat(201) }, "name"],
      ["a name of 201 code points", { hash, name: "📄".repeat(201) }, "name"],
      ["a name of 101 letters with 101 accents", { hash, name: "e\u0301".repeat(101) }, "name"],
      ["a name that is a number", { hash, name: 5 }, "name"],
      ["metadata that is an array", { hash, metadata: [] }, "metadata"],
      ["metadata that is null", { hash, metadata: null }, "metadata"],
      ["metadata of 4097 bytes", { hash, metadata: { a: "x".repeat(4097 - 8) } }, "metadata"],
      [
        "metadata of 4097 bytes in fewer characters",
        { hash, metadata: { a: `x${"ü".repeat(2044)}` } },
        "metadata",
      ],
      ["a negative size", { hash, size: -1 }, "size"],
      ["a fractional size", { hash, size: 1.5 }, "size"],
      ["a size beyond 2^53", { hash, size: 2 ** 53 }, "size"],
      ["a size that is a text", { hash, size: "1" }, "size"],
      ["a mime_type of 256 characters", { hash, mime_type: "a".repeat(256) }, "mime_type"],
      ["a mime_type with a line end", { hash, mime_type: "text/plain\r\nx: y" }, "mime_type"],
      ["qualified that is a text", { hash, qualified: "true" }, "qualified"],
      ["a body that is null", "null", "body"],
      ["a body that is an array", "[]", "body"],
      ["an empty body", "", "body"],
      ["a truncated body", `{"hash":"${hash}"`, "JSON"],
      ["trailing data", `{"hash":"${hash}"} x`, "JSON"],
      ["a key twice", `{"hash":"${hash}","hash":"${hash}"}`, "hash"],
      ["__proto__", `{"hash":"${hash}","metadata":{"__proto__":{}}}`, "metadata"],
      ["half of a surrogate pair", `{"hash":"${hash}","name":"\\ud800"}`, "name"],
      [
        "invalid UTF-8",
        Buffer.concat([Buffer.from('{"hash":"'), Buffer.from([0xff]), Buffer.from('"}')]),
        "JSON",
      ],
      ["deep nesting", nested(100), "metadata"],
      ["nesting that overflows a stack", nested(9_000), "metadata"],
      ["a body above 64 KiB", `{"hash":"${hash}","x":"${"x".repeat(65_536)}"}`, "65536 bytes"],
    ])("answers 400 to %s, naming the place", async (_, body, named) => {
      const account = await newKey();
      const response = await post(account.key, body);
      expect(response.statusCode).toBe(400);
      const { error } = bodyOf(response);
      expect(Object.keys(error)).toEqual(["code", "message"]);
      expect(error.code).toBe("invalid_request");
      expect(error.message).toContain(named);
      expect(await hasNothing(account)).toBe(true);
    });

    it("accepts values exactly at the limits", async () => {
      const { key } = await newKey();
      for (const changes of [
        { name: "x".repeat(200) },
        { metadata: { a: "x".repeat(4096 - 8) } },
        { metadata: {} },
        { mime_type: "a".repeat(255) },
        { mime_type: "" },
        { size: 0 },
        { size: Number.MAX_SAFE_INTEGER },
        { qualified: false },
        { unknown_field: [1, 2, 3] },
      ]) {
        expect((await post(key, { hash: randomHash(), ...changes })).statusCode).toBe(201);
      }
    });

    it.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "x", ""])(
      "answers 400 to Content-Type %j",
      async (contentType) => {
        const { key } = await newKey();
        const response = await post(key, { hash: randomHash() }, { "content-type": contentType });
        expect(response.statusCode).toBe(400);
        expect(bodyOf(response).error.code).toBe("invalid_request");
      },
    );

    it.each([
      "application/json; charset=utf-8",
      'Application/JSON;charset="UTF-8"',
      "application/json;",
      "application/json;charset=UTF-8;",
      "application/json; odata.metadata=none; IEEE754Compatible=true",
    ])("takes Content-Type %j", async (contentType) => {
      const { key } = await newKey();
      expect((await post(key, { hash: randomHash() }, { "content-type": contentType })).statusCode).toBe(201);
    });

    it("refuses a compressed body, naming the header", async () => {
      const { key } = await newKey();
      const body = gzipSync(JSON.stringify({ hash: randomHash() }));
      const response = await post(key, body, { "content-encoding": "gzip" });
      expect(response.statusCode).toBe(400);
      expect(bodyOf(response).error.message).toContain("Content-Encoding");
    });

    it("answers a body without a length that grows beyond the limit, on a real connection", async () => {
      const { key } = await newKey();
      await server.start();
      try {
        const response = await fetch(`${server.info.uri}/api/v2/proofs`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          // A stream has no length, so it is sent in chunks.
          body: new Blob(["x".repeat(70_000)]).stream(),
          duplex: "half",
        } as RequestInit);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: { code: "invalid_request" } });
      } finally {
        await server.stop();
      }
    });

    describe("with Idempotency-Key", () => {
      it("returns the first proof, whatever the new body says, even if it is empty", async () => {
        const { key } = await newKey("free");
        const headers = { "idempotency-key": "order-1" };
        const first = bodyOf(await post(key, { hash: randomHash() }, headers));
        for (const body of [
          { hash: randomHash() },
          { hash: randomHash(), qualified: true },
          {},
          "no JSON",
          "",
        ]) {
          const again = await post(key, body, headers);
          expect(again.statusCode).toBe(200);
          expect(bodyOf(again)).toEqual({ ...first, created: false });
        }
      });

      it("is scoped to the API key", async () => {
        const [first, second] = [await newKey(), await newKey()];
        const headers = { "idempotency-key": "same" };
        expect((await post(first.key, { hash: randomHash() }, headers)).statusCode).toBe(201);
        expect((await post(second.key, { hash: randomHash() }, headers)).statusCode).toBe(201);
      });

      it("gives one proof on another account's bytes", async () => {
        const [owner, other] = [await newKey(), await newKey()];
        const hash = randomHash();
        await post(owner.key, { hash });
        const headers = { "idempotency-key": "once" };
        const first = await post(other.key, { hash }, headers);
        const again = await post(other.key, { hash }, headers);
        expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
        expect(bodyOf(again).id).toBe(bodyOf(first).id);
      });

      it.each([
        ["200 characters", "k".repeat(200), 201],
        ["201 characters", "k".repeat(201), 400],
        ["no characters", "", 400],
      ])("of %s", async (_, value, status) => {
        const { key } = await newKey();
        const response = await post(key, { hash: randomHash() }, { "idempotency-key": value });
        expect(response.statusCode).toBe(status);
        if (status === 400) expect(bodyOf(response).error.message).toContain("Idempotency-Key");
      });
    });

    describe("with qualified: true", () => {
      const addSeals = (accountId: string, amount: number) =>
        store.accounts.addSeals(
          { id: randomUUID(), accountId, kind: "pack", amount, cause: "test", at: new Date() },
          anyAudit(),
        );

      it("answers 402 when no seal is left, and writes nothing", async () => {
        const account = await newKey();
        await addSeals(account.id, 2);
        await addSeals(account.id, -2);
        const response = await post(account.key, { hash: randomHash(), qualified: true });
        expect(response.statusCode).toBe(402);
        expect(bodyOf(response)).toEqual({
          error: {
            code: "payment_required",
            message: expect.any(String),
            seals_remaining: 0,
            buy_url: `${SITE}/seals`,
          },
        });
        expect(await hasNothing(account)).toBe(true);
      });

      it("answers 503 while no authority is connected, writes nothing and spends nothing", async () => {
        const account = await newKey();
        await addSeals(account.id, 1);
        const response = await post(account.key, { hash: randomHash(), qualified: true });
        expect(response.statusCode).toBe(503);
        expect(Object.keys(bodyOf(response).error)).toEqual(["code", "message"]);
        expect(bodyOf(response).error.code).toBe("seal_unavailable");
        expect(await store.accounts.sealBalance(account.id)).toEqual({ welcome: 0, pack: 1 });
        expect(await hasNothing(account)).toBe(true);
      });

      it("answers 409 for bytes that another account registered first, before any payment", async () => {
        const [owner, other] = [await newKey(), await newKey()];
        const hash = randomHash();
        await post(owner.key, { hash });
        const response = await post(other.key, { hash, qualified: true });
        expect(response.statusCode).toBe(409);
        expect(bodyOf(response).error.code).toBe("conflict");
        expect(await hasNothing(other)).toBe(true);
      });
    });

    it("answers 429 quota_exceeded at the daily limit, until 00:00 UTC", async () => {
      const { key } = await newKey("free");
      const hashes = Array.from({ length: 10 }, randomHash);
      for (const hash of hashes) expect((await post(key, { hash })).statusCode).toBe(201);
      const response = await post(key, { hash: randomHash() });
      expect(response.statusCode).toBe(429);
      const { error } = bodyOf(response);
      expect(error).toEqual({
        code: "quota_exceeded",
        message: expect.any(String),
        quota: { limit: 10, used: 10, resets_in_seconds: expect.any(Number) },
      });
      expect(response.headers["retry-after"]).toBe(String(error.quota.resets_in_seconds));
      expect(error.quota.resets_in_seconds).toBeGreaterThan(0);
      expect(error.quota.resets_in_seconds).toBeLessThanOrEqual(86_400);
      expect((await post(key, { hash: hashes[0] })).statusCode).toBe(200);
    });

    it("answers 429 rate_limited above the creations of a minute, by account, counting only creations", async () => {
      server = newServer(store, { creationsPerMinute: 3 });
      const [limited, other] = [await newKey(), await newKey()];
      const hash = randomHash();
      const statuses: number[] = [];
      for (const each of [hash, hash, hash, randomHash(), randomHash()]) {
        statuses.push((await post(limited.key, { hash: each })).statusCode);
      }
      expect(statuses).toEqual([201, 200, 200, 201, 201]);
      const response = await post(limited.key, { hash: randomHash() });
      expect(response.statusCode).toBe(429);
      expect(bodyOf(response).error.code).toBe("rate_limited");
      const seconds = Number(response.headers["retry-after"]);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(response.headers["ratelimit"]).toBe(`"creations";r=0;t=${seconds}`);
      expect((await post(other.key, { hash: randomHash() })).statusCode).toBe(201);
    });

    it("answers 503 unavailable when the store fails", async () => {
      const own = await open();
      const { key } = await newAccount(own.store);
      server = newServer(own.store);
      await own.store.close();
      const response = await post(key, { hash: randomHash() });
      expect(response.statusCode).toBe(503);
      expect(bodyOf(response)).toEqual({ error: { code: "unavailable", message: expect.any(String) } });
      expect((await get(`/proof/${randomUUID()}.json`)).statusCode).toBe(503);
      await own.remove();
    });
  });

  describe("GET /proofs/{id}", () => {
    beforeEach(() => emptyQueue(store));

    it("answers the proof without created, through all its states", async () => {
      const { key } = await newKey();
      const { created, ...proof } = bodyOf(await post(key, { hash: randomHash() }));
      expect(created).toBe(true);
      const read = async () => bodyOf(await get(`/proofs/${proof.id}`, key));
      expect(await read()).toEqual(proof);
      const batchId = await batchQueue(store, Buffer.from(leafHash(proof.id, proof.hash)).toString("hex"));
      expect(await read()).toEqual({ ...proof, state: "batched" });
      await anchorBatch(store, batchId);
      const anchors = [
        {
          network: evmChain(DEVELOPMENT_CHAIN_ID)?.network,
          chain_id: DEVELOPMENT_CHAIN_ID,
          state: "anchored",
          tx_hash: TX_HASH,
          block_number: 77,
          block_timestamp: "2026-02-03T04:05:06.000Z",
          explorer_url: `${SITE}/transaction/${DEVELOPMENT_CHAIN_ID}/${TX_HASH}`,
        },
      ];
      expect(await read()).toEqual({ ...proof, state: "anchored", anchors });
      expect(Object.keys((await read()).anchors[0])).toEqual(Object.keys(anchors[0]!));
      await confirmBatch(store, batchId);
      expect(await read()).toEqual({
        ...proof,
        state: "confirmed",
        anchors: [{ ...anchors[0], state: "confirmed" }],
      });
    });

    it("names a chain by the table, else by the setting, else by its number", async () => {
      const { key } = await newKey();
      const named = newServer(store, { networkName: "Consortium" });
      const anchorOf = async (at: Server, id: string) => {
        const url = `/api/v2/proofs/${id}`;
        return bodyOf(await inject({ method: "GET", url, headers: { authorization: `Bearer ${key}` } }, at))
          .anchors[0];
      };
      const onEthereum = bodyOf(await post(key, { hash: randomHash() }));
      await anchorBatch(store, await batchQueue(store, "00".repeat(32), 1));
      expect(await anchorOf(named, onEthereum.id)).toMatchObject({
        network: "Ethereum",
        explorer_url: `https://etherscan.io/tx/${TX_HASH}`,
      });
      const elsewhere = bodyOf(await post(key, { hash: randomHash() }));
      await anchorBatch(store, await batchQueue(store, "00".repeat(32), 424_242));
      expect((await anchorOf(named, elsewhere.id)).network).toBe("Consortium");
      expect((await anchorOf(server, elsewhere.id)).network).toBe("EIP-155 chain 424242");
    });

    it("answers 404 to another account, and for missing proofs", async () => {
      const [owner, other] = [await newKey(), await newKey()];
      const { id } = bodyOf(await post(owner.key, { hash: randomHash() }));
      expect((await get(`/proofs/${id}`, owner.key)).statusCode).toBe(200);
      expect((await get(`/proofs/${id.toUpperCase()}`, owner.key)).statusCode).toBe(200);
      for (const [path, key] of [
        [`/proofs/${id}`, other.key],
        [`/proofs/${randomUUID()}`, owner.key],
        ["/proofs/no-uuid", owner.key],
        ["/proofs/%00", owner.key],
      ] as const) {
        const response = await get(path, key);
        expect(response.statusCode).toBe(404);
        expect(bodyOf(response)).toEqual({ error: { code: "not_found", message: expect.any(String) } });
      }
    });
  });

  describe("GET /proof/{id}.json", () => {
    beforeEach(() => emptyQueue(store));

    it("answers 202 until the proof is anchored", async () => {
      const { key } = await newKey();
      const { id, hash } = bodyOf(await post(key, { hash: randomHash() }));
      const queued = await get(`/proof/${id}.json`);
      expect(queued.statusCode).toBe(202);
      expect(queued.headers["retry-after"]).toBe("60");
      expect(bodyOf(queued)).toEqual({ ready: false, state: "queued" });
      await batchQueue(store, Buffer.from(leafHash(id, hash)).toString("hex"));
      const batched = await get(`/proof/${id}.json`);
      expect(batched.statusCode).toBe(202);
      expect(bodyOf(batched)).toEqual({ ready: false, state: "batched" });
    });

    it("answers the portable proof without a key, in canonical form, once it is anchored", async () => {
      const { key } = await newKey();
      const proof = bodyOf(await post(key, { hash: randomHash() }));
      const leaf = Buffer.from(leafHash(proof.id, proof.hash)).toString("hex");
      await anchorBatch(store, await batchQueue(store, leaf));
      const response = await get(`/proof/${proof.id}.json`);
      expect(response.statusCode).toBe(200);
      expect(response.headers["content-type"]).toMatch(/^application\/json/);
      expect(response.headers["access-control-allow-origin"]).toBeUndefined();
      expect(response.payload).toBe(
        JSON.stringify({
          schema: "svc-proof/2",
          proof_id: proof.id,
          content: { algorithm: "SHA-256", hash: proof.hash },
          leaf: { formula: 'SHA-256("svc-leaf:v2:" + proof_id + ":" + content.hash)', value: leaf },
          merkle: { index: 0, path: [], root: leaf },
          anchors: [
            {
              chain_id: DEVELOPMENT_CHAIN_ID,
              network: evmChain(DEVELOPMENT_CHAIN_ID)?.network,
              tx_hash: TX_HASH,
              block_number: 77,
              payload: `svc:v2:${leaf}`,
            },
          ],
          attestations: [],
        }),
      );
      expect(parsePortableProof(response.rawPayload).proof_id).toBe(proof.id);
    });

    it("answers 503 and no proof when the stored parts contradict each other", async () => {
      const { key } = await newKey();
      const { id } = bodyOf(await post(key, { hash: randomHash() }));
      await anchorBatch(store, await batchQueue(store, "12".repeat(32)));
      const response = await get(`/proof/${id}.json`);
      expect(response.statusCode).toBe(503);
      expect(bodyOf(response)).toEqual({ error: expect.any(String) });
    });

    it.each(["x", "1234", `${"0".repeat(8)}-0000-0000-0000-00000000000g`, "%20", "a%2fb"])(
      "answers 400 to the id %s, which is not a UUID",
      async (id) => {
        const response = await get(`/proof/${id}.json`);
        expect(response.statusCode).toBe(400);
        expect(bodyOf(response)).toEqual({ error: expect.any(String) });
      },
    );

    it("answers 404 to an unknown UUID", async () => {
      const response = await get(`/proof/${randomUUID()}.json`);
      expect(response.statusCode).toBe(404);
      expect(bodyOf(response)).toEqual({ error: expect.any(String) });
    });

    it.each(["/proof/", "/proof/x", `/proof/${randomUUID()}`, "/proof/%zz.json"])(
      "answers errors in its own form at %s",
      async (path) => {
        const response = await get(path);
        expect([400, 404]).toContain(response.statusCode);
        expect(bodyOf(response)).toEqual({ error: expect.any(String) });
      },
    );
  });

  describe("GET /fingerprint/{hash}.json", () => {
    const lookUp = (path: string, changes: object = { hasFingerprintLookup: true }) =>
      newServer(store, changes).inject(`/api/v2/fingerprint/${path}`);

    it("names the first proof of the bytes, anchored or not, and nothing of its account", async () => {
      const { hash, id } = bodyOf(
        await post((await newKey()).key, { hash: randomHash(), name: "Secret.pdf" }),
      );
      await post((await newKey()).key, { hash });
      const answer = await lookUp(`${hash}.json`);
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(bodyOf(answer)).toEqual({
        hash,
        proofs: [{ proof_id: id, url: expect.stringMatching(new RegExp(`/api/v2/proof/${id}\\.json$`)) }],
      });
    });

    it.each([
      ["bytes that nobody registered", () => `${randomHash()}.json`, 404],
      ["capitals", () => `${"AB".repeat(32)}.json`, 400],
      ["a short hash", () => "ab.json", 400],
      ["no ending", () => randomHash(), 404],
    ])("refuses %s", async (_, path, status) => {
      const answer = await lookUp(path());
      expect(answer.statusCode).toBe(status);
      expect(bodyOf(answer)).toEqual({ error: expect.any(String) });
    });

    it("is there, for the page and in the document of the API, only if the operator wants it", async () => {
      const { hash } = bodyOf(await post((await newKey()).key, { hash: randomHash() }));
      expect((await lookUp(`${hash}.json`, {})).statusCode).toBe(404);
      const routes = async (changes: object) =>
        Object.keys(bodyOf(await newServer(store, changes).inject("/api/v2/openapi.json")).paths);
      expect(await routes({})).not.toContain("/fingerprint/{hash}.json");
      expect(await routes({ hasFingerprintLookup: true })).toContain("/fingerprint/{hash}.json");
      const page = await newServer(store, { hasFingerprintLookup: true }).inject(
        "/verify/local-sources.json",
      );
      expect(JSON.parse(page.payload)).toEqual({ format: "svc-local-sources/1", fingerprint_lookup: true });
    });
  });

  describe("other addresses", () => {
    it("refuses a request to two hosts", async () => {
      await server.start();
      try {
        const { port } = server.info;
        const socket = connect(Number(port), "127.0.0.1");
        socket.end(
          "GET /api/v2/account HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n",
        );
        let text = "";
        for await (const piece of socket) text += piece;
        expect(text).toMatch(/^HTTP\/1\.1 400 /);
      } finally {
        await server.stop();
      }
    });

    it.each(["/api/v2", "/api/v2/", "/api/v2/unknown", "/api/v2/%zz", "/api/v2/proofs/a/b/c"])(
      "answers 404 not_found at %s",
      async (url) => {
        const response = await inject({ method: "GET", url });
        expect(response.statusCode).toBe(404);
        expect(bodyOf(response)).toEqual({ error: { code: "not_found", message: expect.any(String) } });
      },
    );

    it.each([
      ["DELETE", `/proofs/${randomUUID()}`, "GET, HEAD"],
      ["PUT", "/proofs", "GET, HEAD, POST"],
      ["OPTIONS", "/account", "GET, HEAD"],
      ["TRACE", `/proofs/${randomUUID()}/original`, "DELETE, GET, HEAD, POST, PUT"],
      ["HEAD", "/unknown", undefined],
    ])("answers %s at %s with the methods that the address allows", async (method, path, allow) => {
      const headers = { origin: "https://other.example", "access-control-request-method": "POST" };
      const response = await inject({ method, url: `/api/v2${path}`, headers });
      expect(response.statusCode).toBe(allow === undefined ? 404 : 405);
      expect(response.headers["allow"]).toBe(allow);
      if (allow !== undefined) expect(bodyOf(response).error.code).toBe("invalid_request");
    });

    it("answers another method at the public proof with an error in its own form", async () => {
      const response = await inject({ method: "DELETE", url: `/api/v2/proof/${randomUUID()}.json` });
      expect([response.statusCode, response.headers["allow"]]).toEqual([405, "GET, HEAD"]);
      expect(bodyOf(response)).toEqual({ error: expect.stringContaining("GET, HEAD") });
    });

    it("introduces itself on its first page, and says that a sandbox proves nothing", async () => {
      const page = await inject({ method: "GET", url: "/" });
      expect(page.statusCode).toBe(200);
      expect(page.headers["content-type"]).toMatch(/^text\/html/);
      expect(page.payload).toContain("<h1>");
      expect(page.payload).not.toContain("evidential value");
      const sandbox = await inject({ method: "GET", url: "/" }, newServer(store, { rehearsal: () => true }));
      expect(sandbox.payload).toContain("evidential value");
    });

    it("says how to look up a transaction of a chain without explorer", async () => {
      const page = await inject({ method: "GET", url: `/transaction/999999/${TX_HASH}` });
      expect(page.statusCode).toBe(200);
      expect(page.payload).toContain(TX_HASH);
      expect(page.payload).toContain("looked nothing up");
      expect(page.payload).toContain("&lt;RPC_URL>");
      expect(page.payload).not.toContain("evidential value");
    });

    it("names the endpoint of the sandbox's chain, only on the pages of that chain", async () => {
      const sandbox = newServer(store, { rehearsal: () => true, localRpcUrl: "http://127.0.0.1:8545" });
      const page = (chainId: number) =>
        inject({ method: "GET", url: `/transaction/${chainId}/${TX_HASH}` }, sandbox);
      const own = (await page(DEVELOPMENT_CHAIN_ID)).payload;
      expect(own).toContain(" http://127.0.0.1:8545 ");
      const notice = "nothing recorded there has any evidential value";
      expect(own).toContain(notice);
      const other = (await page(999_999)).payload;
      expect(other).toContain("&lt;RPC_URL>");
      expect(other).not.toContain("http://127.0.0.1:8545");
      expect(other).not.toContain(notice);
    });

    it("gives the verifier page the sources of this machine, if there are any", async () => {
      const own = { localRpcUrl: "http://127.0.0.1:8545", tsaRootPem: "-----BEGIN CERTIFICATE-----" };
      const url = "/verify/local-sources.json";
      const answer = await newServer(store, own).inject(url);
      expect(answer.headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
      });
      expect(JSON.parse(answer.payload)).toEqual({
        format: "svc-local-sources/1",
        chain_id: DEVELOPMENT_CHAIN_ID,
        rpc_urls: ["http://127.0.0.1:8545"],
        tsa_root_pem: "-----BEGIN CERTIFICATE-----",
      });
      expect((await newServer(store, { rehearsal: () => true }).inject(url)).statusCode).toBe(404);
    });

    it("links to the explorer of a chain that has one", async () => {
      const { statusCode, headers } = await inject({ method: "GET", url: `/transaction/1/${TX_HASH}` });
      expect(statusCode).toBe(302);
      expect(headers["location"]).toBe(`https://etherscan.io/tx/${TX_HASH}`);
    });

    it("answers paths of no transaction like unknown paths", async () => {
      const headers = { accept: "text/html" };
      const words = ({ payload }: { payload: string }) => /<main.*<\/main>/s.exec(payload)?.[0];
      const nothing = await inject({ method: "GET", url: "/nothing", headers });
      expect(words(nothing)).toContain("<h1>");
      for (const path of ["31337/0x12", `x/${TX_HASH}`, `1/${TX_HASH}<script>`, "%2e%2e/x"]) {
        const answer = await inject({ method: "GET", url: `/transaction/${path}`, headers });
        expect([answer.statusCode, answer.headers["content-type"], words(answer)]).toEqual([
          404,
          nothing.headers["content-type"],
          words(nothing),
        ]);
      }
    });

    it("answers an unknown path with a page to browsers, and with a line of text to others", async () => {
      const ask = (accept?: string) =>
        inject({ method: "GET", url: "/nothing", headers: accept === undefined ? {} : { accept } });
      for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "text/*;q=0.1, text/html"]) {
        const page = await ask(accept);
        expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
        expect(page.headers["cache-control"]).toBe("no-store");
      }
      for (const accept of [undefined, "*/*", "application/json", "text/html;q=0", "%%%"]) {
        const text = await ask(accept);
        expect([text.statusCode, text.payload]).toEqual([404, "not found\n"]);
      }
      const api = await inject({ method: "GET", url: "/api/v2/nothing", headers: { accept: "text/html" } });
      expect(bodyOf(api).error.code).toBe("not_found");
    });
  });

  describe("a listening server", () => {
    it("survives a client that disconnects in the middle of a body", async () => {
      await server.start();
      try {
        const account = await newKey();
        const port = Number(server.info.port);
        const socket = connect(port, "127.0.0.1");
        const head = `POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\nContent-Length: 99\r\n\r\n`;
        const received = once(server.listener, "request");
        socket.write(`${head}{"hash"`);
        await received;
        const answered = new Promise((resolve) => server.events.once("response", resolve));
        socket.destroy();
        await answered;
        expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
        expect(await hasNothing(account)).toBe(true);
      } finally {
        await server.stop();
      }
    });

    it("builds its addresses from host and port if none is configured", async () => {
      server = newServer(store, { siteUrl: null });
      await server.start();
      try {
        const { key } = await newKey();
        const origin = `http://127.0.0.1:${server.info.port}`;
        const response = await fetch(`${origin}/api/v2/proofs`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ hash: randomHash() }),
        });
        expect(response.status).toBe(201);
        const { id, urls } = (await response.json()) as { id: string; urls: { self: string } };
        expect(urls.self).toBe(`${origin}/api/v2/proofs/${id}`);
      } finally {
        await server.stop();
      }
    });
  });
});
