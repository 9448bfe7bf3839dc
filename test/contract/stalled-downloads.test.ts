/** Downloads whose callers stop reading or disconnect hold no resources. Over real stores and connections. */

import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { custodyOriginal } from "../../service/src/documents/evidence.js";
import { openFiles } from "../../service/src/http/open-files.testing.js";
import { ApiService, CONNECTIONS, type TestAccount } from "./api-service.js";
import { describeCustodies, openCustody, type TestCustody } from "./test-custody.js";

/** More than the system buffers for a connection that does not read. */
const FILE_BYTES = 24_000_000;
const STALLED = 12;
/** Each of the stalled callers' downloads is authenticated first, on a busy machine too. */
const WAIT = { timeout: 120_000 };
const LIMITS = {
  ...CONNECTIONS,
  downloads: { timeoutMs: 60_000, minBytesPerSecond: 1_000_000, stallMs: 500 },
};

const openBlobs = () => openFiles(/svc-custody-.*originals/);

describeCustodies("downloads on $name", ({ open, openBlobs: openStore }) => {
  let service: ApiService;
  let custody: TestCustody;
  let owner: TestAccount;
  let id: string;
  let cuts: string[];
  let sockets: Socket[];

  const start = async (connections = LIMITS) => {
    const opened = await open();
    custody = await openCustody(opened.store, openStore);
    const openOriginal = custodyOriginal(custody.custody, opened.store.custody);
    service = await ApiService.start(
      { custody: custody.custody, openOriginal, connections },
      async () => opened,
    );
    cuts = [];
    service.server.events.on("cut", (cut: string) => cuts.push(cut));
    owner = await service.newAccount();
    const bytes = randomBytes(FILE_BYTES);
    ({ id } = await service.newProof(owner, createHash("sha256").update(bytes).digest("hex")));
    const headers = { "content-type": "application/pdf" };
    const { status } = await service.request("PUT", `/proofs/${id}/original`, {
      key: owner.key,
      body: bytes,
      headers,
    });
    expect(status).toBe(201);
  };
  beforeEach(() => {
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await service.stop();
    await custody.remove();
  });

  function ask(path: string): Socket {
    const socket = connect(service.port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write(`GET /api/v2${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.key}\r\n\r\n`);
    return socket;
  }

  it.each(["original", "evidence.zip"])(
    "%s: a caller that stops reading is cut off, and nothing stays open",
    async (what) => {
      await start();
      await service.anchor(await service.batchQueue());
      for (let i = 0; i < STALLED; i++) ask(`/proofs/${id}/${what}`).pause();
      await expect.poll(() => cuts, WAIT).toEqual(Array(STALLED).fill("slow_download"));
      await expect.poll(openBlobs, WAIT).toEqual([]);
    },
  );

  it("a caller that disconnects before the first byte or in the middle leaves nothing open", async () => {
    await start(CONNECTIONS);
    for (let i = 0; i < STALLED; i++) {
      const socket = ask(`/proofs/${id}/original`);
      // Some while it waits for its turn, some while it is authenticated, some while it is sent.
      setTimeout(() => socket.resetAndDestroy(), i * 20);
    }
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed), WAIT).toBe(true);
    await expect.poll(() => service.server.info.port && service.server.listener.listening, WAIT).toBe(true);
    // One more, after all the others have had their turn.
    const answer = await service.request("HEAD", `/proofs/${id}/original`, { key: owner.key });
    expect(answer.status).toBe(200);
    await expect.poll(openBlobs, WAIT).toEqual([]);
    expect(cuts).toEqual([]);
  });

  it("a slow and steady caller gets everything", async () => {
    await start({
      ...LIMITS,
      downloads: { ...LIMITS.downloads, minBytesPerSecond: 100_000, stallMs: 5_000 },
    });
    const socket = ask(`/proofs/${id}/original`);
    let length = 0;
    socket.on("data", (piece) => {
      length += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    await expect.poll(() => length, { timeout: 60_000 }).toBeGreaterThan(FILE_BYTES);
    expect(cuts).toEqual([]);
    socket.destroy();
    await expect.poll(openBlobs, WAIT).toEqual([]);
  });

  it("a caller that never stops reading is cut off", async () => {
    await start({ ...LIMITS, downloads: { timeoutMs: 1_000, minBytesPerSecond: 1, stallMs: 4_000 } });
    const socket = ask(`/proofs/${id}/original`);
    socket.on("data", () => {
      socket.pause();
      setTimeout(() => socket.resume(), 20);
    });
    await expect.poll(() => cuts, WAIT).toEqual(["late_download"]);
    await expect.poll(openBlobs, WAIT).toEqual([]);
  });
});
