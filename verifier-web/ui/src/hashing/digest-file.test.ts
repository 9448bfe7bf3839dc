import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { digestFile, Rate } from "./digest-file.js";
import { UnreadableFileError } from "./unchanged-file.js";

describe("digest file", () => {
  const MIB = 1_048_576;
  const quiet = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

  /** As of a browser whose blobs do not fill buffers of ours: pieces as they come. */
  function plainBlob(pieces: readonly Uint8Array[], sizeBytes?: number): Blob {
    const size = sizeBytes ?? pieces.reduce((sum, { length }) => sum + length, 0);
    const stream = () =>
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
    return { size, stream } as unknown as Blob;
  }

  describe.each([
    ["as a byte stream", (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes])],
    [
      "in pieces of the browser's",
      (bytes: Uint8Array) => plainBlob([bytes.subarray(0, 7), bytes.subarray(7)]),
    ],
  ])("%s", (_, blobOf) => {
    test.each([7, MIB - 1, MIB, MIB + 1, 5 * MIB + 3])(
      "%i bytes have the digest of each algorithm",
      async (size) => {
        const bytes = new Uint8Array(randomBytes(size));
        for (const algorithm of ["SHA-256", "SHA-384", "SHA-512"] as const) {
          const expected = createHash(algorithm).update(bytes).digest("hex");
          expect(await digestFile(blobOf(bytes), algorithm, quiet())).toBe(expected);
        }
      },
    );
  });

  test("an empty file has the digest of the empty message", async () => {
    expect(await digestFile(new Blob([]), "SHA-256", quiet())).toBe(createHash("sha256").digest("hex"));
  });

  test("every byte is counted", async () => {
    const counts: number[] = [];
    const { signal } = new AbortController();
    await digestFile(new Blob([new Uint8Array(3 * MIB + 1)]), "SHA-256", {
      signal,
      onProgress: (doneBytes) => counts.push(doneBytes),
    });
    expect(counts.at(-1)).toBe(3 * MIB + 1);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });

  test("an abort ends it with its reason", async () => {
    const stop = new AbortController();
    const hashing = digestFile(new Blob([new Uint8Array(4 * MIB)]), "SHA-256", {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    });
    await expect(hashing).rejects.toThrow("enough");
  });

  test("a stream that ends early, or breaks, gives no digest", async () => {
    await expect(digestFile(plainBlob([new Uint8Array(10)], 11), "SHA-256", quiet())).rejects.toThrow(
      UnreadableFileError,
    );
    const broken = {
      size: 10,
      stream: () => new ReadableStream({ start: (controller) => controller.error(new Error("disk gone")) }),
    } as unknown as Blob;
    await expect(digestFile(broken, "SHA-256", quiet())).rejects.toThrow(UnreadableFileError);
  });

  /** As in a browser that reads on, whatever was written: each reading finds what is there by then. */
  function rewrittenBlob(...contents: readonly Uint8Array<ArrayBuffer>[]): Blob {
    let readings = 0;
    const stream = () => new Blob([contents[Math.min(readings++, contents.length - 1)]!]).stream();
    return { size: contents[0]!.length, stream } as unknown as Blob;
  }

  test.each([
    ["overwritten", new Uint8Array(10).fill(1)],
    ["shorter", new Uint8Array(9)],
    ["longer", new Uint8Array(11)],
  ])("a file that is %s when it is read again has no digest", async (_, after) => {
    const hashing = digestFile(rewrittenBlob(new Uint8Array(10), after), "SHA-256", quiet());
    await expect(hashing).rejects.toThrow(UnreadableFileError);
  });

  test("a file that grows for ever is given up", async () => {
    const endless = {
      size: MIB,
      stream: () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(MIB)) }),
    } as unknown as Blob;
    await expect(digestFile(endless, "SHA-256", quiet())).rejects.toThrow(UnreadableFileError);
  });
});

describe("rate", () => {
  test("shows nothing before half a second, then the rate and the remaining time", () => {
    const rate = new Rate(10_000, 0);
    expect(rate.progress(400, 400)).toEqual({
      doneBytes: 400,
      totalBytes: 10_000,
      bytesPerSecond: null,
      secondsLeft: null,
    });
    expect(rate.progress(1000, 1000)).toMatchObject({ bytesPerSecond: 1000, secondsLeft: 9 });
  });

  test("follows a disk that slows down, over the last three seconds", () => {
    const rate = new Rate(1_000_000, 0);
    for (let ms = 100; ms <= 10_000; ms += 100) rate.progress(ms * 10, ms);
    let last = rate.progress(100_000, 10_000);
    expect(last.bytesPerSecond).toBeCloseTo(10_000, 0);
    for (let ms = 10_100; ms <= 14_000; ms += 100) last = rate.progress(100_000 + (ms - 10_000), ms);
    expect(last.bytesPerSecond).toBeCloseTo(1000, 0);
    expect(last.secondsLeft).toBeCloseTo(896, 0);
  });

  test("without a total, or at a standstill, shows no remaining time", () => {
    expect(new Rate(null, 0).progress(5000, 1000)).toMatchObject({
      totalBytes: null,
      bytesPerSecond: 5000,
      secondsLeft: null,
    });
    const rate = new Rate(1000, 0);
    expect(rate.progress(0, 5000)).toMatchObject({ bytesPerSecond: 0, secondsLeft: null });
  });
});
