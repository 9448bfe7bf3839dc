import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { CONTENT, tokenOf } from "./container.testing.js";
import { createAsic, encodeAsic } from "./create-asic.js";

let seal: Uint8Array;
beforeAll(async () => {
  seal = await tokenOf("SHA-256");
});

describe("the bytes before the file", () => {
  const headOf = async (token: Uint8Array) => {
    const { head } = await encodeAsic({ token, genTime: new Date(0), name: "a", sizeBytes: 0 });
    return head(0);
  };
  /** Of the entry of the file, with its name. */
  const HEADER_BYTES = 31;

  test.each([
    [0, 1024],
    [898, 1024],
    // There is no padding of less than four bytes.
    [900, 1025],
    [902, 1027],
    [903, 1024],
    [904, 1025],
  ])("a token of %i bytes: the entry of the file stands at %i", async (tokenBytes, at) => {
    expect(await headOf(new Uint8Array(tokenBytes))).toHaveLength(at + HEADER_BYTES);
  });

  test("hold no header of a PDF", async () => {
    const token = new Uint8Array(900);
    token.set(new TextEncoder().encode("%PDF-1.7"), 100);
    await expect(headOf(token)).rejects.toMatchObject({ code: "zip_also_pdf" });
  });
});

describe("an abort", () => {
  test("ends the check of the timestamp", async () => {
    const stop = new AbortController();
    const wrong = Uint8Array.from(seal);
    wrong[wrong.length - 1]! ^= 1;
    const certificates = ["-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"];
    const parameters = { original: CONTENT, name: "a", seal: wrong, certificates, signal: stop.signal };
    const writing = createAsic(parameters);
    stop.abort(new Error("enough"));
    await expect(writing).rejects.toThrow("enough");
  });

  test("ends the reading of the file", async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const original = new Blob([new Uint8Array(3_000_000)]);
    const writing = createAsic({
      original,
      name: "a",
      seal,
      createHash: () => createHash("sha256"),
      onProgress(readBytes) {
        seen.push(readBytes);
        stop.abort(new Error("enough"));
      },
      signal: stop.signal,
    });
    await expect(writing).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });
});
