/**
 * Any body, query, header and path: the API answers as the interface says, and never fails. The
 * client checks each answer against the OpenAPI document; this file judges accepted requests by the
 * rules of the interface.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answered, ApiService, randomHash, type TestAccount } from "../contract/api-service.js";
import { describeStores } from "../contract/test-stores.js";
import { count, share, tell } from "./extent.js";

const RUNS = share(250);

/** Names with a meaning in JavaScript, in MongoDB, or in this API. */
const NAMES = [
  "hash",
  "name",
  "metadata",
  "size",
  "mime_type",
  "qualified",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__proto__",
  "$where",
  "$gt",
  "$ne",
  "a.b",
  "",
  "\u0000",
];

const scalar = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...NAMES, "a".repeat(64), "A".repeat(64), "1", "true", "null"),
  fc.integer(),
  fc.double(),
  fc.constantFrom(2 ** 53, -(2 ** 53), 1e308, 5e-324, -0, 0, 1, null, true, false),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string()), tie("value"), { maxKeys: 4 }),
    fc.constantFrom({ $gt: "" }, { $where: "sleep(1000)" }, { $ne: null }),
  ),
}));

/** A mostly valid body, so that its one fault decides. */
const nearlyRight = fc
  .record(
    {
      hash: fc.oneof({ weight: 6, arbitrary: fc.constant("right") }, value),
      name: fc.oneof(
        fc.string({ unit: "binary", maxLength: 210 }),
        fc.string({ unit: "grapheme", minLength: 190, maxLength: 205 }),
        value,
      ),
      metadata: fc.oneof(
        fc.dictionary(fc.string(), value, { maxKeys: 3 }),
        fc.integer({ min: 4_080, max: 4_100 }).map((length) => ({ a: "x".repeat(length - 8) })),
        value,
      ),
      size: fc.oneof(fc.nat(), fc.maxSafeInteger(), value),
      mime_type: fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.constantFrom("a".repeat(255), "a".repeat(256)),
        value,
      ),
      qualified: fc.oneof(fc.constant(false), value),
      [NAMES[6]!]: value,
    },
    { requiredKeys: ["hash"] },
  )
  .map((body) => (body.hash === "right" ? { ...body, hash: randomHash() } : body));

/** `String.prototype.toWellFormed`, which is missing at the sources' language level. */
const wellFormed = (text: string) => Buffer.from(text, "utf8").toString("utf8");
const isWellFormed = (text: string) => wellFormed(text) === text;

const isObject = (what: unknown): what is Record<string, unknown> =>
  typeof what === "object" && what !== null && !Array.isArray(what);

/**
 * Whether a value contains, at any depth, something no body may hold: a key `__proto__`, or half of
 * a surrogate pair.
 */
function isUnspeakable(what: unknown): boolean {
  if (typeof what === "string") return !isWellFormed(what);
  if (Array.isArray(what)) return what.some(isUnspeakable);
  if (!isObject(what)) return false;
  return Object.entries(what).some(
    ([key, item]) => key === "__proto__" || !isWellFormed(key) || isUnspeakable(item),
  );
}

/** The rules of `POST /proofs`, from the interface. */
function isAcceptable(body: unknown): boolean {
  if (!isObject(body) || isUnspeakable(body)) return false;
  const { hash, name, metadata, size, mime_type, qualified } = body;
  const absent = (field: string) => !Object.hasOwn(body, field);
  return (
    typeof hash === "string" &&
    /^[a-f0-9]{64}$/.test(hash) &&
    (absent("name") || (typeof name === "string" && [...name].length <= 200)) &&
    (absent("metadata") || (isObject(metadata) && Buffer.byteLength(JSON.stringify(metadata)) <= 4_096)) &&
    (absent("size") || (Number.isSafeInteger(size) && Number(size) >= 0)) &&
    (absent("mime_type") || (typeof mime_type === "string" && /^[ -~]{0,255}$/.test(mime_type))) &&
    (absent("qualified") || typeof qualified === "boolean")
  );
}

describeStores("on $name", ({ open }) => {
  let api: ApiService;
  let account: TestAccount;
  let usable: TestAccount[] = [];
  beforeAll(async () => {
    api = await ApiService.start({}, open);
    account = await api.newAccount();
    usable = [account];
  });
  afterAll(() => api.stop());

  const post = (body: string | Buffer, headers = {}): Promise<Answered> =>
    api.request("POST", "/proofs", { key: usable[0]!.key, body, headers });

  test("bodies: nearly valid JSON is accepted exactly when the interface says so", async () => {
    const came = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(nearlyRight, async (body) => {
        const text = JSON.stringify(body);
        const { status, json } = await post(text);
        count(came, String(status));
        if (!isAcceptable(JSON.parse(text))) {
          expect([status, json.error.code], text).toEqual([400, "invalid_request"]);
        } else if (body.qualified === true) {
          expect([status, json.error.code], text).toEqual([402, "payment_required"]);
        } else {
          expect([200, 201], text).toContain(status);
          expect(json.hash).toBe(body.hash);
          const { json: read } = await api.request("GET", `/proofs/${json.id}`, { key: account.key });
          const { created: _, ...proof } = json;
          expect(read).toEqual(proof);
        }
      }),
      { numRuns: RUNS },
    );
    tell("bodies of new proofs", came);
  });

  test("bodies: any JSON value, and any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          value.map((one) => Buffer.from(JSON.stringify(one) ?? "")),
          fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
          fc.string({ unit: "binary" }).map((text) => Buffer.from(text, "utf16le")),
        ),
        async (body) => {
          const { status, json } = await post(body);
          expect([status, json.error.code]).toEqual([400, "invalid_request"]);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("bodies: a valid one, damaged", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 200 }),
        fc.nat({ max: 5 }),
        fc.oneof(
          fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
          fc
            .constantFrom('"', "\\ud800", "{", ',"hash":"', "[", "\\u0000", "1e999", "\u0000")
            .map((text) => Buffer.from(text)),
        ),
        async (at, removed, inserted) => {
          const right = Buffer.from(
            JSON.stringify({ hash: randomHash(), name: "a.pdf", metadata: { a: [1, { b: null }] }, size: 5 }),
          );
          const place = at % right.length;
          const body = Buffer.concat([right.subarray(0, place), inserted, right.subarray(place + removed)]);
          const { status, json } = await post(body);
          expect([200, 201, 400]).toContain(status);
          if (status === 400) expect(json.error.code).toBe("invalid_request");
          // Other JSON parsers must accept what is accepted here.
          else
            expect(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)).hash).toBe(json.hash);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("headers: any Idempotency-Key that HTTP can carry", async () => {
    const bytes = fc.array(fc.oneof(fc.integer({ min: 0x20, max: 0xff }), fc.constant(9)), {
      maxLength: 210,
    });
    const used = new Set<string>();
    await fc.assert(
      fc.asyncProperty(bytes, async (codes) => {
        const key = String.fromCharCode(...codes.filter((code) => code !== 0x7f));
        const body = JSON.stringify({ hash: randomHash() });
        const first = await post(body, { "idempotency-key": key });
        // RFC 9110 section 5.5: surrounding white space is not part of a value.
        const sent = key.replace(/^[ \t]+|[ \t]+$/g, "");
        const isRight = sent.length >= 1 && sent.length <= 200;
        expect(first.status).toBe(!isRight ? 400 : used.has(sent) ? 200 : 201);
        if (!isRight) return;
        used.add(sent);
        const again = await post("", { "idempotency-key": key });
        expect([again.status, again.json.id]).toEqual([200, first.json.id]);
      }),
      { numRuns: RUNS },
    );
  });

  test("headers: any Authorization and Content-Type", async () => {
    const text = fc
      .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 80 })
      .map((codes) => String.fromCharCode(...codes.filter((code) => code !== 0x7f)));
    await fc.assert(
      fc.asyncProperty(text, async (header) => {
        for (const authorization of [header, `Bearer ${header}`, `${account.key}${header}`]) {
          const answer = await api.request("GET", "/account", { headers: { authorization } });
          expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
        }
        const isJson = /^application\/json *(; *charset *= *"?utf-8"? *)?$/i.test(header);
        const { status } = await post(JSON.stringify({ hash: randomHash() }), { "content-type": header });
        expect(status).toBe(isJson ? 201 : 400);
      }),
      { numRuns: RUNS },
    );
  });

  test("queries: any limit and cursor", async () => {
    const given = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer({ min: -5, max: 105 }).map(String),
      fc.double().map(String),
      fc.constantFrom("1e1", "01", "0x1", "+1", " 1", "1 ", "١", "[1]", '{"$gt":0}', "1,2"),
    );
    const encode = (text: string) => encodeURIComponent(wellFormed(text));
    await fc.assert(
      fc.asyncProperty(given, given, async (limit, other) => {
        const { status, json } = await api.request(
          "GET",
          `/proofs?limit=${encode(limit)}&x=${encode(other)}`,
          {
            key: account.key,
          },
        );
        const isRight = /^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= 100;
        expect(status, limit).toBe(isRight ? 200 : 400);
        if (isRight) expect(json.data.length).toBeLessThanOrEqual(Number(limit));
        for (const query of [
          `cursor=${encode(other)}`,
          `limit[$gt]=${encode(limit)}&cursor[]=1&limit=x`,
          `limit=1&limit=${encode(limit)}`,
        ]) {
          const wrong = await api.request("GET", `/proofs?${query}`, { key: account.key });
          expect([wrong.status, wrong.json.error.code], query).toEqual([400, "invalid_request"]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("queries and paths: any characters that an HTTP request line can carry", async () => {
    const line = fc
      .array(
        fc.oneof(
          fc.constantFrom(...'%/?#&=.;:@[]{}|\\^`"<>'),
          fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
        ),
        {
          maxLength: 60,
        },
      )
      .map((parts) => parts.join("").replaceAll("\u007f", ""));
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        for (const path of [`/proofs/${text}`, `/proofs?${text}`, `/proof/${text}.json`, `/${text}`]) {
          const { status } = await api.request("GET", path, { key: account.key });
          expect([200, 400, 404], path).toContain(status);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("paths: any id", async () => {
    const ids = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.uuid(),
      fc.constantFrom(...NAMES, "..", ".", "{}", '{"$gt":""}'),
    );
    await fc.assert(
      fc.asyncProperty(ids, async (text) => {
        const id = encodeURIComponent(wellFormed(text));
        if (/^\.{0,2}$/.test(id)) return;
        for (const [method, path] of [
          ["GET", `/proofs/${id}`],
          ["POST", `/proofs/${id}/qualified`],
          ["GET", `/proofs/${id}/qualified`],
          ["GET", `/proofs/${id}/qualified.tsr`],
          ["GET", `/proofs/${id}/certificate.pdf`],
          ["GET", `/proofs/${id}/evidence.zip`],
          ["PUT", `/proofs/${id}/original`],
          ["GET", `/proofs/${id}/original`],
          ["DELETE", `/proofs/${id}/original`],
        ] as const) {
          const { status, json } = await api.request(method, path, { key: account.key });
          expect([status, json.error.code], path).toEqual([404, "not_found"]);
        }
        const { status } = await api.request("GET", `/proof/${id}.json`);
        expect(status).toBe(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? 404 : 400);
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});
