import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { readBody } from "./read-body.js";
import { RequestBody } from "./request-body.js";

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
