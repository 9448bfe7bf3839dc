import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePortableProof } from "./parse-proof.js";
import {
  encodePortableProof,
  MAX_ANCHORS,
  MAX_ATTESTATIONS,
  MAX_LABEL_LENGTH,
  PORTABLE_PROOF_SCHEMA,
  type PortableProof,
} from "./proof.js";

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString("hex"));
const label = fc
  .string({ unit: "binary", minLength: 1, maxLength: MAX_LABEL_LENGTH / 2 })
  .filter((text) => !/\p{Surrogate}/u.test(text) && text.length <= MAX_LABEL_LENGTH);

const portableProof: fc.Arbitrary<PortableProof> = fc.record({
  schema: fc.constant(PORTABLE_PROOF_SCHEMA),
  proof_id: fc.uuid(),
  content: fc.record({ algorithm: fc.constant("SHA-256" as const), hash: hex }),
  leaf: fc.record({ formula: label, value: hex }),
  merkle: fc.record({
    index: fc.maxSafeNat(),
    path: fc.array(fc.record({ position: fc.constantFrom("left" as const, "right" as const), hash: hex }), {
      maxLength: 64,
    }),
    root: hex,
  }),
  anchors: fc.array(
    fc.record({
      chain_id: fc.maxSafeNat().map((id) => Math.max(id, 1)),
      network: label,
      tx_hash: hex.map((hash) => `0x${hash}`),
      block_number: fc.maxSafeNat(),
      payload: label,
    }),
    { maxLength: MAX_ANCHORS },
  ),
  attestations: fc.array(fc.record({ type: label, state: label }), { maxLength: MAX_ATTESTATIONS }),
});

test("an encoded proof parses to the same, from text and from bytes", () => {
  fc.assert(
    fc.property(portableProof, (proof) => {
      const text = encodePortableProof(proof);
      expect(parsePortableProof(text)).toEqual(proof);
      expect(parsePortableProof(new TextEncoder().encode(text))).toEqual(proof);
    }),
  );
});

test("any spelling is encoded to the canonical one, which is stable", () => {
  fc.assert(
    fc.property(portableProof, (proof) => {
      const canonical = encodePortableProof(proof);
      const spelling = JSON.stringify({ unknown: [1], ...proof }, null, "\t").replaceAll("/", "\\/");
      expect(encodePortableProof(parsePortableProof(spelling))).toBe(canonical);
      expect(encodePortableProof(parsePortableProof(canonical))).toBe(canonical);
    }),
  );
});

test("the canonical text, to the byte", () => {
  const hash = "ab".repeat(32);
  const proof: PortableProof = {
    attestations: [{ state: "submitted", type: "opentimestamps" }],
    anchors: [
      {
        payload: `svc:v2:${hash}`,
        block_number: 7,
        tx_hash: `0x${hash}`,
        network: 'é€😀"\\/\u0001\n\u2028',
        chain_id: 1,
      },
    ],
    merkle: { root: hash, path: [{ hash, position: "right" }], index: 0 },
    leaf: { value: hash, formula: "f" },
    content: { hash, algorithm: "SHA-256" },
    proof_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    schema: "svc-proof/2",
  };
  expect(encodePortableProof({ ...proof, more: 1 } as PortableProof)).toBe(
    '{"schema":"svc-proof/2","proof_id":"0f8fad5b-d9cb-469f-a165-70867728950e",' +
      `"content":{"algorithm":"SHA-256","hash":"${hash}"},"leaf":{"formula":"f","value":"${hash}"},` +
      `"merkle":{"index":0,"path":[{"position":"right","hash":"${hash}"}],"root":"${hash}"},` +
      `"anchors":[{"chain_id":1,"network":"é€😀\\"\\\\/\\u0001\\n\u2028","tx_hash":"0x${hash}","block_number":7,` +
      `"payload":"svc:v2:${hash}"}],"attestations":[{"type":"opentimestamps","state":"submitted"}]}`,
  );
});
