/** Every block of test/vectors/evm-blocks, served by an endpoint that is asked about an anchor in it. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyAnchor } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, expect, test } from "vitest";

interface BlockCase {
  readonly file: string;
  readonly about: string;
  /** Set for a good block. */
  readonly number?: number;
  readonly timestamp?: number;
  readonly is_post_merge?: boolean;
  /** Set for a bad block. */
  readonly code?: string;
}

const ROOT = "5f".repeat(32);
const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../vectors/evm-blocks/${file}`, import.meta.url), "utf8"));
const { cases, tx_hash } = read("cases.json") as { cases: readonly BlockCase[]; tx_hash: string };

let block: Readonly<Record<string, unknown>>;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { id, method } = JSON.parse(body);
    const at = { blockNumber: block["number"], blockHash: block["hash"] };
    const input = `0x${Buffer.from(`svc:v2:${ROOT}`).toString("hex")}`;
    const results: Readonly<Record<string, unknown>> = {
      eth_chainId: "0x1",
      eth_blockNumber: "0x3e8",
      eth_getTransactionByHash: { hash: tx_hash, input, ...at },
      eth_getTransactionReceipt: { transactionHash: tx_hash, status: "0x1", ...at },
      eth_getBlockByNumber: block,
    };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each(cases)("$file: $about", async ({ file, number, timestamp, is_post_merge, code }) => {
  block = read(file);
  const anchor = {
    chain_id: 1,
    network: "Ethereum",
    tx_hash,
    block_number: 1000,
    payload: `svc:v2:${ROOT}`,
  };
  const sources = [createRpcEvmSource({ chainId: 1, url, retries: 0 })];
  const result = await verifyAnchor(anchor, ROOT, { sources });
  if (code === undefined) {
    expect(result).toMatchObject({
      check: { status: "passed", code: "ok" },
      block: { number, timestamp, isPostMerge: is_post_merge, isHeaderBound: true },
    });
  } else {
    expect(result).toMatchObject({ check: { status: "indeterminate", code }, block: null });
  }
});
