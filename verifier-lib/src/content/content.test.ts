import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  hashContent,
  isBlob,
  isContentSource,
  isRandomAccess,
  type RandomAccess,
  randomAccess,
  type StreamingSha256,
  UnreadableInputError,
} from "./content.js";

describe("hash content", () => {
  const bytes = new Uint8Array(randomBytes(300_001));
  const expected = createHash("sha256").update(bytes).digest("hex");
  const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");

  async function* parts(size: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  test.each([
    ["bytes", () => bytes],
    ["a blob", () => new Blob([bytes])],
    ["a stream of a blob", () => new Blob([bytes]).stream()],
    ["an async iterable in parts slightly longer than a block", () => parts(65)],
    ["an async iterable in large parts", () => parts(100_000)],
  ])("%s gives the hash of its content", async (_, source) => {
    expect(hex(await hashContent(source()))).toBe(expected);
  });

  test("a stream that is not an async iterable, as in some browsers, is read through its reader", async () => {
    const stream = new Blob([bytes]).stream();
    const bare = { getReader: () => stream.getReader() } as ReadableStream<Uint8Array>;
    expect(hex(await hashContent(bare))).toBe(expected);
  });

  test("empty content has the hash of the empty message", async () => {
    expect(hex(await hashContent(new Blob([])))).toBe(createHash("sha256").digest("hex"));
  });

  test("progress counts the bytes, and the caller's own hash is used", async () => {
    const seen: number[] = [];
    const hash = await hashContent(parts(100_000), {
      onProgress: (hashedBytes) => seen.push(hashedBytes),
      createHash: () => createHash("sha256"),
    });
    expect(seen).toEqual([100_000, 200_000, 300_000, 300_001]);
    expect(hex(hash)).toBe(expected);
  });

  /** A hash of the caller, whose digest is that of no other. */
  function ownHash(): StreamingSha256 & { readonly taken: Uint8Array[] } {
    const taken: Uint8Array[] = [];
    return { taken, update: (chunk) => taken.push(chunk), digest: () => Uint8Array.of(7) };
  }

  test.each([
    ["bytes", () => bytes],
    ["a blob", () => new Blob([bytes])],
    ["parts", () => parts(100_000)],
  ])("the caller's own hash takes %s", async (_, source) => {
    const made: ReturnType<typeof ownHash>[] = [];
    const createHash = () => made[made.push(ownHash()) - 1]!;
    expect(await hashContent(source(), { createHash })).toEqual(Uint8Array.of(7));
    // A blob is read twice, each time with a hash of its own.
    expect(made.length).toBe(source() instanceof Blob ? 2 : 1);
    for (const { taken } of made) expect(Buffer.concat(taken).equals(bytes)).toBe(true);
  });

  test("the caller's own hash takes nothing but bytes", async () => {
    const text = new ReadableStream({ start: (controller) => controller.enqueue("text") });
    const hashing = hashContent(text as ReadableStream<Uint8Array>, { createHash: ownHash });
    await expect(hashing).rejects.toThrow(TypeError);
  });

  test("progress of bytes is one step", async () => {
    const seen: number[] = [];
    await hashContent(bytes, { onProgress: (hashedBytes) => seen.push(hashedBytes) });
    expect(seen).toEqual([bytes.length]);
  });

  test("a source that was read to its end is not cancelled", async () => {
    const calls: string[] = [];
    const chunks = [bytes];
    const source: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          calls.push("next");
          const value = chunks.shift();
          return value === undefined ? { done: true, value } : { done: false, value };
        },
        return: async () => {
          calls.push("return");
          return { done: true, value: undefined };
        },
      }),
    };
    expect(hex(await hashContent(source))).toBe(expected);
    expect(calls).toEqual(["next", "next"]);
  });

  test.each<[unknown, boolean]>([
    [bytes, true],
    [new Blob([]), true],
    [new Blob([]).stream(), true],
    [parts(1000), true],
    [{ getReader: () => undefined }, true],
    [{ [Symbol.asyncIterator]: () => undefined }, true],
    [{}, false],
    [[], false],
    [null, false],
    [undefined, false],
    ["text", false],
    [5, false],
    [Object.assign(() => undefined, { getReader: () => undefined }), false],
  ])("%o can be hashed: %s", (value, expected) => {
    expect(isContentSource(value)).toBe(expected);
  });

  test("where the platform has no Blob, other sources are known", () => {
    const platform = Object.getOwnPropertyDescriptor(globalThis, "Blob")!;
    Reflect.deleteProperty(globalThis, "Blob");
    try {
      expect([bytes, parts(1000), {}].map(isContentSource)).toEqual([true, true, false]);
    } finally {
      Object.defineProperty(globalThis, "Blob", platform);
    }
  });

  test("an abort stops the hashing with its reason", async () => {
    const stop = new AbortController();
    const hashing = hashContent(parts(1000), {
      signal: stop.signal,
      onProgress: (hashedBytes) => hashedBytes >= 5000 && stop.abort(new Error("enough")),
    });
    await expect(hashing).rejects.toThrow("enough");
  });

  test("an abort ends the wait for a source that never answers, and cancels it", async () => {
    let cancelled = false;
    const silent = new ReadableStream<Uint8Array>({
      cancel: () => {
        cancelled = true;
      },
    });
    const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
    for (const source of [silent, never]) {
      const stop = new AbortController();
      const hashing = hashContent(source, { signal: stop.signal });
      stop.abort(new Error("enough"));
      await expect(hashing).rejects.toThrow("enough");
    }
    expect(cancelled).toBe(true);
  });

  test("errors of a stream, and chunks that are not bytes, reach the caller", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 10);
      throw new Error("disk gone");
    }
    await expect(hashContent(broken())).rejects.toThrow("disk gone");
    const text = new ReadableStream({ start: (controller) => controller.enqueue("text") });
    await expect(hashContent(text as ReadableStream<Uint8Array>)).rejects.toThrow(TypeError);
  });

  /** As in a browser that reads on, whatever was written: each reading finds what is there by then. */
  class RewrittenBlob extends Blob {
    readonly #after: Blob;
    #isRead = false;

    constructor(after: Uint8Array<ArrayBuffer>) {
      super([bytes]);
      this.#after = new Blob([after]);
    }

    override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
      const stream = this.#isRead ? this.#after.stream() : super.stream();
      this.#isRead = true;
      return stream;
    }
  }

  test.each([
    ["overwritten", bytes.map((byte) => byte ^ 1)],
    ["shorter", bytes.slice(1)],
    ["longer", new Uint8Array([...bytes, 0])],
  ])("a blob that is %s when it is read again has no hash", async (_, after) => {
    await expect(hashContent(new RewrittenBlob(after))).rejects.toThrow(UnreadableInputError);
  });
});

describe("random access", () => {
  const BYTES = Uint8Array.of(1, 2, 3, 4, 5);
  const own = (read: RandomAccess["read"], sizeBytes = 5): RandomAccess => ({ sizeBytes, read });

  test.each<[string, Uint8Array | Blob | RandomAccess]>([
    ["bytes", BYTES],
    ["a Blob", new Blob([BYTES])],
    ["a file", own(async (offset, length) => BYTES.slice(offset, offset + length))],
    [
      "a file that answers at once",
      own(((offset: number, length: number) => BYTES.slice(offset, offset + length)) as never),
    ],
  ])("%s can be read anywhere", async (_, input) => {
    const file = randomAccess(input);
    expect(file.sizeBytes).toBe(5);
    expect(await file.read(1, 3)).toEqual(Uint8Array.of(2, 3, 4));
    expect(await file.read(5, 0)).toEqual(new Uint8Array(0));
  });

  describe("a file that does not give what it announced is unreadable", () => {
    test.each<[string, RandomAccess["read"], string]>([
      ["an error", () => Promise.reject(new Error("the disk is gone")), "the disk is gone"],
      ["another value that is thrown", () => Promise.reject("gone"), "gone"],
      [
        "an error at once",
        () => {
          throw new Error("closed");
        },
        "closed",
      ],
      ["fewer bytes", async () => new Uint8Array(2), "expected 3 bytes at 1"],
      ["more bytes", async () => new Uint8Array(4), "expected 3 bytes at 1"],
      ["text", async () => "abc" as never, "expected 3 bytes at 1"],
      ["nothing", async () => undefined as never, "expected 3 bytes at 1"],
    ])("%s", async (_, read, message) => {
      const reading = randomAccess(own(read)).read(1, 3);
      await expect(reading).rejects.toThrow(UnreadableInputError);
      await expect(reading).rejects.toThrow(message);
    });

    test("with its cause", async () => {
      const cause = new Error("the disk is gone");
      await expect(randomAccess(own(() => Promise.reject(cause))).read(1, 3)).rejects.toMatchObject({
        cause,
      });
    });

    test("also a Blob that was cut", async () => {
      await expect(randomAccess(new Blob([BYTES])).read(3, 3)).rejects.toThrow(UnreadableInputError);
    });
  });

  test("an abort ends the wait for a file, and is told as such", async () => {
    for (const read of [
      () => new Promise<never>(() => undefined),
      () => Promise.reject(new Error("closed")),
    ]) {
      const stop = new AbortController();
      const reading = randomAccess(own(read), stop.signal).read(0, 5);
      stop.abort(new Error("enough"));
      await expect(reading).rejects.toThrow("enough");
    }
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(randomAccess(new Blob([BYTES]), signal).read(0, 5)).rejects.toThrow("enough");
  });

  test.each<[unknown, boolean]>([
    [own(async () => BYTES), true],
    [own(async () => BYTES, 0), true],
    [own(async () => BYTES, -1), false],
    [own(async () => BYTES, 1.5), false],
    [own(async () => BYTES, 2 ** 53), false],
    [{ sizeBytes: "5", read: () => BYTES }, false],
    [{ read: () => BYTES }, false],
    [{ sizeBytes: 5 }, false],
    [{ sizeBytes: 5, read: true }, false],
    [Object.assign(() => undefined, { sizeBytes: 5, read: () => BYTES }), false],
    [null, false],
    [undefined, false],
    [5, false],
    ["text", false],
  ])("%o is a file of a caller: %s", (value, expected) => {
    expect(isRandomAccess(value)).toBe(expected);
  });

  test("where the platform has no Blob, nothing is one", () => {
    const platform = Object.getOwnPropertyDescriptor(globalThis, "Blob")!;
    Reflect.deleteProperty(globalThis, "Blob");
    try {
      expect([{}, BYTES, null].map(isBlob)).toEqual([false, false, false]);
    } finally {
      Object.defineProperty(globalThis, "Blob", platform);
    }
  });

  test("a Blob is one of the platform", () => {
    expect([new Blob([]), {}, null, undefined].map(isBlob)).toEqual([true, false, false, false]);
  });
});
