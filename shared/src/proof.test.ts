import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FormatError } from "./bytes.js";
import {
  encodePortableProof,
  MAX_ANCHORS,
  MAX_ATTESTATIONS,
  MAX_LABEL_LENGTH,
  PORTABLE_PROOF_SCHEMA,
  type PortableProof,
  type PortableProofErrorCode,
  PROOF_JSON_LIMITS,
  parsePortableProof,
} from "./proof.js";

describe("parse proof", () => {
  const HASH = "ab".repeat(32);
  const ANCHOR = {
    chain_id: 1,
    network: "Ethereum",
    tx_hash: `0x${HASH}`,
    block_number: 7,
    payload: `svc:v2:${HASH}`,
  };
  const ATTESTATION = { type: "opentimestamps", state: "submitted" };
  const ITEM = { position: "left", hash: HASH };
  const PROOF = {
    schema: "svc-proof/2",
    proof_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    content: { algorithm: "SHA-256", hash: HASH },
    leaf: { formula: "a formula", value: HASH },
    merkle: { index: 1, path: [ITEM], root: HASH },
    anchors: [ANCHOR],
    attestations: [ATTESTATION],
  };

  /** PROOF with the value at `pointer` replaced, or removed if `value` is undefined. */
  function changed(pointer: string, value: unknown): string {
    const document: unknown = structuredClone(PROOF);
    const steps = pointer.slice(1).split("/");
    const last = steps.pop()!;
    const parent = steps.reduce((at, step) => (at as Record<string, unknown>)[step], document);
    (parent as Record<string, unknown>)[last] = value;
    return JSON.stringify(document);
  }

  function malformation(input: string | Uint8Array): [string, string | null] {
    try {
      parsePortableProof(input);
    } catch (error) {
      if (error instanceof FormatError) return [error.code, error.pointer];
      throw error;
    }
    return ["accepted", null];
  }

  test("reads every field, from text and from bytes, in any order", () => {
    const text = JSON.stringify(PROOF);
    expect(parsePortableProof(text)).toEqual(PROOF);
    expect(parsePortableProof(new TextEncoder().encode(text))).toEqual(PROOF);
    const turned = JSON.stringify(PROOF, (_, value) =>
      typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );
    expect(turned).not.toBe(text);
    expect(parsePortableProof(turned)).toEqual(PROOF);
  });

  test("ignores unknown fields anywhere", () => {
    const more = '"later":[{"deep":{"deeper":null}},-1.5e3,true,"text"],';
    const text = JSON.stringify(PROOF).replaceAll("{", `{${more}`);
    expect(text.split('"later"')).toHaveLength(8);
    expect(parsePortableProof(text)).toEqual(PROOF);
  });

  test("keeps unknown types and states of attestations, and unknown networks", () => {
    const unknown = { type: "something-new", state: "half-done" };
    expect(parsePortableProof(changed("/attestations/0", unknown)).attestations).toEqual([unknown]);
    expect(parsePortableProof(changed("/anchors/0/network", "Mars")).anchors[0]?.network).toBe("Mars");
    expect(parsePortableProof(changed("/anchors", [])).anchors).toEqual([]);
    expect(parsePortableProof(changed("/attestations", [])).attestations).toEqual([]);
  });

  const FIELDS = [
    "/schema",
    "/proof_id",
    "/content",
    "/content/algorithm",
    "/content/hash",
    "/leaf",
    "/leaf/formula",
    "/leaf/value",
    "/merkle",
    "/merkle/index",
    "/merkle/path",
    "/merkle/path/0/position",
    "/merkle/path/0/hash",
    "/merkle/root",
    "/anchors",
    "/anchors/0/chain_id",
    "/anchors/0/network",
    "/anchors/0/tx_hash",
    "/anchors/0/block_number",
    "/anchors/0/payload",
    "/attestations",
    "/attestations/0/type",
    "/attestations/0/state",
  ];

  describe("no field may be absent, null or of another type", () => {
    test.each(FIELDS)("%s", (pointer) => {
      const parent = pointer.slice(0, pointer.lastIndexOf("/"));
      expect(malformation(changed(pointer, undefined))).toEqual(["missing_field", parent]);
      for (const value of [null, true, [[]], { a: 1 }]) {
        const [code, at] = malformation(changed(pointer, value));
        const isKind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
        // An object in place of an object lacks its fields, and in a list of lists the error is one level
        // deeper.
        if (isKind === "object" && ["/content", "/leaf", "/merkle"].includes(pointer)) {
          expect([code, at]).toEqual(["missing_field", pointer]);
        } else if (isKind === "array" && ["/anchors", "/attestations", "/merkle/path"].includes(pointer)) {
          expect([code, at]).toEqual(["wrong_type", `${pointer}/0`]);
        } else expect([code, at]).toEqual(["wrong_type", pointer]);
      }
    });
  });

  describe("malformed values", () => {
    const hashes: readonly [string, PortableProofErrorCode][] = [
      ["/content/hash", "content_hash_malformed"],
      ["/leaf/value", "leaf_value_malformed"],
      ["/merkle/path/0/hash", "path_hash_malformed"],
      ["/merkle/root", "merkle_root_malformed"],
    ];
    const badHashes = [
      "",
      "ab",
      HASH.slice(1),
      `${HASH}a`,
      HASH.toUpperCase(),
      `g${HASH.slice(1)}`,
      `${HASH}\n`,
    ];
    test.each(hashes.flatMap(([pointer, code]) => badHashes.map((bad) => [pointer, bad, code] as const)))(
      "%s is %j",
      (pointer, bad, code) => {
        expect(malformation(changed(pointer, bad))).toEqual([code, pointer]);
      },
    );

    test.each<[string, unknown, PortableProofErrorCode]>([
      ["/schema", "svc-proof/1", "unsupported_schema"],
      ["/schema", "SVC-PROOF/2", "unsupported_schema"],
      ["/proof_id", PROOF.proof_id.toUpperCase(), "proof_id_malformed"],
      ["/proof_id", PROOF.proof_id.replaceAll("-", ""), "proof_id_malformed"],
      ["/content/algorithm", "sha-256", "unsupported_algorithm"],
      ["/content/algorithm", "SHA-512", "unsupported_algorithm"],
      ["/merkle/path/0/position", "LEFT", "path_position_unknown"],
      ["/merkle/path/0/position", "", "path_position_unknown"],
      ["/anchors/0/tx_hash", HASH, "tx_hash_malformed"],
      ["/anchors/0/tx_hash", `0X${HASH}`, "tx_hash_malformed"],
      ["/anchors/0/tx_hash", ` 0x${HASH}`, "tx_hash_malformed"],
      ["/anchors/0/tx_hash", `0x${HASH}0`, "tx_hash_malformed"],
      ["/anchors/0/tx_hash", `0x${HASH.toUpperCase()}`, "tx_hash_malformed"],
      ["/merkle/index", -1, "integer_out_of_range"],
      ["/merkle/index", 2 ** 53, "integer_out_of_range"],
      ["/merkle/index", 0.5, "integer_malformed"],
      ["/anchors/0/chain_id", 0, "integer_out_of_range"],
      ["/anchors/0/chain_id", 2 ** 53, "integer_out_of_range"],
      ["/anchors/0/chain_id", "1", "wrong_type"],
      ["/anchors/0/block_number", -1, "integer_out_of_range"],
      ["/anchors/0/block_number", 2 ** 53, "integer_out_of_range"],
    ])("%s is %j", (pointer, value, code) => {
      expect(malformation(changed(pointer, value))).toEqual([code, pointer]);
    });

    test("accepts the bounds of integers", () => {
      for (const [pointer, value] of [
        ["/merkle/index", 0],
        ["/merkle/index", Number.MAX_SAFE_INTEGER],
        ["/anchors/0/chain_id", 1],
        ["/anchors/0/chain_id", Number.MAX_SAFE_INTEGER],
        ["/anchors/0/block_number", 0],
        ["/anchors/0/block_number", Number.MAX_SAFE_INTEGER],
      ] as const) {
        expect(malformation(changed(pointer, value))).toEqual(["accepted", null]);
      }
    });

    test.each([
      "/leaf/formula",
      "/anchors/0/network",
      "/anchors/0/payload",
      "/attestations/0/type",
      "/attestations/0/state",
    ])("%s has 1 to 200 characters", (pointer) => {
      expect(malformation(changed(pointer, ""))).toEqual(["label_empty", pointer]);
      expect(malformation(changed(pointer, "x"))).toEqual(["accepted", null]);
      expect(malformation(changed(pointer, "é".repeat(MAX_LABEL_LENGTH)))).toEqual(["accepted", null]);
      expect(malformation(changed(pointer, "x".repeat(MAX_LABEL_LENGTH + 1)))).toEqual([
        "label_too_long",
        pointer,
      ]);
    });
  });

  describe("counts, at n and n + 1", () => {
    const times = (count: number, item: object) => Array.from({ length: count }, () => item);
    test.each<[string, number, object, PortableProofErrorCode]>([
      ["/merkle/path", 64, ITEM, "merkle_path_too_long"],
      ["/anchors", MAX_ANCHORS, ANCHOR, "too_many_anchors"],
      ["/attestations", MAX_ATTESTATIONS, ATTESTATION, "too_many_attestations"],
    ])("%s", (pointer, max, item, code) => {
      expect(malformation(changed(pointer, times(max, item)))).toEqual(["accepted", null]);
      expect(malformation(changed(pointer, times(max + 1, item)))).toEqual([code, `${pointer}/${max}`]);
    });

    test("bytes", () => {
      const text = JSON.stringify(PROOF);
      const filled = (bytes: number) => text.padEnd(bytes, " ");
      expect(malformation(filled(PROOF_JSON_LIMITS.maxBytes))).toEqual(["accepted", null]);
      expect(malformation(filled(PROOF_JSON_LIMITS.maxBytes + 1))).toEqual(["too_large", ""]);
    });

    test("members of an object, including unknown ones", () => {
      const members = (count: number) =>
        JSON.stringify({
          ...PROOF,
          ...Object.fromEntries(Array.from({ length: count - 7 }, (_, i) => [`x${i}`, 0])),
        });
      expect(malformation(members(PROOF_JSON_LIMITS.maxMembers))).toEqual(["accepted", null]);
      expect(malformation(members(PROOF_JSON_LIMITS.maxMembers + 1))[0]).toBe("json_too_many_members");
    });

    test("depth of unknown values", () => {
      const nested = (depth: number) => changed("/x", JSON.parse("[".repeat(depth) + "]".repeat(depth)));
      expect(malformation(nested(PROOF_JSON_LIMITS.maxDepth - 1))).toEqual(["accepted", null]);
      expect(malformation(nested(PROOF_JSON_LIMITS.maxDepth))[0]).toBe("json_too_deep");
    });
  });

  describe("the document as a whole", () => {
    const text = JSON.stringify(PROOF);

    test("truncated at any byte, it is reported as truncated", () => {
      const bytes = new TextEncoder().encode(text);
      expect(malformation(bytes.subarray(0, 0))).toEqual(["empty", ""]);
      for (let length = 1; length < bytes.length; length++) {
        expect(malformation(bytes.subarray(0, length))[0], `${length} bytes`).toBe("json_truncated");
      }
    });

    test.each<[string, string | Uint8Array, PortableProofErrorCode]>([
      ["a list", `[${text}]`, "wrong_type"],
      ["a text", JSON.stringify(text), "wrong_type"],
      ["two proofs", text + text, "json_trailing_data"],
      ["a byte order mark", `\ufeff${text}`, "byte_order_mark"],
      [
        "bytes that are not UTF-8",
        Buffer.from(text.replace("Ethereum", "Eth\u00e9reum"), "latin1"),
        "invalid_utf8",
      ],
      ["half a surrogate pair", text.replace("Ethereum", "\\ud800"), "lone_surrogate"],
      ["a field twice", text.replace('"index"', '"index":1,"index"'), "duplicate_key"],
      ["a field twice, once by escape", text.replace('"index"', '"\\u0069ndex":1,"index"'), "duplicate_key"],
      ["__proto__", text.replace("{", '{"__proto__":{"schema":"svc-proof/2"},'), "forbidden_key"],
      ["a trailing comma", text.replace(/\}$/, ",}"), "json_syntax"],
    ])("%s", (_, input, code) => {
      expect(malformation(input)[0]).toBe(code);
    });

    test("a field of an object's prototype counts as missing", () => {
      expect(malformation('{"constructor":{},"toString":1}')).toEqual(["missing_field", ""]);
    });
  });
});

describe("proof", () => {
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
});
