/** A batch that really is in a block of a chain, with blocks on top. */
import { anchorPayload } from "@svc-proof/shared/text";
import type { Anvil } from "../../../sandbox/src/anvil.js";
import { batchOf, type ProvenFile } from "../session/batch.js";

/** @param contents of the files: the same contents give the same root. */
export async function anchoredBatch(
  anvil: Anvil,
  contents: readonly string[],
): Promise<readonly ProvenFile[]> {
  const { root } = (JSON.parse(batchOf(contents)[0]!.proofJson) as { merkle: { root: string } }).merkle;
  const [from] = (await anvil.request("eth_accounts", [])) as string[];
  const input = `0x${Buffer.from(anchorPayload(root)).toString("hex")}`;
  const transaction = { from, to: from, value: "0x0", input };
  const hash = (await anvil.request("eth_sendTransaction", [transaction])) as string;
  await anvil.request("anvil_mine", ["0x10"]);
  const receipt = (await anvil.request("eth_getTransactionReceipt", [hash])) as { blockNumber: string };
  return batchOf(contents, {
    chain_id: 31_337,
    network: "Anvil devnet (no evidential value)",
    tx_hash: hash,
    block_number: Number(receipt.blockNumber),
  });
}
