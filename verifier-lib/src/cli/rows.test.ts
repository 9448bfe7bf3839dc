import { encodePortableProof } from "@svc-proof/shared/proof";
import { describe, expect, test } from "vitest";
import { optionsOf } from "../command-line/command.js";
import { PLAIN, styleFor } from "../command-line/output.js";
import { exampleProof } from "../judge/example.testing.js";
import { CHECKS } from "../report/checks.js";
import { indeterminateReason } from "../report/outcome.js";
import type { Check, Report } from "../report/report.js";
import { verify } from "../verify.js";
import { VERIFY } from "./commands.js";
import { CSV_TITLES, countsLine, csvRow, hintsOf, type Row, rowOf, statusOfRows, table } from "./rows.js";

describe("exit status", () => {
  const row = (outcome: "verified" | "failed" | "indeterminate", parts = {}) => ({
    outcome,
    problem: null,
    probablyChanged: [],
    ...parts,
  });

  test.each([
    ["nothing", [], 2],
    ["all verified", [row("verified"), row("verified")], 0],
    ["verified, but a file beside it was probably changed", [row("verified", { probablyChanged: ["x"] })], 2],
    ["failed, and a file beside it was probably changed", [row("failed", { probablyChanged: ["x"] })], 1],
    ["one failed", [row("verified"), row("failed"), row("indeterminate")], 1],
    ["one unreadable", [row("failed"), row("indeterminate", { problem: "permission denied" })], 3],
  ])("%s", (_, rows, status) => {
    expect(statusOfRows(rows)).toBe(status);
  });
});

/** Nothing is known of it. */
const ROW: Row = {
  file: "proof.json",
  outcome: "verified",
  reason: null,
  verdict: "verified",
  problem: null,
  time: null,
  source: null,
  sourceKind: null,
  sentence: "",
  code: null,
  original: null,
  fingerprint: null,
  proofId: null,
  beside: [],
  probablyChanged: [],
  checkedAt: "2026-01-01T00:00:00.000Z",
};

describe("csv", () => {
  const originalCell = (original: string) => csvRow({ ...ROW, original }).split(",")[7];

  test.each([
    ["=1", "'=1"],
    [" =1", "' =1"],
    ["\uff1d1", "'\uff1d1"],
    ["plain", "plain"],
    ["a=1", "a=1"],
  ])("%j cannot be taken for a formula", (name, cell) => {
    expect(originalCell(name)).toBe(cell);
  });

  test("a spreadsheet that separates at semicolons, as in Spain, finds no formula behind one", () => {
    expect(originalCell("a;=1+1;b")).toBe(`"a;'=1+1;b"`);
    expect(csvRow({ ...ROW, probablyChanged: ["a", "=1+1", "@b"] }).split(",")[8]).toBe(`"a; '=1+1; '@b"`);
  });

  test("each column has its title, and what is not known is empty", () => {
    const full: Row = {
      file: "a.json",
      outcome: "indeterminate",
      reason: "missing",
      verdict: "soFar",
      problem: "p",
      time: "t",
      source: "block 1",
      sourceKind: "evm",
      sentence: "CORRECT SO FAR",
      code: "anchor no_source",
      original: "o",
      fingerprint: "SHA-256 00",
      proofId: "id",
      beside: ["z"],
      probablyChanged: ["x", "y"],
      checkedAt: "now",
    };
    expect(CSV_TITLES).toBe(
      "file,outcome,reason,verdict,existed_no_later_than,source,source_kind,original,probably_changed,fingerprint,proof_id,code,sentence,checked_at,evidence_beside\r\n",
    );
    expect(csvRow(full)).toBe(
      'a.json,indeterminate,missing,soFar,t,block 1,evm,o,"x; y",SHA-256 00,id,anchor no_source,CORRECT SO FAR,now,z\r\n',
    );
    expect(csvRow(ROW)).toBe("proof.json,verified,,verified,,,,,,,,,,2026-01-01T00:00:00.000Z,\r\n");
  });

  test.each([
    ['say "no"', '"say ""no"""'],
    ["a,b", '"a,b"'],
    ["a'b c", "a'b c"],
  ])("%j is one cell", (name, cell) => {
    expect(csvRow({ ...ROW, sentence: name })).toBe(
      `proof.json,verified,,verified,,,,,,,,,${cell},${ROW.checkedAt},\r\n`,
    );
  });
});

describe("row", async () => {
  const proof = exampleProof();
  const report = await verify(new TextEncoder().encode(encodePortableProof(proof)));
  const PARTS = { path: "a.json", original: null, beside: [], probablyChanged: [], problem: null };
  const [open] = report.checks.filter(({ status }) => status === "indeterminate");
  const failing = { ...open!, id: "merkle", status: "failed", code: "merkle_root_mismatch" } as const;
  const claim = {
    statement: "existed_no_later_than",
    time: "2026-01-02T03:04:05.000Z",
    accuracy_seconds: null,
    source: {
      type: "evm-block",
      kind: "public",
      chain_id: 1,
      network: "Ethereum",
      block: 7,
      relied_on: ["a", "b"],
    },
  } as unknown as Report["claims"][number];

  test("a date that is not confirmed: the check that is open, the fingerprint, no date and no source", () => {
    expect(
      rowOf(report, { path: "a.json", original: "o", beside: ["y"], probablyChanged: ["x"], problem: null }),
    ).toEqual({
      file: "a.json",
      outcome: "indeterminate",
      reason: "missing",
      verdict: "soFar",
      problem: null,
      time: null,
      source: null,
      sourceKind: null,
      sentence: expect.stringMatching(/^CORRECT SO FAR: /),
      code: "anchor no_source",
      original: "o",
      fingerprint: `SHA-256 ${proof.content.hash}`,
      proofId: proof.proof_id,
      beside: ["y"],
      probablyChanged: ["x"],
      checkedAt: report.checked_at,
    });
  });

  test("the check that failed, not the one that is open", () => {
    const failed: Report = {
      ...report,
      outcome: "failed",
      reason: null,
      checks: [...report.checks, failing],
    };
    expect(rowOf(failed, PARTS).code).toBe("merkle merkle_root_mismatch");
    expect(rowOf({ ...report, checks: [] }, PARTS).code).toBeNull();
  });

  test("a verified date has its source, and no check decides against it", () => {
    const verified: Report = {
      ...report,
      outcome: "verified",
      reason: null,
      verdict: "verified",
      claims: [claim],
    };
    expect(rowOf(verified, PARTS)).toMatchObject({
      time: "2026-01-02T03:04:05.000Z",
      source: expect.stringContaining("Ethereum"),
      sourceKind: "public",
      code: null,
    });
  });

  test("what is no proof has neither a fingerprint nor an identifier", () => {
    expect(rowOf({ ...report, proof: null }, { ...PARTS, problem: "gone" })).toMatchObject({
      fingerprint: null,
      proofId: null,
      problem: "gone",
    });
  });
});

describe("table", () => {
  const row = (parts: Partial<Row>): Row => ({
    ...ROW,
    file: "a.json",
    outcome: "indeterminate",
    reason: "missing",
    verdict: "soFar",
    sentence: "CORRECT SO FAR: the date is not confirmed yet (why)",
    ...parts,
  });
  const verified = row({
    file: "b.json",
    outcome: "verified",
    reason: null,
    verdict: "verified",
    time: "2026-11-22T09:31:57.000Z",
    source: "block 1 of Ethereum",
    sentence:
      "VERIFIED (on the word of one source): this file existed on or before …, by block 1 of Ethereum",
    original: "b.pdf",
  });

  test("columns line up; what limits a date stands below it", () => {
    expect(table([row({ probablyChanged: ["a.pdf"] }), verified], PLAIN)).toBe(`\
CORRECT SO FAR                                                 a.json
                the date is not confirmed yet (why)
                probably changed: a.pdf has the name or the size of the original, not its fingerprint
VERIFIED        2026-11-22T09:31:57.000Z  block 1 of Ethereum  b.json
                original b.pdf
                on the word of one source
`);
  });

  test("a column of nothing is left out, and hostile names stay on their line", () => {
    const failed = row({
      file: "x\n\u001b[2J",
      outcome: "failed",
      reason: null,
      verdict: "failed",
      sentence: "FAILED: content: no",
    });
    expect(table([failed], PLAIN)).toBe("FAILED          x\ufffd\ufffd[2J\n                content: no\n");
  });

  test("a terminal gets signs, and a file that cannot be read none of the calm one", () => {
    const style = styleFor("always", true, {});
    expect(table([row({})], style)).toContain("○ CORRECT SO FAR");
    expect(table([row({ problem: "permission denied", reason: "unusable" })], style)).toContain(
      "✗ UNREADABLE",
    );
  });

  test("a verified date without limits has no line of its own", () => {
    const whole = { ...verified, original: null, sentence: "VERIFIED: this file existed (since) then" };
    expect(table([whole], PLAIN)).toBe(
      "VERIFIED        2026-11-22T09:31:57.000Z  block 1 of Ethereum  b.json\n",
    );
  });

  test("a source of more than forty characters moves only its own file to the right", () => {
    const of = (source: string) => row({ ...verified, original: null, sentence: "VERIFIED: x", source });
    const [long, short] = ["x".repeat(45), "short"];
    const start = "VERIFIED        2026-11-22T09:31:57.000Z";
    expect(table([of(long), of(short)], PLAIN)).toBe(
      `${start}  ${long}  b.json\n${start}  ${short.padEnd(40)}  b.json\n`,
    );
  });

  test("below a sign, lines are two columns further in, and hostile text stays on its line", () => {
    const { outcome, hint, aside } = styleFor("always", true, {});
    const style = { outcome, hint, aside, status: (text: string) => text };
    const problem = row({
      problem: "gone\n",
      outcome: "verified",
      original: "o\r",
      probablyChanged: ["c\n"],
    });
    const margin = " ".repeat(18);
    expect(table([problem], style)).toBe(
      [
        `${outcome("UNREADABLE    ", "failed")}  a.json`,
        `${margin}${aside("original o\ufffd")}`,
        `${margin}${aside("gone\ufffd")}`,
        `${margin}${hint("probably changed: c\ufffd has the name or the size of the original, not its fingerprint")}`,
        "",
      ].join("\n"),
    );
  });

  test("each row counts once", () => {
    const rows = [
      verified,
      row({}),
      row({ reason: "contradictory", verdict: "indeterminate" }),
      row({ outcome: "failed", reason: null, verdict: "failed" }),
      row({ problem: "gone", reason: "unusable" }),
      row({ problem: "gone", outcome: "verified", reason: null }),
      row({ problem: "gone" }),
      row({ problem: "gone" }),
    ];
    expect(countsLine(rows)).toBe(
      "8 files: 1 verified, 1 failed, 1 correct so far, 1 indeterminate, 4 unreadable",
    );
    expect(countsLine([verified])).toBe("1 file: 1 verified, 0 failed, 0 indeterminate, 0 unreadable");
  });
});

describe("hints", () => {
  const check = (id: string, code: string, evidence: object = {}) =>
    ({ id, code, status: "indeterminate", basis: null, evidence }) as unknown as Check;
  const OFFLINE = { isOnline: false };

  const ONLINE = { isOnline: true };
  const CERTIFICATES = "--certificates FILE adds certificates of the authority";
  const OWN_CHOICE = "URL asks an endpoint of your own choice";
  const ASK_BITCOIN = [
    "--headers FILE proves the block offline (the service has it: GET /proof/ID.headers.json)",
    "--esplora URL or --bitcoin-rpc URL asks an explorer or a node of your own choice",
  ];
  const TOO_NEW = ["try again later: the block is too new"];
  const OTHER_HASH = ["--hash HEX, by the hash that the timestamp uses"];
  const NEW_LISTS = [
    "svc-verify trust-list update --output trust.json fetches the lists of today; then --trust-list trust.json",
  ];
  const TRUST =
    "--trust FILE.pem trusts the certificate of an authority; ask the authority itself for it, not whoever sent the seal";

  const BY_SOURCES = ["--online asks public explorers of Bitcoin", ...ASK_BITCOIN];
  const OTHER_ENDPOINT = "URL asks another endpoint; --timeout SECONDS waits longer";
  const OLDER = "--seal-timestamp FILE.ots shows that the seal is older than";
  const ON_CHAIN = "anchor no_source, anchor witness_unconfirmed";
  test.each<[checks: string, hints: readonly string[], evidence?: object]>([
    [ON_CHAIN, ["--online asks public endpoints of Polygon", `--rpc 137=${OWN_CHOICE}`], { chain_id: 137 }],
    [ON_CHAIN, ["--online asks public endpoints of Ethereum", `--rpc 1=${OWN_CHOICE}`]],
    [ON_CHAIN, [`--rpc 31337=${OWN_CHOICE}`], { chain_id: 31337 }],
    [
      "anchor sources_disagree",
      ["--rpc 1=URL: name endpoints that you trust; all of one chain are compared"],
    ],
    [
      "anchor finality_unknown",
      ["--confirmations N is enough where the endpoint does not say which blocks are final"],
    ],
    ["anchor too_few_confirmations, anchor block_not_final", TOO_NEW],
    ["anchor transaction_pending, anchor transaction_not_indexed", TOO_NEW],
    ["anchor source_timeout, anchor block_unknown_to_source", [`--rpc 1=${OTHER_ENDPOINT}`]],
    ["block block_unknown_to_source, bitcoin source_unreachable", [`--esplora ${OTHER_ENDPOINT}`]],
    ["bitcoin no_bitcoin_header, block header_unproven", BY_SOURCES],
    ["block header_run_missing, bitcoin header_run_short", BY_SOURCES],
    ["bitcoin sources_disagree", ["--headers FILE proves the block without anyone's word"]],
    [
      "bitcoin bitcoin_pending",
      ["svc-verify upgrade FILE.ots asks the calendars whether a block has it by now"],
      { pending: [] },
    ],
    ["bitcoin file_hash_not_sha256, content content_hash_not_sha256", OTHER_HASH],
    ["seal signer_certificate_missing, seal chain_incomplete, qualified chain_incomplete", [CERTIFICATES]],
    ["seal no_trust_anchor", [TRUST]],
    ["seal no_path", [CERTIFICATES, TRUST]],
    ["seal out_of_bounds_no_poe", [`${OLDER} the end of its certificate`]],
    ["seal out_of_bounds_no_poe", [`${OLDER} the end of its certificate`], { proof_of_existence: null }],
    [
      "seal out_of_bounds_no_poe",
      [
        "--headers FILE or --online settles the timestamp that shows the seal is older than its certificate's end",
      ],
      { proof_of_existence: {} },
    ],
    ["seal revoked_no_poe", [`${OLDER} the revocation`]],
    ["seal gen_time_in_the_future", ["check the clock of this machine"]],
    ["qualified trusted_list_too_old, qualified trusted_list_missing", NEW_LISTS],
    ["content not_requested", ["--original FILE compares the file itself"]],
    ["anchor no_anchor, bitcoin bitcoin_pending, bitcoin header_of_regtest, seal no_such_code", []],
    ["qualified no_such_code, content no_such_code, signature not_requested, format no_such_code", []],
  ])("%s: %j", (checks, hints, evidence = { chain_id: 1 }) => {
    for (const one of checks.split(", ")) {
      const [id, code] = one.split(" ") as [string, string];
      expect(hintsOf(check(id, code, evidence), OFFLINE), one).toEqual(hints);
    }
  });

  test("a check that is settled has no hint, and neither has a chain that nobody can be asked about", () => {
    for (const { id } of CHECKS) {
      for (const status of ["passed", "failed", "skipped"] as const) {
        expect(hintsOf({ ...check(id, "no_source"), status }, OFFLINE)).toEqual([]);
      }
    }
    const content = { ...check("content", "not_requested"), status: "skipped" as const };
    expect(hintsOf(content, OFFLINE)).toEqual(["--original FILE compares the file itself"]);
    expect(hintsOf(check("anchor", "no_source", { chain_id: 999_999 }), OFFLINE)).toEqual([
      "--rpc 999999=URL asks an endpoint of your own choice",
    ]);
  });

  test("after --online it is not offered again", () => {
    expect(hintsOf(check("anchor", "no_source", { chain_id: 1 }), ONLINE)).toEqual([`--rpc 1=${OWN_CHOICE}`]);
    expect(hintsOf(check("bitcoin", "no_bitcoin_header"), ONLINE)).toEqual(ASK_BITCOIN);
  });

  test("hints name options that exist", () => {
    const known = new Set([...optionsOf(VERIFY).map(({ name }) => name), "output"]);
    const codes = [
      "no_source",
      "sources_disagree",
      "no_bitcoin_header",
      "no_path",
      "no_trust_anchor",
      "chain_incomplete",
      "trusted_list_missing",
      "source_error",
      "revoked_no_poe",
      "out_of_bounds_no_poe",
      "content_hash_not_sha256",
      "file_hash_not_sha256",
    ];
    for (const { id } of CHECKS) {
      for (const code of codes) {
        const one = check(id, code, { chain_id: 1 });
        expect(indeterminateReason(one)).not.toBeNull();
        for (const [, option] of hintsOf(one, OFFLINE)
          .join("\n")
          .matchAll(/--([a-z-]+)/g))
          expect(known).toContain(option);
      }
    }
  });
});
