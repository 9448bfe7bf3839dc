import { SourceError } from "@svc-proof/verifier-lib/source";
import { describe, expect, it, vi } from "vitest";
import { type BroadcastAnswer, type Chain, ChainUnavailableError, EndpointsDisagreeError } from "./chain.js";
import { type SeveralEndpointsOptions, severalEndpoints } from "./evm-endpoints.js";

const HASH = `0x${"ab".repeat(32)}`;
const OTHER = `0x${"cd".repeat(32)}`;
const FEES = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };

/** What one endpoint says; null where it does not know, an error where it fails. */
interface Says {
  head?: number | Error;
  chainId?: number;
  block?: string | null;
  receipt?: string | null;
  known?: boolean;
  nonce?: number;
  latest?: number;
  user?: string | null;
  fees?: bigint | Error;
  answer?: BroadcastAnswer | Error;
}

function give<Value>(value: Value | Error): Promise<Value> {
  return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
}

/** An endpoint that says what `says` says at the time; `down` fails everything. */
function endpoint(says: Says & { down?: Error }): { chain: Chain; asked: () => number } {
  let asked = 0;
  const tell = <Value>(value: Value | Error): Promise<Value> => {
    asked++;
    return give(says.down ?? value);
  };
  const chain: Chain = {
    chainId: 1,
    network: "Ethereum",
    address: `0x${"11".repeat(20)}`,
    source: {
      chainId: 1,
      name: "endpoint",
      fetchChainId: () => tell(says.chainId ?? 1),
      fetchHeadNumber: () => tell(says.head ?? 100),
      fetchTransaction: (hash) =>
        tell(says.known === false ? null : { hash, input: "0x", blockNumber: null, blockHash: null }),
      fetchReceipt: (transactionHash) =>
        tell(
          says.receipt === null
            ? null
            : {
                transactionHash,
                status: "success" as const,
                blockNumber: 7,
                blockHash: says.receipt ?? HASH,
              },
        ),
      fetchBlock: (number) =>
        tell(
          says.block === null
            ? null
            : { number, hash: says.block ?? HASH, timestamp: 1, transactionHashes: [], header: null },
        ),
    },
    fetchNonce: (of) => tell(of?.blockNumber === undefined ? (says.latest ?? 5) : (says.nonce ?? 5)),
    fetchNonceUser: () => tell(says.user ?? null),
    fetchWholeBlock: () =>
      tell(says.block === null ? null : { header: { hash: says.block ?? HASH }, transactions: [] }),
    fetchRawTransaction: () => tell(says.known === false ? null : Uint8Array.of(2)),
    fetchBalance: () => tell(10n),
    estimateFees: async () => ({ ...FEES, maxFeePerGas: await tell(says.fees ?? 2n) }),
    sign: ({ nonce, fees }) => tell({ ...fees, nonce, from: "0x", txHash: HASH, raw: "0x00" }),
    broadcast: () => tell(says.answer ?? "sent"),
  };
  return { chain, asked: () => asked };
}

const DOWN = new ChainUnavailableError("no connection");

function of(says: readonly (Says & { down?: Error })[], options: SeveralEndpointsOptions = {}) {
  const endpoints = says.map(endpoint);
  const chain = severalEndpoints(endpoints.map((one) => one.chain) as [Chain, ...Chain[]], options);
  return { chain, asked: endpoints.map((one) => one.asked) };
}

describe("several endpoints of one chain", () => {
  it("is the endpoint itself when there is one", () => {
    const { chain } = endpoint({});
    expect(severalEndpoints([chain])).toBe(chain);
  });

  it.each<[string, (chain: Chain) => Promise<unknown>, Says]>([
    ["the chain id", ({ source }) => source.fetchChainId(), { chainId: 2 }],
    ["a block", ({ source }) => source.fetchBlock(7), { block: OTHER }],
    ["a receipt", ({ source }) => source.fetchReceipt(HASH), { receipt: OTHER }],
    ["a count at a block", (chain) => chain.fetchNonce({ blockNumber: 7 }), { nonce: 6 }],
  ])("must agree on %s", async (_, ask, differently) => {
    await expect(ask(of([{}, {}]).chain)).resolves.toBeDefined();
    await expect(ask(of([{}, differently]).chain)).rejects.toThrow(EndpointsDisagreeError);
    await expect(ask(of([differently, {}, {}]).chain)).rejects.toThrow(EndpointsDisagreeError);
    // One that fails has no say.
    await expect(ask(of([{}, { ...differently, down: DOWN }]).chain)).resolves.toBeDefined();
    await expect(ask(of([{ down: DOWN }, { down: DOWN }]).chain)).rejects.toThrow(ChainUnavailableError);
  });

  it("must agree on the transaction that used a nonce", async () => {
    const ask = (says: readonly Says[]) =>
      of(says).chain.fetchNonceUser({ address: "0x", nonce: 1, upToBlock: 9 });
    expect(await ask([{}, { user: HASH }])).toBe(HASH);
    await expect(ask([{ user: OTHER }, { user: HASH }])).rejects.toThrow(EndpointsDisagreeError);
  });

  it("may lag behind: what one does not have yet, another's answer gives", async () => {
    const { chain } = of([{ block: null, receipt: null, known: false, head: 90, latest: 4 }, { head: 100 }]);
    expect(await chain.source.fetchBlock(95)).toMatchObject({ hash: HASH });
    expect(await chain.source.fetchReceipt(HASH)).toMatchObject({ blockHash: HASH });
    expect(await chain.source.fetchTransaction(HASH)).not.toBeNull();
    // Confirmations are counted from the lowest head, and so are our transactions.
    expect(await chain.source.fetchHeadNumber()).toBe(90);
    expect(await chain.fetchNonce()).toBe(4);
    expect(await of([{ block: null }, { block: null }]).chain.source.fetchBlock(95)).toBeNull();
  });

  it("counts no head that stands still while another moves", async () => {
    vi.useFakeTimers();
    try {
      const first: Says = { head: 100 };
      const second: Says = { head: 100 };
      const told: string[] = [];
      const watch = {
        failed: (place: number, reason: string) => told.push(`${place} ${reason}`),
        worked: (place: number) => told.push(`${place} works`),
      };
      const { chain } = of([first, second], { watch, standstillMs: 60_000 });
      const head = () => chain.source.fetchHeadNumber();
      expect(await head()).toBe(100);
      vi.advanceTimersByTime(70_000);
      expect(await head(), "nobody moves").toBe(100);
      second.head = 105;
      expect(await head()).toBe(105);
      expect(told).toEqual(["1 its head stands still"]);
      first.head = 104;
      expect(await head()).toBe(104);
      expect(told).toEqual(["1 its head stands still", "1 works"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("asks the next in order for fees and balances, and lets one that fails rest", async () => {
    vi.useFakeTimers();
    try {
      const first: Says & { down?: Error } = { down: new SourceError("source_timeout", "late"), fees: 3n };
      const told: string[] = [];
      const watch = {
        failed: (place: number) => told.push(`${place} fails`),
        worked: (place: number) => told.push(`${place} works`),
      };
      const { chain, asked } = of([first, {}], { watch, restMs: 1_000 });
      expect((await chain.estimateFees()).maxFeePerGas).toBe(2n);
      expect(await chain.fetchBalance()).toBe(10n);
      expect(asked[0]!(), "it rests").toBe(1);
      vi.advanceTimersByTime(1_000);
      expect((await chain.estimateFees()).maxFeePerGas).toBe(2n);
      vi.advanceTimersByTime(1_000);
      await chain.fetchBalance();
      expect(asked[0]!(), "longer after each failure").toBe(2);
      vi.advanceTimersByTime(1_000);
      delete first.down;
      expect((await chain.estimateFees()).maxFeePerGas).toBe(3n);
      expect(told).toEqual(["1 fails", "1 fails", "1 works"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("asks one that rests when no other answers", async () => {
    const first: Says & { down?: Error } = { down: DOWN };
    const second: Says & { down?: Error } = {};
    const { chain } = of([first, second], { restMs: 60_000 });
    expect(await chain.source.fetchChainId()).toBe(1);
    delete first.down;
    second.down = DOWN;
    expect(await chain.source.fetchChainId()).toBe(1);
    expect(await chain.fetchBalance()).toBe(10n);
  });

  it("gives a whole block and a raw transaction of any endpoint that has them", async () => {
    const { chain } = of([{ down: DOWN }, { block: null, known: false }, { block: OTHER }]);
    expect((await chain.fetchWholeBlock(OTHER))!.header).toEqual({ hash: OTHER });
    expect(await chain.fetchRawTransaction(HASH)).toEqual(Uint8Array.of(2));
    const without = of([{ block: null, known: false }, { down: DOWN }]).chain;
    expect(await without.fetchWholeBlock(OTHER)).toBeNull();
    expect(await without.fetchRawTransaction(HASH)).toBeNull();
    await expect(of([{ down: DOWN }, { down: DOWN }]).chain.fetchWholeBlock(OTHER)).rejects.toThrow(
      ChainUnavailableError,
    );
  });

  it("sends to all; the best answer counts", async () => {
    const send = (...answers: (BroadcastAnswer | Error)[]) =>
      of(answers.map((answer) => ({ answer }))).chain.broadcast("0x00");
    expect(await send("refused", "sent")).toBe("sent");
    expect(await send("nonce_used", "known")).toBe("known");
    expect(await send("underpriced", "nonce_used")).toBe("nonce_used");
    expect(await send("refused", DOWN)).toBe("refused");
    expect(await send(new Error("no money"), "sent")).toBe("sent");
    await expect(send(new Error("no money"), "refused")).rejects.toThrow("no money");
    await expect(send(DOWN, DOWN)).rejects.toThrow(ChainUnavailableError);
  });
});
