/**
 * Endpoints that begin an answer and never end it. Every client ends with its deadline or its
 * caller and keeps no connection, even after a garbage collection, which loses the abort of a
 * `fetch`.
 */

import type { ServerResponse } from "node:http";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { verify } from "@svc-proof/verifier-lib";
import {
  createCoreBitcoinSource,
  createEsploraBitcoinSource,
  createRpcEvmSource,
  type EvmSource,
} from "@svc-proof/verifier-lib/source";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHttpCalendar } from "../../service/src/clients/calendars.js";
import { openRpcChain } from "../../service/src/clients/evm.js";
import { createHttpTsa } from "../../service/src/clients/tsa.js";
import { exampleProof } from "../../verifier-lib/src/judge/example.testing.js";
import { forceCollection } from "../../verifier-lib/src/source/collect-garbage.testing.js";
import { type Endpoint, startEndpoint } from "../../verifier-lib/src/source/http-endpoint.testing.js";

type Answer = (response: ServerResponse) => void;

const STALLED: readonly [string, Answer][] = [
  ["sends nothing", () => undefined],
  [
    "sends headers and then nothing",
    (response) => response.writeHead(200, { "content-type": "application/timestamp-reply" }).flushHeaders(),
  ],
  [
    "drips",
    (response) => {
      response.writeHead(200, { "content-type": "application/timestamp-reply" });
      const timer = setInterval(() => response.write(" "), 5);
      response.once("close", () => clearInterval(timer));
    },
  ],
];

const endpoints: Endpoint[] = [];
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.stop();
});

/** An endpoint, and its answers that neither it nor the client has ended. */
async function endpoint(answer: Answer): Promise<{ url: string; open: ReadonlySet<ServerResponse> }> {
  const open = new Set<ServerResponse>();
  const started = await startEndpoint((_, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    answer(response);
  });
  endpoints.push(started);
  return { url: started.url, open };
}

const isFree = (open: ReadonlySet<unknown>) => vi.waitFor(() => expect(open.size).toBe(0), 10_000);
const isAsked = (open: ReadonlySet<unknown>) =>
  vi.waitFor(() => expect(open.size).toBeGreaterThan(0), 10_000);

const TIMEOUT_MS = 2000;
const never = new AbortController().signal;

describe.each(STALLED)("an endpoint that %s", (_, answer) => {
  test("as a calendar", async () => {
    const { url, open } = await endpoint(answer);
    const calendar = createHttpCalendar({ url, timeoutMs: TIMEOUT_MS });
    for (const ask of [
      () => calendar.submit(new Uint8Array(32), never),
      () => calendar.fetchTimestamp(new Uint8Array(32), never),
    ]) {
      const ended = expect(ask()).rejects.toMatchObject({ code: "source_timeout" });
      await isAsked(open);
      await forceCollection();
      await ended;
      await isFree(open);
    }
    const stop = new AbortController();
    const patient = createHttpCalendar({ url, timeoutMs: 60_000 });
    const ended = expect(patient.submit(new Uint8Array(32), stop.signal)).rejects.toThrow("enough");
    await isAsked(open);
    await forceCollection();
    stop.abort(new Error("enough"));
    await ended;
    await isFree(open);
  });

  test("as a timestamping authority", async () => {
    const { url, open } = await endpoint(answer);
    const settings = { url, anchors: [], policyOid: null, clientCertificate: null };
    const request = { hash: "00".repeat(32), nonce: new Uint8Array(8).fill(1) };
    const unavailable = { kind: "unavailable", reason: "no answer in time" };
    const own = createHttpTsa({ ...settings, timeoutMs: TIMEOUT_MS }).issue({ ...request, deadline: never });
    await isAsked(open);
    await forceCollection();
    expect(await own).toEqual(unavailable);
    await isFree(open);
    const stop = new AbortController();
    const asked = createHttpTsa({ ...settings, timeoutMs: 60_000 }).issue({
      ...request,
      deadline: stop.signal,
    });
    await isAsked(open);
    await forceCollection();
    stop.abort();
    expect(await asked).toEqual(unavailable);
    await isFree(open);
  });

  test("as the service's client of a chain", async () => {
    let isStalled = false;
    const started = await startEndpoint(({ body }, response) => {
      const { id } = JSON.parse(body);
      if (isStalled) answer(response);
      else response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
    });
    endpoints.push(started);
    const chain = openRpcChain({
      chainId: 1,
      rpcUrl: started.url,
      anchorKey: `0x${"11".repeat(32)}`,
      timeoutMs: TIMEOUT_MS,
      maxCostWei: 1n,
    });
    expect(await chain.fetchBalance()).toBe(1n);
    isStalled = true;
    const ended = expect(chain.fetchBalance()).rejects.toThrow("eth_getBalance: no answer in time");
    await vi.waitFor(() => expect(started.paths.length).toBe(2), 10_000);
    await forceCollection();
    await ended;
  });

  test("as a source of a verification that its caller aborts", async () => {
    const { url, open } = await endpoint(answer);
    const stop = new AbortController();
    const patience = { url, timeoutMs: 600_000, retries: 10 };
    const report = verify(encodePortableProof(exampleProof()), {
      sources: [createRpcEvmSource({ chainId: 1, ...patience })],
      signal: stop.signal,
    });
    const ended = expect(report).rejects.toThrow("enough");
    await isAsked(open);
    await forceCollection();
    stop.abort(new Error("enough"));
    await ended;
  });

  test("as sources of Bitcoin's blocks", async () => {
    const { url, open } = await endpoint(answer);
    const stop = new AbortController();
    const patience = { url, timeoutMs: 600_000, retries: 10 };
    const asked = [createEsploraBitcoinSource(patience), createCoreBitcoinSource(patience)].map((source) =>
      expect(source.fetchHeader(1, { signal: stop.signal })).rejects.toThrow("enough"),
    );
    await vi.waitFor(() => expect(open.size).toBe(2), 10_000);
    await forceCollection();
    stop.abort(new Error("enough"));
    await Promise.all(asked);
    await isFree(open);
  });
});

test("a source of the caller's own that ignores its signal", async () => {
  let asked = 0;
  const deaf = () => {
    asked++;
    return new Promise<never>(() => undefined);
  };
  const source: EvmSource = {
    chainId: 1,
    name: "deaf",
    fetchChainId: deaf,
    fetchHeadNumber: deaf,
    fetchTransaction: deaf,
    fetchReceipt: deaf,
    fetchBlock: deaf,
  };
  const stop = new AbortController();
  const report = verify(encodePortableProof(exampleProof()), { sources: [source], signal: stop.signal });
  const ended = expect(report).rejects.toThrow("enough");
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), 10_000);
  stop.abort(new Error("enough"));
  await ended;
});
