/** What the sources of this library ask, and which answers they take, to the character. Here `fetch` answers at once. */

import { displayHash, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import {
  type DetachedTimestamp,
  encodeTimestamp,
  replay,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCoreBitcoinSource, createEsploraBitcoinSource } from "./bitcoin.js";
import { fetchBounded, readBody, SourceError, sourceErrorCode } from "./bounded-fetch.js";
import { fetchCalendarTimestamp, upgradeTimestamp } from "./calendars.js";
import { createRpcEvmSource } from "./evm.js";

/** Bitcoin's second block. */
const HEADER =
  "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299";
const HASH = displayHash(parseBlockHeader(hexToBytes(HEADER)).hash);
const INVALID = { name: "SourceError", code: "source_invalid_answer" };

interface Asked {
  readonly url: string;
  readonly init: RequestInit & { headers: Record<string, string> };
}
const asked: Asked[] = [];
/** The path of a request, or the method of JSON-RPC in it. */
let answer: (question: string) => Response | Promise<Response>;

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: URL, init: Asked["init"]) => {
    asked.push({ url: url.href, init });
    return answer(typeof init.body === "string" ? JSON.parse(init.body).method : url.pathname);
  });
});
afterEach(() => void vi.unstubAllGlobals());

const reply = (body: string, status = 200) => new Response(body, { status });

describe("an explorer", () => {
  const PAGES: Readonly<Record<string, string>> = {
    "/api/v1/blocks/tip/height": "965500",
    "/api/v1/block-height/1": HASH,
    [`/api/v1/block/${HASH}/header`]: HEADER,
  };
  const explorer = (pages: Readonly<Record<string, string>> = {}) => {
    const all = { ...PAGES, ...pages };
    answer = (path) => (path in all ? reply(all[path]!) : reply("Block not found", 404));
    return createEsploraBitcoinSource({
      url: "https://explorer.example/api/v1/",
      retries: 0,
      timeoutMs: 500,
    });
  };
  const tip = (text: string) => explorer({ "/api/v1/blocks/tip/height": text }).fetchTip();

  test("has the name that it is given, and time for two answers", () => {
    expect(explorer()).toMatchObject({ name: "https://explorer.example", timeoutMs: 1000 });
    expect(createEsploraBitcoinSource({ url: "https://x.example", name: "own" }).name).toBe("own");
  });

  test.each([
    ["0", 0],
    ["7", 7],
    ["10", 10],
    [" 965500\n", 965_500],
    ["9999999999", 9_999_999_999],
  ])("gives %j for its height", async (text, height) => {
    expect(await tip(text)).toEqual({ height, chain: null });
  });

  test.each(["", "00", "01", "-1", "1.5", "1e3", "x1", "1x", "1 2", "10000000000"])(
    "gives no height with %j",
    async (text) => {
      await expect(tip(text)).rejects.toMatchObject(INVALID);
    },
  );

  test("without a height fails", async () => {
    answer = () => reply("", 404);
    const source = createEsploraBitcoinSource({ url: "https://x.example", retries: 0 });
    await expect(source.fetchTip()).rejects.toMatchObject({ code: "source_error" });
  });

  test.each([`x${HASH}`, `${HASH}0`, HASH.toUpperCase(), HASH.slice(1), "a"])(
    "is asked no further if it gives %j for a hash",
    async (hash) => {
      await expect(explorer({ "/api/v1/block-height/1": hash }).fetchHeader(1)).rejects.toMatchObject(
        INVALID,
      );
      expect(asked).toHaveLength(1);
    },
  );

  test.each([`x${HEADER}`, `00${HEADER}`, `${HEADER}00`, HEADER.slice(2), "a"])(
    "gives no header with %j",
    async (header) => {
      expect(bytesToHex((await explorer().fetchHeader(1))!)).toBe(HEADER);
      const pages = { [`/api/v1/block/${HASH}/header`]: header };
      await expect(explorer(pages).fetchHeader(1)).rejects.toMatchObject(INVALID);
    },
  );

  const BLOCK = {
    id: HASH,
    height: 1,
    version: 1,
    timestamp: 1231469665,
    merkle_root: "0e3e2357e806b6cdb1f70b54c3a3a17b6714ee1f0e68bebb44a74b1efd512098",
    previousblockhash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    nonce: 2573394689,
    bits: 0x1d00ffff,
  };
  test.each<[string, unknown]>([
    ["a list in an object", { blocks: [BLOCK] }],
    ["a text for a block", ["block"]],
    ["null for a block", [null]],
    ["a list for a root", [{ ...BLOCK, merkle_root: [BLOCK.merkle_root] }]],
    ["a short root", [{ ...BLOCK, merkle_root: BLOCK.merkle_root.slice(1) }]],
    ["a list for a hash", [{ ...BLOCK, previousblockhash: [BLOCK.previousblockhash] }]],
    ["a short hash", [{ ...BLOCK, previousblockhash: BLOCK.previousblockhash.slice(1) }]],
  ])("gives no headers with %s", async (_, list) => {
    const page = (value: unknown) => explorer({ "/api/v1/blocks/1": JSON.stringify(value) });
    expect((await page([BLOCK]).fetchHeadersTo!(1))!.map((bytes) => bytesToHex(bytes))).toEqual([HEADER]);
    await expect(page(list).fetchHeadersTo!(1)).rejects.toMatchObject(INVALID);
  });
});

describe("a node", () => {
  const RESULTS: Readonly<Record<string, unknown>> = {
    getblockchaininfo: { chain: "main", blocks: 965_500 },
    getblockhash: HASH,
    getblockheader: HEADER,
  };
  const source = () => createCoreBitcoinSource({ url: "http://127.0.0.1:8332", retries: 0, timeoutMs: 500 });
  const node = (results: Readonly<Record<string, unknown>> = {}) => {
    answer = (method) => reply(JSON.stringify({ result: { ...RESULTS, ...results }[method], error: null }));
    return source();
  };
  const raw = (body: string, status = 200) => {
    answer = () => reply(body, status);
    return source();
  };

  test("is asked by methods and parameters, and has time for two answers", async () => {
    expect(await node().fetchTip()).toEqual({ height: 965_500, chain: "main" });
    expect(bytesToHex((await node().fetchHeader(1))!)).toBe(HEADER);
    expect(asked.map(({ init }) => JSON.parse(init.body as string))).toEqual([
      { jsonrpc: "1.0", id: 1, method: "getblockchaininfo", params: [] },
      { jsonrpc: "1.0", id: 1, method: "getblockhash", params: [1] },
      { jsonrpc: "1.0", id: 1, method: "getblockheader", params: [HASH, false] },
    ]);
    expect(asked[0]!.init).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(source()).toMatchObject({ name: "http://127.0.0.1:8332", timeoutMs: 1000 });
  });

  test.each([[`x${HASH}`], [`${HASH}x`], [[HASH]], [7], [null], [HASH.slice(1)]])(
    "that gives %j for a hash is asked no further",
    async (hash) => {
      await expect(node({ getblockhash: hash }).fetchHeader(1)).rejects.toMatchObject(INVALID);
      expect(asked).toHaveLength(1);
    },
  );

  test.each([[`x${HEADER}`], [`${HEADER}x`], [`${HEADER}00`], [[HEADER]], [7], [null]])(
    "that gives %j for a header gives none",
    async (header) => {
      await expect(node({ getblockheader: header }).fetchHeader(1)).rejects.toMatchObject(INVALID);
    },
  );

  test("has no block where it says that the height is out of range, and else an error", async () => {
    const failing = (code: number, status = 500) =>
      raw(JSON.stringify({ result: null, error: { code } }), status).fetchHeader(1);
    expect(await failing(-8)).toBeNull();
    for (const code of [8, -7, -28]) {
      await expect(failing(code)).rejects.toMatchObject({ code: "source_error" });
    }
  });

  test("need not name an error where there is none", async () => {
    expect(await raw(JSON.stringify({ result: RESULTS["getblockchaininfo"] })).fetchTip()).toEqual({
      height: 965_500,
      chain: "main",
    });
  });

  test("fails by the status of its answer, whatever the answer says", async () => {
    const result = JSON.stringify({ result: RESULTS["getblockchaininfo"], error: null });
    await expect(raw(result, 500).fetchTip()).rejects.toMatchObject({ code: "source_error", status: 500 });
    await expect(raw("7", 500).fetchTip()).rejects.toMatchObject(INVALID);
  });
});

describe("an EVM endpoint", () => {
  const WORD = `0x${"ab".repeat(32)}`;
  const TRANSACTION = { hash: WORD, input: "0x1234", blockNumber: "0x10", blockHash: WORD };
  const RECEIPT = { transactionHash: WORD, status: "0x1", blockNumber: "0x10", blockHash: WORD };
  const BLOCK = { number: "0x10", hash: WORD, timestamp: "0x6553f100", transactions: [WORD] };
  const source = () =>
    createRpcEvmSource({ chainId: 5, url: "https://rpc.example/key", retries: 0, timeoutMs: 500 });
  const endpoint = (result: unknown) => {
    answer = () => reply(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
    return source();
  };
  const raw = (body: unknown) => {
    answer = () => reply(JSON.stringify(body));
    return source().fetchChainId();
  };

  test("is asked by methods and parameters", async () => {
    await endpoint("0x5").fetchChainId();
    await endpoint("0x5").fetchHeadNumber();
    await endpoint({ number: "0x5" }).fetchFinalizedNumber!();
    await endpoint(null).fetchTransaction(WORD);
    await endpoint(null).fetchReceipt(WORD);
    await endpoint(null).fetchBlock(255);
    expect(asked.map(({ init }) => JSON.parse(init.body as string))).toEqual([
      { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] },
      { jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] },
      { jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params: ["finalized", false] },
      { jsonrpc: "2.0", id: 1, method: "eth_getTransactionByHash", params: [WORD] },
      { jsonrpc: "2.0", id: 1, method: "eth_getTransactionReceipt", params: [WORD] },
      { jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params: ["0xff", false] },
    ]);
    expect(source()).toMatchObject({ chainId: 5, name: "https://rpc.example", timeoutMs: 500 });
    expect(createRpcEvmSource({ chainId: 0, url: "https://rpc.example", name: "own" }).name).toBe("own");
  });

  test("may have nothing", async () => {
    expect(await endpoint(null).fetchFinalizedNumber!()).toBeNull();
    expect(await endpoint(null).fetchTransaction(WORD)).toBeNull();
    expect(await endpoint(null).fetchReceipt(WORD)).toBeNull();
    expect(await endpoint(null).fetchBlock(16)).toBeNull();
  });

  test.each([
    ["0x0", 0],
    ["0x1", 1],
    ["0XA", 10],
    ["0x10", 16],
    ["0x1fffffffffffff", Number.MAX_SAFE_INTEGER],
  ])("gives %j for a quantity", async (text, value) => {
    expect(await endpoint(text).fetchHeadNumber()).toBe(value);
  });

  test.each([
    ["0x"],
    ["0x00"],
    ["0x01"],
    ["1"],
    ["0xg"],
    ["0x1g"],
    ["x0x1"],
    [" 0x1"],
    ["0x20000000000000"],
    ["0x100000000000000"],
    [1],
    [["0x1"]],
    [null],
    [true],
  ])("gives no quantity with %j", async (value) => {
    await expect(endpoint(value).fetchHeadNumber()).rejects.toMatchObject(INVALID);
  });

  test("gives a transaction, whose place may be open", async () => {
    const fetched = (changes: object) => endpoint({ ...TRANSACTION, ...changes }).fetchTransaction(WORD);
    expect(await fetched({})).toEqual({ ...TRANSACTION, blockNumber: 16 });
    expect(await fetched({ input: "0x", hash: WORD.toUpperCase().replace("X", "x") })).toMatchObject({
      hash: WORD,
      input: "0x",
    });
    const pending = { blockNumber: null, blockHash: null };
    for (const changes of [pending, { blockNumber: null }, { blockNumber: undefined }]) {
      expect(await fetched(changes)).toMatchObject(pending);
    }
    expect(await fetched({ blockHash: null })).toMatchObject({ blockNumber: 16, blockHash: null });
    for (const wrong of [
      { hash: `0x${"cd".repeat(32)}` },
      { hash: [WORD] },
      { hash: `x${WORD}` },
      { hash: `${WORD}0` },
      { input: "1234" },
      { input: "0x123" },
      { input: "0x12zz" },
      { input: "x0x12" },
      { input: 5 },
      { blockHash: 1 },
      { blockHash: `x${WORD}` },
      { blockHash: `${WORD}0` },
      { blockHash: undefined },
      { blockNumber: "" },
    ]) {
      await expect(fetched(wrong), JSON.stringify(wrong)).rejects.toMatchObject(INVALID);
    }
    await expect(endpoint("x").fetchTransaction(WORD)).rejects.toMatchObject(INVALID);
    await expect(endpoint([]).fetchTransaction(WORD)).rejects.toMatchObject(INVALID);
  });

  test("gives a receipt, with a status or none", async () => {
    const fetched = (changes: object) => endpoint({ ...RECEIPT, ...changes }).fetchReceipt(WORD);
    const place = { transactionHash: WORD, blockNumber: 16, blockHash: WORD };
    for (const [status, expected] of [
      ["0x1", "success"],
      ["0x0", "reverted"],
      [null, "unknown"],
      [undefined, "unknown"],
    ]) {
      expect(await fetched({ status })).toEqual({ ...place, status: expected });
    }
    for (const wrong of [
      { status: "0x2" },
      { status: 1 },
      { transactionHash: `0x${"cd".repeat(32)}` },
      { blockNumber: null },
      { blockHash: null },
    ]) {
      await expect(fetched(wrong), JSON.stringify(wrong)).rejects.toMatchObject(INVALID);
    }
  });

  test("gives a block, up to the year 9999", async () => {
    const fetched = (changes: object) => endpoint({ ...BLOCK, ...changes }).fetchBlock(16);
    expect(await fetched({ transactions: [WORD.toUpperCase().replace("X", "x")] })).toEqual({
      number: 16,
      hash: WORD,
      timestamp: 0x6553f100,
      transactionHashes: [WORD],
      header: null,
    });
    const last = 253_402_300_799;
    expect(await fetched({ timestamp: `0x${last.toString(16)}` })).toMatchObject({ timestamp: last });
    for (const wrong of [
      { timestamp: `0x${(last + 1).toString(16)}` },
      { number: "0x11" },
      { transactions: {} },
      { transactions: [5] },
      { transactions: ["0x12"] },
      { transactions: [[WORD]] },
      { hash: null },
    ]) {
      await expect(fetched(wrong), JSON.stringify(wrong)).rejects.toMatchObject(INVALID);
    }
  });

  test("answers by JSON-RPC 2.0, to this question", async () => {
    const whole = { jsonrpc: "2.0", id: 1, result: "0x5" };
    expect(await raw(whole)).toBe(5);
    expect(await raw({ ...whole, error: null })).toBe(5);
    for (const wrong of [
      { ...whole, jsonrpc: undefined },
      { ...whole, id: null },
      { ...whole, id: 2 },
      { ...whole, result: undefined },
      { ...whole, result: null },
      { ...whole, error: "no" },
      { ...whole, error: { code: 1 }, id: 2 },
      { ...whole, error: "no", id: null },
      [whole],
      null,
      7,
    ]) {
      await expect(raw(wrong), JSON.stringify(wrong)).rejects.toMatchObject(INVALID);
    }
    for (const id of [1, null]) {
      await expect(raw({ jsonrpc: "2.0", id, error: { code: -32_000 } })).rejects.toMatchObject({
        code: "source_error",
        status: null,
      });
    }
  });

  test("answers with status 200, in UTF-8", async () => {
    answer = () => reply('{"jsonrpc":"2.0","id":1,"result":"0x5"}', 201);
    await expect(source().fetchChainId()).rejects.toMatchObject({ code: "source_error", status: 201 });
    answer = () => new Response(Buffer.from('{"jsonrpc":"2.0","id":1,"result":"0x5","x":"\xff"}', "latin1"));
    await expect(source().fetchChainId()).rejects.toMatchObject(INVALID);
  });
});

describe("any request", () => {
  const ask = (signal: AbortSignal) =>
    fetchBounded("it", new URL("https://x.example/"), { maxBytes: 100, signal });

  test("follows no redirect and sends no cookies", async () => {
    answer = () => reply("");
    const { signal } = new AbortController();
    await ask(signal);
    expect(asked[0]!.init).toMatchObject({ redirect: "error", credentials: "omit", signal });
    expect(asked[0]!.init).not.toHaveProperty("maxBytes");
  });

  test("may be answered without a body", async () => {
    answer = () => new Response(null, { status: 204 });
    expect(await ask(new AbortController().signal)).toEqual({ status: 204, body: new Uint8Array() });
  });

  test.each([true, false])(
    "drops an answer that begins after the abort; with a body: %s",
    async (hasBody) => {
      let begin: (late: Response) => void = () => undefined;
      answer = () =>
        new Promise((resolve) => {
          begin = resolve;
        });
      const stop = new AbortController();
      const ended = expect(ask(stop.signal)).rejects.toThrow("enough");
      stop.abort(new Error("enough"));
      await ended;
      const cancelled = vi.fn();
      begin(new Response(hasBody ? new ReadableStream({ cancel: cancelled }) : null));
      await new Promise((resolve) => setTimeout(resolve));
      expect(cancelled).toHaveBeenCalledTimes(hasBody ? 1 : 0);
    },
  );
});

test("a calendar is asked for its own form of a timestamp", async () => {
  answer = () => reply("", 404);
  const patience = { timeoutMs: 500, retries: 0 };
  const calendar = new URL("https://calendar.example/a/b/");
  expect(await fetchCalendarTimestamp(calendar, Uint8Array.of(1, 2), patience)).toBeNull();
  expect(asked).toMatchObject([
    {
      url: "https://calendar.example/a/b/timestamp/0102",
      init: { headers: { accept: "application/vnd.opentimestamps.v1" } },
    },
  ]);
});

describe("the body of an answer", () => {
  const streamOf = (...lengths: number[]) => {
    const cancelled = vi.fn();
    const parts = lengths.map((length, i) => new Uint8Array(length).fill(i + 1));
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const part = parts.shift();
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
      cancel: cancelled,
    });
    return { stream, cancelled };
  };
  const { signal } = new AbortController();
  const read = (lengths: number[], maxBytes: number) =>
    readBody("it", streamOf(...lengths).stream, maxBytes, signal);

  test.each([[[]], [[10]], [[4096]], [[4097]], [[3000, 3000]], [[1, 4096, 1, 20_000, 1]]])(
    "in parts of %j is put together, up to the limit",
    async (lengths) => {
      const whole = Uint8Array.from(lengths.flatMap((length, i) => Array<number>(length).fill(i + 1)));
      for (const more of [0, 1, 100_000]) expect(await read(lengths, whole.length + more)).toEqual(whole);
      if (whole.length === 0) return;
      await expect(read(lengths, whole.length - 1)).rejects.toMatchObject(INVALID);
    },
  );

  test("is left where it is too long, where it breaks off, and at an abort", async () => {
    const long = streamOf(10, 10, 10, 10);
    await expect(readBody("it", long.stream, 15, signal)).rejects.toMatchObject(INVALID);
    expect(long.cancelled).toHaveBeenCalledOnce();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("cut")),
    });
    await expect(readBody("it", broken, 15, signal)).rejects.toMatchObject({ code: "source_unreachable" });
    const stop = new AbortController();
    const cancelled = vi.fn();
    const silent = new ReadableStream<Uint8Array>({ cancel: cancelled });
    const ended = expect(readBody("it", silent, 15, stop.signal)).rejects.toThrow("enough");
    stop.abort(new Error("enough"));
    await ended;
    expect(cancelled).toHaveBeenCalledOnce();
  });
});

describe("the parameters of a source", () => {
  const create = (url: string, more: object = {}) => createCoreBitcoinSource({ url, retries: 0, ...more });

  test.each([
    ["http://127.0.0.1/", undefined],
    ["http://u:p@127.0.0.1/", "u:p"],
    ["http://u@127.0.0.1/", "u:"],
    ["http://:p@127.0.0.1/", ":p"],
    ["http://%C3%A9:%40@127.0.0.1/", "\u00e9:@"],
  ])("%s: the login goes into a header, and nowhere else", async (url, login) => {
    answer = () => reply('{"result":{"chain":"main","blocks":7}}');
    await create(url).fetchTip();
    expect(asked.map(({ url: at, init }) => [at, init.headers["authorization"]])).toEqual([
      [
        "http://127.0.0.1/",
        login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}`,
      ],
    ]);
  });

  test("have their limits", () => {
    for (const url of ["", "x.example", "ftp://x.example"]) {
      expect(() => create(url)).toThrow(new TypeError('"url" expected an http or https address'));
    }
    for (const good of [{ timeoutMs: 1 }, { timeoutMs: 600_000 }, { retries: 10 }]) {
      expect(create("https://x.example", good).name).toBe("https://x.example");
    }
    for (const wrong of [
      { timeoutMs: 0 },
      { timeoutMs: 600_001 },
      { timeoutMs: 1.5 },
      { retries: 11 },
      { retries: -1 },
    ]) {
      expect(() => create("https://x.example", wrong)).toThrow(RangeError);
    }
  });
});

describe("an error of a source", () => {
  test("has its cause, or none", () => {
    expect(new SourceError("source_error", "it", 7)).toMatchObject({ cause: 7, status: null, message: "it" });
    expect(new SourceError("source_error", "it", undefined, 500)).toMatchObject({ status: 500 });
    expect(new SourceError("source_error", "it")).not.toHaveProperty("cause");
  });

  test("keeps no code of its own", () => {
    expect(sourceErrorCode(new SourceError("made_up" as "source_error", "it"))).toBe("source_error");
    expect(sourceErrorCode(undefined)).toBe("source_error");
  });

  test.each(["source_unreachable", "source_timeout", "source_error", "source_invalid_answer"] as const)(
    "keeps its code: %s",
    (code) => {
      expect(sourceErrorCode(new SourceError(code, "it"))).toBe(code);
      // What only looks like one is an error of the source.
      expect(sourceErrorCode({ code })).toBe("source_error");
    },
  );
});

describe("pending attestations", () => {
  const digest = new Uint8Array(32).fill(9);
  const pending = (uri: string) => ({ attestation: { kind: "pending", uri } as const });
  const bitcoin = (height: number) => ({ attestation: { kind: "bitcoin", height } as const });
  const after = (byte: number, ...branches: Timestamp["branches"]) => ({
    operation: { kind: "append", argument: Uint8Array.of(byte) } as const,
    next: { branches },
  });
  const fileOf = (...branches: Timestamp["branches"]): DetachedTimestamp => ({
    hash: "sha256",
    digest,
    timestamp: { branches },
  });
  const upgrade = (file: DetachedTimestamp) => upgradeTimestamp(file, { isAllowed: () => true, retries: 0 });
  const bytesOf = (timestamp: Timestamp) => new Response(new Uint8Array(encodeTimestamp(timestamp)));

  test("are asked about by https and by http", async () => {
    answer = () => reply("", 404);
    await upgrade(
      fileOf(pending("https://a.example"), pending("http://b.example"), pending("ftp://c.example")),
    );
    expect(asked.map(({ url }) => new URL(url).origin)).toEqual(["https://a.example", "http://b.example"]);
  });

  test("are asked about three times in a row, if each answer names another calendar", async () => {
    answer = () => bytesOf({ branches: [pending(`https://${asked.length}.example`)] });
    const { answers } = await upgrade(fileOf(pending("https://0.example")));
    expect(answers.map(({ uri, answer: one }) => [uri, one])).toEqual(
      [0, 1, 2].map((i) => [`https://${i}.example`, "completed"]),
    );
    expect(asked).toHaveLength(3);
  });

  test("are asked about 32 times", async () => {
    answer = () => reply("", 404);
    const many = Array.from({ length: 100 }, (_, i) => pending(`https://${i}.example`));
    const { answers } = await upgrade(fileOf(...many));
    expect([answers.length, asked.length]).toEqual([32, 32]);
    // An answer may bring more, which count too.
    asked.length = 0;
    answer = () => bytesOf({ branches: [pending(`https://more-${asked.length}.example`)] });
    expect((await upgrade(fileOf(...many.slice(0, 20)))).answers).toHaveLength(32);
    expect(asked).toHaveLength(32);
  });

  test("of one calendar at two messages are two", async () => {
    answer = (path) => (path.endsWith("01") ? bytesOf({ branches: [after(3, bitcoin(7))] }) : reply("", 404));
    const uri = "https://a.example";
    const { file, answers } = await upgrade(fileOf(after(1, pending(uri)), after(2, pending(uri))));
    expect(answers).toEqual([
      { uri, answer: "completed" },
      { uri, answer: "pending" },
    ]);
    expect(asked.map(({ url }) => url.slice(-2))).toEqual(["01", "02"]);
    // Only the message that was asked about leads on.
    const found = replay(file.timestamp, digest).filter(({ attestation }) => attestation.kind === "bitcoin");
    expect(found.map(({ message }) => [...message.subarray(32)])).toEqual([[1, 3]]);
  });

  test("leave the heights that are there, each once and in order", async () => {
    const { statedHeights, answers } = await upgrade(fileOf(...[10, 9, 100, 9].map(bitcoin)));
    expect([statedHeights, answers]).toEqual([[9, 10, 100], []]);
  });
});
