/**
 * Walks through docs/interface.md: every route with every status, every field, every header, every
 * rule. The page's statements are repeated here, under the names of its sections.
 */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { verify } from "@svc-proof/verifier-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateApiKey, hashApiKey } from "../../service/src/accounts/authentication.js";
import { anyAudit, newKey } from "../../service/src/records/account.testing.js";
import type { TsaFault } from "../faults/faulty-tsa.js";
import { type Answered, ApiService, randomHash, SITE, type TestAccount } from "./api-service.js";
import { failing, refusing, SealWorld } from "./seal-world.js";
import { openCustody, type TestCustody } from "./test-custody.js";
import { describeStores, type OpenStore } from "./test-stores.js";

const BASE = `${SITE}/api/v2`;

let openStore: OpenStore;
let world: SealWorld;
let api: ApiService;
let account: TestAccount;
let other: TestAccount;
/** Of `account`: queued, anchored, and one of bytes that `other` registered first. */
let queued: Answered["json"];
let anchored: Answered["json"];
let second: Answered["json"];
/** Of `account`: anchored, and submitted to a calendar. */
let attested: Answered["json"];
/** Of `account`: anchored, with a witness of that. */
let witnessed: Answered["json"];
let witness: Uint8Array;
let custody: TestCustody;
/** Of an account of its own: sealed. */
let sealed: Answered["json"];
let stamped: Answered["json"];
let sealer: TestAccount;

/** Headers of Bitcoin's first two blocks. */
const GENESIS =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";
const BLOCK_1 =
  "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299";

async function startOn(open: OpenStore): Promise<void> {
  openStore = open;
  const opened = await open();
  custody = await openCustody(opened.store);
  world = await SealWorld.start(async () => opened, { custody: custody.custody });
  api = world.api;
  account = await api.newAccount();
  other = await api.newAccount();
  anchored = await api.newProof(account);
  await api.anchor(await api.batchQueue());
  witnessed = await api.newProof(account);
  witness = await api.anchorInBlock(await api.batchQueue());
  attested = await api.newProof(account);
  const attestedBatch = await api.batchQueue();
  await api.attest(attestedBatch);
  await api.attest(attestedBatch, 0);
  await api.storeHeaders(0, Buffer.from(`${GENESIS}${BLOCK_1}`, "hex"));
  const hash = randomHash();
  await api.newProof(other, hash);
  second = await api.newProof(account, hash);
  queued = await api.newProof(account);
  const stamping = await accountWithSeals(1);
  stamped = (await as(stamping, "POST", "/proofs", { hash: randomHash(), qualified: true })).json;
  await api.stampSeals();
  sealer = await accountWithSeals(2);
  sealed = (await as(sealer, "POST", "/proofs", { hash: randomHash(), qualified: true })).json;
}

const as = ({ key }: TestAccount, method: string, path: string, body?: unknown) =>
  api.request(method, path, { key, body });

/** A new account with this many seals. */
async function accountWithSeals(count: number): Promise<TestAccount> {
  const made = await api.newAccount();
  await api.addSeals(made.id, "pack", count);
  return made;
}

/** The answer to a request while the authority has a fault. */
async function whileAuthority(fault: TsaFault, ask: () => Promise<Answered>): Promise<Answered> {
  world.tsa.fault = fault;
  try {
    return await ask();
  } finally {
    world.tsa.fault = null;
  }
}

/** The answer of a server whose store is gone. */
async function withoutStore(
  method: string,
  path: (proofId: string) => string,
  body?: unknown,
): Promise<Answered> {
  const broken = await ApiService.start({}, openStore);
  const { key } = await broken.newAccount();
  await broken.store.close();
  const answer = await broken.request(method, path(randomUUID()), { key, body });
  await broken.stop();
  return answer;
}

/** A proof with its file at hand. */
async function proofWithFile(
  of: TestAccount,
  bytes: Buffer = randomBytes(1_000),
): Promise<{ id: string; bytes: Buffer }> {
  const { id } = await api.newProof(of, createHash("sha256").update(bytes).digest("hex"));
  return { id, bytes };
}

const original = (id: string) => `/proofs/${id}/original`;
const deposit = (of: TestAccount, method: string, id: string, bytes: Buffer) =>
  api.request(method, original(id), {
    key: of.key,
    body: bytes,
    headers: { "content-type": "application/pdf" },
  });

/** The address of a deposited original. */
async function deposited(of: TestAccount): Promise<string> {
  const { id, bytes } = await proofWithFile(of);
  expect((await deposit(of, "PUT", id, bytes)).status).toBe(201);
  return original(id);
}

/** The answer to a request while the storage of originals is out of reach. */
async function withoutBlobs(ask: () => Promise<Answered>): Promise<Answered> {
  const back = await custody.takeAway();
  const answer = await ask();
  await back();
  return answer;
}

interface Cell {
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  ask(): Promise<Answered>;
}

const unauthorized = (method: string, path: (id: string) => string): Cell => ({
  code: "unauthorized",
  headers: { "www-authenticate": "Bearer" },
  ask: () => api.request(method, path(queued.id)),
});

/** 401, 403, and 404 for a missing proof: for every route with a key and an id. */
const keyed = (method: string, path: (id: string) => string): Record<number, Cell> => ({
  401: unauthorized(method, path),
  404: { code: "not_found", ask: () => as(account, method, path(randomUUID())) },
});

/** The sections "Endpoints" and "Errors": each route with each of its statuses. */
const ROUTES: Readonly<Record<string, Readonly<Record<number, Cell>>>> = {
  "POST /proofs": {
    201: { ask: () => as(account, "POST", "/proofs", { hash: randomHash() }) },
    200: { ask: () => as(account, "POST", "/proofs", { hash: queued.hash }) },
    400: { code: "invalid_request", ask: () => as(account, "POST", "/proofs", {}) },
    401: unauthorized("POST", () => "/proofs"),
    402: {
      code: "payment_required",
      ask: () => as(account, "POST", "/proofs", { hash: randomHash(), qualified: true }),
    },
    409: {
      code: "conflict",
      ask: () => as(account, "POST", "/proofs", { hash: second.hash, qualified: true }),
    },
    429: {
      code: "quota_exceeded",
      headers: { "retry-after": /^[1-9]\d{0,4}$/ },
      ask: async () => {
        const free = await api.newAccount("free");
        for (let i = 0; i < 10; i++) await api.newProof(free);
        return as(free, "POST", "/proofs", { hash: randomHash() });
      },
    },
    503: {
      code: "seal_unavailable",
      ask: async () => {
        const rich = await accountWithSeals(1);
        const answer = await whileAuthority(refusing, () =>
          as(rich, "POST", "/proofs", { hash: randomHash(), qualified: true }),
        );
        const { json } = await as(rich, "GET", `/proofs/${answer.json.error.proof_id}`);
        expect([json.state, json.qualified]).toEqual(["queued", null]);
        return answer;
      },
    },
  },
  "GET /proofs": {
    200: { ask: () => as(account, "GET", "/proofs") },
    400: { code: "invalid_request", ask: () => as(account, "GET", "/proofs?limit=0") },
    401: unauthorized("GET", () => "/proofs"),
  },
  "GET /proofs/{id}": {
    ...keyed("GET", (id) => `/proofs/${id}`),
    200: { ask: () => as(account, "GET", `/proofs/${queued.id}`) },
  },
  "POST /proofs/{id}/qualified": {
    ...keyed("POST", (id) => `/proofs/${id}/qualified`),
    200: {
      ask: async () => {
        const answer = await as(sealer, "POST", `/proofs/${sealed.id}/qualified`);
        expect(answer.json).toEqual({
          proof_id: sealed.id,
          created: false,
          qualified: sealed.qualified,
          seals_remaining: 1,
        });
        return answer;
      },
    },
    202: {
      headers: { "retry-after": "30" },
      ask: async () => {
        const rich = await accountWithSeals(1);
        const { id } = await api.newProof(rich);
        const answer = await whileAuthority(failing, () => as(rich, "POST", `/proofs/${id}/qualified`));
        expect(answer.json.qualified).toEqual({ state: "pending" });
        return answer;
      },
    },
    402: { code: "payment_required", ask: () => as(account, "POST", `/proofs/${queued.id}/qualified`) },
    409: { code: "conflict", ask: () => as(account, "POST", `/proofs/${second.id}/qualified`) },
    503: {
      code: "seal_unavailable",
      ask: async () => {
        const rich = await accountWithSeals(1);
        const { id } = await api.newProof(rich);
        const answer = await whileAuthority(refusing, () => as(rich, "POST", `/proofs/${id}/qualified`));
        const { json } = await as(rich, "GET", "/account");
        expect(json.seals.remaining).toBe(1);
        return answer;
      },
    },
  },
  "GET /proofs/{id}/qualified": {
    ...keyed("GET", (id) => `/proofs/${id}/qualified`),
    200: { ask: () => as(account, "GET", `/proofs/${queued.id}/qualified`) },
  },
  "GET /proofs/{id}/qualified.tsr": {
    200: {
      headers: { "content-type": "application/timestamp-reply" },
      ask: () => as(sealer, "GET", `/proofs/${sealed.id}/qualified.tsr`),
    },
    401: unauthorized("GET", (id) => `/proofs/${id}/qualified.tsr`),
    404: { code: "not_found", ask: () => as(account, "GET", `/proofs/${queued.id}/qualified.tsr`) },
  },
  "GET /proofs/{id}/certificate.pdf": {
    ...keyed("GET", (id) => `/proofs/${id}/certificate.pdf`),
    200: {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": /^attachment; filename=certificado-[0-9a-f-]{36}\.pdf$/,
      },
      ask: () => as(account, "GET", `/proofs/${attested.id}/certificate.pdf?lang=es`),
    },
    409: { code: "conflict", ask: () => as(account, "GET", `/proofs/${second.id}/certificate.pdf`) },
  },
  "GET /proofs/{id}/evidence.zip": {
    ...keyed("GET", (id) => `/proofs/${id}/evidence.zip`),
    200: {
      headers: {
        "content-type": "application/zip",
        "content-length": /^[0-9]+$/,
        "content-disposition": /^attachment; filename=svc-evidencia-[0-9a-f-]{36}\.zip$/,
      },
      ask: () => as(account, "GET", `/proofs/${attested.id}/evidence.zip?lang=es`),
    },
    409: { code: "conflict", ask: () => as(account, "GET", `/proofs/${second.id}/evidence.zip`) },
  },
  ...Object.fromEntries(
    ["PUT", "POST"].map((method) => [
      `${method} /proofs/{id}/original`,
      {
        ...keyed(method, (id: string) => `/proofs/${id}/original`),
        201: {
          ask: async () => {
            const { id, bytes } = await proofWithFile(account);
            return deposit(account, method, id, bytes);
          },
        },
        200: {
          ask: async () => {
            const { id, bytes } = await proofWithFile(account);
            await deposit(account, "PUT", id, bytes);
            return deposit(account, method, id, bytes);
          },
        },
        400: { code: "invalid_request", ask: () => deposit(account, method, queued.id, Buffer.alloc(0)) },
        409: {
          code: "conflict",
          ask: () => as(account, method, `/proofs/${second.id}/original`, Buffer.from("x")),
        },
        413: {
          code: "file_too_large",
          ask: async () => {
            const free = await api.newAccount("free");
            const { id, bytes } = await proofWithFile(free, randomBytes(10_000_001));
            return deposit(free, method, id, bytes);
          },
        },
        502: {
          code: "unavailable",
          ask: async () => {
            const { id, bytes } = await proofWithFile(account);
            return withoutBlobs(() => deposit(account, method, id, bytes));
          },
        },
        503: {
          code: "custody_unavailable",
          ask: async () => {
            const without = await ApiService.start({}, openStore);
            const caller = await without.newAccount();
            const { id } = await without.newProof(caller);
            const answer = await without.request(method, original(id), { key: caller.key, body: "x" });
            await without.stop();
            return answer;
          },
        },
        507: {
          code: "custody_quota_exceeded",
          ask: async () => {
            const free = await api.newAccount("free");
            const reserved = { objectId: randomUUID(), proofId: randomUUID(), accountId: free.id };
            const room = { minBytes: 50_000_000, maxBytes: 50_000_000, maxAccountBytes: 50_000_000 };
            const expiresAt = new Date(Date.now() + 600_000);
            await api.store.custody.beginUpload({ ...reserved, ...room, expiresAt });
            const { id, bytes } = await proofWithFile(free);
            return deposit(free, method, id, bytes);
          },
        },
      },
    ]),
  ),
  "GET /proofs/{id}/original": {
    200: {
      headers: {
        "x-svc-custody-downloads-remaining": /^\d+$/,
        "content-disposition": /^attachment; filename=/,
        "content-type": "application/pdf",
      },
      ask: async () => as(account, "GET", await deposited(account)),
    },
    401: unauthorized("GET", (id) => `/proofs/${id}/original`),
    404: { code: "not_found", ask: () => as(account, "GET", `/proofs/${queued.id}/original`) },
    409: {
      code: "conflict",
      ask: async () => {
        const { id } = await proofWithFile(account);
        const upload = { objectId: randomUUID(), proofId: id, accountId: account.id };
        const room = { minBytes: 1, maxBytes: 1, maxAccountBytes: 5_000_000_000 };
        const expiresAt = new Date(Date.now() + 600_000);
        await api.store.custody.beginUpload({ ...upload, ...room, expiresAt });
        return as(account, "GET", original(id));
      },
    },
    429: {
      code: "download_quota_exceeded",
      ask: async () => {
        const free = await api.newAccount("free");
        const path = await deposited(free);
        for (let i = 0; i < 10; i++) expect((await as(free, "GET", path)).status).toBe(200);
        return as(free, "GET", path);
      },
    },
    500: {
      code: "integrity_failed",
      ask: async () => {
        const before = await custody.names();
        const path = await deposited(account);
        const name = (await custody.names()).find((one) => !before.includes(one))!;
        await custody.changeInPlace(name, 100);
        return as(account, "GET", path);
      },
    },
    502: {
      code: "unavailable",
      ask: async () => {
        const path = await deposited(account);
        return withoutBlobs(() => as(account, "GET", path));
      },
    },
  },
  "DELETE /proofs/{id}/original": {
    200: { ask: async () => as(account, "DELETE", await deposited(account)) },
    401: unauthorized("DELETE", (id) => `/proofs/${id}/original`),
    404: { code: "not_found", ask: () => as(account, "DELETE", `/proofs/${queued.id}/original`) },
  },
  // An extension of this service.
  "GET /proofs/{id}/bitcoin.ots": {
    200: { ask: () => as(account, "GET", `/proofs/${attested.id}/bitcoin.ots`) },
    401: unauthorized("GET", (id) => `/proofs/${id}/bitcoin.ots`),
    404: { code: "not_found", ask: () => as(account, "GET", `/proofs/${queued.id}/bitcoin.ots`) },
  },
  "GET /account": {
    200: { ask: () => as(account, "GET", "/account") },
    401: unauthorized("GET", () => "/account"),
  },
};

/**
 * The public routes, whose errors are `{error: string}`. All but the first are extensions of this
 * service.
 */
const publicPath = (format: string) => {
  const of: Readonly<Record<string, Answered["json"]>> = {
    json: anchored,
    "witness.json": witnessed,
    "tsr.ots": stamped,
  };
  return `/proof/${(of[format] ?? attested).id}.${format}`;
};
const certificateOf = (resource: Answered["json"]) =>
  `/certificate/${new URL(resource.urls.certificate).pathname.split("/").at(-1)}.json`;
const PUBLIC: Readonly<Record<string, Readonly<Record<number, Omit<Cell, "code">>>>> = Object.fromEntries([
  ...["json", "ots", "tsr.ots", "headers.json", "witness.json"].map((format) => [
    `GET /proof/{id}.${format}`,
    {
      200: {
        ask: () => api.request("GET", publicPath(format)),
      },
      202: {
        headers: { "retry-after": "60" },
        ask: () => api.request("GET", `/proof/${(format === "tsr.ots" ? sealed : queued).id}.${format}`),
      },
      400: { ask: () => api.request("GET", `/proof/none.${format}`) },
      404: { ask: () => api.request("GET", `/proof/${randomUUID()}.${format}`) },
      ...(["headers.json", "witness.json"].includes(format) && {
        304: {
          headers: { "cache-control": "no-cache" },
          ask: async () => {
            const path = publicPath(format);
            const { etag } = (await api.request("GET", path)).headers as { etag: string };
            return api.request("GET", path, { headers: { "if-none-match": etag } });
          },
        },
      }),
    },
  ]),
  [
    "GET /certificate/{certificate_id}.json",
    {
      200: { ask: () => api.request("GET", certificateOf(anchored)) },
      202: { headers: { "retry-after": "60" }, ask: () => api.request("GET", certificateOf(queued)) },
      400: { ask: () => api.request("GET", "/certificate/none.json") },
      // The number of a proof is none of a certificate.
      404: { ask: () => api.request("GET", `/certificate/${anchored.id}.json`) },
    },
  ],
]);
const publicCells = Object.entries(PUBLIC).flatMap(([route, statuses]) =>
  Object.entries(statuses).map(([status, cell]) => [route, Number(status), cell] as const),
);

const cells = (routes: typeof ROUTES) =>
  Object.entries(routes).flatMap(([route, statuses]) =>
    Object.entries(statuses).map(([status, cell]) => [route, Number(status), cell] as const),
  );

function expectCell(answer: Answered, status: number, { code, headers = {} }: Cell): void {
  expect([answer.status, answer.json?.error?.code]).toEqual([status, code]);
  for (const [name, value] of Object.entries(headers)) {
    expect(answer.headers[name]).toMatch(typeof value === "string" ? new RegExp(`^${value}$`) : value);
  }
}

/** Fields in the order of the page, with their values. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describeStores("on $name", ({ open }) => {
  beforeAll(() => startOn(open));
  afterAll(async () => {
    await world.stop();
    await custody.remove();
  });

  describe("Endpoints", () => {
    test.each(cells(ROUTES))("%s answers %i", async (_, status, cell) => {
      expectCell(await cell.ask(), status, cell);
    });

    test.each(publicCells)("%s answers %i", async (_, status, cell) => {
      const answer = await cell.ask();
      expectCell(answer, status, cell);
      if (answer.status >= 400) expect(answer.json).toEqual({ error: expect.any(String) });
      if (answer.status === 202) expect(answer.json).toEqual({ ready: false, state: "queued" });
    });

    test("the served document holds every route with every status", async () => {
      const { json } = await api.request("GET", "/openapi.json");
      for (const [route, status] of [...cells(ROUTES), ...publicCells]) {
        const [method, path] = route.split(" ") as [string, string];
        const operation = json.paths[path]?.[method.toLowerCase()];
        expect(operation?.responses[status], `${route} ${status}`).toBeDefined();
      }
      const operations = Object.entries<object>(json.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      expect(operations.sort()).toEqual(
        [...Object.keys(ROUTES), ...Object.keys(PUBLIC), "GET /openapi.json"].sort(),
      );
    });

    test("the served document suits generators of clients", async () => {
      const { json } = await api.request("GET", "/openapi.json");
      expect(json.components.schemas.Registration.properties.metadata).toMatchObject({
        type: "object",
        additionalProperties: true,
      });
      const fileSchemas: unknown[] = [];
      const look = (value: unknown, key = ""): void => {
        if (typeof value !== "object" || value === null) return;
        if ("enum" in value) expect(value).toHaveProperty("type", "string");
        if ("const" in value) expect(value.const).toBeTypeOf("string");
        for (const name of ["allOf", "oneOf", "patternProperties"]) expect(value).not.toHaveProperty(name);
        // Null is an alternative to one other value, and that is a named one if it is an object.
        if ("anyOf" in value) {
          for (const part of value.anyOf as object[]) expect(part).not.toHaveProperty("properties");
        }
        if ("type" in value && value.type === "null") expect(key).toMatch(/^\d+$/);
        if ("format" in value && value.format === "date-time") expect(value).not.toHaveProperty("pattern");
        if ("type" in value && value.type === "integer" && !("format" in value))
          expect(value).toHaveProperty(
            "maximum",
            expect.toSatisfy((most) => most < 2 ** 31),
          );
        if ("requestBody" in value) expect(value.requestBody).not.toHaveProperty(["content", "*/*"]);
        if (key.includes("/") && "schema" in value && !/json|text|multipart/.test(key))
          fileSchemas.push(value.schema);
        for (const [name, item] of Object.entries(value)) look(item, name);
      };
      look(json);
      expect(fileSchemas).toHaveLength(8);
      for (const schema of fileSchemas) {
        expect(schema).toMatchObject({ type: "string", format: "binary" });
      }
      expect(json.paths["/proofs"].get.description).toContain("order");
    });

    test("the served document is public, and caches keep it until it changes", async () => {
      const { status, headers, json } = await api.request("GET", "/openapi.json");
      expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
      expect(headers["cache-control"]).toMatch(/^public, max-age=\d+$/);
      expect(json.servers).toEqual([{ url: BASE }]);
      const etag = String(headers["etag"]);
      const again = await api.request("GET", "/openapi.json", { headers: { "if-none-match": etag } });
      expect([again.status, again.body]).toEqual([304, ""]);
    });

    test.each([
      ["POST", "/proofs", { hash: "0".repeat(64) }],
      ["GET", "/proofs", undefined],
      ["GET", "/account", undefined],
    ])("%s %s answers 503 unavailable while the store does not answer", async (method, path, body) => {
      const answer = await withoutStore(method, () => path, body);
      expect([answer.status, answer.json.error.code]).toEqual([503, "unavailable"]);
    });
  });

  describe("Resources and their fields", () => {
    test("Proof", async () => {
      const { json } = await as(account, "GET", `/proofs/${anchored.id}`);
      expect(json).toEqual({
        id: expect.stringMatching(UUID),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        algorithm: "SHA-256",
        name: anchored.hash.slice(0, 12),
        state: "anchored",
        received_at: expect.stringMatching(TIME),
        anchors: [
          {
            network: expect.any(String),
            chain_id: expect.any(Number),
            state: "anchored",
            tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
            block_number: 77,
            block_timestamp: expect.stringMatching(TIME),
            explorer_url: expect.stringMatching(/^https?:/),
          },
        ],
        bitcoin: { state: "pending", block_height: null },
        qualified: null,
        original: null,
        urls: {
          self: `${BASE}/proofs/${json.id}`,
          proof_json: `${BASE}/proof/${json.id}.json`,
          certificate: expect.stringMatching(new RegExp(`^${SITE}/certificate/[0-9a-f-]{36}$`)),
          certificate_pdf: `${BASE}/proofs/${json.id}/certificate.pdf`,
          evidence_zip: `${BASE}/proofs/${json.id}/evidence.zip`,
        },
      });
      expect(json.urls.certificate).not.toContain(json.id);
    });

    test("Proof and portable proof of a batch that calendars took, then of one in a Bitcoin block", async () => {
      const { id, hash } = await api.newProof(account);
      const batch = await api.batchQueue();
      await api.anchor(batch);
      const shown = async () => {
        const proof = (await as(account, "GET", `/proofs/${id}`)).json;
        const portable = (await api.request("GET", `/proof/${id}.json`)).json;
        return [proof.bitcoin, portable.attestations];
      };
      const pending = { state: "pending", block_height: null };
      expect(await shown()).toEqual([pending, []]);
      await api.attest(batch);
      expect(await shown()).toEqual([pending, [{ type: "opentimestamps", state: "submitted" }]]);
      await api.attest(batch, 832_608);
      expect(await shown()).toEqual([
        { state: "confirmed", block_height: 832_608 },
        [{ type: "opentimestamps", state: "confirmed" }],
      ]);
      const listed = (await as(account, "GET", "/proofs?limit=1")).json.data[0];
      expect(listed).toMatchObject({ id, bitcoin: { state: "confirmed", block_height: 832_608 } });

      const file = await api.requestBytes(`/proof/${id}.ots`);
      const report = await verify(file, { contentHash: hash });
      expect(report.checks.map(({ id, code }) => [id, code])).toEqual([
        ["format", "ok"],
        ["content", "ok"],
        ["bitcoin", "no_bitcoin_header"],
      ]);
      const own = await api.requestBytes(`/proofs/${id}/bitcoin.ots`, account.key);
      expect(own).toEqual(file);
    });

    test("Headers of the attesting block and of those after it", async () => {
      const { body, headers } = await api.request("GET", `/proof/${attested.id}.headers.json`);
      expect(body).toBe(
        `{"format":"svc-bitcoin-headers/1","network":"bitcoin","height":0,"headers":["${GENESIS}","${BLOCK_1.slice(0, 8)}${BLOCK_1.slice(72)}"]}`,
      );
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    });

    test("Witness of the anchor", async () => {
      const path = `/proof/${witnessed.id}.witness.json`;
      const { body, headers } = await api.request("GET", path);
      expect(body).toBe(new TextDecoder().decode(witness));
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(headers["etag"]).toMatch(/^"31337-[0-9a-f]{32}"$/);
      const report = await verify(witness);
      expect(report.outcome).toBe("indeterminate");
      expect(report.checks.filter(({ status }) => status === "failed")).toEqual([]);
    });

    test("Witness of the anchor on one of several chains", async () => {
      const ask = (query: string) => api.request("GET", `/proof/${witnessed.id}.witness.json${query}`);
      expect((await ask("?chain_id=31337")).body).toBe(new TextDecoder().decode(witness));
      const missing = await ask("?chain_id=1");
      expect([missing.status, missing.json]).toEqual([404, { error: expect.stringContaining("chain") }]);
      for (const query of [
        "?chain_id=0",
        "?chain_id=a",
        "?chain_id=",
        "?chain_id=1.5",
        "?chain_id=1&chain_id=1",
      ]) {
        const { status, json } = await ask(query);
        expect([status, json], query).toEqual([400, { error: expect.stringContaining("chain_id") }]);
      }
    });

    test("Witness that is not there yet, that will not be there, and that is damaged", async () => {
      const { id } = await api.newProof(account);
      const batchId = await api.batchQueue();
      await api.anchor(batchId);
      const ask = () => api.request("GET", `/proof/${id}.witness.json`);
      const waiting = await ask();
      expect([waiting.status, waiting.json, waiting.headers["retry-after"]]).toEqual([
        202,
        { ready: false, state: "anchored" },
        "60",
      ]);
      const { inclusion, chainId } = (await api.store.batches.find(batchId))!.anchors[0]!;
      const place = { batchId, chainId, blockHash: inclusion!.blockHash };
      const absent = { ...place, absence: "header_rules", document: null } as const;
      await api.store.witnesses.put({ ...absent, tries: 1, dueAt: new Date() });
      expect((await ask()).status).toBe(202);
      await api.store.witnesses.put({ ...absent, tries: 3, dueAt: null });
      const none = await ask();
      expect([none.status, none.json]).toEqual([404, { error: expect.stringContaining("no witness") }]);
      // Another block's.
      await api.store.witnesses.put({ ...place, absence: null, tries: 4, dueAt: null, document: witness });
      expect((await ask()).status).toBe(503);
      const file = await as(account, "GET", `/proofs/${id}/evidence.zip`);
      expect([file.status, file.json.error.code]).toEqual([503, "unavailable"]);
    });

    test("OpenTimestamps file of a damaged store: none is served", async () => {
      const { id } = await api.newProof(account);
      await api.attest(await api.batchQueue(randomHash()));
      const answer = await as(account, "GET", `/proofs/${id}/bitcoin.ots`);
      expect([answer.status, answer.json.error.code]).toEqual([503, "unavailable"]);
    });

    test("Proof of bytes that another account registered first", async () => {
      const { json } = await as(account, "GET", `/proofs/${second.id}`);
      expect(json.limitations).toEqual(["hash_registered_by_another_account"]);
      expect(json.urls).toMatchObject({ certificate: null, certificate_pdf: null, evidence_zip: null });
    });

    test("Account report", async () => {
      const fresh = await api.newAccount("free");
      await api.addSeals(fresh.id, "welcome", 2);
      await api.addSeals(fresh.id, "pack", 5);
      await api.addSeals(fresh.id, "welcome", -1);
      for (let i = 0; i < 3; i++) await api.newProof(fresh);
      await as(fresh, "POST", "/proofs", { hash: (await as(fresh, "GET", "/proofs")).json.data[0].hash });
      const { json } = await as(fresh, "GET", "/account");
      const resets = json.proofs.resets_in_seconds;
      expect(resets).toBeGreaterThan(0);
      expect(resets).toBeLessThanOrEqual(86_400);
      expect(JSON.stringify(json)).toBe(
        JSON.stringify({
          plan: "free",
          plan_name: "Free",
          seals: {
            available: true,
            remaining: 6,
            welcome_remaining: 1,
            pack_remaining: 5,
            price_eur: 3,
            buy_url: `${SITE}/seals`,
          },
          custody: {
            available: true,
            used_bytes: 0,
            max_account_bytes: 50_000_000,
            max_file_bytes: 10_000_000,
            downloads_used_today: 0,
            max_downloads_per_day: 10,
          },
          proofs: { daily_limit: 10, used_today: 3, resets_in_seconds: resets },
          connector: {
            mode_available: "none",
            eidas_available: false,
            custody_available: false,
            operations: { daily_limit: 0, resets_in_seconds: resets },
          },
          keys: { active: 1 },
          urls: {
            dashboard: `${SITE}/dashboard`,
            plans: `${SITE}/plans`,
            seals: `${SITE}/seals`,
            docs: `${SITE}/docs`,
            connect: `${SITE}/connect`,
          },
        }),
      );
    });

    test("Account report of a Pro account, whose revoked keys are not active", async () => {
      const { json: before } = await as(account, "GET", "/account");
      expect(before).toMatchObject({
        plan: "pro",
        plan_name: "Pro",
        custody: { max_account_bytes: 5_000_000_000, max_file_bytes: 50_000_000, max_downloads_per_day: 50 },
        proofs: { daily_limit: 5000 },
        keys: { active: 1 },
      });
      const revoked = newKey(account.id);
      await api.store.accounts.createKey(revoked, 5, anyAudit());
      expect((await as(account, "GET", "/account")).json.keys.active).toBe(2);
      await api.store.accounts.revokeKey(revoked.id, account.id, new Date(), anyAudit());
      expect((await as(account, "GET", "/account")).json.keys.active).toBe(1);
    });

    test("Portable proof, in the order of the page", async () => {
      const { body, json, headers } = await api.request("GET", `/proof/${anchored.id}.json`);
      expect(headers["content-type"]).toMatch(/^application\/json/);
      expect(Object.keys(json)).toEqual([
        "schema",
        "proof_id",
        "content",
        "leaf",
        "merkle",
        "anchors",
        "attestations",
      ]);
      expect(json).toMatchObject({
        schema: "svc-proof/2",
        proof_id: anchored.id,
        content: { algorithm: "SHA-256", hash: anchored.hash },
      });
      expect(json.anchors[0].payload).toBe(`svc:v2:${json.merkle.root}`);
      expect(body).not.toContain('"name"');
    });
  });

  describe("POST /proofs", () => {
    const post = (body: unknown, headers: OutgoingHttpHeaders = {}) =>
      api.request("POST", "/proofs", { key: account.key, body, headers });

    test("answers 400 to two Idempotency-Key headers, even equal ones, and takes one with a comma", async () => {
      for (const values of [
        ["a", "b"],
        ["a", "a"],
        ["a", ""],
      ]) {
        const { status, json } = await post({ hash: randomHash() }, { "idempotency-key": values });
        expect([status, json.error.code]).toEqual([400, "invalid_request"]);
        expect(json.error.message).toBe("the header Idempotency-Key was given 2 times, expected once");
      }
      expect((await post({ hash: randomHash() }, { "idempotency-key": "a, b" })).status).toBe(201);
    });

    test.each([
      [["application/json", "application/json"]],
      [["application/json", "text/plain"]],
      [["x"]],
      [["application/json; charset=latin1"]],
    ])("answers 400 to the Content-Type %j", async (values) => {
      const { status, json } = await post({ hash: randomHash() }, { "content-type": values as never });
      expect([status, json.error]).toEqual([
        400,
        {
          code: "invalid_request",
          message: "the header Content-Type expected application/json in UTF-8",
        },
      ]);
    });

    test("a repeated Idempotency-Key takes precedence over a malformed Content-Type, too", async () => {
      const { json } = await post({ hash: randomHash() }, { "idempotency-key": "typed" });
      const again = await post("x", { "idempotency-key": "typed", "content-type": "x" });
      expect([again.status, again.json.id]).toEqual([200, json.id]);
    });

    test("a name without visible characters counts as missing", async () => {
      const hash = randomHash();
      const { status, json } = await post({ hash, name: "\u200b" });
      expect([status, json.name]).toEqual([201, hash.slice(0, 12)]);
    });
  });

  describe("Downloads", () => {
    const OTHER_LANGUAGES = ["lang=es&lang=de", "lang=es&lang=es", "lang=", "lang=%00", "lang=xx", "lang=ES"];

    test.each([
      ["certificate.pdf", "application/pdf"],
      ["evidence.zip", "application/zip"],
    ])("%s takes any lang; an unknown or repeated value gives English", async (file, mediaType) => {
      const document = async (query: string) => {
        const answer = await as(account, "GET", `/proofs/${attested.id}/${file}?${query}`);
        expect([answer.status, answer.headers["content-type"]], query).toEqual([200, mediaType]);
        return answer.body;
      };
      const english = await document("lang=en");
      for (const query of OTHER_LANGUAGES) expect(await document(query), query).toBe(english);
      const others = await Promise.all(["es", "de", "fr"].map((lang) => document(`lang=${lang}`)));
      expect(new Set([english, ...others]).size).toBe(4);
    });

    test.each(["bytes=0-9", "bytes=999999-", "bytes=-5", "lines=1-2"])(
      "answers are complete, whatever part Range: %s asks for",
      async (range) => {
        for (const path of ["/account", "/proofs", `/proof/${anchored.id}.json`, "/openapi.json"]) {
          const { status, headers } = await api.request("GET", path, {
            key: account.key,
            headers: { range },
          });
          expect([status, headers["accept-ranges"]], path).toEqual([200, undefined]);
        }
      },
    );
  });

  describe("GET /proofs", () => {
    test("pages through all proofs, newest first, each page full, while others are added", async () => {
      const owner = await api.newAccount();
      const made: string[] = [];
      for (let i = 0; i < 7; i++) made.unshift((await api.newProof(owner)).id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Answered = await as(
          owner,
          "GET",
          `/proofs?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`,
        );
        expect(page.json.data.length).toBeLessThanOrEqual(3);
        for (const item of page.json.data) {
          expect(item).toEqual((await as(owner, "GET", `/proofs/${item.id}`)).json);
          seen.push(item.id);
        }
        await api.newProof(owner);
        cursor = page.json.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(made);
    });

    test("gives 25 by default, up to 100, and null at the end", async () => {
      const owner = await api.newAccount();
      expect((await as(owner, "GET", "/proofs")).json).toEqual({ data: [], next_cursor: null });
      for (let i = 0; i < 26; i++) await api.newProof(owner);
      const first = (await as(owner, "GET", "/proofs")).json;
      expect(first.data).toHaveLength(25);
      const rest = (await as(owner, "GET", `/proofs?cursor=${first.next_cursor}`)).json;
      expect(rest.data).toHaveLength(1);
      expect(rest.next_cursor).toBeNull();
      const exact = (await as(owner, "GET", "/proofs?limit=26")).json;
      expect([exact.data.length, exact.next_cursor]).toEqual([26, null]);
      expect((await as(owner, "GET", "/proofs?limit=100&unknown=1&unknown=2")).json.data).toHaveLength(26);
    });

    test.each([
      "0",
      "101",
      "-1",
      "+1",
      "01",
      "1.0",
      "1e1",
      "0x10",
      "",
      "%20",
      "1%20",
      "%201",
      "null",
      "NaN",
      "9007199254740993",
      "1".repeat(400),
      "%zz",
      "%00",
      "1&limit=2",
      "1&limit=1",
    ])("answers 400 to limit=%s", async (limit) => {
      const answer = await as(account, "GET", `/proofs?limit=${limit}`);
      expect([answer.status, answer.json.error.code]).toEqual([400, "invalid_request"]);
      expect(answer.json.error.message).toContain("limit");
    });

    test("takes only its own cursor: not another account's, not one with a changed bit, not a repeated one", async () => {
      const owner = await api.newAccount();
      for (let i = 0; i < 3; i++) await api.newProof(owner);
      const cursor: string = (await as(owner, "GET", "/proofs?limit=1")).json.next_cursor;
      const ask = (who: TestAccount, text: string) => as(who, "GET", `/proofs?cursor=${text}`);
      expect((await ask(owner, cursor)).json.data).toHaveLength(2);
      expect((await ask(other, cursor)).status).toBe(400);
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      for (let at = 0; at < cursor.length; at++) {
        const next = alphabet[(alphabet.indexOf(cursor[at]!) + 1) % 64];
        const changed = cursor.slice(0, at) + next + cursor.slice(at + 1);
        expect((await ask(owner, changed)).status, changed).toBe(400);
      }
      for (const text of [
        "",
        "x",
        `${cursor}A`,
        `${cursor}%3D`,
        cursor.slice(1),
        `${cursor}&cursor=${cursor}`,
        "%ff",
      ]) {
        const answer = await ask(owner, text);
        expect([answer.status, answer.json.error?.code], text).toEqual([400, "invalid_request"]);
      }
      // The cursor holds no more than the page showed.
      const shown = Buffer.from(cursor, "base64url").toString("hex");
      const [newest] = (await as(owner, "GET", "/proofs?limit=1")).json.data;
      expect(shown).toContain(newest.id.replaceAll("-", ""));
      expect(shown).toHaveLength(2 * (1 + 16 + 16));
    });
  });

  describe("Authentication", () => {
    const keyedRoutes = Object.keys(ROUTES).map((route) => route.split(" ") as [string, string]);

    test.each(keyedRoutes)("%s %s asks for a key before anything else", async (method, path) => {
      const at = path.replace("{id}", "no-uuid");
      for (const authorization of [undefined, "", "Bearer", "Basic c3ZjOng=", `Bearer ${generateApiKey()}`]) {
        const answer = await api.request(method, `${at}?limit=0`, {
          headers: { ...(authorization === undefined ? {} : { authorization }), "content-type": "x" },
          ...(method === "GET" ? {} : { body: "no JSON" }),
        });
        expect([answer.status, answer.json.error.code]).toEqual([401, "unauthorized"]);
        expect(answer.headers["www-authenticate"]).toBe("Bearer");
      }
    });

    test("a revoked key is refused from the next request on, and the account's other keys remain", async () => {
      const owner = await api.newAccount();
      const secondKey = generateApiKey();
      await api.store.accounts.createKey(
        newKey(owner.id, { secretHash: hashApiKey(secondKey) }),
        5,
        anyAudit(),
      );
      expect((await as(owner, "GET", "/account")).status).toBe(200);
      await api.store.accounts.revokeKey(owner.keyId, owner.id, new Date(), anyAudit());
      expect((await as(owner, "GET", "/account")).status).toBe(401);
      expect((await api.request("GET", "/account", { key: secondKey })).status).toBe(200);
    });

    test.each(keyedRoutes)("%s %s answers 403 to a key without an account", async (method, path) => {
      const key = generateApiKey();
      await api.store.accounts.createKey(newKey(null, { secretHash: hashApiKey(key) }), 5, anyAudit());
      const answer = await api.request(method, path.replace("{id}", queued.id), { key });
      expect([answer.status, answer.json.error.code]).toEqual([403, "key_without_account"]);
    });

    test("two Authorization headers count as missing, in either order", async () => {
      for (const values of [
        [`Bearer ${account.key}`, `Bearer ${account.key}`],
        [`Bearer ${account.key}`, "Basic x"],
        ["", `Bearer ${account.key}`],
      ]) {
        const answer = await api.request("GET", "/account", { headers: { authorization: values as never } });
        expect(answer.status).toBe(401);
      }
    });

    test("the scheme is case-insensitive, the key is not", async () => {
      const ask = async (authorization: string) =>
        (await api.request("GET", "/account", { headers: { authorization } })).status;
      expect(await ask(`BEARER ${account.key}`)).toBe(200);
      expect(await ask(`Bearer   ${account.key}`)).toBe(200);
      expect(await ask(`Bearer ${account.key.toUpperCase()}`)).toBe(401);
      expect(await ask(account.key)).toBe(401);
    });

    test("another account's proof is answered like a missing one, on every route", async () => {
      for (const [method, path] of keyedRoutes.filter(([, one]) => one.includes("{id}"))) {
        const [foreign, missing] = [queued.id, randomUUID()];
        const answers = await Promise.all(
          [foreign, missing].map((id) => as(other, method, path.replace("{id}", id))),
        );
        expect(answers[0]!.status).toBe(404);
        const { date: _, "x-request-id": id, ...headers } = answers[0]!.headers as Record<string, unknown>;
        expect(id).not.toBe(answers[1]!.headers["x-request-id"]);
        expect(answers[1]).toMatchObject({ status: 404, headers, body: answers[0]!.body });
      }
    });

    test("the portable proof needs no key, and ignores a wrong one", async () => {
      const key = generateApiKey();
      expect((await api.request("GET", `/proof/${anchored.id}.json`, { key })).status).toBe(200);
    });

    test("HEAD is answered like GET, without the body", async () => {
      const head = await as(account, "HEAD", `/proofs/${queued.id}`);
      const get = await as(account, "GET", `/proofs/${queued.id}`);
      expect([head.status, head.body, head.headers["content-type"]]).toEqual([
        200,
        "",
        get.headers["content-type"],
      ]);
      expect((await api.request("HEAD", `/proofs/${queued.id}`)).status).toBe(401);
    });
  });
});
