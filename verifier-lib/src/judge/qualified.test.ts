/** The check `qualified` beside the check `seal`, on authorities made here and small lists of them. */

import { readFile } from "node:fs/promises";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { beforeAll, describe, expect, test } from "vitest";
import type { VerifyOptions } from "../options.js";
import type { Report } from "../report/report.js";
import { reportText, summaryLine } from "../report/text.js";
import type { TimestampVerdict } from "../rfc3161/token.js";
import { IMPRINT, makeToken, tstInfo } from "../rfc3161/token.testing.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
import type { Qualification, TrustList } from "../trust/qualify.js";
import { type ListedService, type SnapshotList, type StatusPeriod, shortHash } from "../trust/snapshot.js";
import { openTrustList } from "../trust/trust-list.js";
import { testList, testService, testSnapshot } from "../trust/trust-snapshot.testing.js";
import { verify } from "../verify.js";
import {
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueUnit,
  NOW,
  name,
} from "../x509/authority.testing.js";
import type { Certificate } from "../x509/certificate.js";
import { verifyQualified } from "./qualified.js";

const GEN_TIME = new Date("2026-09-01T12:00:00Z");

let root: Issued;
let unit: Issued;
let elsewhere: Issued;
let stranger: Issued;
/** Without the root's certificate. */
let token: Uint8Array;
let strange: Uint8Array;

beforeAll(async () => {
  root = await issueAuthority("Root", { subject: name({ C: "ES", CN: "Root" }) });
  unit = await issueUnit(root, { subject: name({ C: "ES", CN: "Unit" }) });
  elsewhere = await issueAuthority("Elsewhere");
  stranger = await issueUnit(elsewhere, {
    subject: name({ C: "ES", CN: "Stranger" }),
  });
  token = await tokenOf(unit);
  strange = await tokenOf(stranger);
});

const tokenOf = (signer: Issued, genTime = GEN_TIME) =>
  makeToken({ signer, content: tstInfo(generalizedTime(genTime)) });

function listOf(services: readonly ListedService[], facts: Partial<SnapshotList> = {}): TrustList {
  return openTrustList(testSnapshot(testList("ES", services, facts)));
}
const pem = (...issued: readonly Issued[]) =>
  issued.map(({ certificate }) => pemOf(certificate.der)).join("");
const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

const run = (input: Uint8Array, options: VerifyOptions) => verify(input, { now: NOW, ...options });
const checkOf = ({ checks }: Report, id: "seal" | "qualified") => checks.find((check) => check.id === id)!;
const verdicts = (report: Report) => [
  report.outcome,
  checkOf(report, "seal").code,
  checkOf(report, "qualified").status,
  checkOf(report, "qualified").code,
];
const noticesOf = ({ notices }: Report) => notices.map(({ code }) => code);
const history = (...periods: readonly (readonly [status: string, since: string])[]): StatusPeriod[] =>
  periods.map(([status, since]) => ({ status, since }));
const judged = (service: ListedService, options: VerifyOptions = {}) =>
  run(token, { trustList: listOf([service]), ...options });

describe("a listed service", () => {
  test("is trusted and qualified: the signer itself", async () => {
    const report = await judged(testService(unit.certificate));
    expect(verdicts(report)).toEqual(["verified", "ok", "passed", "ok"]);
    expect(checkOf(report, "qualified").basis).toBe("relied-on");
    expect(checkOf(report, "qualified").evidence).toEqual({
      result: "qualified",
      territory: "ES",
      provider: "Example TSP",
      service: "Example time stamps",
      identity: "CN=Unit,C=ES",
      list: {
        territory: "ES",
        sequence_number: 7,
        issued: "2026-06-01T00:00:00Z",
        next_update: "2026-12-01T00:00:00Z",
        sha256: "ab".repeat(32),
      },
      at_gen_time: { status: "granted", since: "2026-01-01T00:00:00Z", time: GEN_TIME.toISOString() },
      at_existence: {
        status: "granted",
        since: "2026-01-01T00:00:00Z",
        time: NOW.toISOString(),
        basis: "time-of-validation",
        is_covered: true,
      },
      chain: ["CN=Unit,C=ES"],
      leads_to: "CN=Unit,C=ES",
      snapshot: {
        origin: "given",
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        lists: [
          {
            territory: "EU",
            sequence_number: 390,
            issued: "2026-08-03T13:16:38Z",
            next_update: "2027-01-27T13:16:38Z",
          },
          {
            territory: "ES",
            sequence_number: 7,
            issued: "2026-06-01T00:00:00Z",
            next_update: "2026-12-01T00:00:00Z",
          },
        ],
        age_days: 109,
      },
    });
    expect(report.claims[0]?.source).toMatchObject({
      kind: "trusted-list",
      qualified: true,
      trusted_list: { territory: "ES", sequence_number: 7, service: "Example time stamps" },
    });
    expect(summaryLine(report)).toContain(
      "CHOSE TO TRUST (by trusted lists that you gave; original not given): if it is right",
    );
    const text = reportText(report);
    for (const part of [
      "granted since 2026-01-01",
      "109 days old",
      "EU 390 (2026-08-03), ES 7 (2026-06-01)",
    ]) {
      expect(text).toContain(part);
    }
    expect(noticesOf(report)).toEqual(["original_not_given", "trust_list_given", "revocation_not_checked"]);
    expect(report.inputs).toContainEqual(expect.objectContaining({ kind: "trust_list", status: "checked" }));
  });

  test("is the signer's issuer, which the token leaves out", async () => {
    const report = await judged(testService(root.certificate));
    expect(verdicts(report)).toEqual(["verified", "ok", "passed", "ok"]);
    expect(checkOf(report, "qualified").evidence["chain"]).toEqual(["CN=Unit,C=ES", "CN=Root,C=ES"]);
  });

  test("above a certificate that the caller trusts: the claim rests on the caller's, and is qualified", async () => {
    const report = await judged(testService(root.certificate), { trust: [pem(unit)] });
    expect(verdicts(report)).toEqual(["verified", "ok", "passed", "ok"]);
    expect(report.claims[0]?.source).toMatchObject({ kind: "trusted-by-caller", qualified: true });
  });

  test("by another certificate for the signer's key: only if the seal stands otherwise", async () => {
    const renewed = await issueUnit(root, { subject: name({ C: "ES", CN: "Unit" }), key: unit.key });
    const list = testService(renewed.certificate);
    expect(verdicts(await judged(list))).toEqual([
      "indeterminate",
      "no_trust_anchor",
      "skipped",
      "depends_on_failed_check",
    ]);
    const trusted = await judged(list, { trust: [pem(root)] });
    expect(verdicts(trusted)).toEqual(["verified", "ok", "passed", "ok"]);
  });

  test("that was withdrawn after the seal is told with the date", async () => {
    const service = testService(unit.certificate, {
      history: history(["withdrawn", "2026-10-10T00:00:00Z"], ["granted", "2026-01-01T00:00:00Z"]),
    });
    const report = await judged(service);
    expect(verdicts(report)).toEqual(["verified", "ok", "passed", "ok"]);
    expect(checkOf(report, "qualified").evidence["at_existence"]).toMatchObject({
      status: "withdrawn",
      since: "2026-10-10T00:00:00Z",
    });
    expect(report.notices).toContainEqual({
      code: "service_withdrawn_since",
      evidence: { status: "withdrawn", since: "2026-10-10T00:00:00Z" },
    });
    expect(reportText(report)).toContain("withdrawn since 2026-10-10");
    // As of a moment before.
    const before = await judged(service, { at: new Date("2026-09-02T00:00:00Z") });
    expect(checkOf(before, "qualified").evidence["at_existence"]).toMatchObject({ status: "granted" });
    expect(noticesOf(before)).not.toContain("service_withdrawn_since");
  });
});

test("the status when the token is proven to have existed", async () => {
  const list = listOf([
    testService(unit.certificate, {
      history: history(["withdrawn", "2026-10-10T00:00:00Z"], ["granted", "2026-01-01T00:00:00Z"]),
    }),
  ]);
  const verdict = await verifyTimestamp({
    token,
    imprint: { algorithm: "SHA-256", digest: IMPRINT },
    anchors: [],
    trustList: list,
    now: NOW,
  });
  expect(verdict.status).toBe("passed");
  const trust = { list, origin: "shipped" } as const;
  const at = (provenBy: Date | null) =>
    verifyQualified({ verdict, trust, provenBy, now: NOW }).check.evidence["at_existence"];
  expect(at(new Date("2026-09-02T00:00:00Z"))).toEqual({
    status: "granted",
    since: "2026-01-01T00:00:00Z",
    time: "2026-09-02T00:00:00.000Z",
    basis: "proof-of-existence",
    is_covered: true,
  });
  expect(at(new Date("2026-10-10T00:00:00Z"))).toMatchObject({ status: "withdrawn" });
  const later = new Date("2026-12-02T00:00:00Z");
  const outdated = await run(token, { trustList: list, now: later });
  expect(checkOf(outdated, "qualified")).toMatchObject({
    status: "passed",
    evidence: { at_existence: { is_covered: false } },
  });
  expect(reportText(outdated)).toContain(
    "not known at the time of this verification (2026-12-02T00:00:00.000Z): the list ends before; it says",
  );
  // A proof from after the moment of judgement adds nothing.
  for (const none of [null, new Date("2027-01-01T00:00:00Z")]) {
    expect(at(none)).toMatchObject({ time: NOW.toISOString(), basis: "time-of-validation" });
  }
});

describe("the question", () => {
  const SERVICE = { provider: "Provider", name: "Service" } as ListedService;
  const LIST = {
    territory: "ES",
    sequenceNumber: 7,
    issued: "2026-06-01T00:00:00Z",
    nextUpdate: "2026-12-01T00:00:00Z",
    sha256: "ab",
  } as SnapshotList;
  const ANSWER: Qualification = {
    result: "qualified",
    code: "ok",
    service: SERVICE,
    list: LIST,
    territory: "ES",
    identity: "CN=Unit",
    atGenTime: { status: "granted", since: "2026-01-01T00:00:00Z" },
    atExistence: { status: "granted", since: "2026-01-01T00:00:00Z" },
  };
  const ask = (verdict: object, answer: Partial<Qualification> = {}, provenBy: Date | null = null) =>
    verifyQualified({
      verdict: {
        status: "passed",
        code: "ok",
        message: "what was found",
        token: { tstInfo: { genTimeRoundedDown: GEN_TIME } },
        listed: { chain: [unit.certificate], isValid: true },
        chain: [unit.certificate],
        validationTime: NOW,
        ...verdict,
      } as unknown as TimestampVerdict,
      trust: { origin: "given", list: { ...listOf([]), qualify: () => ({ ...ANSWER, ...answer }) } },
      provenBy,
      now: NOW,
    });

  test("is answered by the list", () => {
    expect(ask({})).toMatchObject({ check: { status: "passed", code: "ok" }, qualification: ANSWER });
  });

  test("is not asked of a seal that failed, has no token, or leads nowhere", () => {
    for (const verdict of [{ status: "failed" }, { token: null }, { listed: null }]) {
      expect(ask(verdict)).toEqual({
        check: {
          id: "qualified",
          status: "skipped",
          code: "depends_on_failed_check",
          basis: null,
          evidence: {},
        },
        qualification: null,
      });
    }
  });

  test("is left open where the budget of the seal was used up", () => {
    expect(ask({ status: "indeterminate", code: "work_limit_exceeded" })).toEqual({
      check: {
        id: "qualified",
        status: "indeterminate",
        code: "work_limit_exceeded",
        basis: null,
        evidence: { reason: "what was found" },
      },
      qualification: null,
    });
  });

  test("is answered without facts that the list does not have", () => {
    const nothing = { service: null, list: null, identity: null, territory: null };
    const { evidence } = ask({}, { ...nothing, atGenTime: null, atExistence: null }).check;
    expect(evidence).toMatchObject({
      provider: null,
      service: null,
      identity: null,
      territory: null,
      list: null,
      at_gen_time: null,
      at_existence: null,
    });
  });

  test("is covered by a list up to the moment of its next update, and always by one without", () => {
    const covered = (list: SnapshotList | null, validationTime: Date) =>
      ask({ validationTime }, { list }).check.evidence["at_existence"];
    const end = new Date("2026-12-01T00:00:00Z");
    expect(covered(LIST, end)).toMatchObject({ is_covered: true });
    expect(covered(LIST, new Date(end.getTime() + 1))).toMatchObject({ is_covered: false });
    expect(covered({ ...LIST, nextUpdate: null } as unknown as SnapshotList, end)).toMatchObject({
      is_covered: true,
    });
    expect(covered(null, end)).toMatchObject({ is_covered: true });
  });

  test("rests on a proof only if that is older than the moment of judgement", () => {
    const basis = (provenBy: Date | null) => ask({}, {}, provenBy).check.evidence["at_existence"];
    const [proof, judgement] = ["proof-of-existence", "time-of-validation"];
    expect(basis(new Date(NOW.getTime() - 1))).toMatchObject({ basis: proof });
    expect(basis(NOW)).toMatchObject({ basis: judgement });
    expect(basis(null)).toMatchObject({ basis: judgement });
  });
});

describe("answers that are not yes", () => {
  const withdrawn = history(["withdrawn", "2026-03-01T00:00:00Z"], ["granted", "2026-01-01T00:00:00Z"]);

  test("withdrawn before the seal: no anchor, and since when", async () => {
    const report = await judged(testService(unit.certificate, { history: withdrawn }));
    expect(verdicts(report)).toEqual([
      "indeterminate",
      "no_trust_anchor",
      "indeterminate",
      "service_withdrawn",
    ]);
    expect(checkOf(report, "qualified").evidence).toMatchObject({
      result: "not-qualified",
      at_gen_time: { status: "withdrawn", since: "2026-03-01T00:00:00Z" },
    });
    expect(report.claims).toEqual([]);
  });

  test("no answer changes the outcome of a seal that stands", async () => {
    const services: readonly [ListedService[], Partial<SnapshotList>, string, boolean | null][] = [
      [[testService(unit.certificate, { history: withdrawn })], {}, "service_withdrawn", false],
      [
        [testService(unit.certificate, { history: history(["undersupervision", "2026-01-01T00:00:00Z"]) })],
        {},
        "service_under_supervision",
        false,
      ],
      [[], {}, "service_not_listed", false],
      [
        [],
        { otherServices: [shortHash(bytesToHex(sha256(root.certificate.spki.der)))] },
        "service_of_other_type",
        false,
      ],
      [[], { nextUpdate: "2026-08-01T00:00:00Z" }, "trusted_list_too_old", null],
    ];
    for (const [listed, facts, code, qualified] of services) {
      const report = await run(token, { trustList: listOf(listed, facts), trust: [pem(root)] });
      expect(verdicts(report)).toEqual(["verified", "ok", "indeterminate", code]);
      expect(report.claims[0]?.source, code).toMatchObject({ kind: "trusted-by-caller", qualified });
      const line = summaryLine(report);
      expect(line, code).toContain(
        qualified === null ? "not known whether it is qualified" : "not a qualified time stamp",
      );
      expect(line, code).not.toContain("qualified electronic time stamp");
    }
  });

  test("the list of the country is not at hand", async () => {
    const german = await issueUnit(await issueAuthority("Deutsch"), {
      subject: name({ C: "DE", CN: "Unit" }),
    });
    const report = await run(await tokenOf(german), { trustList: listOf([]) });
    expect(verdicts(report).slice(1)).toEqual(["no_trust_anchor", "indeterminate", "trusted_list_missing"]);
    expect(checkOf(report, "qualified").evidence).toMatchObject({ territory: "DE", list: null });
    expect(reportText(report)).toContain("not at hand: the trusted list of DE");
  });

  test("a chain that leads elsewhere is told by name", async () => {
    const report = await judged(testService(unit.certificate));
    const trustList = listOf([testService(unit.certificate)]);
    const other = await run(strange, { trustList, certificates: [pem(elsewhere)] });
    expect(report.outcome).toBe("verified");
    expect(verdicts(other)).toEqual([
      "indeterminate",
      "no_trust_anchor",
      "indeterminate",
      "service_not_listed",
    ]);
    expect(reportText(other)).toContain("the chain of its certificates leads to Elsewhere");
  });

  test("taking an issuer's certificate out of a token does not turn yes into no", async () => {
    const middle = await issueAuthority("Middle", {
      subject: name({ C: "ES", CN: "Middle" }),
      issuer: root,
    });
    const signer = await issueUnit(middle, { subject: name({ C: "ES", CN: "Below" }) });
    const bare = await tokenOf(signer);
    const trustList = listOf([testService(root.certificate)]);
    const whole = await run(bare, { trustList, certificates: [pem(middle)] });
    expect(verdicts(whole)).toEqual(["verified", "ok", "passed", "ok"]);
    const stripped = await run(bare, { trustList });
    expect(checkOf(stripped, "qualified")).toMatchObject({
      status: "indeterminate",
      code: "chain_incomplete",
      evidence: { result: "indeterminate" },
    });
    const trusted = await run(bare, { trustList, trust: [pem(middle)] });
    expect(trusted.claims[0]?.source).toMatchObject({ kind: "trusted-by-caller", qualified: true });
    expect(reportText(stripped)).not.toMatch(/not (?:a )?qualified/);
  });

  test("without a list: skipped, and a notice", async () => {
    const report = await run(token, { trustList: null, trust: [pem(root)] });
    expect(verdicts(report)).toEqual(["verified", "ok", "skipped", "no_trust_list"]);
    expect(noticesOf(report)).toContain("qualification_not_checked");
    expect(report.claims[0]?.source).toMatchObject({
      kind: "trusted-by-caller",
      qualified: null,
      trusted_list: null,
    });
  });

  test("a time that has not come: skipped, because no list knows the status of tomorrow", async () => {
    const report = await run(await tokenOf(unit, new Date("2026-11-25T00:00:00Z")), {
      trustList: listOf([testService(unit.certificate)]),
    });
    expect(verdicts(report)).toEqual([
      "indeterminate",
      "gen_time_in_the_future",
      "skipped",
      "depends_on_failed_check",
    ]);
  });

  test("a seal that failed, or whose path is not valid: skipped", async () => {
    const trustList = listOf([testService(root.certificate)]);
    const changed = token.slice();
    changed[changed.length - 1]! ^= 1;
    expect(verdicts(await run(changed, { trustList }))[2]).toBe("skipped");
    // Issued by a listed service that is no authority.
    const leaf = await issueUnit(root, { subject: name({ C: "ES", CN: "Leaf" }) });
    const below = await issueUnit(leaf, { subject: name({ C: "ES", CN: "Below" }) });
    const ofLeaf = { trustList: listOf([testService(leaf.certificate)]), certificates: [pem(leaf)] };
    const alone = await run(await tokenOf(below), ofLeaf);
    expect(verdicts(alone).slice(2)).toEqual(["skipped", "depends_on_failed_check"]);
    // Although the caller trusts the signer.
    const trusted = await run(await tokenOf(below), { ...ofLeaf, trust: [pem(below)] });
    expect(verdicts(trusted)).toEqual(["verified", "ok", "indeterminate", "no_path"]);
    expect(trusted.claims[0]?.source).toMatchObject({ kind: "trusted-by-caller", qualified: null });
  });

  test("a list that no seal needs is not missed", async () => {
    const proof = await readFile(new URL("../../../test/vectors/given/files/proof.json", import.meta.url));
    const report = await run(new Uint8Array(proof), { trustList: listOf([]) });
    expect(report.checks.map(({ id }) => id)).not.toContain("qualified");
    expect(noticesOf(report)).not.toContain("input_not_applicable");
    expect(report.inputs.find(({ kind }) => kind === "trust_list")).toMatchObject({
      status: "not_applicable",
    });
  });

  test("the input cannot be read: skipped as often as the seal", async () => {
    const report = await run(token.subarray(0, 100), { trustList: null });
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "format indeterminate",
      "content skipped",
      "seal skipped",
      "qualified skipped",
    ]);
  });
});

test("each byte of a token that is changed: never qualified with another time, digest or signer", async () => {
  const trustList = listOf([testService(unit.certificate)]);
  const sound = checkOf(await run(token, { trustList }), "seal").evidence;
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice();
    changed[at]! ^= 1 << (at % 8);
    const report = await run(changed, { trustList });
    if (!report.checks.some(({ id, status }) => id === "qualified" && status === "passed")) continue;
    // Only what no signature covers: `unsigned_parts`.
    const { gen_time, imprint, signer, serial_number } = checkOf(report, "seal").evidence;
    const { gen_time: time, imprint: digest, signer: by, serial_number: number } = sound;
    expect({ gen_time, imprint, signer, serial_number }, `byte ${at}`).toEqual({
      gen_time: time,
      imprint: digest,
      signer: by,
      serial_number: number,
    });
    const parts = checkOf(report, "seal").evidence["unsigned_parts"] as unknown as {
      start: number;
      end: number;
    }[];
    expect(
      parts.some(({ start, end }) => start <= at && at < end),
      `byte ${at}`,
    ).toBe(true);
  }
});

describe("revocation of a listed signer", () => {
  const revokedAt = new Date("2026-08-01T00:00:00Z");

  test("by its issuer, which nobody trusts, counts", async () => {
    const trustList = listOf([testService(unit.certificate)]);
    const crl = await issueCrl(root, { revoked: [{ certificate: unit.certificate, at: revokedAt }] });
    const certificates = [pem(root)];
    const revoked = await run(token, { trustList, certificates, crls: [crl.der] });
    expect(verdicts(revoked)).toEqual(["failed", "revoked", "skipped", "depends_on_failed_check"]);
    const empty = await issueCrl(root);
    const good = await run(token, { trustList, certificates, crls: [empty.der] });
    expect(checkOf(good, "seal").evidence["revocation"]).toMatchObject({ status: "good" });
    // Another authority of the same name says nothing.
    const impostor = await issueAuthority("Root", { subject: name({ C: "ES", CN: "Root" }) });
    const false_ = await issueCrl(impostor, { revoked: [{ certificate: unit.certificate, at: revokedAt }] });
    const ignored = await run(token, { trustList, certificates: [pem(impostor)], crls: [false_.der] });
    expect(verdicts(ignored)).toEqual(["verified", "ok", "passed", "ok"]);
    expect(checkOf(ignored, "seal").evidence["revocation"]).toMatchObject({ status: "not_checked" });
  });

  test("of a certificate that the caller chose to trust does not", async () => {
    const crl = await issueCrl(root, { revoked: [{ certificate: unit.certificate, at: revokedAt }] });
    const chosen = { trustList: null, trust: [pem(unit)], certificates: [pem(root)], crls: [crl.der] };
    expect(verdicts(await run(token, chosen))[1]).toBe("ok");
  });
});

describe("bundles of trusted certificates", () => {
  const damaged = (certificate: Certificate) => {
    const der = certificate.der.slice();
    // basicConstraints: TRUE as 01.
    const at = der.findIndex((byte, i) => byte === 0x01 && der[i + 1] === 0x01 && der[i + 2] === 0xff);
    der[at + 2] = 0x01;
    return pemOf(der);
  };

  test("one certificate that cannot be read is left out, and told with its number", async () => {
    const bundle = `${pem(stranger)}${damaged(root.certificate)}${pem(root)}`;
    const report = await run(token, { trustList: null, trust: [pem(stranger), bundle] });
    expect(verdicts(report)[1]).toBe("ok");
    expect(report.notices).toContainEqual({
      code: "trust_certificate_unreadable",
      evidence: { index: 1, number: 2, code: "der_boolean" },
    });
    expect(reportText(report)).toContain("(certificate 2 of file 2: der_boolean)");
  });

  test("a text with no certificate that can be read is the caller's mistake", async () => {
    const options = { trustList: null, trust: [damaged(root.certificate)] };
    await expect(run(token, options)).rejects.toThrow(RangeError);
  });

  test("of certificates that are not trusted the others are used too", async () => {
    const between = await issueAuthority("Between", { issuer: root });
    const signer = await issueUnit(between);
    const certificates = [`${damaged(root.certificate)}${pem(between)}`];
    const report = await run(await tokenOf(signer), { trustList: null, trust: [pem(root)], certificates });
    expect(verdicts(report)[1]).toBe("ok");
    expect(noticesOf(report)).toContain("input_left_out");
  });
});
