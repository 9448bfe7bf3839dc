/** The trie of transactions that the service builds, beside that of `@ethereumjs/mpt`, on random blocks. */

import { createMPT, verifyMerkleProof } from "@ethereumjs/mpt";
import { encodeRlp, rlpInteger } from "@svc-proof/verifier-lib/evm";
import { expect, test } from "vitest";
import { hex } from "../../service/src/witnesses/block-answer.testing.js";
import { buildTransactionsTrie } from "../../service/src/witnesses/transactions.js";
import { drawOf } from "../fuzz/draw.js";

const BLOCKS = 100;
const TIMEOUT_MS = 300_000;

test(
  "@ethereumjs/mpt has the same root, and reads our proofs",
  async () => {
    const draw = drawOf(20_261_123);
    for (let block = 0; block < BLOCKS; block++) {
      const transactions = Array.from({ length: 1 + draw.below(300) }, () => draw.bytes(1 + draw.below(300)));
      const trie = await createMPT({ useKeyHashing: false });
      const keyOf = (i: number) => encodeRlp(rlpInteger(BigInt(i)));
      for (const [i, transaction] of transactions.entries()) await trie.put(keyOf(i), transaction);
      const index = draw.below(transactions.length);
      const { root, proof } = await buildTransactionsTrie(transactions, index);
      expect(hex(root)).toBe(hex(trie.root()));
      const value = await verifyMerkleProof(keyOf(index), [...proof], { useKeyHashing: false });
      expect(hex(value!)).toBe(hex(transactions[index]!));
    }
  },
  TIMEOUT_MS,
);
