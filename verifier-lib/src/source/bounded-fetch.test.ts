import type { ServerResponse } from "node:http";
import { createGzip, gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createCoreBitcoinSource, createEsploraBitcoinSource } from "./bitcoin.js";
import { fetchBounded } from "./bounded-fetch.js";
import { fetchCalendarTimestamp } from "./calendars.js";
import { awaitCollection, forceCollection } from "./collect-garbage.testing.js";
import { createRpcEvmSource } from "./evm.js";
import { type Endpoint, startEndpoint } from "./http-endpoint.testing.js";

const endpoints: Endpoint[] = [];
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.stop();
});

type Answer = (response: ServerResponse) => void;

/** An endpoint, and its answers that are neither finished nor closed. */
async function endpoint(
  answer: Answer,
  kept = endpoints,
): Promise<{ url: URL; open: ReadonlySet<ServerResponse> }> {
  const open = new Set<ServerResponse>();
  const started = await startEndpoint((_, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    answer(response);
  });
  kept.push(started);
  return { url: new URL(started.url), open };
}

const ask = (url: URL, maxBytes: number, signal: AbortSignal = new AbortController().signal) =>
  fetchBounded("it", url, { maxBytes, signal });

describe("the size of an answer", () => {
  const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i % 251);

  test.each<[string, Answer]>([
    ["at once", (response) => response.end(bytes)],
    [
      "in parts",
      (response) => {
        response.write(bytes.subarray(0, 9999), () => response.end(bytes.subarray(9999)));
      },
    ],
    [
      "byte by byte",
      (response) => {
        for (const byte of bytes) response.write(Uint8Array.of(byte));
        response.end();
      },
    ],
    [
      "compressed",
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(bytes)),
    ],
  ])("sent %s, may reach the limit but not exceed it", async (_, answer) => {
    const { url, open } = await endpoint(answer);
    expect(await ask(url, bytes.length)).toEqual({ status: 200, body: bytes });
    expect(await ask(url, bytes.length + 1)).toEqual({ status: 200, body: bytes });
    await expect(ask(url, bytes.length - 1)).rejects.toMatchObject({
      code: "source_invalid_answer",
      message: "it: expected at most 9999 bytes, got more",
    });
    await vi.waitFor(() => expect(open.size).toBe(0), 5000);
  });

  test.each([200, 204, 404])("may be empty, with status %i", async (status) => {
    const { url } = await endpoint((response) => response.writeHead(status).end());
    expect(await ask(url, 0)).toEqual({ status, body: new Uint8Array(0) });
  });

  test("is checked before an endless answer ends", async () => {
    const { url, open } = await endpoint((response) => {
      const flood = () => {
        while (!response.destroyed && response.write(bytes));
      };
      response.on("drain", flood);
      flood();
    });
    await expect(ask(url, 100_000)).rejects.toMatchObject({ code: "source_invalid_answer" });
    await vi.waitFor(() => expect(open.size).toBe(0), 5000);
  });
});

test("no connection, a redirect, and an answer that is cut off", async () => {
  const unreachable = { code: "source_unreachable" };
  const redirect = await endpoint((response) => response.writeHead(301, { location: "/" }).end());
  await expect(ask(redirect.url, 10)).rejects.toMatchObject(unreachable);
  const cut = await endpoint((response) => {
    response.writeHead(200, { "content-length": "5" });
    response.write("1234", () => response.destroy());
  });
  await expect(ask(cut.url, 10)).rejects.toMatchObject({
    ...unreachable,
    message: "it: the answer was cut off",
  });
  for (const { stop } of endpoints.splice(0)) await stop();
  await expect(ask(cut.url, 10)).rejects.toMatchObject(unreachable);
});

const drip: Answer = (response) => {
  const timer = setInterval(() => response.write(" "), 5);
  response.once("close", () => clearInterval(timer));
};

/** Each begins like a valid answer and never ends. */
const STALLED: readonly [string, Answer][] = [
  ["sends nothing", () => undefined],
  ["sends headers and then nothing", (response) => response.writeHead(200).flushHeaders()],
  ["sends a part and then nothing", (response) => response.write("1")],
  [
    "announces a length and sends less",
    (response) => response.writeHead(200, { "content-length": "9" }).write("1"),
  ],
  ["drips", drip],
  [
    "drips in compressed form",
    (response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const packing = createGzip();
      packing.pipe(response);
      const timer = setInterval(() => packing.write("1") && packing.flush(), 5);
      response.once("close", () => clearInterval(timer));
    },
  ],
];

/** More than what drips in a test on any machine. */
const ENDLESS_BYTES = 1_000_000;

const COLLECTIONS = { none: async () => undefined, forced: forceCollection, natural: awaitCollection };

describe.each(STALLED)("an endpoint that %s", { timeout: 60_000 }, (_, answer) => {
  test.each(Object.entries(COLLECTIONS))("ends at an abort; garbage collection: %s", async (_, collect) => {
    const { url, open } = await endpoint(answer);
    const stop = new AbortController();
    const asking = ask(url, ENDLESS_BYTES, stop.signal);
    const ended = expect(asking).rejects.toThrow("enough");
    await vi.waitFor(() => expect(open.size).toBe(1), 5000);
    await collect();
    stop.abort(new Error("enough"));
    await ended;
    await vi.waitFor(() => expect(open.size).toBe(0), 5000);
  });

  test("ends for all of many requests at once, and closes their connections", async () => {
    const { url, open } = await endpoint(answer);
    const stop = new AbortController();
    const asking = Array.from({ length: 200 }, () => ask(url, ENDLESS_BYTES, stop.signal));
    const settled = Promise.allSettled(asking);
    await vi.waitFor(() => expect(open.size).toBe(asking.length), 120_000);
    await forceCollection();
    stop.abort(new Error("enough"));
    for (const outcome of await settled) expect(outcome).toMatchObject({ reason: { message: "enough" } });
    await vi.waitFor(() => expect(open.size).toBe(0), 20_000);
  }, 60_000);
});

// At the same time: each waits for two seconds.
describe.concurrent("in time for each caller, after a garbage collection", { timeout: 60_000 }, () => {
  // Not ended while another test still asks.
  const kept: Endpoint[] = [];
  afterAll(() => Promise.all(kept.map((one) => one.stop())));

  test.each(STALLED)("ends a request to an endpoint that %s", async (_, answer) => {
    const { url, open } = await endpoint(answer, kept);
    const node = await endpoint(answer, kept);
    const patience = { timeoutMs: 2000, retries: 0 };
    const address = { url: url.href, ...patience };
    const asking = [
      createEsploraBitcoinSource(address).fetchTip(),
      createCoreBitcoinSource(address).fetchTip(),
      fetchCalendarTimestamp(url, new Uint8Array(32), patience),
      createRpcEvmSource({ chainId: 1, ...address, url: node.url.href }).fetchHeadNumber(),
    ];
    const ended = Promise.all(
      asking.map((one) => expect(one).rejects.toMatchObject({ code: "source_timeout" })),
    );
    await vi.waitFor(() => expect(open.size + node.open.size).toBe(asking.length), 5000);
    await forceCollection();
    await ended;
    await vi.waitFor(() => expect(open.size).toBe(0), 5000);
  });
});

test("an earlier abort is reported, and no request is sent", async () => {
  const { url, open } = await endpoint((response) => response.end());
  await expect(ask(url, 10, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  expect(open.size).toBe(0);
});
