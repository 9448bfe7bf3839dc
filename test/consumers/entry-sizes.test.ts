/** What each entry adds to a page: all its exports, and one function alone, as a browser downloads it. */
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installPackedLibrary, libraryEntries, needsNode, type PackedLibrary } from "./packed-library.js";

/** Bytes after esbuild's minification and brotli: the measured size and some 10 % of room. */
const MAX_BYTES: Readonly<Record<string, number>> = {
  "@svc-proof/shared/bitcoin": 23_500,
  "@svc-proof/shared/chains": 1_600,
  "@svc-proof/shared/encoding": 3_100,
  "@svc-proof/shared/hash": 5_400,
  "@svc-proof/shared/merkle": 6_600,
  "@svc-proof/shared/opentimestamps": 12_000,
  "@svc-proof/shared/pdf": 15_000,
  "@svc-proof/shared/picture": 6_000,
  "@svc-proof/shared/proof": 4_200,
  "@svc-proof/shared/text": 7_700,
  "@svc-proof/shared/work": 400,
  "@svc-proof/shared/zip": 1_700,
  // With the default snapshot of trusted lists, 120,000 of it, which a bundler that splits keeps apart: see below.
  "@svc-proof/verifier-lib": 244_000,
  // With what writes containers and fetches revocation data.
  // With all of the verifier.
  "@svc-proof/verifier-lib/command-line": 318_000,
  "@svc-proof/verifier-lib/node": 52_000,
  // With what reads and authenticates trusted lists.
  "@svc-proof/verifier-lib/source": 40_000,
  "@svc-proof/verifier-lib/evm": 13_500,
  // With what takes seal and original out of an evidence package.
  "@svc-proof/verifier-lib/arrange": 2_500,
  // With what reads every kind of evidence.
  "@svc-proof/verifier-lib/evidence": 60_000,
  "@svc-proof/verifier-lib/asic": 51_000,
  "@svc-proof/verifier-lib/rfc3161": 32_600,
  // With the default snapshot, which a bundler that splits keeps apart.
  "@svc-proof/verifier-lib/trust": 165_000,
  "@svc-proof/verifier-lib/x509": 25_000,
  // With the verifier.
  "@svc-proof/client": 255_000,
  "@svc-proof/client/node": 3_100,
  "@svc-proof/verifier-element": 330_000,
};
const MAX_BYTES_OF_ONE: Readonly<Record<string, readonly [name: string, maxBytes: number]>> = {
  "@svc-proof/shared/hash": ["sha256", 5_200],
  "@svc-proof/shared/opentimestamps": ["parseDetachedTimestamp", 2_400],
  "@svc-proof/verifier-lib": ["verifyMerkle", 6_200],
  "@svc-proof/verifier-lib/node": ["hashFile", 620],
  "@svc-proof/verifier-lib/source": ["createRpcEvmSource", 6_200],
  "@svc-proof/verifier-lib/evm": ["readTrieProof", 4_600],
  "@svc-proof/verifier-lib/rfc3161": ["encodeTimestampRequest", 1_300],
  "@svc-proof/verifier-lib/trust": ["openTrustList", 13_000],
  "@svc-proof/verifier-lib/x509": ["parseCertificate", 6_000],
  "@svc-proof/client": ["hashFile", 6_000],
  "@svc-proof/client/node": ["openJournal", 2_600],
};
const ofOne = Object.entries(MAX_BYTES_OF_ONE).filter(([entry]) => libraryEntries.includes(entry));

let library: PackedLibrary;
beforeAll(() => {
  library = installPackedLibrary();
}, 120_000);
afterAll(() => library?.remove());

async function bundledBytes(entry: string, names: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from "${entry}";`, resolveDir: library.folder },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: needsNode(entry) ? "node" : "browser",
    target: "es2022",
  });
  return brotliCompressSync(outputFiles[0]!.contents).length;
}

test("each entry has its limit", () => {
  expect(libraryEntries.filter((entry) => MAX_BYTES[entry] === undefined)).toEqual([]);
});

test.each(libraryEntries)("%s", async (entry) => {
  const bytes = await bundledBytes(entry, "*");
  console.info(`${entry}: ${bytes} bytes of brotli`);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES[entry]!);
});

test.each(ofOne)("%s: unused exports are left out", async (entry, [name, max]) => {
  const bytes = await bundledBytes(entry, `{ ${name} }`);
  console.info(`${name} of ${entry}: ${bytes} bytes of brotli`);
  expect(bytes).toBeLessThanOrEqual(max);
});

test("a bundler that splits loads the trusted lists with the first seal", async () => {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "@svc-proof/verifier-lib";', resolveDir: library.folder },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    outdir: library.folder,
    format: "esm",
    platform: "browser",
    target: "es2022",
    metafile: true,
  });
  const withLists = outputFiles.filter(({ text }) => text.includes('"format":"svc-trust-list/1"'));
  expect(withLists).toHaveLength(1);
  // Only what a seal needs, loaded on demand itself, asks for it.
  const entry = outputFiles.find(({ path }) => path.endsWith("stdin.js"))!;
  expect(entry.text).not.toContain(withLists[0]!.path.split("/").at(-1)!);
});
