import { createHash, randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { meetsTarget, parseBlockHeader, targetOfBits } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { type Attested, parseTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { createCoreBitcoinSource, createEsploraBitcoinSource } from "@svc-proof/verifier-lib/source";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFiles } from "../../../service/src/http/open-files.testing.js";
import { type SandboxCalendar, startSandboxCalendar } from "./server.js";

const PATIENCE_MS = 60_000;

describe("the sandbox's calendar", () => {
  let folder: string;
  let calendar: SandboxCalendar;
  const journal = () => join(folder, "calendar", "journal.txt");

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-calendar-"));
    calendar = await start();
  });
  afterEach(async () => {
    await calendar.stop();
    await rm(folder, { recursive: true });
  });

  const start = (blockTimeMs = 20, port = 0): Promise<SandboxCalendar> =>
    startSandboxCalendar({
      dataDir: folder,
      port,
      blockTimeMs,
      confirmations: 3,
      onFailure: (error) => {
        throw error;
      },
    });
  const restart = async (blockTimeMs?: number): Promise<void> => {
    await calendar.stop();
    calendar = await start(blockTimeMs);
  };
  const post = (body: Uint8Array): Promise<Response> =>
    fetch(`${calendar.url}/digest`, { method: "POST", body: Uint8Array.from(body) });
  const get = (path: string) => fetch(`${calendar.url}${path}`);

  async function submit(digest: Uint8Array): Promise<Attested> {
    const answer = await post(digest);
    expect(answer.status).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const [pending, ...others] = replay(parseTimestamp(bytes, digest.length), digest);
    expect(others).toEqual([]);
    expect(pending!.attestation).toEqual({ kind: "pending", uri: calendar.url });
    return pending!;
  }

  async function completed(commitment: Uint8Array): Promise<Attested> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await get(`/timestamp/${bytesToHex(commitment)}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (answer.status === 200) {
        const [attested] = replay(parseTimestamp(bytes, commitment.length), commitment);
        return attested!;
      }
      expect(answer.status).toBe(404);
      if (performance.now() > deadline) throw new Error("waited in vain for a block");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function headerAt(height: number) {
    return parseBlockHeader((await createEsploraBitcoinSource({ url: calendar.url }).fetchHeader(height))!);
  }

  it("attests digests that arrive together in one block, and later ones in another", async () => {
    await restart(200);
    const digests = [20, 32, 64, 1, 32].map((length) => randomBytes(length));
    const pending = await Promise.all(digests.map(submit));
    const attested = await Promise.all(pending.map(({ message }) => completed(message)));
    const heights = attested.map(({ attestation }) => (attestation as { height: number }).height);
    expect(new Set(heights).size).toBeLessThanOrEqual(2);
    for (const [i, { message }] of attested.entries()) {
      expect(bytesToHex(message)).toBe(bytesToHex((await headerAt(heights[i]!)).merkleRoot));
    }
    const later = await completed((await submit(randomBytes(32))).message);
    expect((later.attestation as { height: number }).height).toBeGreaterThan(Math.max(...heights));
  });

  it("mines headers with real work, deep enough for the waiting batches, and then rests", async () => {
    const { attestation } = await completed((await submit(randomBytes(32))).message);
    const { height } = attestation as { height: number };
    const source = createEsploraBitcoinSource({ url: calendar.url });
    const deadline = performance.now() + PATIENCE_MS;
    let tip = 0;
    while (tip < height + 5 && performance.now() < deadline) tip = (await source.fetchTip()).height;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await source.fetchTip()).height).toBe(height + 5);
    for (let at = 1; at <= height; at++) {
      const [before, header] = [await headerAt(at - 1), await headerAt(at)];
      expect(bytesToHex(header.previousHash)).toBe(bytesToHex(before.hash));
      expect(header.time).toBeGreaterThan(before.time);
      expect(meetsTarget(header.hash, targetOfBits(header.bits)!)).toBe(true);
    }
    expect(await source.fetchHeader(tip + 1)).toBeNull();
  });

  it("keeps its promises, its chain and its address across a restart", async () => {
    await restart(60_000);
    const { url } = calendar;
    const promised = await submit(randomBytes(32));
    const first = bytesToHex((await headerAt(0)).bytes);
    await restart();
    expect(calendar.url).toBe(url);
    const { attestation, message } = await completed(promised.message);
    const { height } = attestation as { height: number };
    expect(bytesToHex((await headerAt(height)).merkleRoot)).toBe(bytesToHex(message));
    expect(bytesToHex((await headerAt(0)).bytes)).toBe(first);
  });

  it("does not leave the port that timestamps name", async () => {
    const { url } = calendar;
    await calendar.stop();
    const other = await startSandboxCalendar({
      dataDir: await mkdtemp(join(folder, "other-")),
      port: Number(new URL(url).port),
      blockTimeMs: 1_000,
      confirmations: 1,
      onFailure: () => {},
    });
    await expect(start()).rejects.toThrow("EADDRINUSE");
    await other.stop();
    calendar = await start();
    expect(calendar.url).toBe(url);
  });

  it("leaves no journal open if it cannot start", async () => {
    const port = Number(new URL(calendar.url).port);
    const other = await mkdtemp(join(folder, "other-"));
    const started = startSandboxCalendar({
      dataDir: other,
      port,
      blockTimeMs: 1_000,
      confirmations: 1,
      onFailure: () => {},
    });
    await expect(started).rejects.toThrow("EADDRINUSE");
    expect(openFiles(/svc-calendar-.*other-.*journal/)).toEqual([]);
  });

  it("cuts off a line that a crash left incomplete, and sets aside a file that is not a journal", async () => {
    const { message } = await submit(randomBytes(32));
    await completed(message);
    await calendar.stop();
    const text = await readFile(journal(), "latin1");
    await appendFile(journal(), `promised ${"ab".repeat(20)}`);
    calendar = await start();
    await completed(message);
    await calendar.stop();
    expect((await readFile(journal(), "latin1")).startsWith(text)).toBe(true);
    expect(await readFile(journal(), "latin1")).not.toContain("ab".repeat(20));

    await writeFile(journal(), "something else\n");
    calendar = await start();
    expect(await readFile(`${journal()}.damaged`, "latin1")).toBe("something else\n");
    await completed((await submit(randomBytes(32))).message);
  });

  it("refuses invalid digests and addresses that are not its own", async () => {
    const tooLong = await post(randomBytes(65));
    expect(tooLong.status).toBe(400);
    expect((await post(new Uint8Array())).status).toBe(400);
    const statuses = await Promise.all(
      [
        `/timestamp/${createHash("sha256").update("nobody").digest("hex")}`,
        "/timestamp/xyz",
        `/timestamp/${"ab".repeat(5_000)}`,
        "/block-height/99999",
        "/block-height/-1",
        `/block/${"0".repeat(64)}/header`,
        "/nowhere",
      ].map(async (path) => (await get(path)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect((await get("/digest")).status).toBe(405);
    expect((await fetch(`${calendar.url}/blocks/tip/height`, { method: "DELETE" })).status).toBe(405);
    expect(await (await get("/")).text()).toContain("regtest");
  });

  it("answers like a node, and says that it is regtest", async () => {
    const { attestation } = await completed((await submit(randomBytes(32))).message);
    const { height } = attestation as { height: number };
    const node = createCoreBitcoinSource({ url: calendar.url, retries: 0 });
    expect(await node.fetchTip()).toMatchObject({ chain: "regtest" });
    expect(bytesToHex((await node.fetchHeader(height))!)).toBe(bytesToHex((await headerAt(height)).bytes));
    expect(await node.fetchHeader(99_999)).toBeNull();
    const explorer = createEsploraBitcoinSource({ url: calendar.url });
    const listed = await explorer.fetchHeadersTo!(height);
    expect(bytesToHex(listed!.at(-1)!)).toBe(bytesToHex((await headerAt(height)).bytes));
  });

  it.each<[string, number, number]>([
    ["", 500, -32_700],
    ["{", 500, -32_700],
    ["null", 404, -32_601],
    ["[]", 404, -32_601],
    ['{"method":{"toString":1}}', 404, -32_601],
    ['{"method":"constructor"}', 404, -32_601],
    ['{"method":"stop"}', 404, -32_601],
    ['{"method":"getblockhash"}', 500, -8],
    ['{"method":"getblockhash","params":[-1]}', 500, -8],
    ['{"method":"getblockhash","params":["0"]}', 500, -8],
    ['{"method":"getblockhash","params":{"0":0}}', 500, -8],
    ['{"method":"getblockheader","params":[0]}', 500, -5],
    ['{"method":"getblockheader","params":["__proto__",false]}', 500, -5],
  ])("refuses the request %s like a node", async (body, status, code) => {
    const answer = await fetch(calendar.url, { method: "POST", body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ result: null, error: { code } });
  });

  it("stops reading a request that is too long", async () => {
    const answer = await fetch(calendar.url, { method: "POST", body: " ".repeat(5_000) });
    expect(answer.status).toBe(400);
  });

  it("survives a client that disconnects", async () => {
    const socket = connect(Number(new URL(calendar.url).port), "127.0.0.1");
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    socket.write("POST /digest HTTP/1.1\r\nhost: x\r\ncontent-length: 32\r\n\r\nabc");
    socket.destroy();
    await completed((await submit(hexToBytes("ab".repeat(32)))).message);
  });
});
