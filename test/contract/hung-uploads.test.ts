/** Uploads that never end release everything: blob, descriptor, space. Over real stores and connections. */

import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openFiles } from "../../service/src/http/open-files.testing.js";
import { ApiService, CONNECTIONS, type TestAccount } from "./api-service.js";
import { describeCustodies, openCustody, type TestCustody } from "./test-custody.js";

const FILE_BYTES = 600_000;
const WAIT = { timeout: 60_000 };

/** Gives up early on a sender that stops. */
const IMPATIENT = { ...CONNECTIONS, uploads: { timeoutMs: 60_000, minBytesPerSecond: 1, stallMs: 300 } };
/** Gives up early on a sender that never ends. */
const HURRIED = { ...CONNECTIONS, uploads: { timeoutMs: 1_500, minBytesPerSecond: 1, stallMs: 60_000 } };

const openBlobs = () => openFiles(/svc-custody-.*originals/);

describeCustodies("hung uploads on $name", ({ open, openBlobs: openStore }) => {
  let service: ApiService;
  let custody: TestCustody;
  let owner: TestAccount;
  const bytes = randomBytes(FILE_BYTES);
  let id: string;

  const cuts: string[] = [];
  const accepted = new Set<Socket>();

  const start = async (connections = CONNECTIONS) => {
    const opened = await open();
    custody = await openCustody(opened.store, openStore);
    service = await ApiService.start({ custody: custody.custody, connections }, async () => opened);
    cuts.length = 0;
    service.server.events.on("cut", (cut: string) => cuts.push(cut));
    accepted.clear();
    service.server.listener.on("connection", (socket: Socket) => accepted.add(socket));
    owner = await service.newAccount("free");
    ({ id } = await service.newProof(owner, createHash("sha256").update(bytes).digest("hex")));
  };
  afterEach(async () => {
    await service.stop();
    await custody.remove();
  });

  const BOUNDARY = "b0undary";
  const formHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const bodies = [
    { kind: "as it is", type: "application/octet-stream", before: "" },
    { kind: "in a form", type: `multipart/form-data; boundary=${BOUNDARY}`, before: formHead },
  ];

  /** An upload that sends half its body in one chunk, then does what `after` says. */
  async function halfUpload({ type, before }: (typeof bodies)[number], after: string): Promise<Upload> {
    const socket = connect(service.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (piece) => {
      answer += piece.toString("latin1");
    });
    socket.on("error", () => {});
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const piece = Buffer.concat([Buffer.from(before), bytes.subarray(0, FILE_BYTES / 2)]);
    socket.write(
      `PUT /api/v2/proofs/${id}/original HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.key}\r\n` +
        `content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n${piece.length.toString(16)}\r\n`,
    );
    socket.write(piece);
    await expect.poll(() => custody.names(), WAIT).toHaveLength(1);
    socket.write(`\r\n${after}`);
    return { socket, answer: () => answer, closed };
  }

  interface Upload {
    readonly socket: Socket;
    readonly answer: () => string;
    readonly closed: Promise<void>;
  }

  async function expectNothingKept(): Promise<void> {
    await expect.poll(() => custody.names(), WAIT).toEqual([]);
    await expect.poll(openBlobs, WAIT).toEqual([]);
    await expect.poll(() => service.store.custody.isUploading(id, new Date()), WAIT).toBe(false);
    const path = `/proofs/${id}/original`;
    const headers = { "content-type": "application/octet-stream" };
    const whole = await service.request("PUT", path, { key: owner.key, body: bytes, headers });
    expect(whole.status).toBe(201);
  }

  it.each(bodies)("a body $kind whose chunks are malformed", async (body) => {
    await start();
    const upload = await halfUpload(body, "no size\r\n");
    await upload.closed;
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 400 /);
    await expectNothingKept();
  });

  it.each(bodies)("a body $kind that Node's own request time-out ends", async (body) => {
    await start();
    const upload = await halfUpload(body, "");
    // What Node does after `requestTimeout`.
    const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    expect(connectionsOf(upload.socket)).toHaveLength(1);
    for (const socket of connectionsOf(upload.socket)) {
      service.server.listener.emit("clientError", error, socket);
    }
    await upload.closed;
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 4\d\d /);
    await expectNothingKept();
  });

  it.each(bodies)("a body $kind whose sender vanishes", async (body) => {
    await start();
    const upload = await halfUpload(body, "");
    upload.socket.resetAndDestroy();
    await expectNothingKept();
  });

  it.each(bodies)("a body $kind that stops", async (body) => {
    await start(IMPATIENT);
    const upload = await halfUpload(body, "");
    await upload.closed;
    expect(upload.answer()).toMatch(/^HTTP\/1\.1 408 /);
    expect(upload.answer()).toMatch(/\r\nconnection: close\r\n/i);
    expect(upload.answer()).toContain('{"error":{"code":"request_timeout","message":"');
    expect(cuts).toEqual(["slow_upload"]);
    await expectNothingKept();
  });

  it.each(bodies)("a body $kind that never stops", async (body) => {
    await start(HURRIED);
    const upload = await halfUpload(body, "");
    const drip = setInterval(() => upload.socket.write("1\r\n.\r\n"), 50);
    await expect.poll(upload.answer, WAIT).toMatch(/^HTTP\/1\.1 408 /);
    // The rest is read and discarded for a few seconds at most.
    await upload.closed;
    clearInterval(drip);
    expect(cuts).toEqual(["late_upload"]);
    await expectNothingKept();
  });

  it("a body in JSON that stops", async () => {
    await start(IMPATIENT);
    const socket = connect(service.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (piece) => {
      answer += piece.toString("latin1");
    });
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.write(
      `POST /api/v2/proofs HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.key}\r\n` +
        `content-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"request_timeout"');
    expect(cuts).toEqual(["slow_upload"]);
  });

  it("a hung upload does not count as used space", async () => {
    await start();
    const upload = await halfUpload(bodies[0]!, "");
    const { json } = await service.request("GET", "/account", { key: owner.key });
    expect(json.custody.used_bytes).toBe(0);
    upload.socket.destroy();
    await expectNothingKept();
  });

  /** The server's end of a connection. */
  const connectionsOf = (socket: Socket): Socket[] =>
    [...accepted].filter(({ remotePort }) => remotePort === socket.localPort);
});
