import { createHash, randomBytes } from "node:crypto";
import { digestFile } from "@svc-proof/verifier-web/ui/hashing";
import { expect, test } from "vitest";
import { answerBlobReads, type Post, readBlobsThroughPage } from "./blob-reads.js";

/** Two and a half pieces. */
const BYTES = new Uint8Array(randomBytes(2_621_440));

const refused = () => Promise.reject(new DOMException("The I/O read operation failed.", "NotReadableError"));

/** Blobs as in a worker of a page from a disk in WebKit. */
class UnreadableBlob extends Blob {
  override arrayBuffer(): Promise<ArrayBuffer> {
    return refused();
  }
  override text(): Promise<string> {
    return refused();
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({ start: (controller) => controller.error(new Error("refused")) });
  }
}

/** A page beside the worker: what it was asked for, in bytes. */
function page(blobOf: (blob: Blob) => Blob): { readonly asked: number[]; readonly post: Post } {
  const worker = new EventTarget();
  answerBlobReads(worker as Worker);
  const asked: number[] = [];
  const post: Post = ({ blobToRead, port }) => {
    asked.push(blobToRead.size);
    worker.dispatchEvent(new MessageEvent("message", { data: { blobToRead: blobOf(blobToRead), port } }));
  };
  return { asked, post };
}

test("what the worker may not read, the page reads, a piece at a time", async () => {
  class WorkerBlob extends UnreadableBlob {}
  const { asked, post } = page((blob) => new Blob([blob]));
  expect(await readBlobsThroughPage(WorkerBlob.prototype, post)).toBe(false);
  const blob = new WorkerBlob([BYTES]);
  expect(Buffer.compare(BYTES, new Uint8Array(await blob.arrayBuffer()))).toBe(0);
  expect(await new WorkerBlob(["naïve"]).text()).toBe("naïve");
  asked.length = 0;
  const quiet = { signal: new AbortController().signal, onProgress: () => undefined };
  expect(await digestFile(blob, "SHA-256", quiet)).toBe(createHash("sha256").update(BYTES).digest("hex"));
  // Twice, as wherever a file that was written to can be read.
  const pieces = [1_048_576, 1_048_576, 524_288];
  expect(asked).toEqual([...pieces, ...pieces]);
  expect(await digestFile(new WorkerBlob([]), "SHA-256", quiet)).toBe(createHash("sha256").digest("hex"));
});

test("a file that the page cannot read either is unreadable", async () => {
  class WorkerBlob extends UnreadableBlob {}
  const { post } = page((blob) => new UnreadableBlob([blob]));
  await readBlobsThroughPage(WorkerBlob.prototype, post);
  await expect(new WorkerBlob(["gone"]).arrayBuffer()).rejects.toMatchObject({ name: "NotReadableError" });
  const stream = new WorkerBlob(["gone"]).stream().getReader();
  await expect(stream.read()).rejects.toMatchObject({ name: "NotReadableError" });
});

test("where blobs can be read, their own methods come back, and the page is not asked", async () => {
  class WorkerBlob extends Blob {
    override arrayBuffer(): Promise<ArrayBuffer> {
      return new Response(new Blob([this])).arrayBuffer();
    }
  }
  const own = WorkerBlob.prototype.arrayBuffer;
  const { asked, post } = page((blob) => blob);
  const isReadable = readBlobsThroughPage(WorkerBlob.prototype, post);
  // Before it is known.
  const early = new WorkerBlob(["early"]).stream().getReader();
  expect(await isReadable).toBe(true);
  expect(Buffer.from((await early.read()).value!).toString()).toBe("early");
  expect(WorkerBlob.prototype.arrayBuffer).toBe(own);
  expect(asked).toEqual([]);
});

test("other messages of the worker are left alone", () => {
  const worker = new EventTarget();
  answerBlobReads(worker as Worker);
  for (const data of [null, 7, "text", { id: "1" }]) {
    worker.dispatchEvent(new MessageEvent("message", { data }));
  }
});
