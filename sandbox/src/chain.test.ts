import { afterEach, beforeEach, expect, it } from "vitest";
import { Anvil } from "./anvil.js";
import { ChainMiner } from "./chain.js";

const BLOCKS_AFTER_ACTIVITY = 3;
const SENDER = `0x${"11".repeat(20)}`;

let anvil: Anvil;
beforeEach(async () => {
  anvil = await Anvil.start(0, null, () => {});
  await anvil.request("anvil_setBalance", [SENDER, "0xde0b6b3a7640000"]);
  await anvil.request("anvil_impersonateAccount", [SENDER]);
});
afterEach(() => anvil.end());

const send = () => anvil.request("eth_sendTransaction", [{ from: SENDER, to: SENDER, gas: "0x5208" }]);
const head = async () => Number(await anvil.request("eth_blockNumber", []));

async function mineUntilRest(miner: ChainMiner): Promise<number> {
  for (let blocks = 0; blocks < 100; blocks++) if (!(await miner.mineIfNeeded())) return head();
  throw new Error("it does not rest");
}

it("mines waiting transactions and the blocks that they need, then rests", async () => {
  const miner = new ChainMiner(anvil, BLOCKS_AFTER_ACTIVITY);
  const rest = await mineUntilRest(miner);
  await send();
  expect(await mineUntilRest(miner)).toBe(rest + 1 + BLOCKS_AFTER_ACTIVITY);
});

it("mines the blocks for a transaction that arrived between the question and the block", async () => {
  let sendAt = BLOCKS_AFTER_ACTIVITY;
  const late = Object.create(anvil, {
    request: {
      value: async (method: string, params: readonly unknown[]) => {
        const answer = await anvil.request(method, params);
        if (method === "txpool_status" && sendAt-- === 0) await send();
        return answer;
      },
    },
  }) as Anvil;
  const rest = await mineUntilRest(new ChainMiner(late, BLOCKS_AFTER_ACTIVITY));
  const blocks = await Promise.all(
    Array.from({ length: rest }, (_, i) =>
      anvil.request("eth_getBlockTransactionCountByNumber", [`0x${(i + 1).toString(16)}`]),
    ),
  );
  const included = 1 + blocks.findIndex((count) => Number(count) === 1);
  expect(included).toBeGreaterThan(0);
  expect(rest).toBe(included + BLOCKS_AFTER_ACTIVITY);
});
