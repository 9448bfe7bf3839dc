import { describe, expect, test } from "vitest";
import { accountInputs, type PackedInputs, type Settlement } from "./account-inputs.js";
import type { CheckId } from "./report/checks.js";
import type { Check, CheckStatus } from "./report/report.js";
import type { GivenBesideSeal, SealResult } from "./seal/verify-seal.js";
import type { VerifyOptions } from "./verify-options.js";

const BYTES = Uint8Array.of(1);
const HASH = "ab".repeat(32);
const check = (id: CheckId, status: CheckStatus = "passed", code = "ok"): Check =>
  ({ id, status, code, basis: null, evidence: {} }) as Check;

const NOTHING_PACKED: PackedInputs = {
  proof: null,
  timestamps: [],
  headers: [],
  seal: null,
  sealTimestamps: [],
  trustedListEntry: null,
  certificates: [],
  crls: [],
  ocspResponses: [],
  witnesses: [],
  witnessTimestamps: [],
  original: null,
  verifier: null,
  unchecked: [],
};
const packedWith = (parts: Partial<PackedInputs>): PackedInputs => ({ ...NOTHING_PACKED, ...parts });

interface Case {
  readonly options?: VerifyOptions;
  readonly packed?: PackedInputs;
  readonly found?: Partial<Settlement["found"]>;
  /** In place of the check `format`, before those of `found`. */
  readonly format?: Check | null;
  readonly own?: Partial<Settlement["own"]>;
  readonly isOneSeal?: boolean;
}

function entriesOf({
  options = {},
  packed,
  found = {},
  format = check("format"),
  own,
  isOneSeal = false,
}: Case) {
  const { checks = [], ...others } = found;
  return accountInputs({
    found: {
      subject: null,
      proof: null,
      anchors: [],
      blocks: [],
      witnesses: [],
      witnessTimestamps: [],
      bitcoin: null,
      seals: [],
      unchecked: [],
      ...others,
      checks: [...(format === null ? [] : [format]), ...checks],
    },
    options,
    packed: packed ?? null,
    own: { timestamps: 0, seals: 0, ...own },
    isOneSeal,
  }).entries;
}
const resultsOf = (one: Case) =>
  entriesOf(one).map(({ kind, origin, status, code }) => {
    const from = origin === "package" ? " in package" : "";
    return status === "not_applicable" && code === "input_not_applicable"
      ? `${kind}${from}: unused`
      : `${kind}${from}: ${status} ${code}`;
  });

const bitcoinOf = (parts: object, one: Check = check("bitcoin")) =>
  ({
    check: one,
    blocks: [],
    malformedHeaders: [],
    faults: [],
    contradicted: [],
    isAsked: false,
    ...parts,
  }) as unknown as NonNullable<Settlement["found"]["bitcoin"]>;
const fault = (code: string) => ({ code, evidence: {} });

function sealOf(given: Partial<GivenBesideSeal> | null): SealResult {
  const beside: GivenBesideSeal = {
    certificates: [],
    trustedListEntry: null,
    crls: [],
    ocspResponses: [],
    sealTimestamps: [],
    headers: null,
    isAsked: false,
    isRevocationAsked: false,
    ...given,
  };
  const qualified = check("qualified");
  return {
    check: check("seal"),
    qualified,
    sealed: null,
    notices: [],
    given: given === null ? null : beside,
  };
}

describe("every input is listed", () => {
  test("that was given, with the names that the caller knows", () => {
    const options = {
      original: BYTES,
      contentHash: HASH,
      timestamps: [BYTES, BYTES],
      headers: ["{}"],
      seal: BYTES,
      trust: ["PEM"],
      trustList: { anchorsFor: () => [] } as never,
      certificates: ["PEM"],
      crls: [BYTES],
      ocspResponses: [BYTES],
      sealTimestamps: [BYTES],
      witnesses: ["{}"],
      witnessTimestamps: [BYTES],
      at: new Date(0),
      sources: [{ name: "ethereum", chainId: 1 } as never],
      bitcoinSources: [{ name: "bitcoin" } as never],
      revocationSource: { name: "authority" } as never,
      givenNames: { original: ["a.txt"], timestamp: ["1.ots"] },
    };
    expect(
      entriesOf({ options }).map(({ kind, origin, index, name }) => [kind, origin, index, name]),
    ).toEqual([
      ["original", "caller", 0, "a.txt"],
      ["content_hash", "caller", 0, null],
      ["timestamp", "caller", 0, "1.ots"],
      ["timestamp", "caller", 1, null],
      ["headers", "caller", 0, null],
      ["seal", "caller", 0, null],
      ["trust", "caller", 0, null],
      ["trust_list", "caller", 0, null],
      ["certificates", "caller", 0, null],
      ["crl", "caller", 0, null],
      ["ocsp_response", "caller", 0, null],
      ["seal_timestamp", "caller", 0, null],
      ["witness", "caller", 0, null],
      ["witness_timestamp", "caller", 0, null],
      ["at", "caller", 0, null],
      ["evm_source", "caller", 0, "ethereum"],
      ["bitcoin_source", "caller", 0, "bitcoin"],
      ["revocation_source", "caller", 0, "authority"],
    ]);
  });

  test("that is in the package", () => {
    const packed = packedWith({
      proof: BYTES,
      timestamps: [BYTES],
      headers: [BYTES],
      seal: BYTES,
      sealTimestamps: [BYTES],
      trustedListEntry: BYTES,
      certificates: ["PEM"],
      crls: [BYTES],
      ocspResponses: [BYTES],
      witnesses: [{ bytes: BYTES, chainId: 10 }],
      witnessTimestamps: [BYTES],
      original: { name: "original/a", hash: HASH },
      unchecked: ["b"],
    });
    expect(entriesOf({ packed }).map(({ kind, origin, name }) => [kind, origin, name])).toEqual([
      ["proof", "package", "proof.json"],
      ["original", "package", "original/a"],
      ["timestamp", "package", null],
      ["headers", "package", null],
      ["seal", "package", null],
      ["trusted_list_entry", "package", null],
      ["certificates", "package", null],
      ["crl", "package", null],
      ["ocsp_response", "package", null],
      ["seal_timestamp", "package", null],
      ["witness", "package", "chain 10"],
      ["witness_timestamp", "package", null],
      ["part", "package", "b"],
    ]);
  });

  test("and nothing else", () => {
    expect(entriesOf({ packed: NOTHING_PACKED, options: { trustList: null } })).toEqual([]);
  });
});

test("no input is used where the format did not pass", () => {
  const options = { original: BYTES, trust: ["PEM"] };
  const found = { checks: [check("content"), check("leaf")], seals: [sealOf({})] };
  const unused = [
    "original: not_applicable depends_on_failed_check",
    "trust: not_applicable depends_on_failed_check",
  ];
  for (const format of [
    null,
    check("format", "failed", "json_truncated"),
    check("format", "indeterminate", "x"),
  ]) {
    expect(resultsOf({ options, found, format })).toEqual(unused);
  }
  expect(
    resultsOf({ options, found: { ...found, checks: [check("leaf", "failed"), ...found.checks] } }),
  ).toEqual(["original: checked ok", "trust: checked ok"]);
});

describe("the content", () => {
  const original = { name: "original/a", hash: HASH };
  const WRONG = check("content", "failed", "content_hash_mismatch");
  const RIGHT = check("content");

  test.each<[string, VerifyOptions, PackedInputs | undefined, readonly Check[], readonly string[]]>([
    ["a given original", { original: BYTES }, undefined, [WRONG], ["original: failed content_hash_mismatch"]],
    [
      "a given hash",
      { contentHash: HASH },
      undefined,
      [WRONG],
      ["content_hash: failed content_hash_mismatch"],
    ],
    [
      "a hash of the caller's file",
      { contentHash: HASH, isOriginalHashed: true },
      undefined,
      [RIGHT],
      ["original: checked ok"],
    ],
    [
      "a hash that is none of a file",
      { contentHash: HASH, isOriginalHashed: false },
      undefined,
      [RIGHT],
      ["content_hash: checked ok"],
    ],
    [
      "a packed original",
      {},
      packedWith({ original }),
      [WRONG],
      ["original in package: failed content_hash_mismatch"],
    ],
    [
      "a given and a packed one",
      { original: BYTES },
      packedWith({ original }),
      [RIGHT, WRONG],
      ["original: checked ok", "original in package: failed content_hash_mismatch"],
    ],
    [
      "a hash of the caller's file and a packed original",
      { contentHash: HASH, isOriginalHashed: true },
      packedWith({ original }),
      [RIGHT, WRONG],
      ["original: checked ok", "original in package: failed content_hash_mismatch"],
    ],
    [
      "a hash and a packed original",
      { contentHash: HASH },
      packedWith({ original }),
      [WRONG, RIGHT],
      ["content_hash: failed content_hash_mismatch", "original in package: checked ok"],
    ],
    [
      "one that was not compared",
      { original: BYTES },
      undefined,
      [check("content", "skipped", "not_requested")],
      ["original: not_applicable not_requested"],
    ],
    [
      "one that could not be read",
      { original: BYTES },
      undefined,
      [check("content", "indeterminate", "original_unreadable")],
      ["original: checked original_unreadable"],
    ],
    ["one without a check", { original: BYTES }, undefined, [], ["original: unused"]],
  ])("%s", (_, options, packed, contents, expected) => {
    const checks = [...contents, check("leaf", "skipped")];
    expect(resultsOf({ options, found: { checks }, ...(packed && { packed }) })).toEqual(expected);
  });
});

describe("timestamps and headers", () => {
  const options = { timestamps: [BYTES, BYTES], headers: ["{}", "{}"] };

  test("share the result of their check", () => {
    const bitcoin = bitcoinOf(
      { faults: [null, null], malformedHeaders: [{ index: 1, code: "json_truncated" }] },
      check("bitcoin", "indeterminate", "bitcoin_pending"),
    );
    expect(resultsOf({ options, found: { bitcoin } })).toEqual([
      "timestamp: checked bitcoin_pending",
      "timestamp: checked bitcoin_pending",
      "headers: checked ok",
      "headers: failed json_truncated",
    ]);
  });

  test("are not used if one of the timestamps is malformed", () => {
    const bitcoin = bitcoinOf({ faults: [null, fault("ots_truncated")] });
    expect(resultsOf({ options, found: { bitcoin } })).toEqual([
      "timestamp: not_applicable depends_on_failed_check",
      "timestamp: failed ots_truncated",
      "headers: not_applicable depends_on_failed_check",
      "headers: not_applicable depends_on_failed_check",
    ]);
  });

  test("come after the input, if that is a timestamp itself", () => {
    const bitcoin = bitcoinOf({ faults: [null, fault("a"), fault("b")] });
    expect(resultsOf({ options, found: { bitcoin }, own: { timestamps: 1 } }).slice(0, 2)).toEqual([
      "timestamp: failed a",
      "timestamp: failed b",
    ]);
  });

  test("are unused without a check", () => {
    expect(new Set(resultsOf({ options }))).toEqual(new Set(["timestamp: unused", "headers: unused"]));
  });
});

describe("seals", () => {
  const WRONG = check("seal", "failed", "signature_invalid");
  const checks = [check("bitcoin"), check("seal"), WRONG];
  const packed = packedWith({ seal: BYTES });
  const seals = [sealOf({}), sealOf({})];

  test("have each their check", () => {
    expect(resultsOf({ options: { seal: BYTES }, packed, found: { checks, seals } })).toEqual([
      "seal: checked ok",
      "seal in package: failed signature_invalid",
    ]);
  });

  test("come after the input, if that is a seal itself", () => {
    expect(resultsOf({ options: { seal: BYTES }, found: { checks, seals }, own: { seals: 1 } })).toEqual([
      "seal: failed signature_invalid",
    ]);
  });

  test("share one check if they are equal", () => {
    const found = { checks: [check("bitcoin"), WRONG], seals: [sealOf({})] };
    expect(resultsOf({ options: { seal: BYTES }, packed, found, isOneSeal: true })).toEqual([
      "seal: failed signature_invalid",
      "seal in package: failed signature_invalid",
    ]);
    expect(resultsOf({ options: { seal: BYTES }, found, own: { seals: 1 }, isOneSeal: true })).toEqual([
      "seal: failed signature_invalid",
    ]);
  });
});

describe("what belongs to seals", () => {
  const options = {
    trust: ["PEM"],
    trustList: { anchorsFor: () => [] } as never,
    certificates: ["PEM", "PEM"],
    crls: [BYTES, BYTES],
    ocspResponses: [BYTES, BYTES],
    at: new Date(0),
  };
  const checks = [check("seal")];

  test("is unused without a seal", () => {
    expect(resultsOf({ options }).every((result) => result.endsWith(": unused"))).toBe(true);
  });

  test("is used by the first seal, where its files can be read", () => {
    const codes = [null, "der_truncated"] as never;
    const seals = [sealOf({ certificates: codes, crls: codes, ocspResponses: codes }), sealOf({})];
    expect(resultsOf({ options, found: { checks, seals } })).toEqual([
      "trust: checked ok",
      "trust_list: checked ok",
      "certificates: checked ok",
      "certificates: failed der_truncated",
      "crl: checked ok",
      "crl: failed der_truncated",
      "ocsp_response: checked ok",
      "ocsp_response: failed der_truncated",
      "at: checked ok",
    ]);
  });

  test("has the result of the budget, if that did not suffice for it", () => {
    const unfinished = [check("seal", "indeterminate", "work_limit_exceeded")];
    const files = { certificates: ["PEM"], crls: [BYTES], ocspResponses: [BYTES] };
    expect(resultsOf({ options: files, found: { checks: unfinished, seals: [sealOf(null)] } })).toEqual([
      "certificates: checked work_limit_exceeded",
      "crl: checked work_limit_exceeded",
      "ocsp_response: checked work_limit_exceeded",
    ]);
    const first = { certificates: [null], crls: [null], ocspResponses: [null] };
    const found = { checks: [...checks, ...unfinished], seals: [sealOf(first), sealOf(null)] };
    expect(new Set(resultsOf({ options: files, found }).map((result) => result.split(": ")[1]))).toEqual(
      new Set(["checked ok"]),
    );
    expect(resultsOf({ options: { crls: [BYTES] }, found: { checks, seals: [sealOf(null)] } })).toEqual([
      "crl: checked ok",
    ]);
  });

  test("an entry of a trusted list has the result of the seal that it came with", () => {
    const packed = packedWith({ trustedListEntry: BYTES });
    const of = (...codes: readonly (string | null)[]) => {
      const seals = codes.map((trustedListEntry) => sealOf({ trustedListEntry } as never));
      return resultsOf({ packed, found: { checks, seals } });
    };
    expect(of("ok")).toEqual(["trusted_list_entry in package: checked ok"]);
    expect(of(null, "json_truncated")).toEqual(["trusted_list_entry in package: failed json_truncated"]);
    expect(of(null)).toEqual(["trusted_list_entry in package: unused"]);
    expect(of()).toEqual(["trusted_list_entry in package: unused"]);
  });

  test.each<[string, readonly (readonly (string | null)[])[], string]>([
    ["of the seal", [[null]], "checked ok"],
    ["of one of two seals", [["timestamp_of_other_content"], [null]], "checked ok"],
    [
      "of neither",
      [["timestamp_of_other_content"], ["timestamp_of_other_content"]],
      "not_applicable timestamp_of_other_content",
    ],
    ["malformed", [["ots_truncated"]], "failed ots_truncated"],
    ["of a seal that was not reached", [], "checked ok"],
  ])("a timestamp %s", (_, codes, result) => {
    const found = {
      checks,
      seals: [
        ...codes.map((sealTimestamps) => sealOf({ sealTimestamps } as never)),
        ...(codes.length === 0 ? [sealOf(null)] : []),
      ],
    };
    expect(resultsOf({ options: { sealTimestamps: [BYTES] }, found })).toEqual([`seal_timestamp: ${result}`]);
  });

  test("a timestamp of a seal for which the budget did not suffice", () => {
    const unfinished = [check("seal", "indeterminate", "work_limit_exceeded")];
    const found = { checks: unfinished, seals: [sealOf({ sealTimestamps: ["ots_truncated"] } as never)] };
    expect(resultsOf({ options: { sealTimestamps: [BYTES] }, found })).toEqual([
      "seal_timestamp: checked work_limit_exceeded",
    ]);
  });

  test("headers are those of the content's timestamps first, then those of a seal that needed them", () => {
    const headers = { headers: ["{}"] };
    const malformed = [{ index: 0, code: "json_truncated" }];
    const seals = [sealOf(null), sealOf({}), sealOf({ headers: malformed })];
    expect(resultsOf({ options: headers, found: { checks, seals } })).toEqual([
      "headers: failed json_truncated",
    ]);
    expect(resultsOf({ options: headers, found: { checks, seals, bitcoin: bitcoinOf({}) } })).toEqual([
      "headers: checked ok",
    ]);
    expect(resultsOf({ options: headers, found: { checks, seals: seals.slice(0, 2) } })).toEqual([
      "headers: unused",
    ]);
    const blocks = [{ check: check("block"), bitcoin: bitcoinOf({ malformedHeaders: [] }) }] as never;
    expect(resultsOf({ options: headers, found: { checks, seals, blocks } })).toEqual([
      "headers: failed json_truncated",
    ]);
    expect(resultsOf({ options: headers, found: { checks, seals: seals.slice(0, 2), blocks } })).toEqual([
      "headers: checked ok",
    ]);
    const faulty = [{ check: check("block"), bitcoin: bitcoinOf({ malformedHeaders: malformed }) }] as never;
    expect(resultsOf({ options: headers, found: { bitcoin: bitcoinOf({}), blocks: faulty } })).toEqual([
      "headers: checked ok",
    ]);
  });
});

test("witnesses and their timestamps have the results of their checks", () => {
  const options = { witnesses: ["a", "b", "c"], witnessTimestamps: [BYTES, BYTES, BYTES, BYTES] };
  const found = {
    witnesses: [
      { status: "checked", code: "witness_unconfirmed" },
      { status: "failed", code: "rlp_truncated" },
      { status: "unused", code: "input_not_applicable" },
    ],
    witnessTimestamps: [null, "work_limit_exceeded", "timestamp_of_other_content", "ots_truncated"],
  } as const;
  expect(resultsOf({ options, found: found as never })).toEqual([
    "witness: checked witness_unconfirmed",
    "witness: failed rlp_truncated",
    "witness: unused",
    "witness_timestamp: checked ok",
    "witness_timestamp: checked work_limit_exceeded",
    "witness_timestamp: not_applicable timestamp_of_other_content",
    "witness_timestamp: failed ots_truncated",
  ]);
});

describe("sources", () => {
  test("of a chain count as asked if an anchor's check tells their answers", () => {
    const anchor = (chain_id: number, evidence: object) => ({ anchor: { chain_id }, check: { evidence } });
    const sources = [1, 10, 137].map((chainId) => ({ name: `${chainId}`, chainId }));
    const found = { anchors: [anchor(1, {}), anchor(10, { sources: [] })] } as never;
    expect(resultsOf({ options: { sources } as never, found })).toEqual([
      "evm_source: unused",
      "evm_source: checked ok",
      "evm_source: unused",
    ]);
  });

  const block = (status: CheckStatus, isAsked = false) => ({
    check: check("block", status),
    bitcoin: bitcoinOf({ isAsked }),
  });
  const PENDING = check("bitcoin", "indeterminate", "bitcoin_pending");
  test.each<[string, object, string]>([
    ["by the content's timestamps", { bitcoin: bitcoinOf({ isAsked: true }, PENDING) }, "checked ok"],
    ["by those of a block", { blocks: [block("indeterminate"), block("indeterminate", true)] }, "checked ok"],
    ["by those of a seal", { seals: [sealOf(null), sealOf({ isAsked: true })] }, "checked ok"],
    ["not, because a timestamp stands without", { bitcoin: bitcoinOf({}) }, "not_applicable not_needed"],
    [
      "not, because a block stands without",
      { blocks: [block("indeterminate"), block("passed")] },
      "not_applicable not_needed",
    ],
    [
      "not, though nothing stands",
      {
        bitcoin: bitcoinOf({}, PENDING),
        blocks: [block("indeterminate")],
        seals: [sealOf({}), sealOf(null)],
      },
      "unused",
    ],
    ["not at all", {}, "unused"],
  ])("of Bitcoin were asked %s", (_, found, result) => {
    const bitcoinSources = [{ name: "a" }, { name: "b" }] as never;
    expect(resultsOf({ options: { bitcoinSources }, found })).toEqual(
      Array(2).fill(`bitcoin_source: ${result}`),
    );
  });

  test("of revocation data count as asked if a seal needed them", () => {
    const of = (seals: readonly SealResult[]) =>
      resultsOf({ options: { revocationSource: { name: "a" } as never }, found: { seals } });
    expect(of([sealOf(null), sealOf({ isRevocationAsked: true })])).toEqual([
      "revocation_source: checked ok",
    ]);
    expect(of([sealOf(null), sealOf({})])).toEqual(["revocation_source: unused"]);
  });
});
