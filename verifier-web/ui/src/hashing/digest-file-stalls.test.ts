/** Streams of files that fall silent without an error. */

import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { digestFile } from "./digest-file.js";
import { UnreadableFileError } from "./unchanged-file.js";

const CONTENT = Uint8Array.from({ length: 3_000_000 }, (_, i) => i % 251);
const options = { signal: new AbortController().signal, onProgress: () => undefined };

/** A file whose streams fall silent: each gives so many bytes and then neither more nor an end. */
class SilentFile extends Blob {
  readonly #content: Uint8Array<ArrayBuffer>;
  readonly #bytesUntilSilence: readonly (number | null)[];
  readonly #asked: { count: number };

  constructor(
    content: Uint8Array<ArrayBuffer>,
    bytesUntilSilence: readonly (number | null)[],
    asked = { count: 0 },
  ) {
    super([content]);
    this.#content = content;
    this.#bytesUntilSilence = bytesUntilSilence;
    this.#asked = asked;
  }

  override slice(start = 0): Blob {
    return new SilentFile(this.#content.subarray(start), this.#bytesUntilSilence, this.#asked);
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const limit = this.#bytesUntilSilence[this.#asked.count++] ?? null;
    const content = this.#content;
    return new ReadableStream({
      type: "bytes",
      start(controller) {
        if (limit !== 0) controller.enqueue(content.slice(0, limit ?? content.length));
        if (limit === null) controller.close();
      },
    });
  }
}

describe("digestFile", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The clock goes on as soon as nothing else does. */
  async function digest(file: Blob): Promise<string> {
    let isOver = false;
    const result = digestFile(file, "SHA-256", options).finally(() => {
      isOver = true;
    });
    result.catch(() => undefined);
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1000);
    }
    return result;
  }

  test("continues where a stream fell silent", async () => {
    const expected = createHash("sha256").update(CONTENT).digest("hex");
    for (const silences of [[], [1_000_000], [0], [1_234_567, 0, 1], [0, 0, 0, 0, 0]]) {
      expect(await digest(new SilentFile(CONTENT, silences)), `${silences}`).toBe(expected);
    }
  });

  test("gives up on a file that stays silent", async () => {
    const silent = new SilentFile(CONTENT, Array(20).fill(0));
    await expect(digest(silent)).rejects.toThrow(UnreadableFileError);
  });
});
