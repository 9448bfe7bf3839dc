/** The maintainer's command that writes the table of checkpoints, run against local explorers. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BlockHeader,
  displayHash,
  encodeBlockHeader,
  LAST_CHECKPOINT_HEIGHT,
  parseBlockHeader,
} from "@svc-proof/shared/bitcoin";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../run-command.js";
import { writeCheckpoints as make } from "../svc-verify.js";
import { vectorFolder } from "./third-party-vectors.js";

const folder = vectorFolder("bitcoin");
const table = readFileSync(join(root, "shared/src/bitcoin/checkpoint-table.ts"), "utf8");

function boundaries(): Map<number, BlockHeader> {
  const bytes = readFileSync(join(folder!, "epoch-boundaries.bin"));
  const heights: number[] = JSON.parse(readFileSync(join(folder!, "epoch-boundaries.heights.json"), "utf8"));
  return new Map(
    heights.map((height, i) => [height, parseBlockHeader(bytes.subarray(80 * i, 80 * i + 80))] as const),
  );
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** An explorer whose chain ends after the last block that it has. */
async function explorer(headers: ReadonlyMap<number, BlockHeader>): Promise<string> {
  const hashes = new Map([...headers.values()].map((header) => [displayHash(header.hash), header]));
  const server = createServer(({ url }, response) => {
    const [, kind, word] = url!.split("/");
    const header = kind === "block-height" ? headers.get(Number(word)) : hashes.get(word!);
    if (kind === "blocks") response.end(String(Math.max(...headers.keys()) + 144));
    else if (header === undefined) response.writeHead(404).end();
    else if (kind === "block-height") response.end(displayHash(header.hash));
    else response.end(Buffer.from(header.bytes).toString("hex"));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the documentation states how far the table reaches", () => {
  const text = readFileSync(join(root, "docs/formats/bitcoin-headers.md"), "utf8");
  expect(text).toContain(`ends at height ${LAST_CHECKPOINT_HEIGHT.toLocaleString("en-US")},`);
});

describe.skipIf(folder === null)("checkpoints.js", () => {
  const file = (name: string) => join(folder ?? "", name);
  const ELECTRUM = "checkpoints/electrum-mainnet-checkpoints.json";
  const BITCOINJ = "checkpoints/bitcoinj-production.checkpoints.txt";
  const BOUNDARIES = "epoch-boundaries.bin";
  const lists = ["--electrum", file(ELECTRUM), "--bitcoinj", file(BITCOINJ)];
  let into: string;
  let target: string;
  beforeEach(() => {
    into = mkdtempSync(join(tmpdir(), "svc-proof-checkpoints-"));
    target = join(into, "checkpoint-table.ts");
    writeFileSync(target, "as it was");
  });
  afterEach(() => rmSync(into, { recursive: true }));

  test("writes the shipped table from the lists, the boundaries and two explorers, and says how far each reaches", async () => {
    const url = await explorer(boundaries());
    const made = await make(
      ...lists,
      "--boundaries",
      file(BOUNDARIES),
      "--esplora",
      url,
      "--esplora",
      await explorer(boundaries()),
      target,
    );
    expect(made.stderr).not.toContain("checkpoints:");
    expect(made.status).toBe(0);
    expect(made.stderr).toContain("to height 953567: Electrum\n");
    expect(made.stderr).toContain("to height 878975: bitcoinj\n");
    expect(made.stderr).toContain(`to height 832607: ${file(BOUNDARIES)}\n`);
    expect(made.stderr.match(/to height 832607: /g)).toHaveLength(3);
    if (LAST_CHECKPOINT_HEIGHT === 953_567) expect(readFileSync(target, "utf8")).toBe(table);
  });

  test("writes nothing if two explorers disagree, or contradict the table", async () => {
    const headers = boundaries();
    const last = headers.get(4031)!;
    const forged = parseBlockHeader(encodeBlockHeader({ ...last, nonce: last.nonce + 1 }));
    const other = await explorer(new Map([...headers, [4031, forged]]));
    const disagreed = await make("--esplora", await explorer(headers), "--esplora", other, target);
    expect(disagreed.status).toBe(1);
    expect(disagreed.stderr).toContain("the blocks 4031 and 4032 do not follow from those before");
    const url = await explorer(headers);
    const short = await make("--esplora", url, "--esplora", url, target);
    expect(short.stderr).toContain("no source knows more than 413 epochs");
    for (const words of [[], ["--esplora", url], ["--esplora", url, "--esplora", url]]) {
      expect((await make(...words, ...(words.length > 2 ? [] : [target]))).stderr).toContain("usage:");
    }
    expect(readFileSync(target, "utf8")).toBe("as it was");
  });

  const inBitcoinj = (line: number, change: (bytes: Buffer) => void) => (text: string) =>
    text
      .split("\n")
      .map((one, i) => {
        if (i !== line - 1) return one;
        const bytes = Buffer.from(one, "base64");
        change(bytes);
        return bytes.toString("base64");
      })
      .join("\n");

  test.each<[string, string, (text: string) => string, string]>([
    [
      "a hash of Electrum's that bitcoinj does not have",
      ELECTRUM,
      (text) => text.replace("d2cd3fdf", "d2cd3fde"),
      "the sources disagree on block 4031",
    ],
    [
      "a hash that only Electrum has, against the table",
      ELECTRUM,
      (text) => text.replace("37a2d21ca9afb4", "37a2d21ca9afb5"),
      "the sources contradict the checkpoint at 909215",
    ],
    [
      "a hash without work",
      ELECTRUM,
      (text) => text.replace("000000000000000000016e02290e", "000000000001000000016e02290e"),
      "block 909215 does not meet the target of its epoch",
    ],
    [
      "a target that compact form cannot state",
      ELECTRUM,
      (text) => text.replace("137773096960", "137773096961"),
      "the target after epoch 0 is not exact",
    ],
    [
      "another target",
      ELECTRUM,
      (text) =>
        text.replace("208285905844213629387798143934561074546265226362224640", String(0x1702n << 160n)),
      "contradict the target of block 909216",
    ],
    [
      "a list that is none",
      ELECTRUM,
      (text) => text.replace('"00000000693067b0', '"x'),
      "epoch 0 is malformed",
    ],
    [
      "another total work of bitcoinj's",
      BITCOINJ,
      inBitcoinj(5, (bytes) => bytes.writeUInt8(bytes[11]! ^ 1, 11)),
      "the total work at 4032 does not follow",
    ],
    [
      "a header of bitcoinj's without work",
      BITCOINJ,
      inBitcoinj(5, (bytes) => bytes.writeUInt8(bytes.at(-1)! ^ 1, bytes.length - 1)),
      "line 5 is not the first block of epoch 2",
    ],
    [
      "another height of bitcoinj's",
      BITCOINJ,
      inBitcoinj(4, (bytes) => bytes.writeUInt8(bytes[15]! ^ 1, 15)),
      "line 4 is not the first block of epoch 1",
    ],
    ["a list that ends early", BITCOINJ, (text) => text.slice(0, -200), "expected the text form"],
  ])("refuses %s", async (_, name, change, reason) => {
    const changed = join(into, "changed");
    const text = readFileSync(file(name), "utf8");
    writeFileSync(changed, change(text));
    expect(readFileSync(changed, "utf8")).not.toBe(text);
    const paths = { [ELECTRUM]: file(ELECTRUM), [BITCOINJ]: file(BITCOINJ), [name]: changed };
    const made = await make("--electrum", paths[ELECTRUM]!, "--bitcoinj", paths[BITCOINJ]!, target);
    expect(made.stderr).toContain(reason);
    expect(made.status).toBe(1);
    expect(readFileSync(target, "utf8")).toBe("as it was");
  });

  test("refuses boundaries that do not follow from each other", async () => {
    const changed = join(into, "changed");
    const bytes = readFileSync(file(BOUNDARIES));
    // The time of block 2015.
    bytes.writeUInt8(bytes[148]! ^ 1, 148);
    writeFileSync(changed, bytes);
    const made = await make(...lists, "--boundaries", changed, target);
    expect(made.stderr).toContain("the blocks 2015 and 2016 do not follow from those before");
    writeFileSync(changed, bytes.subarray(80));
    expect((await make(...lists, "--boundaries", changed, target)).stderr).toContain("Bitcoin's first block");
  });
});
