import { expect, test } from "vitest";
import { anchorPayload, PAYLOAD_BYTES, payloadCalldata } from "./payload.js";

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
