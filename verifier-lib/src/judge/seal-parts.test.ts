/** The parts that a seal's check is put together from. */

import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { encodeDetachedTimestamp, type HashKind } from "@svc-proof/shared/opentimestamps";
import { beforeAll, describe, expect, test } from "vitest";
import { contextConstructed, parseDer, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { statedOf } from "../items.testing.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { parseTimestampToken } from "../rfc3161/parse-token.js";
import { OID, type TimestampVerdict } from "../rfc3161/token.js";
import { integer, makeToken, NULL, octets, oid, sequence, tstInfo } from "../rfc3161/token.testing.js";
import { SourceError } from "../source/bounded-fetch.js";
import type { RevocationAnswers, RevocationSource } from "../source/revocation.js";
import type { ToldListEntry } from "../trust/list-entry.js";
import type { Qualification } from "../trust/qualify.js";
import { Work } from "../work/work.js";
import {
  generalizedTime,
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
  name,
} from "../x509/authority.testing.js";
import type { GeneralName } from "../x509/certificate.js";
import { readName } from "../x509/names.js";
import { compareEntry, sealTrust } from "./qualified.js";
import { fetchSealRevocation, sealEvidence, tokenExistence } from "./seal-evidence.js";
import { readImprint, readSealMaterial, timestampsOf } from "./seal-material.js";

let root: Issued;
let unit: Issued;
let token: Uint8Array;
beforeAll(async () => {
  root = await issueAuthority("Root");
  unit = await issueUnit(root);
  token = await makeToken({ signer: unit });
});
const response = (status = "00", ...parts: readonly Uint8Array[]) =>
  sequence(sequence(integer(status)), ...parts);
const codeOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
};

describe("the imprint of a seal", () => {
  test("is that of a token, bare or in a response; a response without one has none", () => {
    for (const seal of [token, response("00", token)]) {
      expect(readImprint(seal)).toMatchObject({ algorithm: "SHA-256" });
    }
    expect(readImprint(response("02"))).toBeNull();
    expect(codeOf(() => readImprint(response("00")))).toBe("tsp_token_missing");
  });

  test("is read within a budget", () => {
    for (const seal of [token, response("00", token)]) {
      expect(codeOf(() => readImprint(seal, { work: new Work({ units: 9 }) }))).toBe("work_limit_exceeded");
    }
  });
});

test("the list that seals are judged by: none, the one given, or the one that ships", async () => {
  expect(await sealTrust(null)).toBeNull();
  const shipped = await sealTrust(undefined);
  expect(shipped?.origin).toBe("shipped");
  expect(await sealTrust(shipped!.list)).toEqual({ list: shipped!.list, origin: "given" });
});

describe("timestamps of a seal", () => {
  const stampOf = (digest: Uint8Array, hash: HashKind = "sha256") =>
    encodeDetachedTimestamp({
      hash,
      digest,
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height: 0 } }] },
    });
  const [a, b] = [Uint8Array.of(1), Uint8Array.of(2)];
  async function select(files: readonly Uint8Array[], work = new Work()) {
    const items = statedOf("seal_timestamp", files);
    const material = await readSealMaterial(items, work);
    return {
      files: timestampsOf(material, [a, b]).map(({ bytes }) => bytes),
      faults: items.map((item) => material.faults.get(item) ?? null),
    };
  }

  test("are those about the SHA-256 of one of its forms; one that cannot be read has a fault", async () => {
    const [ofA, ofB, ofOther] = [a, b, Uint8Array.of(3)].map((bytes) => stampOf(sha256(bytes)));
    const broken = ofA!.subarray(0, 40);
    // As long as a SHA-256, and another hash.
    const ofKeccak = stampOf(sha256(a), "keccak256");
    const { files, faults } = await select([ofA!, ofOther!, broken, ofB!, ofKeccak]);
    expect(files).toEqual([ofA, ofB]);
    const fault = { code: "damaged", evidence: { fault: "ots_truncated" } };
    expect(faults).toMatchObject([null, null, fault, null, null]);
  });

  test("none given, none found", async () => {
    expect(await select([])).toEqual({ files: [], faults: [] });
  });

  test("are read within a budget", async () => {
    await expect(select([stampOf(sha256(a))], new Work({ units: 0 }))).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
  });

  /** The one transaction of Bitcoin's first block: the SHA-256 of its SHA-256 is the root of the block. */
  const COINBASE = hexToBytes(
    "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000",
  );
  const HEADER =
    "0 0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c\n";
  const ofCoinbase = encodeDetachedTimestamp({
    hash: "sha256",
    digest: sha256(COINBASE),
    timestamp: {
      branches: [
        {
          operation: { kind: "sha256" },
          next: { branches: [{ attestation: { kind: "bitcoin", height: 0 } }] },
        },
      ],
    },
  });

  const files = statedOf("seal_timestamp", [ofCoinbase]);

  test("prove when it existed: two hours after the time of the block", async () => {
    const headers = statedOf("headers", [HEADER]);
    const found = await tokenExistence(files, [a, COINBASE], { now: NOW, headers });
    expect(found).toEqual({
      files,
      noLaterThan: new Date("2009-01-03T20:15:05Z"),
      status: "passed",
      code: "ok",
      isAsked: false,
      evidence: {
        status: "passed",
        code: "ok",
        basis: "computed",
        no_later_than: "2009-01-03T20:15:05.000Z",
        block_height: 0,
        block_hash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
        relied_on: [],
      },
    });
  });

  test("prove nothing without a block, or about something else", async () => {
    const headers = statedOf("headers", ["x"]);
    expect(await tokenExistence(files, [COINBASE], { now: NOW, headers })).toEqual({
      files,
      noLaterThan: null,
      status: "indeterminate",
      code: "no_bitcoin_header",
      isAsked: true,
      evidence: { status: "indeterminate", code: "no_bitcoin_header" },
    });
    const fault = { status: "unreadable", code: "damaged", fault: "headers_line_malformed" };
    expect(headers[0]!.result).toEqual(fault);
    const other = await tokenExistence(files, [a], { now: NOW, headers });
    expect(other).toMatchObject({ noLaterThan: null, status: "failed", code: "timestamp_of_other_content" });
  });
});

describe("the entry of a list that a package tells of", () => {
  const TOLD: ToldListEntry = {
    territory: "ES",
    provider: "Provider",
    service: "Service",
    status: "granted",
    since: "2026-01-01T00:00:00Z",
    sequenceNumber: 6,
    listSha256: "12".repeat(32),
    snapshotSha256: "34".repeat(32),
  };
  const OWN = {
    service: { territory: "ES", provider: "Provider", name: "Service" },
    atGenTime: { status: "granted", since: "2026-01-01T00:00:00.000Z" },
  };
  const compare = (told: Partial<ToldListEntry>, own: object | null = OWN) =>
    compareEntry({ ...TOLD, ...told }, own as Qualification | null);

  test("is repeated, and compared field by field", () => {
    expect(compare({})).toEqual({
      territory: "ES",
      provider: "Provider",
      service: "Service",
      status: "granted",
      since: "2026-01-01T00:00:00Z",
      list: { sequence_number: 6, sha256: "12".repeat(32) },
      snapshot_sha256: "34".repeat(32),
      agrees: true,
      differs: [],
    });
  });

  test.each<[string, Partial<ToldListEntry>]>([
    ["territory", { territory: "FR" }],
    ["provider", { provider: "Other" }],
    ["service", { service: "Other" }],
    ["status", { status: "withdrawn" }],
    ["since", { since: "2026-01-01T00:00:01Z" }],
  ])("differs in its %s", (field, told) => {
    expect(compare(told)).toMatchObject({ agrees: false, differs: [field] });
  });

  test("differs in all fields, or in time and status if the list knows none", () => {
    expect(
      compare({ territory: "FR", provider: "x", service: "x", status: "x", since: "2020-01-01T00:00:00Z" })
        .differs,
    ).toEqual(["territory", "provider", "service", "status", "since"]);
    expect(compare({}, { ...OWN, atGenTime: null }).differs).toEqual(["status", "since"]);
    expect(compare({}, { ...OWN, service: null })).toMatchObject({ agrees: false, differs: ["service"] });
  });

  test("is not compared if the list was not asked", () => {
    expect(compare({}, null)).toMatchObject({ agrees: null, differs: [] });
  });
});

describe("the source of revocation data", () => {
  const question = () => ({ signer: unit.certificate, anchors: [], certificates: [], now: NOW });
  const source = (answers: Partial<RevocationAnswers>): RevocationSource => ({
    name: "the authority",
    fetchRevocation: async () => ({ answers: [], gaps: [], issuers: [], ...answers }),
  });
  const answer = (kind: "crl" | "ocsp", bytes: Uint8Array, url = `http://${kind}.example`) => ({
    kind,
    bytes,
    url,
    about: unit.certificate,
    position: 0,
  });
  const ask = (of: RevocationSource, work = new Work()) => fetchSealRevocation(of, question(), work);

  test("answers with lists, responses and issuers; what cannot be read is counted", async () => {
    const crl = await issueCrl(root);
    const ocsp = await issueOcspResponse(root, unit.certificate);
    const junk = Uint8Array.of(1);
    const found = await ask(
      source({
        answers: [
          answer("crl", crl.der),
          answer("ocsp", ocsp.der),
          answer("crl", junk),
          answer("ocsp", junk),
        ],
        issuers: [root.certificate.der, junk],
      }),
    );
    expect(found.data).toMatchObject({
      certificates: [{ der: root.certificate.der }],
      crls: [{ der: crl.der }],
      ocspResponses: [{ der: ocsp.der }],
      unread: 2,
    });
    expect(found.evidence).toEqual({
      source: "the authority",
      answers: [
        ["crl", crl.der],
        ["ocsp", ocsp.der],
        ["crl", junk],
        ["ocsp", junk],
      ].map(([kind, bytes]) => ({
        kind,
        url: `http://${kind}.example`,
        certificate: "CN=Unit,C=XX",
        size_bytes: bytes!.length,
        sha256: bytesToHex(sha256(bytes as Uint8Array)),
      })),
      missing: [],
    });
    const urls = ["crl", "ocsp", "crl", "ocsp"].map((kind) => `http://${kind}.example`);
    expect(found.notices).toEqual([{ code: "revocation_fetched", evidence: { fetched: urls } }]);
  });

  test("answers are read as what they say they are", async () => {
    const crl = await issueCrl(root);
    const ocsp = await issueOcspResponse(root, unit.certificate);
    const { data } = await ask(source({ answers: [answer("ocsp", crl.der), answer("crl", ocsp.der)] }));
    expect(data).toMatchObject({ crls: [], ocspResponses: [], unread: 2 });
  });

  test("says what it lacks", async () => {
    const gap = {
      about: unit.certificate,
      position: 0,
      code: "source_timeout",
      message: "too late",
    } as const;
    const found = await ask(source({ gaps: [gap] }));
    expect(found.data).toEqual({ certificates: [], crls: [], ocspResponses: [], unread: 0 });
    expect(found.evidence).toEqual({
      source: "the authority",
      answers: [],
      missing: [{ certificate: "CN=Unit,C=XX", code: "source_timeout", message: "too late" }],
    });
    expect(found.notices).toEqual([
      { code: "revocation_not_fetched", evidence: { missing: ["CN=Unit,C=XX: too late"] } },
    ]);
    expect((await ask(source({}))).notices).toEqual([]);
  });

  test("fails: the seal is judged without it", async () => {
    const failing = (error: unknown): RevocationSource => ({
      name: "the authority",
      fetchRevocation: async () => {
        throw error;
      },
    });
    expect(await ask(failing(new SourceError("source_unreachable", "no route")))).toEqual({
      data: { crls: [], ocspResponses: [], unread: 0 },
      evidence: { source: "the authority", answers: [], missing: [], code: "source_unreachable" },
      notices: [
        {
          code: "revocation_not_fetched",
          evidence: { source: "the authority", missing: ["source_unreachable"] },
        },
      ],
    });
    expect((await ask(failing("x"))).evidence).toMatchObject({ code: "source_error" });
    const reason = new Error("enough");
    const work = new Work({ signal: AbortSignal.abort(reason) });
    await expect(ask(failing("x"), work)).rejects.toBe(reason);
  });

  test("is asked the question, with a signal, and no longer than it says", async () => {
    const asked: unknown[] = [];
    const slow: RevocationSource = {
      name: "slow",
      timeoutMs: 1,
      fetchRevocation: (given) => {
        asked.push(given);
        return new Promise(() => {});
      },
    };
    expect((await ask(slow)).evidence).toMatchObject({ code: "source_timeout" });
    expect(asked).toEqual([{ ...question(), signal: expect.any(AbortSignal) }]);
  });

  test("answers no more than 32 times, and with no more than 32 issuers", async () => {
    const junk = Uint8Array.of(1);
    const issuers = [...Array.from({ length: 31 }, () => junk), root.certificate.der, unit.certificate.der];
    const many = Array.from({ length: 33 }, (_, i) => answer("crl", junk, `http://${i}`));
    const { data, notices } = await ask(source({ answers: many, issuers }));
    expect(data.unread).toBe(32);
    expect(data.certificates?.map(({ subject }) => subject.text)).toEqual(["CN=Root,C=XX"]);
    expect((notices[0]!.evidence["fetched"] as string[]).at(-1)).toBe("http://31");
  });

  test("answers are read within the budget", async () => {
    const crl = await issueCrl(root);
    for (const answers of [
      { answers: [answer("crl", crl.der)] },
      { answers: [answer("ocsp", (await issueOcspResponse(root, unit.certificate)).der)] },
      { issuers: [root.certificate.der] },
    ]) {
      await expect(ask(source(answers), new Work({ units: 1 }))).rejects.toMatchObject({
        code: "work_limit_exceeded",
      });
    }
  });
});

describe("the evidence of a seal", () => {
  const nothing: TimestampVerdict = {
    status: "failed",
    code: "imprint_mismatch",
    fault: null,
    message: "what was found",
    response: null,
    token: null,
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
  const NOT_CHECKED = { status: "not_checked", revoked_at: null, reason: null, as_of: null };

  test("of nothing but a finding", () => {
    expect(sealEvidence(nothing, null, null)).toEqual({
      reason: "what was found",
      as_of: NOW.toISOString(),
      revocation: NOT_CHECKED,
    });
    expect(sealEvidence({ ...nothing, status: "indeterminate" }, null, null)).toHaveProperty("reason");
    expect(sealEvidence({ ...nothing, status: "passed" }, null, null)).not.toHaveProperty("reason");
  });

  test("of a refusal", () => {
    const refusal = { status: "rejection", statusText: ["No"], failures: ["badAlg"], token: null } as const;
    expect(sealEvidence({ ...nothing, response: refusal }, null, null)).toMatchObject({
      pki_status: "rejection",
      status_text: ["No"],
      failures: ["badAlg"],
    });
  });

  test("of signer, chain and revocation", () => {
    const { certificate } = unit;
    const evidence = sealEvidence(
      {
        ...nothing,
        signer: certificate,
        authority: "Unit",
        chain: [certificate, root.certificate],
        revocation: { status: "revoked", revokedAt: NOW, reason: "keyCompromise", asOf: NOW },
      },
      null,
      { source: "the authority" },
    );
    const of = ({ certificate }: Issued, subject: string) => ({
      subject,
      issuer: "CN=Root,C=XX",
      serial_number: certificate.serialNumberHex,
      not_before: "2026-01-01T00:00:00.000Z",
      not_after: "2028-01-01T00:00:00.000Z",
      sha256: bytesToHex(sha256(certificate.der)),
    });
    expect(evidence).toMatchObject({
      authority: "Unit",
      signer: of(unit, "CN=Unit,C=XX"),
      chain: ["CN=Unit,C=XX", "CN=Root,C=XX"],
      trust_anchor: of(root, "CN=Root,C=XX"),
      revocation: {
        status: "revoked",
        revoked_at: NOW.toISOString(),
        reason: "keyCompromise",
        as_of: NOW.toISOString(),
        online: { source: "the authority" },
      },
    });
  });

  test("of a signer that is trusted itself", async () => {
    for (const chain of [[unit.certificate], [unit.certificate, root.certificate, unit.certificate]]) {
      const evidence = sealEvidence({ ...nothing, chain }, null, null);
      expect(evidence["trust_anchor"]).toMatchObject({ subject: "CN=Unit,C=XX" });
    }
  });

  test("of a proof of existence, and whether it was needed", () => {
    const existence = {
      files: [],
      noLaterThan: NOW,
      status: "passed",
      code: "ok",
      evidence: { status: "passed" },
      malformedHeaders: new Map(),
      isAsked: false,
    } as const;
    for (const needed of [true, false]) {
      const verdict = { ...nothing, restsOnProofOfExistence: needed };
      expect(sealEvidence(verdict, existence, null)["proof_of_existence"]).toEqual({
        status: "passed",
        needed,
      });
    }
  });

  const tokenOf = async (...after: readonly Uint8Array[]) =>
    parseTimestampToken(await makeToken({ signer: unit, content: tstInfo(generalizedTime(NOW), ...after) }));

  test("of a token that states no more than it must", async () => {
    const plain = sealEvidence({ ...nothing, token: await tokenOf() }, null, null);
    expect(plain).toMatchObject({
      gen_time: "2026-11-21T12:00:00Z",
      accuracy_seconds: null,
      ordering: false,
      serial_number: "2A",
      policy: "1.2.3.4",
      nonce: null,
      imprint: { algorithm: "SHA-256" },
      tsa_name: null,
      qc_statements: [],
      states_to_be_qualified: false,
      signature_algorithm: "1.2.840.10045.4.3.2",
      digest_algorithm: "2.16.840.1.101.3.4.2.1",
    });
    expect(plain["unsigned_parts"]).toContainEqual({
      part: "version",
      start: expect.any(Number),
      end: expect.any(Number),
    });
  });

  test("of a token that states all it may", async () => {
    const statements = (...oids: string[]) => octets(sequence(...oids.map((one) => sequence(oid(one)))));
    const extensions = (...oids: string[]) =>
      encodeDer(contextConstructed(1), sequence(oid("1.3.6.1.5.5.7.1.3"), statements(...oids)));
    const full = await tokenOf(
      sequence(integer("01")),
      encodeDer(TAG.boolean, Uint8Array.of(0xff)),
      integer("0102"),
      extensions("1.2.3", OID.qualifiedTimestamp),
    );
    expect(sealEvidence({ ...nothing, token: full }, null, null)).toMatchObject({
      accuracy_seconds: 1,
      ordering: true,
      nonce: "0102",
      qc_statements: ["1.2.3", OID.qualifiedTimestamp],
      states_to_be_qualified: true,
    });
    const other = await tokenOf(extensions("1.2.3"));
    expect(sealEvidence({ ...nothing, token: other }, null, null)).toMatchObject({
      states_to_be_qualified: false,
    });
    const imprint = { algorithmOid: "1.2.3", algorithm: null, digest: Uint8Array.of(1) };
    const unknown = { ...other, tstInfo: { ...other.tstInfo, imprint } };
    expect(sealEvidence({ ...nothing, token: unknown }, null, null)).toMatchObject({
      imprint: { algorithm: "1.2.3", digest: "01" },
    });
  });

  test.each<[GeneralName, string]>([
    [{ kind: "directory", value: readName(parseDer(name({ CN: "TSA" }), CERTIFICATE_LIMITS)) }, "CN=TSA"],
    [{ kind: "ip", value: Uint8Array.of(127, 0, 0, 1) }, "7f000001"],
    [{ kind: "other", tag: 0x88, der: NULL }, "#0500"],
    [{ kind: "uri", value: "http://tsa.example" }, "http://tsa.example"],
  ])("of a token that names its authority: %o", async (tsa, text) => {
    const plain = await tokenOf();
    const named = { ...plain, tstInfo: { ...plain.tstInfo, tsa } };
    expect(sealEvidence({ ...nothing, token: named }, null, null)["tsa_name"]).toBe(text);
  });
});
