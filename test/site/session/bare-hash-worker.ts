/** hash-wasm by itself in a worker, on bytes at hand: the rate that hashing a file is measured against. */
import { createSHA256 } from "../../../verifier-web/src/verification/fast-digests.js";

addEventListener("message", async ({ data }: MessageEvent<{ totalBytes: number; chunkBytes: number }>) => {
  const hasher = await createSHA256();
  hasher.init();
  const chunk = new Uint8Array(data.chunkBytes).map((_, i) => i);
  const startedMs = performance.now();
  for (let done = 0; done < data.totalBytes; done += chunk.length) hasher.update(chunk);
  hasher.digest();
  postMessage(performance.now() - startedMs);
});
