/**
 * An abort ends every wait of the verifier with the abort's reason: for each kind of input, at each
 * read of it.
 */

import { readFileSync } from "node:fs";
import { type RandomAccess, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { attachmentObjects, pdfOf } from "../../verifier-lib/src/archive/pdf.testing.js";
import { PROOF, packed, README, STREAMED_ORIGINAL, TIMESTAMP } from "../evidence-packages.js";

const given = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../vectors/given/files/${name}`, import.meta.url)));
const proof = PROOF.content as Uint8Array;
const INPUTS: readonly (readonly [kind: string, input: Uint8Array])[] = [
  ["proof", proof],
  ["package", await packed(README, PROOF, TIMESTAMP, STREAMED_ORIGINAL)],
  ["certificate", pdfOf({ objects: attachmentObjects([{ name: "proof.json", data: proof }]) })],
  ["OpenTimestamps file", given("content.ots")],
  ["seal", given("content.tsr")],
];
const ENOUGH = new Error("enough");
const never = new Promise<never>(() => undefined);

/** Aborts in the next turn of the event loop. */
function abortingSoon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(ENOUGH));
  return controller.signal;
}

describe.each(INPUTS)("%s", (_, input) => {
  test("aborted before it begins", async () => {
    await expect(verify(input, { signal: AbortSignal.abort(ENOUGH) })).rejects.toBe(ENOUGH);
  });

  test("an original that stays silent", async () => {
    const original = new ReadableStream<Uint8Array>({ pull: () => never });
    await expect(verify(input, { original, signal: abortingSoon() })).rejects.toBe(ENOUGH);
  });

  test("an endless original", async () => {
    const original = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        controller.enqueue(new Uint8Array(1000));
      },
    });
    await expect(verify(input, { original, signal: abortingSoon() })).rejects.toBe(ENOUGH);
  });

  test("a medium that stays silent, at any read", async () => {
    const readsOf = async (silentAt: number, signal?: AbortSignal) => {
      let reads = 0;
      const file: RandomAccess = {
        sizeBytes: input.length,
        read: async (offset, length) =>
          reads++ === silentAt ? never : input.subarray(offset, offset + length),
      };
      await verify(file, signal === undefined ? {} : { signal });
      return reads;
    };
    const count = await readsOf(Number.POSITIVE_INFINITY);
    expect(count).toBeGreaterThan(1);
    for (let at = 0; at < count; at++) await expect(readsOf(at, abortingSoon())).rejects.toBe(ENOUGH);
  });
});

test("parsing a certificate spends work and can be aborted, like everything else", async () => {
  let turns = 0;
  const signal = new Proxy(new AbortController().signal, {
    get: (target, name) => {
      if (name === "throwIfAborted") turns++;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const pdf = INPUTS.find(([kind]) => kind === "certificate")![1];
  await verify(proof, { signal });
  const ofProof = turns;
  turns = 0;
  await verify(pdf, { signal });
  expect(turns).toBeGreaterThan(2 * ofProof);
});
