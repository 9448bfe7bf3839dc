import { describe, expect, test } from "vitest";
import type { CheckId, InputType } from "./checks.js";
import { verdictOf } from "./headline.js";
import type {
  BitcoinBlockTimeSource,
  Check,
  CheckStatus,
  Claim,
  Evidence,
  EvmBlockTimeSource,
  GivenInput,
  InputKind,
  Notice,
  Report,
} from "./report.js";
import { reportText, summaryLine } from "./text.js";

const report = (parts: Partial<Report> = {}): Report => {
  const made = { ...UNDECIDED, ...parts };
  return { ...made, verdict: verdictOf(made) };
};
const UNDECIDED: Omit<Report, "verdict"> = {
  format: "svc-verification-report/4",
  verifier: { name: "verifier", version: "1" },
  checked_at: "2026-11-21T12:00:00.000Z",
  input: { type: "svc-proof/2", size_bytes: 5, name: null },
  proof: null,
  inputs: [],
  outcome: "indeterminate",
  reason: "unusable",
  checks: [],
  claims: [],
  notices: [],
};
const check = (id: CheckId, status: CheckStatus, code = "ok", evidence: Evidence = {}) =>
  ({ id, status, code, basis: null, evidence }) as Check;
const given = (kind: InputKind, parts: Partial<GivenInput> = {}): GivenInput => ({
  kind,
  origin: "caller",
  index: 0,
  name: null,
  status: "checked",
  code: "ok",
  fault: null,
  ...parts,
});
const ofType = (type: InputType) => ({ input: { type, size_bytes: 5, name: null } });

const ETHEREUM: EvmBlockTimeSource = {
  type: "evm-block",
  chain_id: 1,
  network: "Ethereum",
  kind: "public",
  tx_hash: "0xaa",
  block_number: 7,
  block_hash: "0xbb",
  confirmations: 9,
  relied_on: ["one", "two"],
};
const BITCOIN: BitcoinBlockTimeSource = {
  type: "bitcoin-block",
  network: "Bitcoin",
  kind: "public",
  block_height: 8,
  block_hash: "cc",
  work_bits: 70,
  checkpoint_height: 1,
  proven_by_work: null,
  confirmations: null,
  relied_on: [],
  anchored_block: null,
};
const SEAL: Extract<Claim["source"], { readonly type: "rfc3161-timestamp" }> = {
  type: "rfc3161-timestamp",
  authority: "Authority",
  kind: "trusted-list",
  qualified: null,
  trusted_list: null,
  serial_number: "0F",
  policy: "1.2",
  trust_anchor: "Root",
  relied_on: ["Authority"],
};
const claim = (source: Claim["source"], seconds: number | null = 12): Claim => ({
  statement: "existed_no_later_than",
  time: "2026-01-01T00:00:12.000Z",
  stated_time: "2026-01-01T00:00:00.000Z",
  accuracy_seconds: seconds,
  basis: "relied-on",
  source,
});

describe("the layout", () => {
  test("without anything that is there only sometimes", () => {
    expect(reportText(report()).split("\n")).toEqual([
      "INDETERMINATE: nothing was checked that gives a time",
      "",
      "  input     portable proof (svc-proof/2), 5 bytes",
      "",
      "",
      "  verifier 1, checked at 2026-11-21T12:00:00.000Z",
    ]);
  });

  test("with all of it", () => {
    const all = report({
      proof: { proof_id: "some-id", content: { algorithm: "SHA-256", hash: "ff" } },
      checks: [check("leaf", "failed", "leaf_value_mismatch", { stated: "a", computed: "b" })],
      outcome: "failed",
      reason: null,
      inputs: [
        given("original", { name: "a.txt" }),
        given("timestamp", { index: 1, status: "not_applicable", code: "not_needed" }),
        given("seal", { status: "failed", code: "some_code" as GivenInput["code"] }),
        given("crl", { status: "unreadable", code: "damaged", fault: "der_truncated" }),
      ],
      claims: [claim(ETHEREUM)],
      notices: [{ code: "page_text_not_checked", evidence: {} }],
    });
    expect(reportText(all).split("\n")).toEqual([
      expect.stringMatching(/^FAILED: leaf: the leaf does not follow/),
      "",
      "  input     portable proof (svc-proof/2), 5 bytes",
      "  proof     some-id",
      "  SHA-256   ff",
      "",
      expect.stringMatching(/^ {2}failed {8}leaf {6}the leaf does not follow/),
      `${" ".repeat(26)}stated    a`,
      `${" ".repeat(26)}computed  b`,
      "",
      "  checked        original a.txt",
      "  not applicable timestamp 2: not asked: the given files already answer the question",
      "  failed         seal: some_code",
      "  unreadable     revocation list 1: damaged (der_truncated)",
      "",
      "  Existed no later than 2026-01-01T00:00:12.000Z (2026-01-01T00:00:00.000Z ± 12 s): Ethereum, block 7, by one and two",
      "",
      expect.stringMatching(/^ {2}Note: The text printed on the PDF was not checked/),
      "",
      "  verifier 1, checked at 2026-11-21T12:00:00.000Z",
    ]);
  });

  test("a timestamp's report has no line for an identifier", () => {
    const proof = { proof_id: null, content: { algorithm: "SHA-1", hash: "ff" } } as const;
    expect(reportText(report({ proof }))).not.toContain("  proof ");
    expect(reportText(report({ proof }))).toContain("\n  SHA-1     ff\n\n");
  });

  test("a program may colour the headline and the statuses, and add lines below a check", () => {
    const checks = [check("leaf", "passed"), check("merkle", "passed")];
    const text = reportText(report({ checks }), {
      headline: (line, { outcome }) => `<${outcome} ${line}>`,
      status: (word) => `[${word}]`,
      below: ({ id }) => (id === "leaf" ? ["below"] : []),
    });
    const lines = text.split("\n");
    expect(lines[0]).toBe("<indeterminate INDETERMINATE: nothing was checked that gives a time>");
    expect(lines.slice(4, 7)).toEqual([
      expect.stringMatching(/^ {2}\[passed {7}\] leaf/),
      `${" ".repeat(26)}below`,
      expect.stringMatching(/^ {2}\[passed {7}\] merkle/),
    ]);
  });
});

describe("the first line", () => {
  const verified = (source: Claim["source"], parts: Partial<Report> = {}, seconds: number | null = null) =>
    summaryLine(
      report({
        outcome: "verified",
        reason: null,
        inputs: [given("original")],
        claims: [claim(source, seconds)],
        ...parts,
      }),
    );

  test("names what existed, when, and by what", () => {
    const rest = "existed on or before 2026-01-01T00:00:12.000Z, by";
    expect(verified(ETHEREUM)).toBe(`VERIFIED: this file ${rest} block 7 of Ethereum`);
    // Bitcoin dates to the day.
    expect(verified(BITCOIN)).toBe(
      "VERIFIED: this file existed on or before 2026-01-01 (UTC), by block 8 of Bitcoin",
    );
    expect(verified(SEAL)).toMatch(/by a timestamp of Authority$/);
    expect(verified(ETHEREUM, { inputs: [given("content_hash")] })).toContain(
      ": a file with the fingerprint that was given existed",
    );
    expect(verified(ETHEREUM, { inputs: [] })).toContain(
      "(original not given): a file with the fingerprint that the proof states existed",
    );
  });

  test("quotes the label of an unknown chain behind its number, in every line", () => {
    const label = "Ethereum mainnet, by 12 independent sources";
    const quoted = `unknown chain 999 (“${label}”)`;
    const chain = { chain_id: 999, network: label } as const;
    const whole = reportText(
      report({
        outcome: "verified",
        reason: null,
        claims: [claim({ ...ETHEREUM, ...chain, kind: "unknown" })],
        checks: [check("anchor", "passed", "ok", { ...chain, block_number: 7, tx_hash: "0xaa" })],
        notices: [{ code: "unknown_network", evidence: chain }],
      }),
    );
    const lines = whole.split("\n").filter((line) => line.includes(label));
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toContain(quoted);
  });

  test("is followed by the time that law presumes, whatever source is first", () => {
    const qualified = { ...SEAL, qualified: true } as Claim["source"];
    const lines = (claims: readonly Claim[]) =>
      reportText(report({ outcome: "verified", reason: null, claims })).split("\n");
    expect(lines([claim(ETHEREUM), claim(qualified)])[1]).toMatch(
      /^Presumed by law: 2026-01-01T00:00:\S+ \(Article 41\(2\) of the eIDAS Regulation\)$/,
    );
    expect(lines([claim(ETHEREUM), claim(SEAL)])[1]).toBe("");
  });

  test.each<[words: string, source: Claim["source"], parts?: Partial<Report>, seconds?: number]>([
    [
      "REHEARSAL, NO EVIDENTIAL VALUE (on a test network): in this rehearsal, this file",
      { ...ETHEREUM, kind: "testnet" },
    ],
    [
      "REHEARSAL, NO EVIDENTIAL VALUE (on a development network): in this",
      { ...ETHEREUM, kind: "development" },
    ],
    [
      "UNKNOWN CHAIN, NOBODY VOUCHES FOR IT: if that chain is right, this file",
      { ...ETHEREUM, kind: "unknown" },
    ],
    ["on the word of one source", { ...ETHEREUM, relied_on: ["one"] }],
    ["by an authority on an EU trusted list; not known whether it is qualified", SEAL],
    ["not a qualified time stamp", { ...SEAL, qualified: false }],
    [
      "VERIFIED BY WHAT YOU CHOSE TO TRUST (not known whether it is qualified): if it is right, this",
      { ...SEAL, kind: "trusted-by-caller" },
    ],
    [
      "VERIFIED BY WHAT YOU CHOSE TO TRUST (by trusted lists that you gave): if it is right, this",
      { ...SEAL, qualified: true, trusted_list: { territory: "ES", sequence_number: 3, service: "S" } },
      { notices: [{ code: "trust_list_given", evidence: {} }] },
    ],
    ["REHEARSAL, NO EVIDENTIAL VALUE (by an authority of a sandbox): in", { ...SEAL, kind: "development" }],
    [
      "qualified electronic time stamp, by the trusted list of ES, number 3",
      {
        ...SEAL,
        qualified: true,
        trusted_list: { territory: "ES", sequence_number: 3, service: "S" },
      },
    ],
    [
      "judged as of 2020, not as of now",
      SEAL,
      { notices: [{ code: "asked_as_of_another_time", evidence: { as_of: "2020" } }] },
    ],
    ["about 2 days, which", BITCOIN, {}, 2 * 86_400],
    ["about 730 days, which", BITCOIN, {}, 730 * 86_400],
    ["about 2 years, which", BITCOIN, {}, 731 * 86_400],
  ])("says: %s", (words, source, parts, seconds) => {
    expect(verified(source, parts, seconds)).toContain(words);
  });

  const missing = (checks: readonly Check[], inputs: readonly GivenInput[] = []) =>
    summaryLine(report({ reason: "missing", checks, inputs }));
  const NO_SOURCE = check("anchor", "indeterminate", "no_source");

  test("of what is correct so far says what the first undecided time source waits for", () => {
    expect(missing([])).toBe(
      "CORRECT SO FAR: the date is not confirmed yet (no time source has seen it; original not given)",
    );
    const checks = [
      check("content", "indeterminate", "original_unreadable"),
      check("anchor", "skipped", "no_anchor"),
      check("bitcoin", "indeterminate", "no_bitcoin_header"),
      check("seal", "indeterminate", "no_path"),
    ];
    expect(missing(checks)).toContain("(bitcoin: not checked: neither the block's header");
  });

  test.each<[readonly InputKind[], boolean]>([
    [[], true],
    [["seal"], true],
    [["original"], false],
    [["content_hash"], false],
    [["seal", "original"], false],
  ])("says that the original is missing, given %j: %s", (kinds, isMissing) => {
    const line = missing(
      [NO_SOURCE],
      kinds.map((kind) => given(kind)),
    );
    expect(line.endsWith("; original not given)")).toBe(isMissing);
  });

  test("of a failure names the first check that failed", () => {
    const checks = [
      check("format", "passed"),
      NO_SOURCE,
      check("merkle", "failed", "merkle_root_mismatch"),
      check("payload", "failed", "payload_mismatch"),
    ];
    expect(summaryLine(report({ outcome: "failed", reason: null, checks }))).toMatch(/^FAILED: merkle: /);
  });

  test("of an undecided outcome names the first check that explains it, else the first undecided one", () => {
    const checks = [
      check("content", "failed", "content_hash_mismatch"),
      NO_SOURCE,
      check("bitcoin", "indeterminate", "sources_disagree"),
    ];
    const line = (reason: Report["reason"]) => summaryLine(report({ reason, checks }));
    expect(line("contradictory")).toMatch(/^INDETERMINATE: bitcoin: /);
    expect(line("unusable")).toMatch(/^INDETERMINATE: anchor: /);
  });
});

/** The lines of one check, the first without its status. */
const linesOf = (one: Check, parts: Partial<Report> = {}) =>
  reportText(report({ ...parts, checks: [one] }))
    .split("\n")
    .slice(4, parts.inputs === undefined ? -2 : -3 - parts.inputs.length)
    .map((line, at) => (at === 0 ? line.slice(26) : line.trimStart()));

describe("the sentence of a check", () => {
  const sentence = (one: Check, parts: Partial<Report> = {}) => linesOf(one, parts)[0];

  const ofHash = { inputs: [given("seal"), given("content_hash")] };
  const ofFile = { inputs: [given("original")] };
  const bitcoin = ["block", "bitcoin"] as const;
  const works = [{ work_bits: 40 }, { stated_height: 1 }, { work_bits: 70 }, { work_bits: 50 }];
  const proven = (blocks: number) => ({
    proven_by_work: { blocks, checkpoint_time: "2026-01-02T03:04:05.000Z" },
  });
  const runs = [{ stated_height: 1 }, proven(6), proven(9), proven(7)];
  const refusal = { reason: "the authority answered rejection: badAlg" };
  const inputs = [
    { kind: "crl", origin: "caller", index: 0, code: "damaged", fault: "der_truncated" },
    { kind: "seal", origin: "package", index: 0, code: "imprint_mismatch", fault: null },
  ];
  const why = "revocation list 1 (der_truncated), seal in the package (imprint_mismatch)";
  const BY_WORK = "proven by 9 blocks of work since the checkpoint of 2026-01-02";
  test.each<[Check, sentence: string, Partial<Report>?]>([
    // What was given is compared.
    [check("content", "passed"), "the given fingerprint is the one …", ofHash],
    [check("content", "failed"), "the given fingerprint is not the one …", ofHash],
    [check("content", "indeterminate", "content_hash_not_sha256"), "not compared …", ofHash],
    [check("content", "passed"), "the file has the fingerprint …", ofFile],
    [check("content", "failed", "content_hash_mismatch"), "the file is not …", ofFile],
    [check("content", "passed", "ok", { part: "original/a" }), "the file has the fingerprint …", ofHash],
    [check("leaf", "passed"), "the leaf follows …", ofHash],
    [check("format", "passed"), "the container is well-formed", ofType("asic-s")],
    [check("format", "passed"), "the proof is well-formed"],
    [check("content", "passed"), "the file has …", ofType("asic-s")],
    ...(["format", "seal"] as const).map((id): [Check, string, Partial<Report>] => [
      check(id, "failed", "timestamp_not_granted", refusal),
      "the authority answered rejection: badAlg (timestamp_not_granted)",
      ofType("rfc3161"),
    ]),
    [
      check("inputs", "skipped", "input_not_applicable", { inputs }),
      "not used by any check: revocation list 1, seal in the package",
    ],
    [check("inputs", "indeterminate", "damaged", { inputs }), `cannot be read: ${why}`],
    [check("inputs", "failed", "imprint_mismatch", { inputs }), `does not hold: ${why}`],
    [check("seal", "failed", "signature_invalid", { reason: "because" }), "because (signature_invalid)"],
    [check("seal", "failed", "signature_invalid"), "signature_invalid"],
    [check("seal", "skipped", "depends_on_failed_check"), "skipped …"],
    [check("anchor", "indeterminate", "no_source"), "not checked …"],
    [check("anchor", "indeterminate", "later_code"), "later_code"],
    ...bitcoin.flatMap((id): [Check, string][] => [
      [
        check(id, "indeterminate", "header_unproven", { attestations: works }),
        "matches a header with 70 bits of work …",
      ],
      [
        check(id, "indeterminate", "bitcoin_pending", { attestations: works }),
        "pending: it names no block …",
      ],
    ]),
    [check("qualified", "indeterminate", "service_not_listed", { service: null }), "no: no trusted list …"],
    [
      check("qualified", "indeterminate", "service_not_listed", { service: "S" }),
      "no: a trusted list names …",
    ],
    [check("qualified", "indeterminate", "no_path", { service: "S" }), "unknown: the chain that leads to …"],
  ])("%# says: %s", (one, expected, parts) => {
    const [begins, isOnlyBegin] = [expected.replace(/ …$/, ""), expected.endsWith(" …")];
    const said = sentence(one, parts)!;
    expect(isOnlyBegin ? said.slice(0, begins.length) : said).toBe(begins);
  });

  test("of a block that work proves names the most", () => {
    const of = (code: string) => sentence(check("bitcoin", "passed", code, { attestations: runs }));
    expect(of("bitcoin_proven_by_work")?.endsWith(BY_WORK)).toBe(true);
    expect(of("ok")).not.toContain("of work");
  });

  test.each([
    ["not_recognised", "not recognised: why"],
    ["unsupported", "not supported: why"],
    ["encrypted", "encrypted: why"],
    ["too_large", "beyond a limit of this verifier: why"],
    ["damaged", "damaged: why"],
    ["zip_overlap", "why"],
  ])("of a file with the code %s says what its reader says", (code, words) => {
    for (const id of ["format", "seal", "anchor", "block", "bitcoin"] as const) {
      const told = id === "seal" ? { reason: "why" } : { message: "why" };
      expect(sentence(check(id, "indeterminate", code, { fault: "a_code", ...told }))).toBe(
        `${words} (a_code)`,
      );
    }
  });
});

describe("the lines below a check", () => {
  const below = (one: Check) => linesOf(one).slice(1);

  test("of a computed check show both values if it failed", () => {
    const evidence = { stated: "a", computed: "b" };
    expect(below(check("merkle", "failed", "x", evidence))).toEqual(["stated    a", "computed  b"]);
    expect(below(check("leaf", "failed", "x", { stated: "a", expected: "c" }))).toEqual([
      "stated    a",
      "computed  c",
    ]);
    expect(below(check("merkle", "failed", "x", { computed: "b" }))).toEqual([]);
    expect(below(check("merkle", "passed", "ok", evidence))).toEqual([]);
  });

  test("of the content name its part in the package", () => {
    const part = "original/a";
    expect(below(check("content", "passed", "ok", { part }))).toEqual(["original/a, in the package"]);
    expect(below(check("content", "passed", "ok", { hash: "ff" }))).toEqual([]);
    expect(below(check("content", "failed", "x", { part, stated: "a", computed: "b" }))).toEqual([
      "original/a, in the package",
      "stated    a",
      "computed  b",
    ]);
    expect(below(check("content", "indeterminate", "x", { part, stated: "a" }))).toEqual([]);
  });

  test("give a reason where there is no more", () => {
    expect(below(check("content", "indeterminate", "x", { reason: "disk gone" }))).toEqual(["disk gone"]);
    expect(below(check("content", "indeterminate", "x", { reason: 1 }))).toEqual([]);
    expect(below(check("anchor", "indeterminate", "x", { reason: "too much" }))).toEqual(["too much"]);
    expect(below(check("block", "indeterminate", "x", { reason: "too much" }))).toEqual(["too much"]);
    expect(below(check("bitcoin", "indeterminate", "x", { reason: "too much" }))).toEqual(["too much"]);
    expect(below(check("qualified", "skipped", "x", { reason: "no list" }))).toEqual(["no list"]);
  });

  test("of what a seal is worth name the lists", () => {
    const snapshot = { origin: "given", lists: [], sha256: "ff", age_days: 1 };
    const evidence = { snapshot, service: null, leads_to: "Root", list: null, territory: null };
    expect(below(check("qualified", "indeterminate", "x", evidence))).toContain("snapshot  ff");
  });

  const ANCHOR = { network: "Ethereum", chain_id: 1, block_number: 7, tx_hash: "0xaa" };
  const PLACE = ["Ethereum (chain 1), block 7", "0xaa"];

  test("of an anchor name its place, when it is settled, and each answer", () => {
    const ofAnchor = (evidence: Evidence) =>
      below(check("anchor", "passed", "ok", { ...ANCHOR, ...evidence }));
    expect(ofAnchor({})).toEqual(PLACE);
    expect(ofAnchor({ witness: null })).toEqual(PLACE);
    expect(ofAnchor({ witness: "a" })).toEqual(PLACE);
    expect(ofAnchor({ finality: "finalized", min_confirmations: 3 })).toEqual([
      ...PLACE,
      "settled when the chain itself calls the block final",
    ]);
    expect(ofAnchor({ min_confirmations: 3 })).toEqual([
      ...PLACE,
      "confirmed by 3 blocks, including its own",
    ]);
    const sources = [
      { name: "one", answer: "ok", confirmations: 9 },
      { name: "two", answer: "source_timeout" },
    ];
    expect(ofAnchor({ sources })).toEqual([...PLACE, "one: ok, 9 confirmations", "two: source_timeout"]);
  });

  test("of an anchor with a witness say who signed it, and to whom", () => {
    const witness = { block_hash: "0xbb", sender: "0x1", recipient: "0x2", value_wei: "5" };
    const shown = (parts: Evidence) => {
      const evidence = { ...ANCHOR, witness: { ...witness, transaction_type: "legacy", ...parts } };
      return below(check("anchor", "indeterminate", "witness_unconfirmed", evidence)).slice(2);
    };
    expect(shown({ is_to_itself: true })).toEqual([
      "holds if block 0xbb is on the chain",
      "signed by 0x1, to itself, value 0 (legacy)",
    ]);
    expect(shown({ is_to_itself: false })[1]).toBe("signed by 0x1, to 0x2, 5 wei (legacy)");
  });

  const BLOCK = { ...ANCHOR, anchored_block_hash: "0xbb" };

  test("of a block name it, and what its timestamps attest", () => {
    const place = ["Ethereum (chain 1), block 7", "0xbb"];
    expect(below(check("block", "indeterminate", "x", BLOCK))).toEqual(place);
    const attestations = [{ stated_height: 3, answer: "no_bitcoin_header" }];
    expect(below(check("block", "indeterminate", "x", { ...BLOCK, attestations }))).toEqual([
      ...place,
      "says block 3, NOT confirmed: no_bitcoin_header",
    ]);
  });

  const ofBitcoin = (attestations: readonly Evidence[], evidence: Evidence = {}) =>
    below(check("bitcoin", "passed", "ok", { attestations, ...evidence }));

  test("of a Bitcoin block say what confirms it", () => {
    const block = { stated_height: 3, answer: "ok", block_hash: "cc", work_bits: 70 };
    const sources = [{ name: "one", answer: "ok", confirmations: 9 }];
    expect(ofBitcoin([{ ...block, checkpoint_height: null, sources }])).toEqual([
      "block 3, by sources",
      "cc, 70 bits of work",
      "one: ok, 9 confirmations",
    ]);
    expect(ofBitcoin([block])[0]).toBe("block 3, by sources");
    expect(ofBitcoin([{ ...block, checkpoint_height: 2 }])[0]).toBe("block 3, proven by the checkpoint at 2");
    expect(ofBitcoin([{ ...block, answer: "header_unproven" }])[0]).toBe(
      "says block 3, NOT confirmed: header_unproven",
    );
    expect(ofBitcoin([{ stated_height: 3, answer: "ok" }])).toEqual(["block 3, by sources"]);
  });

  test.each([
    [-2, "about 0.01 US dollars"],
    [0, "about 1 US dollars"],
    [2, "about 100 US dollars"],
    [5, "about 100 thousand US dollars"],
    [6, "about 1 million US dollars"],
    [11, "about 100 billion US dollars"],
    [14, "about 100 trillion US dollars"],
    [16, "about 10,000 trillion US dollars"],
  ])("of a block that work proves say what it takes to fake: 10^%i", (power, words) => {
    const byWork = { blocks: 6, checkpoint_time: "2026-01-02", cost_usd_power_of_ten: power };
    const attestation = {
      stated_height: 3,
      answer: "bitcoin_proven_by_work",
      block_hash: "cc",
      work_bits: 80,
      checkpoint_height: 2,
      proven_by_work: byWork,
    };
    const lines = ofBitcoin([attestation]);
    expect(lines.slice(0, 2)).toEqual([
      "block 3, proven by 6 blocks of work since the checkpoint of 2026-01-02",
      "cc, 80 bits of work",
    ]);
    expect(lines[2]).toContain("2^80 hashes");
    expect(lines[2]).toContain(words);
    expect(lines).toHaveLength(3);
  });

  test("of a Bitcoin timestamp name calendars and attestations of other kinds", () => {
    const pending = ["https://a", "http://b", "ftp://c", "x-http://d"];
    expect(ofBitcoin([], { pending, other_attestations: ["0011"] })).toEqual([
      "pending, can be completed from https://a",
      "pending, can be completed from http://b",
      "pending, but not at a web address: ftp://c",
      "pending, but not at a web address: x-http://d",
      "not checked: attestation of kind 0011",
    ]);
    const named = [{ stated_height: 3, answer: "ok" }];
    expect(ofBitcoin(named, { pending: ["https://a"] })).toEqual([
      "block 3, by sources",
      "another attestation may come from https://a",
    ]);
  });
});

test.each<[Claim, string]>([
  [claim(ETHEREUM, null), "12.000Z (no accuracy stated): Ethereum, block 7, by one and two"],
  [claim(SEAL), "seal 0F, by Authority"],
  [
    claim(BITCOIN),
    "  Existed no later than 2026-01-01 (UTC) (2026-01-01T00:00:00.000Z by the miner's clock): Bitcoin, block 8, computed",
  ],
  [
    claim({
      ...BITCOIN,
      anchored_block: { chain_id: 1, network: "Ethereum", block_number: 7, block_hash: "0xbb" },
    }),
    ": Bitcoin, block 8 commits to Ethereum, block 7, computed",
  ],
])("the line of a claim %#", (one, end) => {
  const lines = reportText(report({ claims: [one] })).split("\n");
  expect(lines.filter((line) => line.endsWith(end))).toHaveLength(1);
});

test.each<[Evidence, string]>([
  [{}, "ends here."],
  [{ parts: ["a", "b"] }, "(a, b)"],
  [{ fields: ["a", "b"] }, "(a, b)"],
  [{ fetched: ["a", "b"] }, "(a, b)"],
  [{ missing: ["a", "b"] }, "(a, b)"],
  [{ kind: "crl", origin: "package", index: 1 }, "(revocation list 2 in the package)"],
  [{ type: "opentimestamps", state: "submitted" }, "(opentimestamps)"],
  [{ as_of: "2020" }, "(2020)"],
  [{ network: "Ethereum", chain_id: 1 }, "(Ethereum)"],
  [{ source: "one", chain_id: 1 }, "(one)"],
  [{ since: "2021" }, "(2021)"],
  [{ sha256: "ff" }, "(ff)"],
  [{ index: 1, number: 3, code: "der_truncated" }, "(certificate 3 of file 2: der_truncated)"],
  [{ index: 1, code: "json_truncated" }, "(json_truncated)"],
])("a notice with %j says what it is about", (evidence, end) => {
  const notice: Notice = { code: "service_withdrawn_since", evidence };
  const text = reportText(report({ notices: [notice] }));
  const line = text
    .split("\n")
    .find((one) => one.startsWith("  Note: The service was qualified at the time of the seal, and lost"));
  if (end === "ends here.") expect(line).not.toMatch(/\)$/);
  else expect(line?.endsWith(` ${end}`)).toBe(true);
});
