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
import { afterEach, describe, expect, test } from "vitest";
import { root, run } from "../e2e/sandbox.js";
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
  const make = async (target: string, ...urls: string[]) =>
    run(process.execPath, [
      join(root, "verifier-lib/dist/cli/checkpoints.js"),
      ...urls.flatMap((url) => ["--esplora", url]),
      target,
    ]);

  test("writes the shipped table when two explorers agree, and nothing when they disagree", async () => {
    const into = mkdtempSync(join(tmpdir(), "svc-proof-checkpoints-"));
    try {
      const target = join(into, "checkpoint-table.ts");
      const headers = boundaries();
      expect(LAST_CHECKPOINT_HEIGHT).toBeGreaterThanOrEqual(832_608);
      if (LAST_CHECKPOINT_HEIGHT === 832_608) {
        const made = await make(target, await explorer(headers), await explorer(headers));
        expect(made.stderr).not.toContain("checkpoints:");
        expect(made.status).toBe(0);
        expect(readFileSync(target, "utf8")).toBe(table);
      }

      writeFileSync(target, "as it was");
      const last = headers.get(4031)!;
      const forged = parseBlockHeader(encodeBlockHeader({ ...last, nonce: last.nonce + 1 }));
      const other = await explorer(new Map([...headers, [4031, forged]]));
      const disagreed = await make(target, await explorer(headers), other);
      expect(disagreed.status).toBe(1);
      expect(disagreed.stderr).toContain("the sources disagree on block 4031");
      const first = await explorer(new Map([...headers, [4032, headers.get(2016)!]]));
      expect((await make(target, first, first)).stderr).toContain("contradict the checkpoint at 4032");
      expect((await make(target, first)).stderr).toContain("usage:");
      expect(readFileSync(target, "utf8")).toBe("as it was");
    } finally {
      rmSync(into, { recursive: true });
    }
  });
});
