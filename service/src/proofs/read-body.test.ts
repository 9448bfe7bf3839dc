import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { readBody } from "./read-body.js";

const limits = { maxBytes: 10, timeoutMs: 100 };

it("gives the bytes, up to the limit and not one more", async () => {
  const body = (text: string) => {
    const stream = new PassThrough();
    stream.end(text);
    return readBody(stream, {}, limits);
  };
  expect((await body("")).toString()).toBe("");
  expect((await body("0123456789")).toString()).toBe("0123456789");
  await expect(body("0123456789a")).rejects.toMatchObject({ code: "invalid_request" });
});

it("does not read what is too large by its own word", async () => {
  const stream = new PassThrough();
  expect(() => readBody(stream, { "content-length": "11" }, limits)).toThrow("at most 10 bytes");
  expect(stream.listenerCount("data")).toBe(0);
});

it("waits no longer than allowed, and leaves no listener behind", async () => {
  const stream = new PassThrough();
  stream.write("half");
  await expect(readBody(stream, { "content-length": "8" }, limits)).rejects.toThrow("in time");
  expect(["data", "end", "error"].map((event) => stream.listenerCount(event))).toEqual([0, 0, 0]);
});

it("says so when the sender goes away", async () => {
  const stream = new PassThrough();
  stream.write("half");
  const reading = readBody(stream, { "content-length": "8" }, limits);
  stream.destroy();
  await expect(reading).rejects.toThrow("before its time");
});
