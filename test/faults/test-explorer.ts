/** An explorer with Esplora's interface over headers that a test chooses. */
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type BlockHeader, displayHash } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { type BitcoinSource, createEsploraBitcoinSource } from "@svc-proof/verifier-lib/source";

export class TestExplorer {
  readonly #server: Server;
  /** Headers of consecutive blocks, from `firstHeight` on; the last one is the tip. */
  chain: readonly BlockHeader[];
  readonly firstHeight: number;
  /** Blocks in one answer. */
  pageBlocks = 10;
  /** Answers instead of the explorer. */
  fault: ((response: ServerResponse, path: string) => void) | null = null;
  /** Requested paths, in order. */
  readonly asked: string[] = [];

  private constructor(server: Server, chain: readonly BlockHeader[], firstHeight: number) {
    this.#server = server;
    this.chain = chain;
    this.firstHeight = firstHeight;
  }

  static async start(chain: readonly BlockHeader[], firstHeight: number): Promise<TestExplorer> {
    const server = createServer();
    const explorer = new TestExplorer(server, chain, firstHeight);
    server.on("request", ({ url }, response) => {
      explorer.asked.push(url!);
      if (explorer.fault !== null) return explorer.fault(response, url!);
      const page = explorer.#page(url!);
      response.writeHead(page === undefined ? 404 : 200).end(page ?? "Block not found");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return explorer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get source(): BitcoinSource {
    return createEsploraBitcoinSource({ url: this.url, timeoutMs: 2_000, retries: 0 });
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #page(path: string): string | undefined {
    if (path === "/blocks/tip/height") return `${this.firstHeight + this.chain.length - 1}`;
    const [, hash] = /^\/block\/([0-9a-f]{64})\/header$/.exec(path) ?? [];
    if (hash !== undefined) {
      const header = this.chain.find((one) => displayHash(one.hash) === hash);
      return header && bytesToHex(header.bytes);
    }
    const [, list, height] = /^\/(blocks|block-height)\/([0-9]+)$/.exec(path) ?? [];
    const at = Number(height) - this.firstHeight;
    if (list !== "blocks") return this.chain[at] && displayHash(this.chain[at].hash);
    if (this.chain[at] === undefined) return undefined;
    const blocks = this.chain.slice(Math.max(0, at - this.pageBlocks + 1), at + 1);
    return JSON.stringify(
      blocks.reverse().map((header, i) => ({
        id: displayHash(header.hash),
        height: this.firstHeight + at - i,
        // An explorer states it as an unsigned number.
        version: header.version >>> 0,
        timestamp: header.time,
        tx_count: 2_000,
        merkle_root: displayHash(header.merkleRoot),
        previousblockhash: displayHash(header.previousHash),
        mediantime: header.time - 3_600,
        nonce: header.nonce,
        bits: header.bits,
        difficulty: 1,
      })),
    );
  }
}
