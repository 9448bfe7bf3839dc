import { describe, expect, test } from "vitest";
import { ofKind } from "./items.js";
import {
  askedOf,
  bitcoinOptions,
  checkOptions,
  sealOptions,
  type VerifyInput,
  type VerifyOptions,
} from "./options.js";
import type { EvidenceKind, StatedEvidence } from "./package/stated-evidence.js";

const BYTES = Uint8Array.of(1);
const HASH = "ab".repeat(32);
const named = { name: "a" };
const evm = { chainId: 1, name: "a" };
const times = <T>(count: number, value: T): readonly T[] => new Array<T>(count).fill(value);
const check = (options: object, input: unknown = "{}") =>
  checkOptions(input as VerifyInput, options as VerifyOptions);

test("the input is text, bytes, a Blob or random access, and nothing else", () => {
  for (const input of ["", BYTES, new Blob([]), { sizeBytes: 0, read: async () => BYTES }]) {
    expect(check({}, input)).toBeUndefined();
  }
  for (const input of [null, 42, {}, []]) expect(() => check({}, input)).toThrow(/^"input" expected/);
});

test("the content is the original or its hash, and not both", () => {
  expect(check({})).toBeUndefined();
  expect(check({ original: BYTES })).toEqual({ original: BYTES });
  for (const length of [64, 96, 128]) {
    const contentHash = "a".repeat(length);
    expect(check({ contentHash })).toEqual({ hash: contentHash });
  }
  for (const contentHash of ["a".repeat(63), "a".repeat(65), "A".repeat(64), "", 1]) {
    expect(() => check({ contentHash })).toThrow(RangeError);
  }
  expect(() => check({ contentHash: HASH, original: BYTES })).toThrow(TypeError);
});

const LISTS: readonly (readonly [keyof VerifyOptions, unknown, number])[] = [
  ["timestamps", BYTES, 16],
  ["witnessTimestamps", BYTES, 16],
  ["crls", BYTES, 16],
  ["ocspResponses", BYTES, 16],
  ["trust", "PEM", 16],
  ["certificates", "PEM", 16],
  ["witnesses", BYTES, 16],
  ["witnesses", "{}", 16],
  ["headers", BYTES, 64],
  ["headers", "{}", 64],
  ["headers", { file: BYTES, height: 0 }, 64],
  ["bitcoinSources", named, 16],
];

describe("a list", () => {
  test.each(LISTS)("%s of %o has at most %i items", (option, item, max) => {
    expect(() => check({ [option]: [] })).not.toThrow();
    expect(() => check({ [option]: times(max, item) })).not.toThrow();
    expect(() => check({ [option]: times(max + 1, item) })).toThrow(
      new RangeError(`"${option}" expected at most ${max}, got ${max + 1}`),
    );
  });

  test.each(LISTS)("%s takes nothing but its items, and each is looked at", (option, item) => {
    const isText = typeof item === "string" && (option === "trust" || option === "certificates");
    for (const wrong of [1, null, undefined, isText ? BYTES : Symbol("wrong")]) {
      expect(() => check({ [option]: [item, wrong] })).toThrow(TypeError);
    }
    expect(() => check({ [option]: { length: 0, every: () => true } })).toThrow(TypeError);
  });

  test("of sources for EVM chains may have any length, each with a chain and a name", () => {
    expect(() => check({ sources: times(100, evm) })).not.toThrow();
    for (const wrong of [{ name: "a" }, { chainId: 1 }, { ...evm, chainId: 1.5 }, { ...evm, name: 1 }, "a"]) {
      expect(() => check({ sources: [evm, wrong] })).toThrow(TypeError);
    }
  });

  test("of Bitcoin sources has names", () => {
    for (const wrong of [{}, { name: 1 }, "a", null]) {
      expect(() => check({ bitcoinSources: [wrong] })).toThrow(/^"bitcoinSources"/);
    }
  });

  test("of names has texts, as many as there are", () => {
    expect(() => check({ givenNames: { crl: times(100, "a"), seal: [] } })).not.toThrow();
    expect(() => check({ givenNames: { seal: ["a"], crl: ["a", 1] } })).toThrow(/^"givenNames.crl"/);
  });
});

const EVIDENCE: readonly (readonly [EvidenceKind, StatedEvidence["content"], number])[] = [
  ["timestamp", BYTES, 16],
  ["headers", BYTES, 64],
  ["headers", "{}", 64],
  ["headers", { file: BYTES, height: 0 }, 64],
  ["seal", BYTES, 1],
  ["trust", "PEM", 16],
  ["trust", BYTES, 16],
  ["certificates", "PEM", 16],
  ["certificates", BYTES, 16],
  ["crl", BYTES, 16],
  ["ocsp_response", BYTES, 16],
  ["seal_timestamp", BYTES, 16],
  ["witness", BYTES, 16],
  ["witness", "{}", 16],
  ["witness_timestamp", BYTES, 16],
  ["trusted_list_entry", BYTES, 1],
];

describe("stated evidence", () => {
  test.each(EVIDENCE)("of the kind %s may be %o, %i times", (kind, content, max) => {
    expect(() => check({ evidence: [] })).not.toThrow();
    expect(() => check({ evidence: times(max, { kind, content, name: "a" }) })).not.toThrow();
    expect(() => check({ evidence: times(max + 1, { kind, content }) })).toThrow(
      new RangeError(`"evidence" expected at most ${max} of ${kind}, got ${max + 1}`),
    );
  });

  test("counts what a former list has of the same kind", () => {
    const evidence = [{ kind: "crl", content: BYTES }];
    expect(() => check({ evidence, crls: times(15, BYTES) })).not.toThrow();
    expect(() => check({ evidence, crls: times(16, BYTES) })).toThrow(
      /^"evidence" expected at most 16 of crl/,
    );
    expect(() => check({ evidence: [{ kind: "seal", content: BYTES }], seal: BYTES })).toThrow(RangeError);
  });

  test("is nothing else, and each piece is looked at", () => {
    const good = { kind: "crl", content: BYTES };
    for (const wrong of [
      null,
      "crl",
      {},
      { content: BYTES },
      { kind: "crl" },
      { kind: "original", content: BYTES },
      { kind: "toString", content: BYTES },
      { ...good, name: 1 },
      { ...good, content: "DER" },
      { ...good, content: new Blob([]) },
      { kind: "crl", content: { file: BYTES, height: 0 } },
      { kind: "headers", content: { file: BYTES, height: -1 } },
    ]) {
      expect(() => check({ evidence: [good, wrong] }), JSON.stringify(wrong)).toThrow(
        expect.objectContaining({ name: "TypeError", message: expect.stringMatching(/^"evidence" /) }),
      );
    }
    expect(() => check({ evidence: { length: 0, every: () => true } })).toThrow(TypeError);
  });
});

test.each(["now", "at"])("%s is a date from 1970 to the last of 9999", (option) => {
  const last = 253_402_300_799_999;
  for (const time of [0, last]) expect(() => check({ [option]: new Date(time) })).not.toThrow();
  for (const wrong of [...[-1, last + 1, Number.NaN].map((time) => new Date(time)), 0, "2020", null]) {
    expect(() => check({ [option]: wrong })).toThrow(new RegExp(`^"${option}" expected a Date`));
  }
});

test.each<[keyof VerifyOptions, good: readonly unknown[], wrong: readonly unknown[], (new () => Error)?]>([
  ["inputName", ["a.json"], [1]],
  ["originalName", ["a.pdf"], [1]],
  ["seal", [BYTES], ["DER"]],
  ["trustList", [null, { anchorsFor: () => [] }], [{}]],
  ["revocationSource", [named], [{ name: 1 }, null]],
  ["onLinks", [() => undefined], ["f"]],
  ["original", [BYTES], ["text", null, new ArrayBuffer(1)]],
  ["minConfirmations", [1], [0, 1.5, "1"], RangeError],
  ["minBitcoinConfirmations", [1], [0, Number.NaN], RangeError],
])("%s may be undefined, one of %o, and none of %o", (option, good, wrong, kind = TypeError) => {
  for (const value of [...good, undefined]) expect(() => check({ [option]: value })).not.toThrow();
  for (const value of wrong) {
    const attempt = () => check({ [option]: value });
    expect(attempt).toThrow(kind);
    expect(attempt).toThrow(new RegExp(`^"${option}" expected`));
  }
});

describe("what is asked", () => {
  const { signal } = new AbortController();
  const nothing = askedOf("{}", {});

  test("has nothing that was not given", () => {
    const { now, work } = nothing;
    expect(nothing).toMatchObject({ content: undefined, items: [] });
    expect(bitcoinOptions(nothing, [])).toStrictEqual({ now, work, headers: [] });
    const bitcoin = bitcoinOptions(nothing, []);
    expect(sealOptions(nothing, [])).toStrictEqual({ now, work, items: [], bitcoin });
    expect(nothing.hashing).toStrictEqual({});
  });

  test("has all that was given as one list, by former names or not, with their names", () => {
    const options: VerifyOptions = {
      contentHash: HASH,
      timestamps: [BYTES],
      seal: BYTES,
      trust: ["PEM"],
      givenNames: { timestamp: ["a.ots"], content_hash: ["a"] },
      evidence: [
        { kind: "crl", content: BYTES, name: "a.crl" },
        { kind: "certificates", content: new TextEncoder().encode("PEM") },
      ],
      trustList: null,
      at: new Date(1),
      sources: [evm as never],
      bitcoinSources: [named as never],
      revocationSource: named as never,
    };
    const { items } = askedOf("{}", options);
    expect(items.map(({ kind, origin, name }) => `${origin} ${kind} ${name}`)).toEqual([
      "caller content_hash a",
      "caller timestamp a.ots",
      "caller trust null",
      "caller seal null",
      "caller crl a.crl",
      "caller certificates null",
      "caller at null",
      "caller evm_source a",
      "caller bitcoin_source a",
      "caller revocation_source a",
    ]);
    expect(ofKind(items, "certificates")[0]?.text).toBe("PEM");
    const original = askedOf("{}", { original: BYTES, originalName: "b.pdf" }).items;
    expect(original.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["original b.pdf"]);
    const hashed = askedOf("{}", { contentHash: HASH, isOriginalHashed: true }).items;
    expect(hashed.map(({ kind }) => kind)).toEqual(["original"]);
  });

  test("goes to the checks", () => {
    const asked = askedOf("{}", {
      evidence: [{ kind: "headers", content: "{}" }],
      bitcoinSources: [named as never],
      minBitcoinConfirmations: 3,
      trustList: null,
      revocationSource: named as never,
      at: new Date(1),
      signal,
    });
    const { now, work, items } = asked;
    const bitcoin = bitcoinOptions(asked, items);
    expect(bitcoin).toEqual({
      now,
      work,
      headers: items.slice(0, 1),
      sources: [named],
      minConfirmations: 3,
      signal,
    });
    const others = { trustList: null, revocationSource: named, at: new Date(1) };
    expect(sealOptions(asked, items)).toEqual({ now, work, items: items.slice(0, 1), bitcoin, ...others });
    const hash = { onProgress: () => undefined, createHash: () => null as never, signal };
    expect(askedOf("{}", { ...hash, trustList: null }).hashing).toEqual(hash);
  });
});
