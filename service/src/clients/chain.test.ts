import fc from "fast-check";
import { type Hex, keccak256, parseTransaction, type TransactionSerializable } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { findPassingBlock, firstAuthorizedBy, isSignedBy } from "./chain.js";

describe("is signed by", () => {
  const account = privateKeyToAccount(`0x${"11".repeat(32)}`);
  const address = account.address.toLowerCase();
  const to = "0x00000000000000000000000000000000000000AA" as const;
  const common = { to, nonce: 7, gas: 21_000n, value: 3n, data: "0x1234" as Hex } as const;
  const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 2n } as const;
  const accessList = [{ address: to, storageKeys: [`0x${"01".repeat(32)}` as Hex] }];

  const KINDS: Readonly<Record<string, TransactionSerializable>> = {
    legacy: { ...common, type: "legacy", chainId: 1, gasPrice: 5n },
    "legacy without a chain": { ...common, type: "legacy", gasPrice: 5n },
    eip2930: { ...common, type: "eip2930", chainId: 1, gasPrice: 5n, accessList },
    eip1559: { ...common, type: "eip1559", chainId: 1, ...fees, accessList },
    eip7702: {
      ...common,
      type: "eip7702",
      chainId: 1,
      ...fees,
      authorizationList: [
        {
          address: to,
          chainId: 1,
          nonce: 0,
          r: `0x${"02".repeat(32)}`,
          s: `0x${"03".repeat(32)}`,
          yParity: 0,
        },
      ],
    },
  };
  const TYPES: Readonly<Record<string, string>> = {
    legacy: "0x0",
    eip2930: "0x1",
    eip1559: "0x2",
    eip7702: "0x4",
  };

  const quantity = (value: bigint | number) => `0x${value.toString(16)}`;

  /** As a node states it in a block with full transactions. */
  async function stated(unsigned: TransactionSerializable) {
    const raw = await account.signTransaction(unsigned);
    const parsed = parseTransaction(raw as never) as Record<string, unknown>;
    const { type, gas, nonce, value, data, gasPrice, maxFeePerGas, maxPriorityFeePerGas, chainId } = parsed;
    const list = parsed["authorizationList"] as
      | { chainId: number; nonce: number; yParity: number }[]
      | undefined;
    const transaction: Record<string, unknown> = {
      type: TYPES[type as string],
      hash: keccak256(raw),
      from: address,
      to,
      nonce: quantity(nonce as number),
      gas: quantity(gas as bigint),
      value: quantity(value as bigint),
      input: data,
      r: parsed["r"],
      s: parsed["s"],
      v: quantity((parsed["v"] ?? BigInt(parsed["yParity"] as number)) as bigint),
      ...(parsed["yParity"] === undefined || type === "legacy"
        ? {}
        : { yParity: quantity(parsed["yParity"] as number) }),
      ...(chainId === undefined ? {} : { chainId: quantity(chainId as number) }),
      ...(gasPrice === undefined ? {} : { gasPrice: quantity(gasPrice as bigint) }),
      ...(maxFeePerGas === undefined
        ? {}
        : {
            maxFeePerGas: quantity(maxFeePerGas as bigint),
            maxPriorityFeePerGas: quantity(maxPriorityFeePerGas as bigint),
          }),
      ...(type === "legacy" ? {} : { accessList: parsed["accessList"] ?? [] }),
      ...(list === undefined
        ? {}
        : {
            authorizationList: list.map((one) => ({
              ...one,
              chainId: quantity(one.chainId),
              nonce: quantity(one.nonce),
              yParity: quantity(one.yParity),
            })),
          }),
    };
    return { transaction, txHash: keccak256(raw) };
  }

  describe("the signature of a transaction", () => {
    const of = { chainId: 1, address, nonce: 7 };

    it.each(Object.keys(KINDS))("is that of its sender, computed from its fields: %s", async (kind) => {
      const { transaction, txHash } = await stated(KINDS[kind]!);
      expect(await isSignedBy(transaction, { ...of, txHash })).toBe(true);
      expect(await isSignedBy(transaction, { ...of, txHash, nonce: 8 })).toBe(false);
      expect(await isSignedBy(transaction, { ...of, txHash, address: to.toLowerCase() })).toBe(false);
      expect(await isSignedBy(transaction, { ...of, txHash: `0x${"ab".repeat(32)}` })).toBe(false);
      for (const [field, value] of Object.entries({
        nonce: "0x8",
        value: "0x4",
        input: "0x1235",
        gas: "0x5209",
        to: address,
        r: `0x${"04".repeat(32)}`,
        s: null,
      })) {
        expect(await isSignedBy({ ...transaction, [field]: value }, { ...of, txHash }), field).toBe(false);
      }
    });

    it("is not what an endpoint merely says", async () => {
      const { transaction, txHash } = await stated(KINDS["eip1559"]!);
      const stranger = privateKeyToAccount(`0x${"22".repeat(32)}`).address.toLowerCase();
      expect(await isSignedBy({ ...transaction, from: stranger }, { ...of, txHash, address: stranger })).toBe(
        false,
      );
      for (const broken of [null, 7, "x", [], {}, { nonce: {} }, { ...transaction, accessList: 7 }]) {
        expect(await isSignedBy(broken, { ...of, txHash })).toBe(false);
      }
    });
  });

  describe("the first transaction with an authorization", () => {
    const of = { chainId: 1, address, nonce: 7 };
    const carrying = async (chainId: number, nonce: number, key = account) => {
      const { r, s, yParity } = await key.signAuthorization({ address: to, chainId, nonce });
      const numbers = { chainId: quantity(chainId), nonce: quantity(nonce), yParity: quantity(yParity!) };
      return { type: "0x4", authorizationList: [{ address: to, r, s, ...numbers }] };
    };

    it("is of the address, the nonce, and the chain or any chain", async () => {
      const stranger = privateKeyToAccount(`0x${"22".repeat(32)}`);
      const others = [
        ...[null, 7, {}, { authorizationList: 7 }, { authorizationList: [null] }],
        ...[await carrying(1, 8), await carrying(5, 7), await carrying(1, 7, stranger)],
      ];
      expect(await firstAuthorizedBy(others, of)).toBeNull();
      for (const chainId of [0, 1]) {
        const ours = await carrying(chainId, 7);
        expect(await firstAuthorizedBy([...others, ours, await carrying(1, 7)], of)).toBe(ours);
      }
    });

    it("is looked for in so many only", async () => {
      const { authorizationList } = await carrying(1, 7, privateKeyToAccount(`0x${"22".repeat(32)}`));
      const waste = { type: "0x4", authorizationList: Array(100).fill(authorizationList[0]) };
      const ours = await carrying(1, 7);
      expect(await firstAuthorizedBy([waste, ours], of)).toBeNull();
      expect(await firstAuthorizedBy([ours, waste], of)).toBe(ours);
    });
  });
});

describe("nonce passing", () => {
  const block = fc.nat({ max: 2 ** 31 });

  it("finds the first block that contains it with few requests", async () => {
    await fc.assert(
      fc.asyncProperty(block, block, block, async (upToBlock, passedIn, forgottenBelow) => {
        let questions = 0;
        const found = await findPassingBlock(upToBlock, async (number) => {
          questions++;
          expect(number).toBeGreaterThanOrEqual(0);
          expect(number).toBeLessThanOrEqual(upToBlock);
          return number < forgottenBelow ? null : number >= passedIn;
        });
        const first = Math.max(passedIn, forgottenBelow);
        expect(found).toBe(first <= upToBlock ? first : null);
        expect(questions).toBeLessThanOrEqual(2 * Math.log2(upToBlock + 1) + 3);
      }),
    );
  });
});
