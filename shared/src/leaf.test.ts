import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  anchorPayload,
  LEAF_FORMULA,
  leafHash,
  leafPreimage,
  PAYLOAD_BYTES,
  payloadCalldata,
} from "./leaf.js";

describe("leaf", () => {
  const PROOF_ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const CONTENT_HASH = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  test("the preimage is 113 bytes of tagged text", () => {
    const preimage = leafPreimage(PROOF_ID, CONTENT_HASH);
    expect(Buffer.from(preimage).toString("latin1")).toBe(`svc-leaf:v2:${PROOF_ID}:${CONTENT_HASH}`);
    expect(preimage).toHaveLength(113);
  });

  test("the leaf is its SHA-256", () => {
    const digest = createHash("sha256").update(`svc-leaf:v2:${PROOF_ID}:${CONTENT_HASH}`).digest();
    expect(leafHash(PROOF_ID, CONTENT_HASH)).toEqual(new Uint8Array(digest));
  });

  test.each([
    ["an identifier that is too short", PROOF_ID.slice(1), CONTENT_HASH],
    ["an identifier that is too long", `${PROOF_ID}0`, CONTENT_HASH],
    ["a hash that is too short", PROOF_ID, CONTENT_HASH.slice(1)],
    ["a hash that is too long", PROOF_ID, `${CONTENT_HASH}0`],
    ["nothing", "", ""],
    ["the same number of characters in more bytes", PROOF_ID, `é${CONTENT_HASH.slice(1)}`],
    ["the same number of bytes in fewer characters", PROOF_ID, `é${CONTENT_HASH.slice(2)}`],
  ])("refuses %s", (_, proofId, contentHash) => {
    expect(() => leafHash(proofId, contentHash)).toThrow(RangeError);
  });

  test("evaluating the formula literally gives the leaf", () => {
    const terms = /^SHA-256\((.*)\)$/.exec(LEAF_FORMULA)![1]!.split(" + ");
    const values: Record<string, string> = { proof_id: PROOF_ID, "content.hash": CONTENT_HASH };
    const text = terms.map((term) => values[term] ?? JSON.parse(term)).join("");
    expect(new Uint8Array(createHash("sha256").update(text).digest())).toEqual(
      leafHash(PROOF_ID, CONTENT_HASH),
    );
  });
});

describe("payload", () => {
  const ROOT = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  test("the payload is the tag and the root, 71 bytes", () => {
    expect(anchorPayload(ROOT)).toBe(`svc:v2:${ROOT}`);
    expect(new TextEncoder().encode(anchorPayload(ROOT))).toHaveLength(PAYLOAD_BYTES);
  });

  test("the calldata is the UTF-8 of the payload", () => {
    const calldata = payloadCalldata(anchorPayload(ROOT));
    expect(calldata).toBe(`0x${Buffer.from(`svc:v2:${ROOT}`).toString("hex")}`);
    expect(payloadCalldata("é")).toBe("0xc3a9");
  });
});
