/** The size that the OpenTimestamps codec adds to a bundled page. */
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";

const MAX_CODEC_BYTES = 6000;
const ENTRY = "virtual:entry";

async function bundledBytes(source: string): Promise<number> {
  const output = await build({
    root: join(root, "test"),
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? join(root, "test/entry.js") : null),
        load: (id) => (id === join(root, "test/entry.js") ? source : null),
      },
    ],
    build: { write: false, rollupOptions: { input: ENTRY, preserveEntrySignatures: "strict" } },
  });
  const { output: chunks } = output as unknown as { output: { code?: string }[] };
  const code = chunks.map((chunk) => chunk.code ?? "").join("\n");
  expect(code).toContain("ots_bad_magic");
  return brotliCompressSync(code).length;
}

test(`reading, writing and merging take at most ${MAX_CODEC_BYTES} bytes of brotli`, async () => {
  const codec = [
    "parseDetachedTimestamp",
    "parseTimestamp",
    "encodeDetachedTimestamp",
    "encodeTimestamp",
    "mergeTimestamps",
    "graft",
  ];
  const from = '"@svc-proof/shared/opentimestamps"';
  const codecBytes = await bundledBytes(`export { ${codec.join(", ")} } from ${from};`);
  const withReplay = await bundledBytes(`export * from ${from};`);
  console.info(
    `codec: ${codecBytes} bytes of brotli; with replay and the four hashes that it needs: ${withReplay}`,
  );
  expect(codecBytes).toBeLessThanOrEqual(MAX_CODEC_BYTES);
}, 60_000);
