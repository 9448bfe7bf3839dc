/**
 * Headers of the blocks that attest batches: collected from explorers that fail, lie and change
 * their answers, stored only after checks, served to everyone. With Bitcoin's own headers, a block
 * is proven without a network.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server } from "@hapi/hapi";
import {
  type BlockHeader,
  CHECKPOINTS,
  type Checkpoints,
  EPOCH_BLOCKS,
  encodeBlockHeader,
  HEADER_BYTES,
  meetsTarget,
  parseBlockHeader,
  parseEpochFile,
  parseHeaders,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { verify } from "@svc-proof/verifier-lib";
import type { BitcoinSource } from "@svc-proof/verifier-lib/source";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "../../service/src/errors.js";
import { type JobLog, OutageLog } from "../../service/src/log.js";
import type { Bitcoin } from "../../service/src/opentimestamps/bitcoin.js";
import { epochFileRoute, issueHeaders } from "../../service/src/opentimestamps/header-files.js";
import { HeaderCollector } from "../../service/src/opentimestamps/headers.js";
import { checkpointsUpTo } from "../checkpoints-up-to.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { ApiService, randomHash, type TestAccount } from "../contract/api-service.js";
import type { LogLine } from "./anchoring-world.js";
import { TestExplorer } from "./test-explorer.js";

const REGTEST_BITS = 0x207fffff;
const CONFIRMATIONS = 6;

let api: ApiService;
let account: TestAccount;
const explorers: TestExplorer[] = [];
let lines: LogLine[];

beforeEach(async () => {
  lines = [];
  api = await ApiService.start();
  account = await api.newAccount();
});
afterEach(async () => {
  for (const explorer of explorers.splice(0)) await explorer.stop();
  await api.stop();
});

/** A chain with regtest's work, on top of some headers. */
function mined(count: number, before: readonly BlockHeader[] = [], mark = "a"): BlockHeader[] {
  const chain = [...before];
  while (chain.length < before.length + count) {
    const fields = {
      version: 0x20000000,
      previousHash: chain.at(-1)?.hash ?? new Uint8Array(32),
      merkleRoot: Buffer.alloc(32, mark),
      time: 1_790_000_000 + chain.length,
      bits: REGTEST_BITS,
    };
    for (let nonce = 0; ; nonce++) {
      const header = parseBlockHeader(encodeBlockHeader({ ...fields, nonce }));
      if (!meetsTarget(header.hash, targetOfBits(REGTEST_BITS)!)) continue;
      chain.push(header);
      break;
    }
  }
  return chain;
}

async function explorer(chain: readonly BlockHeader[], firstHeight = 0): Promise<TestExplorer> {
  const started = await TestExplorer.start(chain, firstHeight);
  explorers.push(started);
  return started;
}

function collector(
  network: Bitcoin["network"] = "regtest",
  sources: readonly Pick<TestExplorer, "source">[] = explorers,
): HeaderCollector {
  const write = (level: keyof JobLog) => (fields: object, message: string) => {
    lines.push({ level, message, fields: fields as Record<string, unknown> });
  };
  const log = { info: write("info"), warn: write("warn"), error: write("error") };
  const bitcoin = { network, sources: sources.map(({ source }) => source), confirmations: CONFIRMATIONS };
  return new HeaderCollector(api.store, bitcoin, log, new OutageLog(log));
}

/** One run of the job. */
async function collect(
  one: HeaderCollector = collector(),
  signal = new AbortController().signal,
): Promise<void> {
  const lease = (await api.store.leases.acquire("headers", "the service", 600_000))!;
  await one.collect(lease, signal);
}

/** A proof in a block of that height. */
async function confirmedAt(height: number): Promise<{ id: string; hash: string }> {
  const proof = await api.newProof(account);
  await api.attest(await api.batchQueue(), height);
  return proof;
}

/** A header with another time: a quarter of an hour later. */
function shifted(bytes: Uint8Array): Buffer {
  const later = Buffer.from(bytes);
  later.writeUInt32LE(later.readUInt32LE(68) + 900, 68);
  return later;
}

const stored = async (epoch = 0) => Buffer.from(await api.store.blockHeaders.find(epoch));
const bytesOf = (chain: readonly BlockHeader[], count: number) =>
  Buffer.concat(chain.slice(0, count).map(({ bytes }) => bytes));
async function expectStored(chain: readonly BlockHeader[], count: number, epoch = 0): Promise<void> {
  const run = await stored(epoch);
  expect(run.length / HEADER_BYTES).toBe(count);
  expect(run.equals(bytesOf(chain, count))).toBe(true);
}
const served = (id: string, headers: Record<string, string> = {}) =>
  api.request("GET", `/proof/${id}.headers.json`, { headers });

describe("the headers of an epoch", () => {
  test("are collected once they are deep enough, and not asked for again when complete", async () => {
    const whole = mined(EPOCH_BLOCKS + CONFIRMATIONS + 1);
    const { asked } = await explorer(whole.slice(0, 100));
    const [source] = explorers;
    const { id } = await confirmedAt(90);
    const job = collector();
    await collect(job);
    await expectStored(whole, 100 - CONFIRMATIONS + 1);
    const early = await served(id);
    expect(early.status).toBe(200);
    expect(parseHeaders(early.body)[0]).toMatchObject({ network: "regtest", height: 90 });
    expect(parseHeaders(early.body)[0]!.headers).toHaveLength(5);
    expect(early.headers["cache-control"]).toBe("no-cache");

    // Three more blocks take one request, besides that for the tip.
    source!.chain = whole.slice(0, 103);
    asked.length = 0;
    await collect(job);
    expect(asked).toEqual(["/blocks/tip/height", "/blocks/97", "/blocks/tip/height"]);

    source!.chain = whole;
    await collect(job);
    await expectStored(whole, EPOCH_BLOCKS);
    const answer = await served(id);
    const [run] = parseHeaders(answer.body);
    expect(run!.headers.map(({ hash }) => bytesToHex(hash))).toEqual(
      whole.slice(90, EPOCH_BLOCKS).map(({ hash }) => bytesToHex(hash)),
    );
    // Regtest has no checkpoint that could end it.
    expect(answer.headers["cache-control"]).toBe("no-cache");

    asked.length = 0;
    await collect(job);
    await collect(collector());
    expect(asked).toEqual([]);
  });

  test("are those of epochs with batches, and no others", async () => {
    const whole = mined(3 * EPOCH_BLOCKS + 20);
    const { asked } = await explorer(whole);
    await collect();
    expect(asked).toEqual([]);
    await confirmedAt(2 * EPOCH_BLOCKS + 10);
    await confirmedAt(3);
    await confirmedAt(4);
    await collect();
    const lengths = await Promise.all([0, 1, 2, 3].map(async (epoch) => (await stored(epoch)).length));
    expect(lengths.map((length) => length / HEADER_BYTES)).toEqual([2016, 0, 2016, 0]);
  });

  test("continue from the stored headers, wherever the job was interrupted", async () => {
    const whole = mined(EPOCH_BLOCKS + CONFIRMATIONS + 1);
    const source = await explorer(whole);
    await confirmedAt(5);
    const cut = new AbortController();
    source.fault = (response, path) => {
      // In the middle of the third step.
      if (path === `/blocks/${3 * 144 - 1 - 50}`) return cut.abort(new Error("the process is gone"));
      source.fault = null;
      void fetch(`${source.url}${path}`)
        .then((answer) => answer.text())
        .then((text) => response.end(text))
        .finally(() => {
          source.fault = fault;
        });
    };
    const { fault } = source;
    await expect(collect(collector(), cut.signal)).rejects.toThrow("the process is gone");
    source.fault = null;
    const before = await stored();
    expect(before.length).toBeGreaterThan(0);
    expect(before.equals(bytesOf(whole, before.length / HEADER_BYTES))).toBe(true);
    source.asked.length = 0;
    await collect();
    await expectStored(whole, EPOCH_BLOCKS);
    const lowest = Math.min(
      ...source.asked.map((path) => Number(/^\/blocks\/(\d+)$/.exec(path)?.[1] ?? 1e9)),
    );
    expect(lowest).toBeGreaterThanOrEqual(before.length / HEADER_BYTES);
  });

  test("are requested one by one from a source without lists", async () => {
    const whole = mined(40);
    const source = (await explorer(whole)).source;
    await confirmedAt(5);
    const log: JobLog = { info() {}, warn() {}, error() {} };
    const { name, fetchTip, fetchHeader } = source;
    const single = { name, fetchTip, fetchHeader };
    const bitcoin = { network: "regtest", sources: [single], confirmations: CONFIRMATIONS } as const;
    await collect(new HeaderCollector(api.store, bitcoin, log, new OutageLog(log)));
    await expectStored(whole, 35);
  });
});

describe("a source", () => {
  const whole = mined(60);
  const other = mined(40, whole.slice(0, 20), "b");

  test.each<[string, (source: TestExplorer) => void]>([
    ["that is down", (source) => (source.fault = (response) => response.destroy())],
    ["that answers with HTML", (source) => (source.fault = (response) => response.end("<html>busy</html>"))],
    ["that answers with an error", (source) => (source.fault = (response) => response.writeHead(500).end())],
    [
      "that answers with more than is ever read",
      (source) => {
        source.fault = (response, path) =>
          response.end(path === "/blocks/tip/height" ? "59" : `[${"0,".repeat(200_000)}0]`);
      },
    ],
    [
      "that lists nothing",
      (source) => {
        source.fault = (response, path) => response.end(path === "/blocks/tip/height" ? "59" : "[]");
      },
    ],
    [
      "whose blocks do not follow from one another",
      (source) => {
        source.chain = [...whole.slice(0, 30), ...other.slice(30)];
      },
    ],
    [
      "whose headers have not their work",
      (source) => {
        const linked: BlockHeader[] = [];
        for (const header of whole) {
          const previousHash = linked.at(-1)?.hash ?? header.previousHash;
          linked.push(parseBlockHeader(encodeBlockHeader({ ...header, previousHash, bits: 0x1d00ffff })));
        }
        source.chain = linked;
      },
    ],
  ])("%s: nothing of it is stored, it is logged once, and the other source is used", async (_, spoil) => {
    const bad = await explorer(whole);
    spoil(bad);
    await confirmedAt(5);
    const job = collector();
    for (let i = 0; i < 3; i++) await collect(job);
    expect(await stored()).toHaveLength(0);
    expect(lines.filter(({ level }) => level === "warn")).toHaveLength(1);
    bad.fault ??= (response) => response.destroy();
    await explorer(whole);
    await collect();
    await expectStored(whole, 55);
  });

  test("that has another chain than the other source: nothing is stored until they agree", async () => {
    await explorer(whole);
    const liar = await explorer(other);
    await confirmedAt(5);
    const job = collector();
    await collect(job);
    await collect(job);
    expect(await stored()).toHaveLength(0);
    expect(lines.filter(({ message }) => /disagree/.test(message))).toHaveLength(1);
    liar.chain = whole;
    await collect(job);
    await expectStored(whole, 55);
    expect(lines.at(-1)?.message).toBe("recovered");
  });

  test("that lags does not hold up the other", async () => {
    await explorer(whole.slice(0, 10));
    await explorer(whole);
    await confirmedAt(5);
    await collect();
    await expectStored(whole, 55);
  });

  test("whose chain was reorganised below the settled depth: collected again, if no other source has the old chain", async () => {
    const first = await explorer(whole.slice(0, 40));
    const second = await explorer(whole.slice(0, 40));
    await confirmedAt(5);
    const job = collector();
    await collect(job);
    await expectStored(whole, 35);
    first.chain = other;
    await collect(job);
    await expectStored(whole, 35);
    second.chain = other;
    await collect(job);
    expect(await stored()).toHaveLength(0);
    await collect(job);
    await expectStored(other, 55);
    expect(lines.filter(({ message }) => /collected again/.test(message))).toHaveLength(1);
  });

  test("that changes its chain at every request is restarted once per run, and does not block the job", async () => {
    const chains = [mined(400), mined(400, [], "b")] as const;
    const fickle = await explorer(chains[0]);
    await confirmedAt(5);
    const tooOften = new AbortController();
    let tips = 0;
    const { name, fetchTip, fetchHeader, fetchHeadersTo } = fickle.source;
    const source: BitcoinSource = {
      name,
      fetchTip(request) {
        fickle.chain = chains[tips % 2]!;
        if (++tips > 10) tooOften.abort(new Error("asked without an end"));
        return fetchTip(request);
      },
      fetchHeader,
      fetchHeadersTo: fetchHeadersTo!,
    };
    const job = collector("regtest", [{ source }]);
    await collect(job, tooOften.signal);
    expect(tips).toBe(2);
    expect(await stored()).toHaveLength(0);
    expect(lines.filter(({ message }) => /collected again/.test(message))).toHaveLength(1);
  });

  test("of regtest gives no header for Bitcoin", async () => {
    await explorer(whole);
    await confirmedAt(5);
    await collect(collector("bitcoin"));
    expect(await stored()).toHaveLength(0);
    expect(lines.map(({ message }) => message)).toEqual(["a Bitcoin source returned no usable headers"]);
  });
});

describe("the file", () => {
  test("does not exist while the batch is in no block, or the block's header is not collected", async () => {
    const whole = mined(30);
    await explorer(whole);
    const { id } = await api.newProof(account);
    const waits = async () => {
      const answer = await served(id);
      expect([answer.status, answer.headers["retry-after"]]).toEqual([202, "60"]);
      expect(answer.json).toMatchObject({ ready: false });
    };
    await waits();
    const batch = await api.batchQueue();
    await waits();
    await api.attest(batch);
    await waits();
    await api.attest(batch, 24);
    await waits();
    await collect();
    expect(parseHeaders((await served(id)).body)[0]!.headers).toHaveLength(1);
    expect((await served(randomHash())).status).toBe(400);
    expect((await served("00000000-0000-4000-8000-000000000000")).status).toBe(404);
  });

  test("is sent again only when it has grown, and compressed for clients that accept it", async () => {
    const whole = mined(200);
    const source = await explorer(whole.slice(0, 150));
    const { id } = await confirmedAt(5);
    await collect();
    const { etag } = (await served(id)).headers as { etag: string };
    const unchanged = await served(id, { "if-none-match": etag });
    expect([unchanged.status, unchanged.body]).toEqual([304, ""]);
    source.chain = whole;
    await collect();
    const grown = await served(id, { "if-none-match": etag });
    expect(grown.status).toBe(200);
    expect(grown.headers["etag"]).not.toBe(etag);
    const address = `http://127.0.0.1:${api.port}/api/v2/proof/${id}.headers.json`;
    const compressed = await fetch(address, { headers: { "accept-encoding": "gzip" } });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(await compressed.text()).toBe(grown.body);
  });

  test("is not served from a damaged store", async () => {
    const whole = mined(30);
    await explorer(whole);
    const { id } = await confirmedAt(5);
    await collect();
    const lease = (await api.store.leases.acquire("headers", "the service", 600_000))!;
    const damaged = await stored();
    damaged.writeUInt8(damaged.readUInt8(10 * HEADER_BYTES) ^ 1, 10 * HEADER_BYTES);
    await api.store.blockHeaders.replace(lease, 0, damaged.length, damaged);
    expect((await served(id)).status).toBe(503);
  });
});

const folder = vectorFolder("bitcoin");

describe.skipIf(folder === null)("headers of Bitcoin", () => {
  const first = 822_528;
  const bytes = folder === null ? Buffer.alloc(0) : readFileSync(join(folder, `headers-${first}-824544.bin`));
  const chain = Array.from({ length: bytes.length / HEADER_BYTES }, (_, i) =>
    parseBlockHeader(bytes.subarray(i * HEADER_BYTES, (i + 1) * HEADER_BYTES)),
  );
  const epoch = first / EPOCH_BLOCKS;
  /** The shipped table without the epoch of the headers, and what follows it. */
  const cut = checkpointsUpTo(first - 1);

  /** Takes every header, however near the tip. */
  const collectorOfBitcoin = (source: TestExplorer, checkpoints?: Checkpoints) => {
    const write = (level: keyof JobLog) => (fields: object, message: string) => {
      lines.push({ level, message, fields: fields as Record<string, unknown> });
    };
    const log = { info: write("info"), warn: write("warn"), error: write("error") };
    const bitcoin = { network: "bitcoin", sources: [source.source], confirmations: 1 } as const;
    return new HeaderCollector(api.store, bitcoin, log, new OutageLog(log), checkpoints);
  };

  /** What a package made by a service with that table would carry for a block. */
  const issued = async (blockHeight: number, checkpoints: Checkpoints = cut) => {
    const found = await issueHeaders(api.store.blockHeaders, blockHeight, checkpoints);
    return found === null ? null : { ...found, run: parseHeaders(found.encode())[0]! };
  };

  describe("beyond the last checkpoint", () => {
    test("are collected without a batch, epoch after epoch", async () => {
      const source = await explorer(chain, first);
      await collect(collectorOfBitcoin(source, cut));
      await expectStored(chain, EPOCH_BLOCKS, epoch);
      expect((await stored(epoch + 1)).equals(Buffer.from(chain.at(-1)!.bytes))).toBe(true);
      // A table that knows of all this needs none of it.
      source.asked.length = 0;
      await collect(collectorOfBitcoin(source));
      expect(source.asked).toEqual(["/blocks/tip/height"]);
    });

    test("lead from the checkpoint through the block to the sixth after it, as far as they exist", async () => {
      const source = await explorer(chain.slice(0, 1_000), first);
      const job = collectorOfBitcoin(source, cut);
      await collect(job);
      expect(await issued(first + 1_000)).toBeNull();
      const at = async (height: number) => {
        const { run, isFinal } = (await issued(height))!;
        expect([run.network, run.height, isFinal]).toEqual(["bitcoin", first, false]);
        return run.headers.length;
      };
      expect([await at(first), await at(first + 500), await at(first + 997)]).toEqual([7, 507, 1_000]);
      const before = (await issued(first + 500))!.tag;
      source.chain = chain.slice(0, 1_500);
      await collect(job);
      expect((await issued(first + 500))!.tag).toBe(before);
      expect(await at(first + 997)).toBe(1_004);
      // Once the epoch is over they reach its end, and beyond it where six must follow.
      source.chain = chain;
      await collect(job);
      expect([await at(first), await at(first + 1_800)]).toEqual([EPOCH_BLOCKS, EPOCH_BLOCKS]);
      expect(await at(first + EPOCH_BLOCKS - 1)).toBe(EPOCH_BLOCKS + 1);
      // A verifier that knows the end needs no beginning.
      const later = (await issued(first + 1_800, CHECKPOINTS))!;
      expect([later.run.height, later.run.headers.length, later.isFinal]).toEqual([first + 1_800, 216, true]);
    });

    test("that are too far from the checkpoint: the shorter way, or the epoch alone", async () => {
      await collect(collectorOfBitcoin(await explorer(chain, first), cut));
      const far = checkpointsUpTo(first - 1 - 4 * EPOCH_BLOCKS);
      // The epochs in between are not stored.
      expect((await issued(first + 10, far))!.run.height).toBe(first + 10);
      expect((await issued(first + EPOCH_BLOCKS, far))!.run).toMatchObject({ height: first + EPOCH_BLOCKS });
      for (let i = 1; i <= 4; i++) {
        // What they hold is not looked at here: only how many there are.
        await api.storeHeaders(epoch - i, bytesOf(chain, EPOCH_BLOCKS));
      }
      const { blockHeaders } = api.store;
      const lengthOf = async (blockHeight: number) => {
        const found = await issueHeaders(blockHeaders, blockHeight, far);
        return found!.tag.split("-")[0];
      };
      expect(await lengthOf(first + 10)).toBe(String(first + 10));
      const wide = await lengthOf(first + EPOCH_BLOCKS);
      expect(wide).toBe(String(first - 4 * EPOCH_BLOCKS));
    });

    test("are refused with a target that does not follow from the epoch before", async () => {
      const source = await explorer(chain, first);
      // Its times say otherwise.
      const other = [...chain.slice(0, EPOCH_BLOCKS)];
      await api.storeHeaders(
        epoch,
        Buffer.concat(other.map(({ bytes }, i) => (i === 0 ? shifted(bytes) : bytes))),
      );
      await collect(collectorOfBitcoin(source, cut));
      expect(await stored(epoch + 1)).toHaveLength(0);
      expect(lines.map(({ fields }) => fields["reason"])).toEqual([
        expect.stringContaining("does not follow from the epoch before"),
      ]);
    });

    test("are collected again where the next epoch follows another block", async () => {
      const source = await explorer(chain, first);
      const stale = readFileSync(join(folder!, "stale-0823226.bin"));
      await api.storeHeaders(epoch, Buffer.concat([bytesOf(chain, EPOCH_BLOCKS - 1), stale]));
      const job = collectorOfBitcoin(source, cut);
      await collect(job);
      expect(await stored(epoch)).toHaveLength(0);
      expect(lines.filter(({ message }) => /collected again/.test(message))).toHaveLength(1);
      await collect(job);
      await expectStored(chain, EPOCH_BLOCKS, epoch);
      expect(await stored(epoch + 1)).toHaveLength(HEADER_BYTES);
    });

    test("that a newer table contradicts are collected again", async () => {
      const source = await explorer(chain, first);
      const stale = readFileSync(join(folder!, "stale-0823226.bin"));
      await api.storeHeaders(epoch, Buffer.concat([bytesOf(chain, EPOCH_BLOCKS - 1), stale]));
      await confirmedAt(first + 5);
      await collect(collectorOfBitcoin(source));
      expect(await stored(epoch)).toHaveLength(0);
      await collect(collectorOfBitcoin(source));
      await expectStored(chain, EPOCH_BLOCKS, epoch);
    });

    test("that an earlier version stored with one more still end at the checkpoint", async () => {
      await api.storeHeaders(epoch, bytesOf(chain, EPOCH_BLOCKS + 1));
      const { id } = await confirmedAt(first + 2_000);
      const answer = await served(id);
      expect(parseHeaders(answer.body)[0]!.headers).toHaveLength(16);
      expect(answer.headers["cache-control"]).toContain("immutable");
      await collect(collectorOfBitcoin(await explorer(chain, first)));
      expect((await stored(epoch)).length / HEADER_BYTES).toBe(EPOCH_BLOCKS + 1);
    });
  });

  describe("as a file of the epoch", () => {
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${api.port}/verify/bitcoin/${path}`, { headers });

    test("is served for ever once a checkpoint ends it, and never before", async () => {
      expect((await get(`${epoch}.bin`)).status).toBe(404);
      await api.storeHeaders(epoch, bytesOf(chain, EPOCH_BLOCKS - 1));
      expect((await get(`${epoch}.bin`)).status).toBe(404);
      const lease = (await api.store.leases.acquire("test", "test", 600_000))!;
      const whole = bytesOf(chain, EPOCH_BLOCKS);
      await api.store.blockHeaders.replace(lease, epoch, whole.length - HEADER_BYTES, whole);
      const answer = await get(`${epoch}.bin`, { "accept-encoding": "identity" });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-length": "96800",
        "content-type": "application/octet-stream",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      });
      const file = new Uint8Array(await answer.arrayBuffer());
      expect(parseEpochFile(file).map(({ hash }) => bytesToHex(hash))).toEqual(
        chain.slice(0, EPOCH_BLOCKS).map(({ hash }) => bytesToHex(hash)),
      );
      const etag = answer.headers.get("etag")!;
      const unchanged = await get(`${epoch}.bin`, { "accept-encoding": "identity", "if-none-match": etag });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
      expect(unchanged.headers.get("cache-control")).toContain("immutable");
      const headers = { "accept-encoding": "identity" };
      const head = await fetch(answer.url, { method: "HEAD", headers });
      expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    });

    test("has no other names", async () => {
      await api.storeHeaders(epoch, bytesOf(chain, EPOCH_BLOCKS));
      for (const path of [
        `0${epoch}.bin`,
        `${epoch}`,
        `${epoch}.BIN`,
        "-1.bin",
        "9999999.bin",
        "409.bin",
        "x.bin",
      ]) {
        expect((await get(path)).status, path).toBe(404);
      }
    });

    test("is not served of regtest, nor from a damaged store", async () => {
      await api.storeHeaders(0, bytesOf(mined(EPOCH_BLOCKS), EPOCH_BLOCKS));
      expect((await get("0.bin")).status).toBe(404);
      const damaged = Buffer.from(bytesOf(chain, EPOCH_BLOCKS));
      damaged.writeUInt8(damaged.readUInt8(100 * HEADER_BYTES) ^ 1, 100 * HEADER_BYTES);
      await api.storeHeaders(epoch, damaged);
      expect((await get(`${epoch}.bin`)).status).toBe(503);
      const other = Buffer.concat([bytesOf(chain, EPOCH_BLOCKS - 1), chain[5]!.bytes]);
      const lease = (await api.store.leases.acquire("test", "test", 600_000))!;
      await api.store.blockHeaders.replace(lease, epoch, damaged.length, other);
      // The checkpoint is another block.
      expect((await get(`${epoch}.bin`)).status).toBe(404);
    });

    test("beyond the last checkpoint it waits for a hundred more blocks", async () => {
      const server = new Server();
      server.route(epochFileRoute(api.store.blockHeaders, cut));
      server.ext("onPreResponse", ({ response }, h) =>
        response instanceof ApiError ? h.response().code(response.status) : h.continue,
      );
      const status = async () => (await server.inject(`/verify/bitcoin/${epoch}.bin`)).statusCode;
      await api.storeHeaders(epoch, bytesOf(chain, EPOCH_BLOCKS));
      expect(await status()).toBe(404);
      // Only their number counts here; the collector has judged them.
      await api.storeHeaders(epoch + 1, bytesOf(chain, 99));
      expect(await status()).toBe(404);
      const lease = (await api.store.leases.acquire("test", "test", 600_000))!;
      await api.store.blockHeaders.replace(lease, epoch + 1, 99 * HEADER_BYTES, bytesOf(chain, 100));
      expect(await status()).toBe(200);
    });
  });

  test("prove without a network that a block is on the main chain, once the epoch is over", async () => {
    const source = await explorer(chain, first);
    const height = first + 1_000;
    const { id } = await confirmedAt(height);
    // A digest that the block's Merkle root commits to.
    const { merkleRoot } = chain[1_000]!;
    const contentHash = bytesToHex(merkleRoot);
    const file = encodeDetachedTimestamp({
      hash: "sha256",
      digest: merkleRoot,
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height } }] },
    });

    source.chain = chain.slice(0, 1_500);
    await collect(collector("bitcoin"));
    const early = await verify(file, { contentHash, headers: [(await served(id)).body] });
    expect(early.outcome).toBe("indeterminate");
    expect(early.checks[2]).toMatchObject({ code: "header_unproven", basis: "computed" });

    source.chain = chain;
    await collect(collectorOfBitcoin(source));
    await expectStored(chain, EPOCH_BLOCKS, epoch);
    const { body, headers } = await served(id);
    expect(headers["cache-control"]).toContain("immutable");
    expect(body.length).toBeLessThan(110_000);
    const report = await verify(file, { contentHash, headers: [body] });
    expect(report.outcome).toBe("verified");
    expect(report.checks[2]).toMatchObject({ status: "passed", basis: "computed" });
    expect(report.checks[2]!.evidence).toMatchObject({
      attestations: [{ stated_height: height, checkpoint_height: 824_543, successors: 1_015 }],
    });
  });

  test("at wrong heights are not stored: the checkpoint there is another block", async () => {
    await explorer(chain, first + EPOCH_BLOCKS);
    await confirmedAt(first + EPOCH_BLOCKS + 5);
    await collect(collector("bitcoin"));
    expect(await stored(epoch + 1)).toHaveLength(0);
    expect(lines.map(({ message }) => message)).toEqual(["a Bitcoin source returned no usable headers"]);
  });

  test("of an orphaned block are not stored: its successors do not follow", async () => {
    const stale = parseBlockHeader(readFileSync(join(folder!, "stale-0823226.bin")));
    const at = 823_226 - first;
    await explorer([...chain.slice(0, at), stale, ...chain.slice(at + 1)], first);
    await confirmedAt(823_226);
    await collect(collector("bitcoin"));
    const length = (await stored(epoch)).length / HEADER_BYTES;
    expect(length).toBe(Math.floor(at / 144) * 144);
    expect(lines.map(({ message }) => message)).toEqual(["a Bitcoin source returned no usable headers"]);
  });
});
