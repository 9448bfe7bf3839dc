/** Third-party proofs and headers through the verifier and its command line. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BlockHeader, encodeHeaders, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import {
  encodeDetachedTimestamp,
  encodeTimestamp,
  parseDetachedTimestamp,
} from "@svc-proof/shared/opentimestamps";
import { type BitcoinSource, type Report, verify } from "@svc-proof/verifier-lib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, svcVerify } from "../e2e/sandbox.js";
import { recordedEpoch } from "../recorded-epoch.js";
import { vectorFolder } from "./third-party-vectors.js";

const ots = vectorFolder("ots");
const bitcoin = vectorFolder("bitcoin");
const NOW = new Date("2026-11-21T12:00:00.000Z");
const read = (file: string) => readFileSync(join(ots!, file));
const headerLine = (height: number) =>
  `${height} ${readFileSync(join(bitcoin!, `header-${height}.hex`), "utf8").trim()}`;
const headerBytes = (height: number) => Buffer.from(headerLine(height).split(" ")[1]!, "hex");

const schema = JSON.parse(readFileSync(join(root, "verifier-lib/report.schema.json"), "utf8"));
const isReport = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

async function run(file: string, options: Parameters<typeof verify>[1] = {}): Promise<Report> {
  const report = await verify(read(file), { now: NOW, ...options });
  isReport(JSON.parse(JSON.stringify(report)));
  expect(isReport.errors).toBeNull();
  return report;
}
const verdict = ({ outcome, checks }: Report) => {
  const { status, code } = checks.find(({ id }) => id === "bitcoin")!;
  return `${outcome}: bitcoin ${status} ${code}`;
};

/** An explorer that has only the blocks with a header in the vectors. */
const explorer = (name: string, heights: readonly number[]): BitcoinSource => ({
  name,
  fetchTip: async () => ({ height: 970_000, chain: null }),
  fetchHeader: async (height) => (heights.includes(height) ? headerBytes(height) : null),
});

describe.skipIf(ots === null || bitcoin === null)("vectors/ots through the verifier", () => {
  test.each<[string, string, string]>([
    ["hello-world.txt", "good/hello-world.txt.ots", "2015-05-28T15:41:18.000Z"],
    ["izenpe", "good/izenpe-2026.ots", "2026-09-04T08:31:02.000Z"],
  ])("%s: its block by two explorers, or by the work of its header", async (_, file, time) => {
    const sources = [explorer("one", [358_391, 965_451]), explorer("other", [358_391, 965_451])];
    const online = await run(file, { bitcoinSources: sources });
    expect(verdict(online)).toBe("verified: bitcoin passed ok");
    expect(online.claims).toMatchObject([
      { stated_time: time, basis: "relied-on", source: { relied_on: ["one", "other"] } },
    ]);
    const offline = await run(file, { headers: [headerLine(358_391), headerLine(965_451)] });
    expect(verdict(offline)).toBe("indeterminate: bitcoin indeterminate header_unproven");
    expect(offline.claims).toEqual([]);
  });

  test("hello-world.txt: the original has the digest", async () => {
    const original = read("good/hello-world.txt");
    const report = await run("good/hello-world.txt.ots", {
      original,
      bitcoinSources: [explorer("one", [358_391])],
    });
    expect(report.outcome).toBe("verified");
    const other = await run("good/hello-world.txt.ots", { original: Uint8Array.of(...original, 10) });
    expect(other.outcome).toBe("failed");
  });

  test("a flipped sibling fails against the block, and not against a header that nothing proves", async () => {
    const file = "bad/derived-hello-world-sibling-flipped.ots";
    const expected = "failed: bitcoin failed bitcoin_root_mismatch";
    expect(verdict(await run(file, { bitcoinSources: [explorer("one", [358_391])] }))).toBe(expected);
    const open = "indeterminate: bitcoin indeterminate no_bitcoin_header";
    expect(verdict(await run(file, { headers: [headerLine(358_391)] }))).toBe(open);
    expect(verdict(await run(file))).toBe(open);
  });

  test.each<[string, string]>([
    ["good/confirmed-anchor-957504.ots", "indeterminate: bitcoin indeterminate block_unknown_to_source"],
    ["good/gdp2q25-2nd.pdf.ots", "indeterminate: bitcoin indeterminate block_unknown_to_source"],
    ["good/empty.ots", "indeterminate: bitcoin indeterminate block_unknown_to_source"],
    ["good/different-blockchains.txt.ots", "indeterminate: bitcoin indeterminate block_unknown_to_source"],
    ["good/bitcoin.pdf.ots", "indeterminate: bitcoin indeterminate block_unknown_to_source"],
    ["good/incomplete.txt.ots", "indeterminate: bitcoin indeterminate bitcoin_pending"],
    ["good/two-calendars.txt.ots", "indeterminate: bitcoin indeterminate bitcoin_pending"],
    ["good/merkle1.txt.ots", "indeterminate: bitcoin indeterminate bitcoin_pending"],
    ["good/merkle2.txt.ots", "indeterminate: bitcoin indeterminate bitcoin_pending"],
    ["good/py-minimal-pending.ots", "indeterminate: bitcoin indeterminate bitcoin_pending"],
    ["good/ripemd160-README.md.ots", "indeterminate: bitcoin indeterminate bitcoin_pending"],
    ["good/hello-world.txt.eth.ots", "indeterminate: bitcoin indeterminate bitcoin_pending"],
    ["good/unknown-notary.txt.ots", "indeterminate: bitcoin indeterminate no_bitcoin_attestation"],
    ["bad/bad-major-version.ots", "indeterminate: bitcoin skipped depends_on_failed_check"],
    ["bad/invalid-file-digest-type.ots", "indeterminate: bitcoin skipped depends_on_failed_check"],
    ["bad/py-trailing-garbage.ots", "indeterminate: bitcoin skipped depends_on_failed_check"],
    ["bad/py-bad-magic.ots", "indeterminate: bitcoin skipped depends_on_failed_check"],
    ["bad/derived-hello-world-truncated.ots", "indeterminate: bitcoin skipped depends_on_failed_check"],
  ])("%s: %s", async (file, expected) => {
    const report = await run(file, { bitcoinSources: [explorer("one", [358_391, 965_451, 960_768])] });
    expect(verdict(report)).toBe(expected);
    expect(report.claims).toEqual([]);
  });

  test("a SHA-1 digest proves no fingerprint, even if its block is valid", async () => {
    const file = parseDetachedTimestamp(read("good/hello-world.txt.ots"));
    const of = (hash: "sha256" | "ripemd160") =>
      encodeDetachedTimestamp({
        ...file,
        hash,
        digest: file.digest.subarray(0, hash === "sha256" ? 32 : 20),
      });
    expect((await verify(of("ripemd160"), { now: NOW })).checks[1]).toMatchObject({
      code: "file_hash_not_sha256",
    });
    const report = await run("good/bitcoin.pdf.ots");
    expect(report.outcome).toBe("indeterminate");
    expect(report.proof!.content.algorithm).toBe("SHA-1");
  });
});

describe("headers that reach a checkpoint", () => {
  const FIRST = 822_528;
  const epoch = () => recordedEpoch().headers;
  /** A file about the root itself. */
  const fileOf = (digest: Uint8Array, height: number) =>
    encodeDetachedTimestamp({
      hash: "sha256",
      digest,
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height } }] },
    });
  const documentFrom = (headers: readonly BlockHeader[], at: number, end = headers.length) =>
    encodeHeaders({ network: "bitcoin", height: FIRST + at, headers: headers.slice(at, end) });

  test("prove any block of the epoch without trusting anyone", async () => {
    const headers = epoch();
    for (const at of [0, 1, 700, 2014, 2015]) {
      const { merkleRoot, time } = headers[at]!;
      const report = await verify(fileOf(merkleRoot, FIRST + at), {
        now: NOW,
        headers: [documentFrom(headers, at)],
      });
      expect(verdict(report)).toBe("verified: bitcoin passed ok");
      expect(report.claims).toMatchObject([
        { basis: "computed", stated_time: new Date(time * 1000).toISOString(), source: { relied_on: [] } },
      ]);
    }
  });

  test("that end one short of it prove only their work", async () => {
    const headers = epoch();
    const report = await verify(fileOf(headers[700]!.merkleRoot, FIRST + 700), {
      now: NOW,
      headers: [documentFrom(headers, 700, 2015)],
    });
    expect(verdict(report)).toBe("indeterminate: bitcoin indeterminate header_unproven");
    expect(report.checks[2]!.evidence).toMatchObject({ attestations: [{ successors: 1314 }] });
  });

  test.skipIf(bitcoin === null).each([
    ["stale-0823226.bin", 823_226],
    ["stale-0829613.bin", 829_613],
  ])("%s is never taken for the main chain's block", async (file, height) => {
    const stale = parseBlockHeader(readFileSync(join(bitcoin!, file)));
    const line = `${height} ${Buffer.from(stale.bytes).toString("hex")}`;
    const timestamp = fileOf(stale.merkleRoot, height);
    const alone = await verify(timestamp, { now: NOW, headers: [line] });
    expect(verdict(alone)).toBe("indeterminate: bitcoin indeterminate header_unproven");
    const headers = epoch();
    const beside = await verify(timestamp, { now: NOW, headers: [line, documentFrom(headers, 0)] });
    expect(verdict(beside)).toBe(
      height === 823_226
        ? "failed: bitcoin failed bitcoin_block_off_chain"
        : "indeterminate: bitcoin indeterminate header_unproven",
    );
  });

  test("a changed header breaks the run", async () => {
    const headers = epoch();
    const timestamp = fileOf(headers[700]!.merkleRoot, FIRST + 700);
    for (const at of [700, 701, 2016]) {
      const line = (header: BlockHeader, i: number) => {
        const bytes = Buffer.from(header.bytes);
        if (700 + i === at) bytes[79]! ^= 1;
        return `${FIRST + 700 + i} ${bytes.toString("hex")}`;
      };
      const report = await verify(timestamp, {
        now: NOW,
        headers: [headers.slice(700).map(line).join("\n")],
      });
      expect(report.outcome).toBe("indeterminate");
      expect(report.claims).toEqual([]);
    }
  });
});

describe.skipIf(ots === null || bitcoin === null)("the command line", () => {
  let folder: string;
  let url: string;
  const server = createServer((request, response) => {
    const { url: path } = request;
    const header = headerBytes(358_391).toString("hex");
    const pages: Record<string, string> = {
      "/blocks/tip/height": "970000",
      "/block-height/358391": "000000000000000003e892881a8cdcdc117c06d444057c98b6f04a9ee75a2319",
      "/block/000000000000000003e892881a8cdcdc117c06d444057c98b6f04a9ee75a2319/header": header,
    };
    if (path!.startsWith("/timestamp/")) {
      response.end(encodeTimestamp({ branches: [{ attestation: { kind: "bitcoin", height: 7 } }] }));
    } else response.writeHead(path! in pages ? 200 : 404).end(pages[path!] ?? "");
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-ots-"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const good = (file: string) => join(ots!, "good", file);

  test("a bare file, its original, given headers, an explorer", async () => {
    const headers = join(folder, "headers.txt");
    writeFileSync(headers, `${headerLine(358_391)}\n`);
    const words = ["--original", good("hello-world.txt"), good("hello-world.txt.ots")];
    const alone = await svcVerify(...words);
    expect(alone.status).toBe(2);
    expect(alone.stdout).toContain("says block 358391, NOT confirmed: no_bitcoin_header");
    const offline = await svcVerify("--headers", headers, ...words);
    expect(offline.status).toBe(2);
    expect(offline.stdout).toContain("matches a header with 67.5 bits of work");
    const online = await svcVerify("--esplora", url, "--headers", headers, ...words);
    expect(online.status).toBe(0);
    expect(online.stdout).toContain(
      "VERIFIED (on the word of one source): this file existed on or before 2015-05-28 (UTC), by block 358391 of Bitcoin",
    );
    const flipped = join(ots!, "bad/derived-hello-world-sibling-flipped.ots");
    expect((await svcVerify("--esplora", url, "--headers", headers, flipped)).status).toBe(1);
    const other = await svcVerify("--hash", "0".repeat(64), good("hello-world.txt.ots"));
    expect(other.status).toBe(1);
  });

  test("a helper file that cannot be read stops the run", async () => {
    const { status, stderr } = await svcVerify(
      "--headers",
      join(folder, "none"),
      good("hello-world.txt.ots"),
    );
    expect(status).toBe(3);
    expect(stderr).toContain("no such file");
    for (const words of [
      ["--esplora", "ftp://x", "f"],
      ["--bitcoin-rpc", "user:secret@host", "f"],
      ["--timestamp", "t", "f", "g"],
    ]) {
      const wrong = await svcVerify(...words);
      expect(wrong.status).toBe(3);
      expect(wrong.stderr).not.toContain("secret");
    }
  });

  test("upgrade contacts only public calendars unless told otherwise", async () => {
    const path = join(folder, "pending.ots");
    const timestamp = { branches: [{ attestation: { kind: "pending", uri: url } as const }] };
    const file = { hash: "sha256", digest: new Uint8Array(32), timestamp } as const;
    writeFileSync(path, encodeDetachedTimestamp(file), { mode: 0o640 });
    const refused = await svcVerify("upgrade", path);
    expect(refused.status).toBe(2);
    expect(refused.stdout).toContain("not asked");
    expect(readFileSync(path).equals(encodeDetachedTimestamp(file))).toBe(true);
    const allowed = await svcVerify("upgrade", "--calendar", `${url}/`, path);
    expect(allowed.status).toBe(0);
    expect(allowed.stdout).toContain("says block 7 of Bitcoin");
    const { branches } = parseDetachedTimestamp(readFileSync(path)).timestamp;
    expect(branches).toEqual([...timestamp.branches, { attestation: { kind: "bitcoin", height: 7 } }]);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test("upgrade with something other than a timestamp, with several, with nothing", async () => {
    const copy = join(folder, "bad.ots");
    copyFileSync(join(ots!, "bad/py-trailing-garbage.ots"), copy);
    const { status, stderr } = await svcVerify("upgrade", copy, join(folder, "none.ots"));
    expect(status).toBe(3);
    expect(stderr).toContain("ots_trailing_data");
    expect((await svcVerify("upgrade")).status).toBe(3);
    expect((await svcVerify("upgrade", "-")).status).toBe(3);
    expect((await svcVerify("upgrade", "--calendar", "x", copy)).status).toBe(3);
  });
});
