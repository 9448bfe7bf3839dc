import { afterEach, expect, test, vi } from "vitest";
import { openAddress } from "./open-address.js";

const options = {
  part: "evidence",
  maxBytes: 10,
  silenceMs: 50,
  totalMs: 200,
  signal: new AbortController().signal,
} as const;

afterEach(() => vi.unstubAllGlobals());

const answer = (body: BodyInit, init: ResponseInit = {}) =>
  vi.stubGlobal("fetch", async () => new Response(body, init));
const read = async (address: string, more: object = {}) => {
  const { stream } = await openAddress(address, "https://page.example/", { ...options, ...more });
  return new Uint8Array(await new Response(stream).arrayBuffer()).length;
};

test("at its limit a file is taken, one byte above it is not", async () => {
  answer("0123456789");
  expect(await read("/a")).toBe(10);
  answer("0123456789a");
  await expect(read("/a")).rejects.toMatchObject({ code: "too_large", maxBytes: 10, host: "page.example" });
});

test("silence ends it: before the answer, and within it", async () => {
  const untilAborted = (_: URL, { signal }: RequestInit) =>
    new Promise<Response>((__, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)));
  vi.stubGlobal("fetch", untilAborted);
  await expect(read("/a")).rejects.toMatchObject({ code: "timeout" });
  vi.stubGlobal("fetch", async (_: URL, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (target) => {
        target.enqueue(new Uint8Array(1));
        signal!.addEventListener("abort", () => target.error(signal!.reason));
      },
    });
    return new Response(body);
  });
  await expect(read("/a")).rejects.toMatchObject({ code: "timeout" });
});

test("an abort ends it with its reason", async () => {
  const controller = new AbortController();
  vi.stubGlobal(
    "fetch",
    (_: URL, { signal }: RequestInit) =>
      new Promise<Response>((__, reject) => signal!.addEventListener("abort", () => reject(signal!.reason))),
  );
  const reading = read("/a", { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
});

test.each(["javascript:1", "file:///a", "ftp://a", "https://user:password@a", "http://["])(
  "%s is not fetched",
  async (address) => {
    const fetched = vi.fn();
    vi.stubGlobal("fetch", fetched);
    await expect(read(address)).rejects.toMatchObject({ code: "address_not_allowed" });
    expect(fetched).not.toHaveBeenCalled();
  },
);
