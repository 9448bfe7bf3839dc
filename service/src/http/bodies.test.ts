import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { RequestBody, readBody } from "./bodies.js";
import type { PaceLimits } from "./connections.js";

describe("read body", () => {
  const limits = { timeoutMs: 60_000, minBytesPerSecond: 1, stallMs: 100 };

  function bodyOf(text: string, headers: IncomingHttpHeaders = {}) {
    const stream = Object.assign(new PassThrough(), { headers });
    stream.write(text);
    return { stream, body: new RequestBody(stream, new EventEmitter(), limits) };
  }

  it("gives the bytes, up to the limit and not one more", async () => {
    const read = (text: string) => {
      const { stream, body } = bodyOf(text);
      stream.end();
      return readBody(body, 10).then((bytes) => Buffer.from(bytes).toString());
    };
    expect(await read("")).toBe("");
    expect(await read("0123456789")).toBe("0123456789");
    await expect(read("0123456789a")).rejects.toMatchObject({ code: "invalid_request" });
  });

  it.each([
    ["is too large by its own word", { "content-length": "11" }, "at most 10 bytes"],
    ["is compressed", { "content-encoding": "gzip" }, "not supported"],
  ])("does not read what %s", async (_, headers, message) => {
    const { stream, body } = bodyOf("half", headers);
    await expect(readBody(body, 10)).rejects.toThrow(message);
    expect(stream.readableLength).toBe(4);
    expect(body.signal.aborted).toBe(true);
  });

  it("waits no longer than allowed", async () => {
    await expect(readBody(bodyOf("half", { "content-length": "8" }).body, 10)).rejects.toMatchObject({
      code: "request_timeout",
    });
  });
});

describe("request body", () => {
  const patient: PaceLimits = { timeoutMs: 60_000, minBytesPerSecond: 1, stallMs: 60_000 };

  function bodyOf(limits: Partial<PaceLimits> = {}) {
    const stream = Object.assign(new PassThrough(), { headers: {} as IncomingHttpHeaders });
    const answer = new EventEmitter();
    const cuts: string[] = [];
    const body = new RequestBody(stream, answer, { ...patient, ...limits }, (cut) => cuts.push(cut));
    return { stream, answer, cuts, body };
  }

  async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    return Buffer.concat(parts).toString();
  }

  const listeners = ({ stream, answer }: ReturnType<typeof bodyOf>) => [
    stream.listenerCount("readable"),
    answer.listenerCount("close"),
  ];

  it("gives the bytes as they come, and leaves no listener behind", async () => {
    const given = bodyOf();
    const text = textOf(given.body);
    for (const piece of ["ab", "c", "def"]) {
      given.stream.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    given.stream.end();
    expect(await text).toBe("abcdef");
    expect(given.body.signal.aborted).toBe(false);
    expect(listeners(given)).toEqual([0, 0]);
  });

  it.each([
    ["stops", { stallMs: 50 }, "slow_upload"],
    ["takes too long", { timeoutMs: 50 }, "late_upload"],
  ])("ends a body that %s, reports it, and requests the end of the connection", async (_, limits, cut) => {
    const given = bodyOf(limits);
    given.stream.write("half");
    await expect(textOf(given.body)).rejects.toMatchObject({
      code: "request_timeout",
      status: 408,
      headers: { connection: "close" },
    });
    expect(given.cuts).toEqual([cut]);
    expect(listeners(given)).toEqual([0, 0]);
  });

  it("ends a body that arrives below the minimum rate", async () => {
    const given = bodyOf({ minBytesPerSecond: 1_000_000, stallMs: 100 });
    const drip = setInterval(() => given.stream.write("."), 5);
    await expect(textOf(given.body)).rejects.toMatchObject({ code: "request_timeout" });
    clearInterval(drip);
    expect(given.cuts).toEqual(["slow_upload"]);
  });

  it("does not count the reader's delay against the sender", async () => {
    const given = bodyOf({ stallMs: 50 });
    given.stream.write("a");
    const pieces = given.body[Symbol.asyncIterator]();
    await pieces.next();
    await new Promise((resolve) => setTimeout(resolve, 200));
    given.stream.end("b");
    expect(String((await pieces.next()).value)).toBe("b");
    expect((await pieces.next()).done).toBe(true);
  });

  it.each<[string, (given: ReturnType<typeof bodyOf>) => void]>([
    ["the answer is over", ({ answer }) => answer.emit("close")],
    ["the sender goes away", ({ stream }) => stream.destroy()],
    ["the stream fails", ({ stream }) => stream.destroy(new Error("reset"))],
    ["its reader closes it", ({ body }) => body.close()],
  ])("ends when %s, while it waits and before it began", async (_, end) => {
    for (const begins of [true, false]) {
      const given = bodyOf();
      given.stream.write("half");
      const text = begins ? textOf(given.body) : null;
      await new Promise((resolve) => setImmediate(resolve));
      end(given);
      await expect(text ?? textOf(given.body)).rejects.toMatchObject({ code: "invalid_request" });
      expect(given.body.signal.aborted).toBe(true);
      expect(listeners(given)).toEqual([0, 0]);
    }
  });

  it("has ended from the start if the answer has", async () => {
    const stream = Object.assign(new PassThrough(), { headers: {} });
    const answer = Object.assign(new EventEmitter(), { closed: true });
    await expect(textOf(new RequestBody(stream, answer, patient))).rejects.toThrow("ended early");
  });
});
