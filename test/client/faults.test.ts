/** The client over real connections that fail, and against answers that the API would not give. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  AnswerError,
  ApiError,
  type Client,
  type ClientOptions,
  createClient,
  UnreachableError,
} from "@svc-proof/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiService, randomHash, type TestAccount } from "../contract/api-service.js";
import { type OpenCustody, openCustodyService } from "./custody-service.js";
import {
  answer,
  changed,
  cutAnswer,
  cutRequest,
  type Fault,
  FaultyProxy,
  loseAnswer,
  relay,
} from "./faulty-proxy.js";

let custody: OpenCustody;
let service: ApiService;
let account: TestAccount;
let other: TestAccount;
let proxy: FaultyProxy;
let client: Client;

const connect = (options: Partial<ClientOptions> = {}) =>
  createClient({ url: proxy.url, key: account.key, ...options });

beforeAll(async () => {
  custody = await openCustodyService();
  service = custody.service;
  other = await service.newAccount();
  proxy = await FaultyProxy.start(service.port);
});
afterAll(async () => {
  await proxy?.stop();
  await custody?.stop();
});
beforeEach(async () => {
  account = await service.newAccount();
  client = connect();
  proxy.next();
});

const ids = async () => {
  const all: string[] = [];
  for await (const { id } of client.listAll()) all.push(id);
  return all;
};
const keys = () => proxy.seen.map(({ headers }) => headers["idempotency-key"]);
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => "resolved",
    (error: unknown) => error,
  );

describe("lost requests and answers", () => {
  test.each<[string, Fault]>([
    ["the answer is lost", loseAnswer],
    ["the answer is cut", cutAnswer],
    ["the request is lost", cutRequest],
  ])("a registration is sent again with the same key and made once: %s", async (_, fault) => {
    // Bytes of another account: without the key each request would make a proof.
    const hash = randomHash();
    await service.newProof(other, hash);
    proxy.next(fault, fault);
    const { id } = await client.register(hash);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(3);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ids()).toEqual([id]);
  });

  test("two calls have two keys, and a key of the caller is kept", async () => {
    const hash = randomHash();
    await service.newProof(other, hash);
    await client.register(hash);
    await client.register(hash);
    expect(new Set(keys()).size).toBe(2);
    const [one, two] = [
      await client.register({ hash }, { idempotencyKey: "mine" }),
      await client.register({ hash }, { idempotencyKey: "mine" }),
    ];
    expect([two.id, two.created]).toEqual([one.id, false]);
  });

  test("a key that was used for other bytes is noticed", async () => {
    await client.register(randomHash(), { idempotencyKey: "mine" });
    await expect(client.register(randomHash(), { idempotencyKey: "mine" })).rejects.toMatchObject({
      code: "wrong_proof",
    });
  });

  test("after all retries the error tells how often was tried, and why it failed", async () => {
    proxy.next(cutRequest, cutRequest, cutRequest);
    const error = await rejection(connect({ retries: 2 }).account());
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ tries: 3, message: expect.stringContaining("127.0.0.1:") });
    expect(proxy.seen).toHaveLength(3);
  });

  test("a service that is silent, before or in its answer", async () => {
    const silent: Fault = () => undefined;
    const stalling: Fault = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    };
    proxy.next(silent, stalling);
    expect(await connect({ timeoutMs: 300 }).account()).toMatchObject({ plan: "pro" });
    expect(proxy.seen).toHaveLength(3);
  });

  test("a service that trickles for ever", async () => {
    const trickling: Fault = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    };
    proxy.next(trickling);
    const impatient = connect({ timeoutMs: 5_000, transferTimeoutMs: 400, retries: 0 });
    await expect(impatient.account()).rejects.toMatchObject({
      name: "UnreachableError",
      message: expect.stringContaining("not done within 400 ms"),
    });
  });

  test.each(["when it is opened", "while it is read"])(
    "a content that cannot be read is no lost connection: %s",
    async (when) => {
      const { id } = await client.register(randomHash());
      const failure = new Error("the disk is broken");
      let opened = 0;
      const content = () => {
        opened++;
        if (when === "when it is opened") throw failure;
        let parts = 0;
        return new ReadableStream<Uint8Array>({
          pull(controller) {
            if (parts++ === 0) controller.enqueue(new Uint8Array(70_000));
            else controller.error(failure);
          },
        });
      };
      expect(await rejection(client.deposit(id, content))).toBe(failure);
      expect(opened).toBe(1);
    },
  );

  test("a deposit whose upload is cut is sent again, whole", async () => {
    const bytes = new Uint8Array(3_000_000).fill(7);
    const { id } = await client.register(await hashOf(bytes));
    const cutUpload: Fault = (incoming) => {
      incoming.once("data", () => incoming.socket.destroy());
    };
    proxy.next(cutUpload, cutUpload);
    const progress: number[] = [];
    const deposited = await client.deposit(id, new Blob([bytes], { type: "text/plain" }), {
      onProgress: (sent) => progress.push(sent),
    });
    expect(deposited.original).toMatchObject({ size_bytes: 3_000_000 });
    expect(progress.at(-1)).toBe(3_000_000);
    expect(proxy.seen).toHaveLength(3);
    // Vitest would compare byte by byte.
    const original = await client.downloadOriginal(id);
    expect(Buffer.compare(original.bytes, bytes)).toBe(0);
  });
});

test("an end of custody whose answer is lost is done, and told as done", async () => {
  const bytes = new TextEncoder().encode(randomHash());
  const { id } = await client.register(await hashOf(bytes));
  await client.deposit(id, bytes);
  proxy.next(loseAnswer);
  expect(await client.deleteOriginal(id)).toMatchObject({ proof_id: id, original: null });
  expect(proxy.seen.map(({ method }) => method)).toEqual(["DELETE", "DELETE", "GET"]);
  await expect(client.deleteOriginal(id)).rejects.toMatchObject({ code: "not_found" });
});

describe("a slow authority", () => {
  const SEAL = {
    state: "issued",
    authority: "A",
    time: "2026-01-01T00:00:00.000Z",
    serial_number: "01",
    policy_oid: "1.2.3",
    tsr_url: "https://elsewhere.example/qualified.tsr",
  };
  const answerOf = (id: string, created: boolean, qualified: object) =>
    JSON.stringify({ proof_id: id, created, qualified, seals_remaining: 2 });
  const PENDING = { state: "pending" };

  test("is asked again as late as it asks for, and the seal counts as made by this call", async () => {
    const { id } = await client.register(randomHash());
    const pending = answer(202, answerOf(id, true, PENDING), { "retry-after": "1" });
    proxy.next(pending, answer(200, answerOf(id, false, SEAL)));
    const start = performance.now();
    expect(await client.seal(id)).toEqual({
      proof_id: id,
      created: true,
      qualified: SEAL,
      seals_remaining: 2,
    });
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_000);
    proxy.next(pending);
    expect(await client.seal(id, { wait: false })).toMatchObject({ qualified: PENDING });
    proxy.next(pending);
    await expect(client.seal(id, { timeoutMs: 500 })).rejects.toMatchObject({
      name: "WaitTimeoutError",
      waiting: [id],
    });
  });

  test("a repeated key gives no seal, so it is asked for by itself", async () => {
    const registered = await client.register(randomHash());
    const existing = { ...registered, created: false, qualified: null };
    proxy.next(answer(200, JSON.stringify(existing)), answer(200, answerOf(registered.id, true, SEAL)));
    const sealed = await client.register({ hash: registered.hash, qualified: true });
    expect(sealed).toEqual({ ...existing, qualified: SEAL });
    expect(proxy.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v2/proofs",
      `POST /api/v2/proofs/${registered.id}/qualified`,
    ]);
  });
});

describe("refusals", () => {
  const LIMITED = JSON.stringify({ error: { code: "rate_limited", message: "Too many." } });

  test.each<[string, Fault, number]>([
    ["429 in seconds", answer(429, LIMITED, { "retry-after": "1" }), 1_000],
    // A date has whole seconds: the next one may be near.
    [
      "429 with a date",
      (incoming, response, forward) =>
        answer(429, LIMITED, { "retry-after": new Date(Date.now() + 2_000).toUTCString() })(
          incoming,
          response,
          forward,
        ),
      1_000,
    ],
    [
      "429 of a gateway",
      answer(429, "Too many requests", { "retry-after": "1", "content-type": "text/plain" }),
      1_000,
    ],
    ["503", answer(503, JSON.stringify({ error: { code: "unavailable", message: "Later." } })), 100],
    ["502 in HTML", answer(502, "<html>", { "content-type": "text/html" }), 100],
  ])("%s is tried again, and not too early", async (_, fault, leastMs) => {
    proxy.next(fault);
    const start = performance.now();
    await client.account();
    expect(performance.now() - start).toBeGreaterThanOrEqual(leastMs);
    expect(proxy.seen).toHaveLength(2);
  });

  test.each<[string, Fault, object]>([
    [
      "a limit a day",
      answer(
        429,
        JSON.stringify({
          error: {
            code: "quota_exceeded",
            message: "Used up.",
            quota: { limit: 10, used: 10, resets_in_seconds: 9000 },
          },
        }),
        { "retry-after": "9000", "x-request-id": "r-1" },
      ),
      {
        code: "quota_exceeded",
        status: 429,
        retryAfterSeconds: 9000,
        requestId: "r-1",
        details: { quota: { limit: 10, used: 10, resets_in_seconds: 9000 } },
      },
    ],
    [
      "no authority",
      answer(
        503,
        JSON.stringify({ error: { code: "seal_unavailable", message: "No.", proof_id: "the-proof" } }),
      ),
      { code: "seal_unavailable", proofId: "the-proof", requestId: null },
    ],
    [
      "a code from elsewhere",
      answer(418, JSON.stringify({ error: { code: "I AM\n" } })),
      { code: "gateway", status: 418 },
    ],
    ["a huge error", answer(400, "x".repeat(1_000_000)), { code: "gateway", status: 400 }],
    [
      "a message that would move the cursor of a terminal",
      answer(400, JSON.stringify({ error: { code: "invalid_request", message: "a\u001b[2J\u202eb\r\n" } })),
      { code: "invalid_request", message: "a [2J b" },
    ],
  ])("%s is not tried again", async (_, fault, expected) => {
    proxy.next(fault);
    const error = await rejection(client.account());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject(expected);
    expect(proxy.seen).toHaveLength(1);
  });

  test("an abort ends the wait at once, with its own reason", async () => {
    proxy.next(answer(429, LIMITED, { "retry-after": "100" }));
    const abort = new AbortController();
    const waiting = rejection(client.account({ signal: abort.signal }));
    await expect.poll(() => proxy.seen.length).toBe(1);
    const reason = new Error("enough");
    abort.abort(reason);
    expect(await waiting).toBe(reason);
    expect(await rejection(client.account({ signal: abort.signal }))).toBe(reason);
    expect(proxy.seen).toHaveLength(1);
  });

  test("what the API itself refuses", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    await expect(client.get(unknown)).rejects.toMatchObject({ code: "not_found", status: 404 });
    await expect(connect({ key: "svc_wrong" }).account()).rejects.toMatchObject({ code: "unauthorized" });
    await expect(client.register({ hash: randomHash(), name: "x".repeat(201) })).rejects.toMatchObject({
      code: "invalid_request",
    });
    const { id } = await client.register(randomHash());
    await expect(client.seal(id)).rejects.toMatchObject({ code: "payment_required", status: 402 });
    await expect(client.deposit(id, new Uint8Array([1]))).rejects.toMatchObject({ code: "hash_mismatch" });
    await expect(client.deleteOriginal(id)).rejects.toMatchObject({ code: "not_found" });
    const notReady = await rejection(client.downloadProof(id));
    expect(notReady).toMatchObject({ name: "NotReadyError", state: "queued", retryAfterSeconds: 60 });
    await expect(client.downloadCertificate(id)).rejects.toMatchObject({ name: "NotReadyError" });
    await expect(client.downloadEvidence(id)).rejects.toMatchObject({ name: "NotReadyError" });
    await expect(client.waitFor(id, "anchored", { timeoutMs: 50, intervalMs: 10 })).rejects.toMatchObject({
      name: "WaitTimeoutError",
      waiting: [id],
    });
  });
});

describe("hostile answers", () => {
  const PROOF = {
    id: "00000000-0000-4000-8000-000000000001",
    hash: "0".repeat(64),
    algorithm: "SHA-256",
    name: "x",
    state: "queued",
    received_at: "2026-01-01T00:00:00.000Z",
    anchors: [],
    bitcoin: { state: "pending", block_height: null },
    qualified: null,
    original: null,
    urls: { self: "", proof_json: "", certificate: null, certificate_pdf: null, evidence_zip: null },
  };
  const got = (fault: Fault) => {
    proxy.next(fault);
    return rejection(client.get(PROOF.id));
  };
  const json = (change: object) => answer(200, JSON.stringify({ ...PROOF, ...change }));

  test("the same without a change is taken", async () => {
    expect(await got(json({}))).toBe("resolved");
    expect(await got(json({ later: "member" }))).toBe("resolved");
  });

  test.each<[string, Fault, string]>([
    ["not JSON", answer(200, "<html>"), "not_json"],
    ["half of it", answer(200, JSON.stringify(PROOF).slice(0, 50)), "not_json"],
    ["nothing", answer(200, ""), "not_json"],
    ["null", answer(200, "null"), "wrong_shape"],
    ["a list", answer(200, "[]"), "wrong_shape"],
    ["a number for a text", json({ name: 7 }), "wrong_shape"],
    ["an unknown state", json({ state: "verified" }), "wrong_shape"],
    ["no states", json({ state: ["anchored"] }), "wrong_shape"],
    ["a fingerprint that is none", json({ hash: "zz" }), "wrong_shape"],
    ["a member of the prototype", json({ bitcoin: { __proto__: { state: "pending" } } }), "wrong_shape"],
    ["a seal without a time", json({ qualified: { state: "issued" } }), "wrong_shape"],
    ["thousands of anchors", json({ anchors: Array(10_000).fill({}) }), "wrong_shape"],
    ["another proof", json({ id: "00000000-0000-4000-8000-000000000002" }), "wrong_proof"],
    ["a status without a body", answer(204, ""), "unexpected_status"],
    ["a part", answer(206, JSON.stringify(PROOF)), "unexpected_status"],
    [
      "a length beyond the limit",
      (_, response) => void response.writeHead(200, { "content-length": 1e12 }).write("{"),
      "too_large",
    ],
    [
      "no end",
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && response.write(" ".repeat(65_536)));
          if (!response.destroyed) response.once("drain", more);
        };
        more();
      },
      "too_large",
    ],
  ])("%s", async (_, fault, code) => {
    const error = await got(fault);
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ code });
    expect(proxy.seen).toHaveLength(1);
  });

  test("a page that leads in circles", async () => {
    const page = answer(200, JSON.stringify({ data: [PROOF], next_cursor: "same" }));
    proxy.next(page, page, page, page);
    const all = async () => {
      for await (const _ of client.listAll());
    };
    await expect(all()).rejects.toMatchObject({ code: "wrong_shape" });
  });

  test("pages that lead from nothing to nothing", async () => {
    const page = (cursor: string) => answer(200, JSON.stringify({ data: [], next_cursor: cursor }));
    proxy.next(page("a"), page("b"));
    await expect(ids()).rejects.toMatchObject({ code: "wrong_shape" });
    expect(proxy.seen).toHaveLength(1);
  });

  test("a registration of other bytes", async () => {
    proxy.next(answer(201, JSON.stringify({ ...PROOF, created: true })));
    await expect(client.register(randomHash())).rejects.toMatchObject({ code: "wrong_proof" });
  });
});

describe("the key", () => {
  let elsewhere: Server;
  const heard: unknown[] = [];
  beforeAll(async () => {
    elsewhere = createServer((request, response) => {
      heard.push(request.headers);
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
  });
  afterAll(() => elsewhere.close());

  test.each([301, 302, 303, 307, 308])("is not carried along by a redirection (%i)", async (status) => {
    const { port } = elsewhere.address() as AddressInfo;
    const redirect = answer(status, "", { location: `http://localhost:${port}/api/v2/account` });
    proxy.next(redirect, redirect);
    await expect(client.account()).rejects.toMatchObject({ code: "redirected", status });
    await expect(client.register(randomHash())).rejects.toMatchObject({ code: "redirected" });
    expect(heard).toEqual([]);
  });

  test("is not sent to public routes, and is in no error", async () => {
    const { id, hash } = await client.register(randomHash());
    proxy.next();
    await rejection(client.downloadProof({ id, hash }));
    expect(proxy.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    proxy.next(cutRequest, answer(400, "{"));
    for (const error of [
      await rejection(connect({ retries: 0 }).account()),
      await rejection(client.account()),
    ]) {
      const { inspect } = await import("node:util");
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(account.key.slice(4));
    }
  });

  test.each([
    ["http://proofs.example/api/v2", "https"],
    ["https://user:word@proofs.example/api/v2", "user name"],
    ["https://proofs.example/api/v2?a=b", "query"],
    ["ftp://proofs.example/", "https"],
    ["proofs.example", "address"],
  ])("is not sent to %s", (url, words) => {
    expect(() => createClient({ url, key: "svc_key" })).toThrow(words);
  });

  test("http is for this machine, or on demand", () => {
    for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"]) {
      expect(createClient({ url: `http://${host}:1/api/v2/` }).url).toBe(`http://${host}:1/api/v2`);
    }
    const url = "http://proofs.internal/api/v2";
    expect(createClient({ url, allowHttp: true }).url).toBe(url);
    expect(() => createClient({ url: "http://127.0.0.1.example/api/v2" })).toThrow("https");
  });

  test.each(["", "a b", "svc_a\nb", "é"])("%j is none", (key) => {
    expect(() => createClient({ url: "https://proofs.example", key })).toThrow('"key"');
  });
});

describe("downloads that were changed on their way", () => {
  let anchored: { readonly id: string; readonly hash: string };
  let sibling: { readonly id: string; readonly hash: string };
  beforeEach(async () => {
    anchored = await client.register(randomHash());
    sibling = await client.register(randomHash());
    const batch = await service.batchQueue();
    await service.anchorInBlock(batch);
    await service.attest(batch);
    proxy.next();
  });
  const bytesOf = (path: string) => service.requestBytes(path, account.key);

  test("unchanged they are returned", async () => {
    expect((await client.downloadProof(anchored)).report!.reason).toBe("missing");
    expect((await client.downloadTimestamp(anchored)).report!.reason).toBe("missing");
    expect((await client.downloadWitness(anchored)).report!.reason).toBe("missing");
    expect((await client.downloadCertificate(anchored)).report!.reason).toBe("missing");
    expect((await client.downloadEvidence(anchored)).report!.reason).toBe("missing");
    expect((await client.downloadBundle(anchored)).files.map(({ path }) => path)).toEqual([
      "proof.json",
      "bitcoin/batch.ots",
      "anchors/31337.json",
    ]);
  });

  const flip = (part: number) =>
    changed((body) => {
      const copy = Buffer.from(body);
      const at = Math.floor(copy.length * part);
      copy[at] = copy[at]! ^ 1;
      return copy;
    });

  test.each<[string, (client: Client) => Client["downloadProof"], number]>([
    ["the proof", (one) => one.downloadProof, 0.6],
    // The way to the root. What a calendar does after it, only Bitcoin can tell.
    ["the timestamp", (one) => one.downloadTimestamp, 0.45],
    // The path to the transaction. A changed header is another block, which only a source can tell.
    ["the witness", (one) => one.downloadWitness, 0.9],
    ["the package", (one) => one.downloadEvidence, 0.5],
    ["a bundle", (one) => one.downloadBundle as never, 0.6],
  ])("a changed byte in %s", async (_, downloadOf, part) => {
    proxy.next(flip(part));
    await expect(downloadOf(client)(anchored)).rejects.toMatchObject({ name: "VerificationError" });
  });

  test("the proof of another fingerprint, or of the same one under another number", async () => {
    const foreign = Buffer.from(await bytesOf(`/proof/${sibling.id}.json`));
    proxy.next(changed(() => foreign));
    await expect(client.downloadProof(anchored)).rejects.toMatchObject({ code: "not_verified" });
    const certificate = Buffer.from(await bytesOf(`/proofs/${sibling.id}/certificate.pdf`));
    proxy.next(changed(() => certificate));
    await expect(client.downloadCertificate(anchored)).rejects.toMatchObject({ code: "not_verified" });
    proxy.next(changed(() => foreign));
    await expect(client.downloadProof({ id: anchored.id, hash: sibling.hash })).rejects.toMatchObject({
      code: "other_proof",
    });
  });

  test("evidence of another batch does not belong to the proof", async () => {
    const late = await client.register(randomHash());
    const batch = await service.batchQueue();
    await service.anchorInBlock(batch);
    await service.attest(batch);
    const witness = Buffer.from(await bytesOf(`/proof/${late.id}.witness.json`));
    proxy.next(changed(() => witness));
    await expect(client.downloadWitness(anchored)).rejects.toMatchObject({ name: "VerificationError" });
    const ots = Buffer.from(await bytesOf(`/proof/${late.id}.ots`));
    proxy.next(changed(() => ots));
    await expect(client.downloadTimestamp(anchored)).rejects.toMatchObject({ name: "VerificationError" });
    proxy.next(
      relay,
      changed(() => ots),
    );
    await expect(client.downloadBundle(anchored)).rejects.toMatchObject({ name: "VerificationError" });
  });

  test("evidence that proofs share is asked for once, and again after a failure", async () => {
    const fresh = connect({ retries: 0 });
    proxy.next(relay, cutRequest);
    await expect(fresh.downloadBundle(anchored)).rejects.toMatchObject({ code: "unreachable" });
    proxy.next();
    await Promise.all([anchored, sibling].map((one) => fresh.downloadBundle(one)));
    const paths = proxy.seen.map(({ path }) => path.replace(/.*[0-9a-f]{12}/, ""));
    expect(paths.sort()).toEqual([".headers.json", ".json", ".json", ".ots", ".witness.json?chain_id=31337"]);
  });

  test("an original with another content is not returned", async () => {
    const bytes = new TextEncoder().encode("The original.");
    const { id } = await client.register(await hashOf(bytes));
    await client.deposit(id, bytes);
    proxy.next(
      relay,
      changed((body) => Buffer.from(body).fill(0x2e, 0, 1)),
    );
    await expect(client.downloadOriginal(id)).rejects.toMatchObject({ code: "other_content", report: null });
    expect((await client.downloadOriginal(id)).bytes).toEqual(bytes);
    await expect(client.downloadOriginal(id, { maxBytes: 5 })).rejects.toMatchObject({ code: "too_large" });
  });
});

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
