import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import { evmBlockHash } from "../evm/block-header.js";
import { createRpcEvmSource, type EvmSource } from "./evm.js";

const HASH = `0x${"ab".repeat(32)}`;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Answer = (request: { method: string; params: unknown[]; id: number }, response: ServerResponse) => void;

/** A real HTTP endpoint with scripted answers. */
async function endpoint(answer: Answer): Promise<string> {
  const server = createServer(async (request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    answer(JSON.parse(Buffer.concat(parts).toString()), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};

const sourceAt = (url: string, timeoutMs = 5000): EvmSource =>
  createRpcEvmSource({ chainId: 1, url, timeoutMs, retries: 0 });

const answering = async (result: unknown) =>
  sourceAt(await endpoint(({ id }, response) => json(response, { jsonrpc: "2.0", id, result })));

const TRANSACTION = { hash: HASH, input: "0x1234", blockNumber: "0x10", blockHash: HASH };
const BLOCK = { number: "0x10", hash: HASH, timestamp: "0x6553f100", transactions: [HASH] };

describe("answers of nodes, recorded by ethereum/execution-apis", () => {
  const folder = vectorFolder("evm/rpc");
  const record = (name: string) => {
    const lines = readFileSync(join(folder!, `${name}.io`), "utf8").split("\n");
    const find = (mark: string) => lines.find((line) => line.startsWith(mark))!.slice(3);
    return { request: JSON.parse(find(">> ")), answer: find("<< ") };
  };
  const replay = async (name: string) => {
    const { request, answer } = record(name);
    const seen: unknown[] = [];
    const url = await endpoint(({ method, params }, response) => {
      seen.push({ method, params });
      json(response, answer);
    });
    return { request, expected: JSON.parse(answer).result, source: sourceAt(url), seen };
  };

  test
    .skipIf(folder === null)
    .each([
      "eth_getTransactionByHash__get-dynamic-fee",
      "eth_getTransactionByHash__get-legacy-input",
      "eth_getTransactionByHash__get-legacy-tx",
      "eth_getTransactionByHash__get-empty-tx",
      "eth_getTransactionByHash__get-notfound-tx",
    ])("%s", async (name) => {
    const { request, expected, source } = await replay(name);
    // The conformance suite sends one request with an invalid hash; a node answers null or an error.
    const transaction = await source.fetchTransaction(request.params[0]);
    expect(transaction).toEqual(
      expected === null
        ? null
        : {
            hash: expected.hash,
            input: expected.input,
            blockNumber: Number(expected.blockNumber),
            blockHash: expected.blockHash,
          },
    );
  });

  test
    .skipIf(folder === null)
    .each([
      "eth_getTransactionReceipt__get-dynamic-fee",
      "eth_getTransactionReceipt__get-legacy-input",
      "eth_getTransactionReceipt__get-legacy-receipt",
      "eth_getTransactionReceipt__get-notfound-tx",
      "eth_getTransactionReceipt__get-empty-tx",
    ])("%s", async (name) => {
    const { request, expected, source } = await replay(name);
    const receipt = await source.fetchReceipt(request.params[0]);
    if (expected === null) expect(receipt).toBeNull();
    else {
      const status = { "0x1": "success", "0x0": "reverted" }[expected.status as string] ?? "unknown";
      expect(receipt).toEqual({
        transactionHash: expected.transactionHash,
        status,
        blockNumber: Number(expected.blockNumber),
        blockHash: expected.blockHash,
      });
    }
  });

  test.skipIf(folder === null)("eth_chainId", async () => {
    const { expected, source, seen } = await replay("eth_chainId__get-chain-id");
    expect(await source.fetchChainId()).toBe(Number(expected));
    expect(seen).toEqual([{ method: "eth_chainId", params: [] }]);
  });

  test.skipIf(folder === null).each(["get-latest", "get-block-london-fork", "get-genesis", "get-safe"])(
    "eth_getBlockByNumber__%s: a block with a header that matches its hash",
    async (name) => {
      const { answer } = record(`eth_getBlockByNumber__${name}`);
      // The suite requests whole transactions; this source requests their hashes.
      const { result } = JSON.parse(answer);
      const transactions = result.transactions.map((one: string | { hash: string }) =>
        typeof one === "string" ? one : one.hash,
      );
      const source = await answering({ ...result, transactions });
      const block = await source.fetchBlock(Number(result.number));
      expect(block).toMatchObject({ hash: result.hash, timestamp: Number(result.timestamp) });
      expect(evmBlockHash(block!.header!)).toBe(result.hash);
      const backdated = await answering({ ...result, transactions, timestamp: "0x1" });
      expect((await backdated.fetchBlock(Number(result.number)))!.header).toBeNull();
    },
  );

  test.skipIf(folder === null)("the newest final block", async () => {
    const { source, expected, seen } = await replay("eth_getBlockByNumber__get-finalized");
    expect(await source.fetchFinalizedNumber!()).toBe(Number(expected.number));
    expect(seen).toEqual([{ method: "eth_getBlockByNumber", params: ["finalized", false] }]);
    const unknown = await replay("eth_getBlockByNumber__get-block-notfound");
    expect(await unknown.source.fetchFinalizedNumber!()).toBeNull();
  });

  test.skipIf(folder === null)("a block that does not exist", async () => {
    const { source } = await replay("eth_getBlockByNumber__get-block-notfound");
    expect(await source.fetchBlock(1000)).toBeNull();
  });
});

describe("malformed answers are refused", () => {
  test.each<[string, Answer]>([
    ["HTML", (_, response) => response.end("<html>Welcome to the hotel's network</html>")],
    ["HTML declared as JSON", (_, response) => json(response, "<html>")],
    ["nothing", (_, response) => response.end()],
    ["half of an answer", (_, response) => json(response, '{"jsonrpc":"2.0","id":1,"res')],
    ["an answer without a result", ({ id }, response) => json(response, { jsonrpc: "2.0", id })],
    ["a list", (_, response) => json(response, "[]")],
    ["a batch of one", ({ id }, response) => json(response, [{ jsonrpc: "2.0", id, result: null }])],
    [
      "an answer to another request",
      ({ id }, response) => json(response, { jsonrpc: "2.0", id: id + 1, result: null }),
    ],
    [
      "an id of another type",
      ({ id }, response) => json(response, { jsonrpc: "2.0", id: `${id}`, result: null }),
    ],
    ["an answer without an id", (_, response) => json(response, { jsonrpc: "2.0", result: null })],
    ["JSON-RPC 1.0", ({ id }, response) => json(response, { id, result: null })],
    ["an error that is a text", ({ id }, response) => json(response, { jsonrpc: "2.0", id, error: "no" })],
    [
      "an error of another request",
      ({ id }, response) => json(response, { jsonrpc: "2.0", id: id + 1, error: { code: 1, message: "no" } }),
    ],
    [
      "bytes that are not UTF-8",
      (_, response) => response.end(Buffer.from('{"jsonrpc":"2.0","id":1,"result":"\xff"}', "latin1")),
    ],
    ["false for a result", ({ id }, response) => json(response, { jsonrpc: "2.0", id, result: false })],
    ["an empty text for a result", ({ id }, response) => json(response, { jsonrpc: "2.0", id, result: "" })],
    [
      "a well-formed answer above the limit",
      ({ id }, response) =>
        json(response, `{"jsonrpc":"2.0","id":${id},"result":null${" ".repeat(5_000_000)}}`),
    ],
  ])("%s", async (_, answer) => {
    const source = sourceAt(await endpoint(answer));
    for (const ask of [
      () => source.fetchTransaction(HASH),
      () => source.fetchReceipt(HASH),
      () => source.fetchBlock(16),
      () => source.fetchChainId(),
      () => source.fetchHeadNumber(),
    ]) {
      await expect(ask()).rejects.toMatchObject({ name: "SourceError", code: "source_invalid_answer" });
    }
  });

  test("null instead of a whole response is refused", async () => {
    const source = sourceAt(await endpoint((_, response) => json(response, "null")));
    await expect(source.fetchTransaction(HASH)).rejects.toMatchObject({ name: "SourceError" });
  });

  test.each([
    ["no hash", { ...TRANSACTION, hash: undefined }],
    ["another hash", { ...TRANSACTION, hash: `0x${"cd".repeat(32)}` }],
    ["an input that is not hexadecimal", { ...TRANSACTION, input: "0x123g" }],
    ["an input of half bytes", { ...TRANSACTION, input: "0x123" }],
    ["a number for a block number", { ...TRANSACTION, blockNumber: 16 }],
    ["a block number with leading zeros", { ...TRANSACTION, blockNumber: "0x010" }],
    ["a block number beyond safe integers", { ...TRANSACTION, blockNumber: "0x20000000000000" }],
    ["a negative block number", { ...TRANSACTION, blockNumber: "-0x1" }],
    ["a block number without a block hash", { ...TRANSACTION, blockHash: 1 }],
  ])("a transaction with %s", async (_, result) => {
    await expect((await answering(result)).fetchTransaction(HASH)).rejects.toMatchObject({
      code: "source_invalid_answer",
    });
  });

  test.each([
    ["another number", { ...BLOCK, number: "0x11" }],
    ["no list of transactions", { ...BLOCK, transactions: {} }],
    ["whole transactions", { ...BLOCK, transactions: [{ hash: HASH }] }],
    ["a time beyond the year 9999", { ...BLOCK, timestamp: "0x3b00000000" }],
    ["no hash", { ...BLOCK, hash: null }],
  ])("a block with %s", async (_, result) => {
    await expect((await answering(result)).fetchBlock(16)).rejects.toMatchObject({
      code: "source_invalid_answer",
    });
  });

  test("a receipt with an invalid status", async () => {
    const result = { transactionHash: HASH, status: "0x2", blockNumber: "0x1", blockHash: HASH };
    await expect((await answering(result)).fetchReceipt(HASH)).rejects.toMatchObject({
      code: "source_invalid_answer",
    });
  });
});

describe("failures have different codes", () => {
  test("an error without an id, because the endpoint could not read the request", async () => {
    const url = await endpoint((_, response) =>
      json(response, { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "parse error" } }),
    );
    await expect(sourceAt(url).fetchBlock(16)).rejects.toMatchObject({ code: "source_error" });
  });

  test("an error of the endpoint", async () => {
    const url = await endpoint(({ id }, response) =>
      json(response, { jsonrpc: "2.0", id, error: { code: -32_000, message: "header not found" } }),
    );
    await expect(sourceAt(url).fetchBlock(16)).rejects.toMatchObject({ code: "source_error" });
  });

  test.each([401, 403, 404, 429, 500, 503])("HTTP status %i", async (status) => {
    const url = await endpoint((_, response) => json(response, { error: "no" }, status));
    await expect(sourceAt(url).fetchChainId()).rejects.toMatchObject({ code: "source_error" });
  });

  test("a redirect is not followed", async () => {
    const elsewhere = await endpoint(({ id }, response) =>
      json(response, { jsonrpc: "2.0", id, result: "0x1" }),
    );
    const url = await endpoint((_, response) => {
      response.writeHead(307, { location: elsewhere });
      response.end();
    });
    await expect(sourceAt(url).fetchChainId()).rejects.toMatchObject({ name: "SourceError" });
  });

  test("a busy endpoint is asked again, and Retry-After is ignored", async () => {
    let questions = 0;
    const url = await endpoint(({ id }, response) => {
      questions++;
      if (questions < 3) {
        response.setHeader("retry-after", "86400");
        json(response, { error: "busy" }, questions === 1 ? 429 : 503);
      } else json(response, { jsonrpc: "2.0", id, result: "0x1" });
    });
    expect(await createRpcEvmSource({ chainId: 1, url }).fetchChainId()).toBe(1);
    expect(questions).toBe(3);
  });

  test("an endpoint that stays busy is reported after the tries or the time limit, whichever is first", async () => {
    let questions = 0;
    const url = await endpoint((_, response) => {
      questions++;
      json(response, { error: "busy" }, 429);
    });
    const oneMore = createRpcEvmSource({ chainId: 1, url, retries: 1 });
    await expect(oneMore.fetchChainId()).rejects.toMatchObject({ code: "source_error" });
    expect(questions).toBe(2);
    const impatient = createRpcEvmSource({ chainId: 1, url, retries: 10, timeoutMs: 300 });
    await expect(impatient.fetchChainId()).rejects.toMatchObject({ code: "source_timeout" });
    expect(questions).toBeLessThan(6);
  });

  test("an abort ends the request: no further one is sent", async () => {
    const stop = new AbortController();
    let questions = 0;
    const url = await endpoint((_, response) => {
      questions++;
      json(response, { error: "busy" }, 503);
      if (questions === 2) stop.abort(new Error("enough"));
    });
    const asking = createRpcEvmSource({ chainId: 1, url, retries: 10 }).fetchChainId({ signal: stop.signal });
    await expect(asking).rejects.toThrow("enough");
    // Longer than the delay before the next try.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(questions).toBe(2);
  });

  test("no connection", async () => {
    const url = await endpoint(() => undefined);
    await stops.pop()!();
    await expect(sourceAt(url).fetchChainId()).rejects.toMatchObject({ code: "source_unreachable" });
  });

  test("no answer in time, and half an answer in time", async () => {
    const silent = await endpoint(() => undefined);
    await expect(sourceAt(silent, 100).fetchChainId()).rejects.toMatchObject({ code: "source_timeout" });
    const stalled = await endpoint((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"jsonrpc"');
    });
    await expect(sourceAt(stalled, 100).fetchChainId()).rejects.toMatchObject({ code: "source_timeout" });
  });

  test("an abort rejects with the caller's reason, before and during a request", async () => {
    const source = sourceAt(await endpoint(() => undefined));
    await expect(source.fetchChainId({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
    const stop = new AbortController();
    const asking = source.fetchChainId({ signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
  });
});

test("each request is one JSON-RPC 2.0 call, with the credentials from the address", async () => {
  const seen: unknown[] = [];
  const url = await endpoint((request, response) => {
    seen.push(request);
    json(response, { jsonrpc: "2.0", id: request.id, result: "0x1" });
  });
  const logins: unknown[] = [];
  const guarded = createServer((request, response) => {
    logins.push(request.headers.authorization);
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  await new Promise<void>((resolve) => guarded.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise((resolve) => guarded.close(() => resolve())));
  await sourceAt(url).fetchHeadNumber();
  expect(seen).toEqual([{ jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] }]);
  const { port } = guarded.address() as AddressInfo;
  await sourceAt(`http://us%C3%A9r:p%40ss@127.0.0.1:${port}`).fetchHeadNumber();
  guarded.closeAllConnections();
  expect(logins).toEqual([`Basic ${Buffer.from("us\u00e9r:p@ss").toString("base64")}`]);
});

test("a report shows only the origin of an address", () => {
  const source = createRpcEvmSource({
    chainId: 1,
    url: "https://user:secret@rpc.example/v3/secret?key=secret",
  });
  expect(source.name).toBe("https://rpc.example");
});

test.each([
  { chainId: Number.NaN },
  { chainId: -1 },
  { chainId: "1" as unknown as number },
  { timeoutMs: 0 },
  { timeoutMs: Number.POSITIVE_INFINITY },
  { retries: -1 },
  { retries: Number.POSITIVE_INFINITY },
])("a number out of bounds is a mistake of the caller: %o", (wrong) => {
  expect(() => createRpcEvmSource({ chainId: 1, url: "http://127.0.0.1", ...wrong })).toThrow(RangeError);
});

test.each(["", "rpc.example", "ftp://rpc.example", "file:///etc/passwd", "javascript:1"])(
  "%s is not a valid address",
  (url) => {
    expect(() => createRpcEvmSource({ chainId: 1, url })).toThrow(TypeError);
  },
);
