import { displayHash, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { afterEach, describe, expect, test } from "vitest";
import { createCoreBitcoinSource, createEsploraBitcoinSource } from "./bitcoin.js";
import { type Endpoint, startEndpoint } from "./http-endpoint.testing.js";

/** Bitcoin's second block. */
const HEADER =
  "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299";
const HASH = displayHash(parseBlockHeader(hexToBytes(HEADER)).hash);

/** The first two blocks, as listed by an explorer. */
const FIRST_HEADER =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";
const FIRST_BLOCK = {
  id: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
  height: 0,
  version: 1,
  timestamp: 1231006505,
  merkle_root: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
  previousblockhash: null,
  nonce: 2083236893,
  bits: 0x1d00ffff,
};
const BLOCK = {
  id: HASH,
  height: 1,
  version: 1,
  timestamp: 1231469665,
  merkle_root: "0e3e2357e806b6cdb1f70b54c3a3a17b6714ee1f0e68bebb44a74b1efd512098",
  previousblockhash: FIRST_BLOCK.id,
  nonce: 2573394689,
  bits: 0x1d00ffff,
};

const endpoints: Endpoint[] = [];
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.stop();
});
async function endpoint(...answer: Parameters<typeof startEndpoint>): Promise<Endpoint> {
  const started = await startEndpoint(...answer);
  endpoints.push(started);
  return started;
}

describe("an explorer with Esplora's API", () => {
  const serving = (pages: Readonly<Record<string, string>>) =>
    endpoint((request, response) => {
      const page = pages[request.url!];
      response.writeHead(page === undefined ? 404 : 200).end(page ?? "Block not found");
    });
  const PAGES = {
    "/api/blocks/tip/height": "965500",
    "/api/block-height/1": HASH,
    [`/api/block/${HASH}/header`]: HEADER,
  };
  const sourceAt = (url: string) => createEsploraBitcoinSource({ url, retries: 0, timeoutMs: 2000 });

  test("is asked for tip, hash and header, with or without a trailing slash in its path", async () => {
    const { url } = await serving(PAGES);
    for (const base of [`${url}/api`, `${url}/api/`]) {
      const source = sourceAt(base);
      expect(await source.fetchTip()).toEqual({ height: 965_500, chain: null });
      expect(bytesToHex((await source.fetchHeader(1))!)).toBe(HEADER);
      expect(await source.fetchHeader(2)).toBeNull();
      expect(source.name).toBe(url);
    }
  });

  test.each<[string, Record<string, string>, string]>([
    ["HTML", { "/api/block-height/1": "<html>busy</html>" }, "source_invalid_answer"],
    [
      "another block's header",
      { [`/api/block/${HASH}/header`]: HEADER.replace("9", "8") },
      "source_invalid_answer",
    ],
    ["a truncated header", { [`/api/block/${HASH}/header`]: HEADER.slice(2) }, "source_invalid_answer"],
    [
      "an answer above the limit",
      { "/api/block-height/1": " ".repeat(2000) + HASH },
      "source_invalid_answer",
    ],
  ])("%s is refused", async (_, pages, code) => {
    const { url } = await serving({ ...PAGES, ...pages });
    await expect(sourceAt(`${url}/api`).fetchHeader(1)).rejects.toMatchObject({ code });
  });

  test("a hash without its block is refused", async () => {
    const { url } = await serving({ "/api/block-height/1": HASH });
    await expect(sourceAt(`${url}/api`).fetchHeader(1)).rejects.toMatchObject({
      code: "source_invalid_answer",
    });
  });

  test("returns the headers of blocks up to a height", async () => {
    const { url } = await serving({ "/blocks/1": JSON.stringify([BLOCK, FIRST_BLOCK]) });
    const headers = await sourceAt(url).fetchHeadersTo!(1);
    expect(headers!.map((bytes) => bytesToHex(bytes))).toEqual([FIRST_HEADER, HEADER]);
    expect(await sourceAt(url).fetchHeadersTo!(2)).toBeNull();
  });

  test.each<[string, unknown]>([
    ["no list", { "0": BLOCK }],
    ["an empty list", []],
    ["a truncated list", "["],
    ["blocks that end elsewhere", [{ ...BLOCK, height: 2 }]],
    ["blocks in the other order", [FIRST_BLOCK, BLOCK]],
    ["not an object", [null]],
    ["another hash than the fields give", [{ ...BLOCK, nonce: BLOCK.nonce + 1 }]],
    ["a number as text", [{ ...BLOCK, bits: String(BLOCK.bits) }]],
    ["a fraction", [{ ...BLOCK, timestamp: BLOCK.timestamp + 0.5 }]],
    ["an invalid hash", [{ ...BLOCK, merkle_root: BLOCK.merkle_root.slice(1) }]],
    ["a missing field", [{ ...BLOCK, previousblockhash: undefined }]],
    ["an answer above the limit", [BLOCK, { padding: " ".repeat(140_000) }]],
  ])("a list of blocks with %s is refused", async (_, answer) => {
    const { url } = await serving({
      "/blocks/1": typeof answer === "string" ? answer : JSON.stringify(answer),
    });
    await expect(sourceAt(url).fetchHeadersTo!(1)).rejects.toMatchObject({ code: "source_invalid_answer" });
  });

  test("a redirect is not followed", async () => {
    const elsewhere = await serving({ "/blocks/tip/height": "1" });
    const { url } = await endpoint((request, response) => {
      response.writeHead(302, { location: `${elsewhere.url}${request.url}` }).end();
    });
    await expect(sourceAt(url).fetchTip()).rejects.toMatchObject({ code: "source_unreachable" });
    expect(elsewhere.paths).toEqual([]);
  });

  test("an error, a broken connection, no connection, and a timeout", async () => {
    const ill = await endpoint((_, response) => response.writeHead(500).end());
    await expect(sourceAt(ill.url).fetchTip()).rejects.toMatchObject({ code: "source_error", status: 500 });
    const cut = await endpoint((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("1", () => response.destroy());
    });
    await expect(sourceAt(cut.url).fetchTip()).rejects.toMatchObject({ code: "source_unreachable" });
    const silent = await endpoint(() => undefined);
    const impatient = createEsploraBitcoinSource({ url: silent.url, retries: 0, timeoutMs: 100 });
    await expect(impatient.fetchTip()).rejects.toMatchObject({ code: "source_timeout" });
    await silent.stop();
    await expect(sourceAt(silent.url).fetchTip()).rejects.toMatchObject({ code: "source_unreachable" });
  });

  test("a busy explorer is asked again", async () => {
    let questions = 0;
    const { url } = await endpoint((_, response) => {
      response.writeHead(++questions < 3 ? 429 : 200).end("7");
    });
    expect(await createEsploraBitcoinSource({ url }).fetchTip()).toEqual({ height: 7, chain: null });
    expect(questions).toBe(3);
  });

  test("an abort rejects with the caller's reason", async () => {
    const { url } = await endpoint(() => undefined);
    const stop = new AbortController();
    const asking = sourceAt(url).fetchTip({ signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
  });
});

describe("a Bitcoin Core node", () => {
  const node = (results: Readonly<Record<string, unknown>>, status = 200) =>
    endpoint((request, response) => {
      const { method, params, id } = JSON.parse(request.body);
      const outOfRange = method === "getblockhash" && params[0] !== 1;
      const answer = outOfRange
        ? { result: null, error: { code: -8, message: "Block height out of range" }, id }
        : { result: results[method], error: null, id };
      response.writeHead(outOfRange ? 500 : status).end(JSON.stringify(answer));
    });
  const RESULTS = {
    getblockchaininfo: { chain: "main", blocks: 965_500 },
    getblockhash: HASH,
    getblockheader: HEADER,
  };
  const sourceAt = (url: string) => createCoreBitcoinSource({ url, retries: 0, timeoutMs: 2000 });

  test("is asked for its chain, hash and header", async () => {
    const source = sourceAt((await node(RESULTS)).url);
    expect(await source.fetchTip()).toEqual({ height: 965_500, chain: "main" });
    expect(bytesToHex((await source.fetchHeader(1))!)).toBe(HEADER);
    expect(await source.fetchHeader(2)).toBeNull();
  });

  test("receives user and password as Basic authentication, and no report shows them", async () => {
    let authorization: string | undefined;
    const { url } = await endpoint((request, response) => {
      ({ authorization } = request.headers);
      response.end(JSON.stringify({ result: RESULTS.getblockchaininfo, error: null, id: 1 }));
    });
    const source = sourceAt(url.replace("://", "://us%40er:pässword@"));
    await source.fetchTip();
    expect(authorization).toBe(`Basic ${Buffer.from("us@er:pässword").toString("base64")}`);
    expect(source.name).toBe(url);
  });

  test.each<[string, object, string]>([
    ["no chain", { getblockchaininfo: { blocks: 7 } }, "source_invalid_answer"],
    ["no height", { getblockchaininfo: { chain: "main", blocks: "7" } }, "source_invalid_answer"],
    ["not an object", { getblockchaininfo: [] }, "source_invalid_answer"],
  ])("%s is refused", async (_, results, code) => {
    await expect(sourceAt((await node({ ...RESULTS, ...results })).url).fetchTip()).rejects.toMatchObject({
      code,
    });
  });

  test.each<[string, object]>([
    ["another block's header", { getblockheader: HEADER.replace("9", "8") }],
    ["an object for a header", { getblockheader: { hash: HASH } }],
    ["a number for a hash", { getblockhash: 7 }],
  ])("%s is refused", async (_, results) => {
    const { url } = await node({ ...RESULTS, ...results });
    await expect(sourceAt(url).fetchHeader(1)).rejects.toMatchObject({ code: "source_invalid_answer" });
  });

  test("a refused login, an error, and an answer that is not JSON", async () => {
    const closed = await endpoint((_, response) => response.writeHead(401).end());
    await expect(sourceAt(closed.url).fetchTip()).rejects.toMatchObject({
      code: "source_error",
      status: 401,
    });
    const ill = await endpoint((_, response) => {
      response.writeHead(500).end(JSON.stringify({ result: null, error: { code: -28 }, id: 1 }));
    });
    await expect(sourceAt(ill.url).fetchTip()).rejects.toMatchObject({ code: "source_error" });
    const page = await endpoint((_, response) => response.end("<html>"));
    await expect(sourceAt(page.url).fetchTip()).rejects.toMatchObject({ code: "source_invalid_answer" });
    const nothing = await endpoint((_, response) => response.end("null"));
    await expect(sourceAt(nothing.url).fetchTip()).rejects.toMatchObject({ code: "source_invalid_answer" });
  });
});

test.each([createEsploraBitcoinSource, createCoreBitcoinSource])(
  "wrong options are a mistake of the caller",
  (create) => {
    for (const url of ["", "bitcoin.example", "ftp://bitcoin.example", "javascript:1"]) {
      expect(() => create({ url })).toThrow(TypeError);
    }
    for (const wrong of [{ timeoutMs: 0 }, { retries: -1 }, { retries: 11 }]) {
      expect(() => create({ url: "http://127.0.0.1", ...wrong })).toThrow(RangeError);
    }
  },
);
