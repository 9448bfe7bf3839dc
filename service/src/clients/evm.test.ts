import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { payloadCalldata } from "@svc-proof/shared/text";
import { parseTransaction } from "viem";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anvilBinaryPath } from "../../../sandbox/src/anvil.js";
import { AnchorRevertsError, AnchorTooDearError, InsufficientFundsError, refusalOf } from "./chain.js";
import { openRpcChain } from "./evm.js";

const RICH_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const TERMS = {
  chainId: DEVELOPMENT_CHAIN_ID,
  anchorKey: RICH_KEY,
  timeoutMs: 5_000,
  /** One coin: far more than an anchor costs. */
  maxCostWei: 10n ** 18n,
};
const PAYLOAD = `svc:v2:${"ab".repeat(32)}`;

describe("a chain behind JSON-RPC", () => {
  let anvil: ChildProcess | null = null;

  async function startAnvil(...more: string[]): Promise<string> {
    const child = spawn(anvilBinaryPath(), ["--port", "0", "--accounts", "1", ...more], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    anvil = child;
    return new Promise((resolve, reject) => {
      child.once("exit", () => reject(new Error("anvil ended")));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const [, address] = /Listening on (\S+)/.exec(line) ?? [];
        if (address !== undefined) resolve(`http://${address}`);
      });
    });
  }

  afterEach(async () => {
    const child = anvil;
    anvil = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });

  it("offers the given tip, and never more than the given fee", async () => {
    const rpcUrl = await startAnvil("--base-fee", "4000000000");
    const open = (limits: object) => openRpcChain({ ...TERMS, rpcUrl, ...limits });
    const tip = 1_234_567n;
    const free = await open({ priorityFeePerGasWei: tip }).estimateFees();
    expect(free).toEqual({ maxFeePerGas: 8_000_000_000n + tip, maxPriorityFeePerGas: tip });
    const limited = open({ priorityFeePerGasWei: tip, maxFeePerGasWei: 5_000_000_000n });
    const fees = await limited.estimateFees();
    expect(fees).toEqual({ maxFeePerGas: 5_000_000_000n, maxPriorityFeePerGas: tip });
    const { raw } = await limited.sign({ payload: null, nonce: 0, fees });
    expect(parseTransaction(raw as `0x02${string}`)).toMatchObject(fees);
    expect(
      parseTransaction(raw as `0x02${string}`).data,
      "an empty input uses a nonce and anchors nothing",
    ).toBe(undefined);
    const poor = await open({ maxFeePerGasWei: 7n }).estimateFees();
    expect(poor).toEqual({ maxFeePerGas: 7n, maxPriorityFeePerGas: 7n });
    await expect(open({ chainId: 5 }).source.fetchChainId()).resolves.toBe(31_337);
  });

  it.each([
    { hardfork: "prague", type: "0x2" },
    { hardfork: "berlin", type: "0x0" },
  ])("anchors before and after EIP-1559 ($hardfork: transaction type $type)", async ({ hardfork, type }) => {
    const rpcUrl = await startAnvil("--hardfork", hardfork);
    const chain = openRpcChain({ ...TERMS, rpcUrl });
    const signed = await chain.sign({ payload: PAYLOAD, nonce: 0, fees: await chain.estimateFees() });
    expect(await chain.broadcast(signed.raw)).toBe("sent");
    // anvil mines by itself, a moment after it answers.
    await vi.waitUntil(async () => (await chain.fetchNonce()) === 1, 5_000);
    expect(await chain.broadcast(signed.raw), "again, when it is in a block").toBe("known");
    expect(await chain.fetchNonce({ blockNumber: 0 })).toBe(0);
    expect((await chain.source.fetchReceipt(signed.txHash))?.status).toBe("success");
    const body = { jsonrpc: "2.0", id: 1, method: "eth_getTransactionByHash", params: [signed.txHash] };
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { result } = (await response.json()) as { result: Record<string, string> };
    expect(result).toMatchObject({
      type,
      from: chain.address.toLowerCase(),
      to: chain.address.toLowerCase(),
      value: "0x0",
      nonce: "0x0",
      input: payloadCalldata(PAYLOAD),
    });
  });

  it("distinguishes the reasons for a refused transaction", async () => {
    const rpcUrl = await startAnvil("--no-mining");
    const chain = openRpcChain({ ...TERMS, rpcUrl });
    const fees = await chain.estimateFees();
    const dear = {
      maxFeePerGas: 2n * fees.maxFeePerGas,
      maxPriorityFeePerGas: 2n * fees.maxPriorityFeePerGas,
    };
    const cheapAnchor = await chain.sign({ payload: PAYLOAD, nonce: 0, fees });
    const dearAnchor = await chain.sign({ payload: PAYLOAD, nonce: 0, fees: dear });
    expect(await chain.broadcast(dearAnchor.raw)).toBe("sent");
    expect(await chain.broadcast(dearAnchor.raw)).toBe("known");
    expect(await chain.broadcast(cheapAnchor.raw)).toBe("underpriced");
    await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "evm_mine", params: [] }),
    });
    expect(await chain.broadcast(cheapAnchor.raw)).toBe("nonce_used");
    expect(await chain.broadcast(dearAnchor.raw)).toBe("known");
    const anchorKey = `0x${randomBytes(32).toString("hex")}`;
    const poor = openRpcChain({ ...TERMS, rpcUrl, anchorKey });
    const unpaid = await poor.sign({ payload: PAYLOAD, nonce: 0, fees });
    await expect(poor.broadcast(unpaid.raw)).rejects.toThrow(InsufficientFundsError);
  });

  it("signs nothing that would be reverted, unless it is to use a nonce", async () => {
    const rpcUrl = await startAnvil("--no-mining");
    const chain = openRpcChain({ ...TERMS, rpcUrl });
    const fees = await chain.estimateFees();
    const delegate = "00000000000000000000000000000000000000ee";
    for (const params of [
      [`0x${delegate}`, "0x5f5ffd"],
      [chain.address, `0xef0100${delegate}`],
    ]) {
      await fetch(rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_setCode", params }),
      });
    }
    await expect(chain.sign({ payload: PAYLOAD, nonce: 0, fees })).rejects.toThrow(AnchorRevertsError);
    const { raw } = await chain.sign({ payload: null, nonce: 0, fees });
    expect(await chain.broadcast(raw)).toBe("sent");
  });

  it("finds the transaction that used a nonce, and only in a block", async () => {
    const rpcUrl = await startAnvil();
    const chain = openRpcChain({ ...TERMS, rpcUrl });
    const fees = await chain.estimateFees();
    const hashes: string[] = [];
    for (let nonce = 0; nonce < 20; nonce++) {
      const { raw, txHash } = await chain.sign({ payload: PAYLOAD, nonce, fees });
      expect(await chain.broadcast(raw)).toBe("sent");
      hashes.push(txHash);
    }
    // One transaction a block, from the first block on.
    const user = (nonce: number, upToBlock: number) =>
      chain.fetchNonceUser({ address: chain.address, nonce, upToBlock });
    for (const upToBlock of [1, 2, 3, 11, 20]) {
      for (let nonce = 0; nonce <= 20; nonce++) {
        expect(await user(nonce, upToBlock)).toBe(nonce < upToBlock ? hashes[nonce] : null);
      }
    }
    expect(await user(0, 21), "a block to come").toBeNull();
  });

  it("signs up to the cost limit, and not for a wei more", async () => {
    const rpcUrl = await startAnvil();
    const open = (maxCostWei: bigint) => openRpcChain({ ...TERMS, rpcUrl, maxCostWei });
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n };
    const anchor = { payload: PAYLOAD, nonce: 0, fees };
    const { raw } = await open(TERMS.maxCostWei).sign(anchor);
    const costWei = parseTransaction(raw as `0x02${string}`).gas! * fees.maxFeePerGas;
    expect((await open(costWei).sign(anchor)).raw).toBe(raw);
    await expect(open(costWei - 1n).sign(anchor)).rejects.toThrow(AnchorTooDearError);
  });

  it("refuses an invalid key or address", () => {
    const open = (rpcUrl: string, anchorKey: string) => openRpcChain({ ...TERMS, rpcUrl, anchorKey });
    expect(() => open("http://127.0.0.1:9", "0x12")).toThrow(TypeError);
    expect(() => open("ftp://127.0.0.1", RICH_KEY)).toThrow(TypeError);
  });

  it.each([
    ["already known", "known"],
    ["AlreadyKnown", "known"],
    ["transaction already imported", "known"],
    ["nonce too low: next nonce 5, tx nonce 4", "nonce_used"],
    ["OldNonce", "nonce_used"],
    ["replacement transaction underpriced", "underpriced"],
    ["max fee per gas less than block base fee: address 0x00", "underpriced"],
    ["FeeTooLow, EffectivePriorityFeePerGas too low", "underpriced"],
    ["insufficient funds for gas * price + value", "insufficient_funds"],
    ["Insufficient funds for gas * price + value", "insufficient_funds"],
    ["intrinsic gas too low", "refused"],
    ["", "refused"],
  ])("reads %j as %s", (text, refusal) => {
    expect(refusalOf(text)).toBe(refusal);
  });
});
