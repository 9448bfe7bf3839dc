/** What is asked for a verdict, in which order it is found, and which facts come with it. */

import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { contextConstructed, contextPrimitive, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { Work } from "../work/work.js";
import { PURPOSE } from "../x509/algorithms.js";
import {
  generalizedTime,
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOW,
  name,
  newRsaKey,
  purposes,
  TIME_STAMPING,
} from "../x509/authority.testing.js";
import type { Certificate } from "../x509/certificate.js";
import { checkSignature } from "./check-token.js";
import { parseTimestampToken } from "./parse-token.js";
import { OID } from "./token.js";
import {
  algorithm,
  attribute,
  IMPRINT,
  integer,
  makeToken,
  NULL,
  octets,
  oid,
  sequence,
  type TokenRecipe,
  tstInfo,
} from "./token.testing.js";
import {
  type FetchRevocationData,
  judgeTimestamp,
  type RevocationData,
  type VerifyTimestampParameters,
  verifyTimestamp,
} from "./verify-timestamp.js";

let root: Issued;
let authority: Issued;
let unit: Issued;
let rsaUnit: Issued;
let token: Uint8Array;
beforeAll(async () => {
  root = await issueAuthority("Root");
  rsaUnit = await issueUnit(root, { key: await newRsaKey(2048, "SHA-1") });
  authority = await issueAuthority("Authority", { issuer: root });
  unit = await issueUnit(authority);
  token = await makeToken({ signer: unit });
});

afterEach(() => void vi.useRealTimers());

const CONTENT = new TextEncoder().encode("content");
const EXPIRED = new Date(NOT_AFTER.getTime() + 1000);
const later = (ms: number) => new Date(NOW.getTime() + ms);
const certificates = (...issued: readonly Issued[]) => issued.map(({ certificate }) => certificate);
type Asked = Partial<VerifyTimestampParameters>;
const question = (asked: Asked = {}): VerifyTimestampParameters => ({
  ...(asked.response === undefined && { token }),
  ...(asked.original === undefined && { imprint: { algorithm: "SHA-256", digest: IMPRINT } }),
  anchors: certificates(root),
  intermediates: certificates(authority),
  now: NOW,
  ...asked,
});
const ask = (asked?: Asked) => verifyTimestamp(question(asked));
const judge = async (recipe: Partial<TokenRecipe>, asked?: Asked) =>
  ask({ token: await makeToken({ signer: unit, ...recipe }), ...asked });
const responseOf = (status: string, ...parts: readonly Uint8Array[]) =>
  sequence(sequence(integer(status)), ...parts);

describe("the parameters", () => {
  const digest = IMPRINT;
  test.each<[string, object, ErrorConstructor, string]>([
    ["neither response nor token", { token: undefined }, TypeError, "neither"],
    ["both response and token", { response: new Uint8Array(), token: new Uint8Array() }, TypeError, "both"],
    ["a token that is text", { token: "x" }, TypeError, '"response" or "token" expected a Uint8Array'],
    ["neither imprint nor original", { imprint: undefined }, TypeError, "neither"],
    [
      "both imprint and original",
      { imprint: { algorithm: "SHA-256", digest }, original: CONTENT },
      TypeError,
      "both",
    ],
    ["an original that is text", { imprint: undefined, original: "x" }, TypeError, '"imprint" or "original"'],
    ["a digest that is text", { imprint: { algorithm: "SHA-256", digest: "x" } }, TypeError, '"imprint"'],
    ["an unknown hash", { imprint: { algorithm: "MD5", digest } }, RangeError, '"imprint.algorithm"'],
    [
      "an inherited name of a hash",
      { imprint: { algorithm: "toString", digest } },
      RangeError,
      '"imprint.algorithm"',
    ],
    [
      "a digest that is too short",
      { imprint: { algorithm: "SHA-256", digest: digest.subarray(1) } },
      RangeError,
      "expected 32 bytes, got 31",
    ],
    ["anchors that are no array", { anchors: new Set() }, TypeError, '"anchors" expected an array'],
    ["a time that is text", { at: "2026" }, TypeError, '"at" expected a Date'],
    ["a time that is none", { now: new Date(Number.NaN) }, TypeError, '"now" expected a Date'],
    [
      "a proof at no time",
      { proofOfExistence: { noLaterThan: null } },
      TypeError,
      '"noLaterThan" expected a Date',
    ],
  ])("refuse %s", async (_, asked, kind, message) => {
    const error = await ask(asked as Asked).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toContain(message);
  });

  test("take a response or a token, a digest or the original", async () => {
    expect(await ask()).toMatchObject({ status: "passed", code: "ok", response: null });
    expect(await ask({ original: CONTENT })).toMatchObject({ status: "passed" });
    const answered = await ask({ response: responseOf("00", token) });
    expect(answered).toMatchObject({ status: "passed", response: { status: "granted" } });
  });

  test("default to the time of now, and now to this machine's clock", async () => {
    expect((await ask()).validationTime).toEqual(NOW);
    expect((await ask({ at: later(1000) })).validationTime).toEqual(later(1000));
    const { now: _, ...timeless } = question();
    vi.useFakeTimers({ toFake: ["Date"], now: later(2000) });
    expect((await verifyTimestamp(timeless)).validationTime).toEqual(later(2000));
  });
});

describe("the facts", () => {
  const NOTHING = {
    response: null,
    token: null,
    fault: null,
    signer: null,
    authority: null,
    chain: [],
    beyondNamed: [],
    listed: null,
    revocation: { status: "not_checked", revokedAt: null, reason: null, asOf: null },
    unreadRevocationData: 0,
    unjudgedRevocationData: 0,
    validationTime: NOW,
    restsOnProofOfExistence: false,
  };

  test("of a token that stands", async () => {
    expect(await ask()).toEqual({
      ...NOTHING,
      status: "passed",
      code: "ok",
      message: "the timestamp is valid",
      token: expect.objectContaining({ der: token }),
      signer: unit.certificate,
      authority: "Unit",
      chain: certificates(unit, authority, root),
    });
  });

  test("of what cannot be read: where it is malformed", async () => {
    expect(await ask({ token: token.subarray(0, 20) })).toEqual({
      ...NOTHING,
      status: "indeterminate",
      code: "damaged",
      fault: "der_truncated",
      message: expect.stringMatching(/^byte 4: expected/),
    });
    expect(await ask({ response: token })).toMatchObject({
      ...NOTHING,
      status: "indeterminate",
      code: "damaged",
      fault: "der_unexpected",
    });
  });

  test("of a refusal: what the authority says", async () => {
    const text = (value: string) => encodeDer(TAG.utf8String, new TextEncoder().encode(value));
    const failures = encodeDer(TAG.bitString, Uint8Array.of(0, 0x80));
    const said = sequence(sequence(integer("02"), sequence(text("No"), text("Never")), failures));
    expect(await ask({ response: said })).toMatchObject({
      ...NOTHING,
      response: { status: "rejection" },
      status: "failed",
      code: "timestamp_not_granted",
      message: "the authority answered rejection: badAlg, No, Never",
    });
    expect((await ask({ response: responseOf("03") })).message).toBe("the authority answered waiting");
  });

  test("of other content: the token, and no signer", async () => {
    expect(await ask({ original: Uint8Array.of(1) })).toMatchObject({
      status: "failed",
      code: "imprint_mismatch",
      token: { der: token },
      signer: null,
      authority: null,
    });
    expect(await ask({ request: { policy: "1.2.3" } })).toMatchObject({
      code: "policy_mismatch",
      token: { der: token },
      signer: null,
    });
  });

  test("of a token without its signer's certificate", async () => {
    expect(await judge({ certificates: [authority.certificate.der] })).toMatchObject({
      status: "indeterminate",
      code: "signer_certificate_missing",
      message: expect.stringContaining("neither among the 1 in the token"),
      signer: null,
    });
    for (const asked of [{ intermediates: certificates(unit, authority) }, { anchors: certificates(unit) }]) {
      expect((await judge({ certificates: [] }, asked)).status).toBe("passed");
    }
  });

  test("of a finding of the signature or the chain: the signer, and no chain", async () => {
    const signature = await judge({ signature: (bytes) => bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1) });
    const chain = await ask({ anchors: [] });
    expect(signature).toMatchObject({ status: "failed", code: "signature_invalid" });
    expect(chain).toMatchObject({ status: "indeterminate", code: "no_trust_anchor" });
    for (const verdict of [signature, chain]) {
      expect(verdict).toMatchObject({ signer: { der: unit.certificate.der }, authority: "Unit", chain: [] });
    }
  });

  test("of an expired token: its chain", async () => {
    const verdict = await ask({ at: EXPIRED });
    expect(verdict).toMatchObject({
      status: "indeterminate",
      code: "out_of_bounds_no_poe",
      restsOnProofOfExistence: false,
    });
    expect(verdict.chain).toHaveLength(3);
  });

  test.each<[Record<string, string>, string]>([
    [{ C: "XX", O: "Organisation", CN: "Common" }, "Common"],
    [{ C: "XX", O: "Organisation" }, "Organisation"],
    [{ C: "XX" }, "C=XX"],
  ])("name the authority of %o", async (subject, expected) => {
    const signer = await issueUnit(authority, { subject: name(subject) });
    expect((await judge({ signer })).authority).toBe(expected);
  });
});

describe("the order of findings", () => {
  test.each<[string, () => Promise<Partial<TokenRecipe>>, string]>([
    [
      "the signed attributes",
      async () => ({ messageDigest: new Uint8Array(32), naming: [] }),
      "message_digest_mismatch",
    ],
    [
      "the naming",
      async () => ({ naming: [], signer: await issue({ subject: name({ CN: "x" }), issuer: authority }) }),
      "signing_certificate_missing",
    ],
    [
      "the purpose",
      async () => ({
        signer: await issue({ subject: name({ CN: "x" }), issuer: authority }),
        content: tstInfo(
          generalizedTime(NOW),
          encodeDer(contextConstructed(0), encodeDer(contextPrimitive(2), CONTENT)),
        ),
      }),
      "signer_purpose_missing",
    ],
    [
      "the name",
      async () => ({
        signature: () => new Uint8Array(),
        content: tstInfo(
          generalizedTime(NOW),
          encodeDer(contextConstructed(0), encodeDer(contextPrimitive(2), CONTENT)),
        ),
      }),
      "tsa_name_mismatch",
    ],
    [
      "the signature",
      async () => ({
        signer: await issueUnit(root, { notAfter: later(-1000) }),
        signature: () => new Uint8Array(),
      }),
      "signature_invalid",
    ],
    [
      "the chain",
      async () => ({ signer: await issueUnit(root, { notAfter: later(-1000) }) }),
      "signer_not_valid_at_gen_time",
    ],
  ])("%s", async (_, recipe, code) => {
    expect((await judge(await recipe())).code).toBe(code);
  });

  test.each<[string, () => Promise<Partial<TokenRecipe>>, string, string, string]>([
    [
      "a key that is too short",
      async () => ({ signer: await issueUnit(authority, { key: await newRsaKey(1024) }) }),
      "indeterminate",
      "key_too_weak",
      "the signer's key is too short",
    ],
    [
      "a hash that is broken",
      async () => ({ signer: rsaUnit, hash: "SHA-1" }),
      "indeterminate",
      "hash_too_weak",
      "the hash of the signature is broken: two inputs can have the same digest",
    ],
    [
      "an unknown algorithm",
      async () => ({ signatureAlgorithm: algorithm("1.2.3") }),
      "indeterminate",
      "algorithm_unsupported",
      "the signature algorithm 1.2.3 is not known",
    ],
    [
      "another key",
      async () => ({ signatureAlgorithm: algorithm("1.2.840.113549.1.1.11", NULL) }),
      "failed",
      "algorithm_mismatch",
      "the algorithms of the signature and of the key differ",
    ],
    [
      "other bytes",
      async () => ({ signature: () => new Uint8Array() }),
      "failed",
      "signature_invalid",
      "the signature is invalid",
    ],
    [
      // The point is not on the curve.
      "a malformed key",
      async () => {
        const { key } = unit;
        const spki = key.spki.with(key.spki.length - 1, key.spki.at(-1)! ^ 1);
        return { signer: await issueUnit(authority, { key: { ...key, spki } }) };
      },
      "failed",
      "key_malformed",
      "the signer's key is malformed",
    ],
  ])("a signature with %s", async (_, recipe, status, code, message) => {
    expect(await judge(await recipe())).toMatchObject({ status, code, message });
  });

  test("a signature over no attributes", async () => {
    const { signer } = parseTimestampToken(token);
    const finding = await checkSignature({ ...signer, signedAttributes: null }, unit.certificate, new Work());
    expect(finding).toMatchObject({ status: "failed", code: "signed_attributes_missing" });
  });

  test("attributes that protect the algorithms", async () => {
    const protect = (...parts: readonly Uint8Array[]) => [
      attribute(OID.algorithmProtection, sequence(algorithm("2.16.840.1.101.3.4.2.1"), ...parts)),
    ];
    const ecdsa = encodeDer(contextConstructed(1), oid("1.2.840.10045.4.3.2"));
    expect((await judge({ attributes: protect(ecdsa) })).code).toBe("ok");
    const other = encodeDer(contextConstructed(1), oid("1.2.840.10045.4.3.3"));
    expect((await judge({ attributes: protect(other) })).code).toBe("algorithm_protection_mismatch");
  });
});

describe("revocation data", () => {
  const lists = async () => [(await issueCrl(authority)).der, (await issueCrl(root)).der];
  const GOOD = { status: "passed", revocation: { status: "good", asOf: NOW } };

  test("beside the token, or in it, or both", async () => {
    const [first, second] = await lists();
    expect(await ask({ crls: [first!, second!] })).toMatchObject(GOOD);
    expect(await judge({ revocation: [first!, second!] })).toMatchObject(GOOD);
    expect(await judge({ revocation: [first!] }, { crls: [second!] })).toMatchObject(GOOD);
    expect(await ask({ crls: [first!] })).toMatchObject({ revocation: { status: "not_checked" } });
  });

  test("of responses, beside the token or in it", async () => {
    const [ofUnit, ofAuthority] = [
      await issueOcspResponse(authority, unit.certificate),
      await issueOcspResponse(root, authority.certificate),
    ].map(({ der }) => der);
    expect(await ask({ ocspResponses: [ofUnit!, ofAuthority!] })).toMatchObject(GOOD);
    // In the token they are of another kind than lists, which asks for another version.
    const inToken = encodeDer(contextConstructed(1), oid(OID.ocspResponse), ofUnit!);
    const verdict = await judge({ revocation: [inToken] }, { ocspResponses: [ofAuthority!] });
    expect(verdict).toMatchObject(GOOD);
  });

  test("that cannot be read are counted, if they are beside the token", async () => {
    const junk = Uint8Array.of(1);
    const [first, second] = await lists();
    const ocsp = await issueOcspResponse(authority, unit.certificate);
    const verdict = await judge(
      { revocation: [octetsOf(junk)] },
      { crls: [junk, first!], ocspResponses: [junk, ocsp.der, junk] },
    );
    expect(verdict.unreadRevocationData).toBe(3);
    expect((await ask({ crls: [first!, second!] })).unreadRevocationData).toBe(0);
  });
  const octetsOf = (bytes: Uint8Array) => sequence(octets(bytes));

  test("by an algorithm that is not known are counted, and say nothing", async () => {
    const strange = { ...authority, key: { ...authority.key, algorithm: algorithm("1.2.3.4") } };
    const revoked = [{ certificate: unit.certificate, at: later(-1000) }];
    const crl = (await issueCrl(strange, { revoked })).der;
    const ocsp = (await issueOcspResponse(strange, unit.certificate)).der;
    const otherHash = await issueOcspResponse(authority, unit.certificate, { hashAlgorithm: "1.2.3.5" });
    const stranger = await issueAuthority("Stranger");
    const ofStranger = { ...stranger, key: { ...stranger.key, algorithm: algorithm("1.2.3.4") } };
    const count = async (asked: Asked) => {
      const { status, unjudgedRevocationData, unreadRevocationData, revocation } = await ask(asked);
      expect([status, unreadRevocationData, revocation.status]).toEqual(["passed", 0, "not_checked"]);
      return unjudgedRevocationData;
    };
    expect(await count({ crls: [crl] })).toBe(1);
    expect(await count({ crls: [crl], ocspResponses: [ocsp, otherHash.der] })).toBe(3);
    expect(await count({ crls: [(await issueCrl(ofStranger)).der] })).toBe(0);
    const [good, ofRoot] = await lists();
    const verdict = await ask({ crls: [crl, good!, ofRoot!] });
    expect(verdict).toMatchObject({ ...GOOD, unjudgedRevocationData: 1 });
  });

  test("by a responder whose certificate cannot be read are counted", async () => {
    const responder = await issue({
      subject: name({ CN: "Responder" }),
      issuer: authority,
      extensions: [keyUsage(0), purposes(PURPOSE.ocspSigning)],
    });
    const revoked = { status: { revokedAt: later(-1000) }, responder } as const;
    const answer = (...certificates: readonly Certificate[]) =>
      issueOcspResponse(authority, unit.certificate, { ...revoked, certificates });
    const inFull = await ask({ ocspResponses: [(await answer(responder.certificate)).der] });
    expect(inFull).toMatchObject({ status: "failed", code: "revoked" });
    const odd = { ...responder.certificate, der: sequence(octets(responder.certificate.der)) };
    const open = await ask({ ocspResponses: [(await answer(odd)).der] });
    expect(open).toMatchObject({ status: "passed", unjudgedRevocationData: 1 });
  });

  const NO_DATA: RevocationData = { crls: [], ocspResponses: [], unread: 0 };
  const judged = (
    fetchMore: FetchRevocationData | null,
    asked: Asked = {},
    revocation: RevocationData | (() => Promise<RevocationData>) = NO_DATA,
  ) => judgeTimestamp(question(asked), revocation, fetchMore);

  test("parsed already, or read once the signer is known", async () => {
    const crls = [await issueCrl(authority), await issueCrl(root)];
    const ocspResponses = [
      await issueOcspResponse(authority, unit.certificate),
      await issueOcspResponse(root, authority.certificate),
    ];
    expect(await judged(null, {}, { ...NO_DATA, crls, unread: 2 })).toMatchObject({
      ...GOOD,
      unreadRevocationData: 2,
    });
    let count = 0;
    const read = async () => {
      count++;
      return { ...NO_DATA, ocspResponses };
    };
    expect(await judged(null, {}, read)).toMatchObject(GOOD);
    expect(count).toBe(1);
    await judged(null, { original: Uint8Array.of(1) }, read);
    expect(count).toBe(1);
  });

  test("are fetched where nothing else than a missing issuer speaks against the chain", async () => {
    const asked: Parameters<FetchRevocationData>[] = [];
    const crls = [await issueCrl(authority), await issueCrl(root)];
    const fetchMore: FetchRevocationData = async (...question) => {
      asked.push(question);
      return { certificates: certificates(authority), crls, ocspResponses: [], unread: 5 };
    };
    const missing = { intermediates: [] };
    expect(await judged(fetchMore, missing)).toMatchObject({
      ...GOOD,
      chain: { length: 3 },
      unreadRevocationData: 0,
    });
    expect(asked).toEqual([[unit.certificate, certificates(unit), certificates(root)]]);
    expect(await judged(fetchMore)).toMatchObject(GOOD);
    expect(asked).toHaveLength(2);
    expect(await judged(null, missing)).toMatchObject({
      code: "no_path",
      revocation: { status: "not_checked" },
    });
    await judged(fetchMore, { anchors: [] });
    await judged(fetchMore, { token: await makeToken({ signer: unit, signature: () => new Uint8Array() }) });
    expect(asked).toHaveLength(2);
  });

  test("fetched are added to those at hand", async () => {
    const [ofAuthority, ofRoot] = [await issueCrl(authority), await issueCrl(root)];
    const [ofUnit, ofAuthorityOcsp] = [
      await issueOcspResponse(authority, unit.certificate),
      await issueOcspResponse(root, authority.certificate),
    ];
    const more =
      (data: Partial<RevocationData>): FetchRevocationData =>
      async () => ({ ...NO_DATA, ...data });
    expect(await judged(more({ crls: [ofRoot] }), {}, { ...NO_DATA, crls: [ofAuthority] })).toMatchObject(
      GOOD,
    );
    expect(await judged(more({ crls: [ofAuthority] }), {}, { ...NO_DATA, crls: [ofRoot] })).toMatchObject(
      GOOD,
    );
    expect(
      await judged(more({ ocspResponses: [ofUnit] }), {}, { ...NO_DATA, ocspResponses: [ofAuthorityOcsp] }),
    ).toMatchObject(GOOD);
    expect(await judged(more({ crls: [ofAuthority] }))).toMatchObject({
      revocation: { status: "not_checked" },
    });
  });
});

describe("a trusted list", () => {
  const listOf = (of: (given: readonly Certificate[]) => readonly Certificate[]) => {
    const asked: [readonly Certificate[], Date][] = [];
    return {
      asked,
      anchorsFor(given: readonly Certificate[], genTime: Date) {
        asked.push([given, genTime]);
        return of(given);
      },
    };
  };
  const issuedBy = (issuer: Issued) => (given: readonly Certificate[]) =>
    given.some(({ issuer: { text } }) => text === issuer.certificate.subject.text)
      ? [issuer.certificate]
      : [];

  test("is asked for each certificate at hand, at the time of the token", async () => {
    const trustList = listOf(issuedBy(root));
    const verdict = await ask({ anchors: [], trustList });
    expect(trustList.asked).toEqual([
      [certificates(unit), NOW],
      [certificates(authority), NOW],
    ]);
    expect(verdict).toMatchObject({ status: "passed", listed: { isValid: true, chain: { length: 3 } } });
    const own = listOf(() => []);
    expect(await ask({ trustList: own })).toMatchObject({ status: "passed", listed: { isValid: false } });
    expect(own.asked.at(-1)).toEqual([certificates(root), NOW]);
  });

  test("is asked for certificates that are fetched, too", async () => {
    const trustList = listOf(issuedBy(root));
    const verdict = await judgeTimestamp(
      question({ anchors: [], intermediates: [], trustList }),
      { crls: [], ocspResponses: [], unread: 0 },
      async () => ({ certificates: certificates(authority), crls: [], ocspResponses: [], unread: 0 }),
    );
    // Without an anchor nothing is fetched.
    expect(verdict.code).toBe("no_trust_anchor");
    const found = await judgeTimestamp(
      question({ anchors: certificates(await issueAuthority("Other")), intermediates: [], trustList }),
      { crls: [], ocspResponses: [], unread: 0 },
      async () => ({ certificates: certificates(authority), crls: [], ocspResponses: [], unread: 0 }),
    );
    expect(found).toMatchObject({ status: "passed", listed: { isValid: true, chain: { length: 3 } } });
  });

  test("can hold a signer that its issuer may revoke", async () => {
    const trustList = listOf(() => certificates(unit));
    const revoked = [{ certificate: unit.certificate, at: later(-1000) }];
    const crls = [(await issueCrl(authority, { revoked })).der];
    expect(await ask({ anchors: [], trustList, crls })).toMatchObject({
      status: "failed",
      code: "revoked",
      listed: { isValid: false },
    });
    expect((await ask({ anchors: certificates(unit), crls })).status).toBe("passed");
  });

  test("no list, no path to one", async () => {
    expect((await ask()).listed).toBeNull();
  });

  test("costs a hash of each certificate", async () => {
    const spent = async (asked: Asked) => {
      const work = new Work({ units: 1_000_000 });
      await judgeTimestamp(question({ ...asked, work }), { crls: [], ocspResponses: [], unread: 0 });
      return 1_000_000 - work.left;
    };
    const hashes = certificates(unit, authority, root).reduce(
      (sum, { der }) => sum + 2 + Math.ceil(der.length / 32),
      0,
    );
    const anchors = certificates(root);
    // The path to the list is known already.
    const more = (await spent({ trustList: { anchorsFor: () => anchors } })) - (await spent({}));
    expect(more).toBeGreaterThanOrEqual(hashes);
    expect(more).toBeLessThan(hashes + 100);
  });
});

describe("a proof of existence", () => {
  const proven = (noLaterThan: Date, asked: Asked = {}) =>
    ask({ ...asked, proofOfExistence: { noLaterThan } });

  test("is needed after the certificate expired, and must be older", async () => {
    expect(await proven(NOT_AFTER, { at: EXPIRED })).toMatchObject({
      status: "passed",
      restsOnProofOfExistence: true,
    });
    expect(await proven(NOT_AFTER, { at: NOT_AFTER })).toMatchObject({
      status: "passed",
      restsOnProofOfExistence: false,
    });
    expect(await proven(EXPIRED, { at: EXPIRED })).toMatchObject({
      status: "indeterminate",
      restsOnProofOfExistence: false,
    });
  });

  test("from after the time of validation adds nothing", async () => {
    expect((await proven(EXPIRED, { at: NOT_AFTER })).status).toBe("passed");
  });

  test("is needed after a revocation, too", async () => {
    const revoked = [{ certificate: unit.certificate, at: later(2000), reason: 1 }];
    const crls = [(await issueCrl(authority, { revoked })).der];
    expect(await proven(later(1000), { crls })).toMatchObject({
      status: "passed",
      restsOnProofOfExistence: true,
    });
    expect(await proven(later(1000), { crls, at: EXPIRED })).toMatchObject({ restsOnProofOfExistence: true });
    expect(await proven(later(2000), { crls })).toMatchObject({
      code: "revoked_no_poe",
      restsOnProofOfExistence: false,
    });
    // Nothing rests on it where the answer is open for another reason.
    expect(await proven(later(1000), { crls, at: later(-1e9) })).toMatchObject({
      code: "gen_time_in_the_future",
      restsOnProofOfExistence: false,
    });
  });
});

describe("the budget", () => {
  const limit = { status: "indeterminate", code: "work_limit_exceeded" };
  test("that ends tells what was known by then", async () => {
    const known = new Set<string>();
    for (let units = 10; ; units *= 1.3) {
      const verdict = await ask({ work: new Work({ units }), trustList: { anchorsFor: () => [] } });
      if (verdict.status === "passed") break;
      expect(verdict).toMatchObject({ ...limit, message: expect.stringContaining("work") });
      const { token: ofToken, signer, chain } = verdict;
      known.add(`${ofToken === null ? "" : "token "}${signer === null ? "" : "signer "}${chain.length}`);
    }
    expect([...known]).toEqual(["0", "token 0", "token signer 0", "token signer 3"]);
  });

  test("that ends in a response or in a token tells nothing", async () => {
    const nothing = { ...limit, response: null, token: null };
    expect(await ask({ work: new Work({ units: 9 }) })).toMatchObject(nothing);
    const response = responseOf("00", token);
    expect(await ask({ response, work: new Work({ units: 9 }) })).toMatchObject(nothing);
  });

  test("that is aborted throws the reason", async () => {
    const reason = new Error("enough");
    await expect(ask({ work: new Work({ signal: AbortSignal.abort(reason) }) })).rejects.toBe(reason);
  });

  test("that ends in data beside the token", async () => {
    const crl = (await issueCrl(authority, { revoked: [] })).der;
    const many = Array.from({ length: 40 }, () => crl);
    expect(await ask({ crls: many, work: new Work({ units: 8500 }) })).toMatchObject(limit);
  });
});

test("a self-signed unit that is trusted itself", async () => {
  const extensions = [keyUsage(0), purposes(TIME_STAMPING)];
  const self = await issue({ subject: name({ CN: "Self" }), extensions });
  expect(await judge({ signer: self }, { anchors: certificates(self), intermediates: [] })).toMatchObject({
    status: "passed",
    chain: { length: 1 },
  });
});
