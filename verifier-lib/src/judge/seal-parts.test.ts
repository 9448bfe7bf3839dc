/** The parts that a seal's check is put together from. */

import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
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
import { stampOf } from "./example.testing.js";
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
});

test("the list that seals are judged by: none, the one given, or the one that ships", async () => {
  expect(await sealTrust(null)).toBeNull();
  const shipped = await sealTrust(undefined);
  expect(shipped?.origin).toBe("shipped");
  expect(await sealTrust(shipped!.list)).toEqual({ list: shipped!.list, origin: "given" });
});

describe("timestamps of a seal", () => {
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
    const [ofA, ofB, ofOther] = [a, b, Uint8Array.of(3)].map((bytes) => stampOf(sha256(bytes), 0));
    const broken = ofA!.subarray(0, 40);
    // As long as a SHA-256, and another hash.
    const ofKeccak = stampOf(sha256(a), 0, "keccak256");
    const { files, faults } = await select([ofA!, ofOther!, broken, ofB!, ofKeccak]);
    expect(files).toEqual([ofA, ofB]);
    const fault = { code: "damaged", evidence: { fault: "ots_truncated" } };
    expect(faults).toMatchObject([null, null, fault, null, null]);
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

  test.each<[fields: string[], Partial<ToldListEntry>, own?: object | null]>([
    [["territory"], { territory: "FR" }],
    [["provider"], { provider: "Other" }],
    [["service"], { service: "Other" }],
    [["status"], { status: "withdrawn" }],
    [["since"], { since: "2026-01-01T00:00:01Z" }],
    [["territory", "status"], { territory: "FR", status: "x" }],
    [["status", "since"], {}, { ...OWN, atGenTime: null }],
    [["service"], {}, { ...OWN, service: null }],
    [[], {}, null],
  ])("differs in %j", (differs, told, own) => {
    expect(compare(told, own)).toMatchObject({ agrees: own === null ? null : false, differs });
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

  const junk = Uint8Array.of(1);
  let crl: Uint8Array;
  let ocsp: Uint8Array;
  beforeAll(async () => {
    crl = (await issueCrl(root)).der;
    ocsp = (await issueOcspResponse(root, unit.certificate)).der;
  });

  test("answers with lists, responses and issuers; what cannot be read is counted", async () => {
    const given = [
      ["crl", crl] as const,
      ["ocsp", ocsp] as const,
      ["crl", junk] as const,
      ["ocsp", junk] as const,
    ];
    const answers = given.map(([kind, bytes]) => answer(kind, bytes));
    const found = await ask(source({ answers, issuers: [root.certificate.der, junk] }));
    expect(found.data).toMatchObject({
      certificates: [{ der: root.certificate.der }],
      crls: [{ der: crl }],
      ocspResponses: [{ der: ocsp }],
      unread: 2,
    });
    expect(found.evidence).toEqual({
      source: "the authority",
      answers: given.map(([kind, bytes]) => ({
        kind,
        url: `http://${kind}.example`,
        certificate: "CN=Unit,C=XX",
        size_bytes: bytes.length,
        sha256: bytesToHex(sha256(bytes)),
      })),
      missing: [],
    });
    const fetched = answers.map(({ url }) => url);
    expect(found.notices).toEqual([{ code: "revocation_fetched", evidence: { fetched } }]);
    // Answers are read as what they say they are.
    const { data } = await ask(source({ answers: [answer("ocsp", crl), answer("crl", ocsp)] }));
    expect(data).toMatchObject({ crls: [], ocspResponses: [], unread: 2 });
  });

  test("says what it lacks, or fails: the seal is judged without it", async () => {
    const code = "source_timeout";
    const gap = { about: unit.certificate, position: 0, code, message: "too late" } as const;
    const lacking = await ask(source({ gaps: [gap] }));
    expect(lacking).toEqual({
      data: { certificates: [], crls: [], ocspResponses: [], unread: 0 },
      evidence: {
        source: "the authority",
        answers: [],
        missing: [{ certificate: "CN=Unit,C=XX", code, message: "too late" }],
      },
      notices: [{ code: "revocation_not_fetched", evidence: { missing: ["CN=Unit,C=XX: too late"] } }],
    });
    expect((await ask(source({}))).notices).toEqual([]);
    const failing = (error: unknown): RevocationSource => ({
      name: "the authority",
      fetchRevocation: () => Promise.reject(error),
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
    await expect(ask(failing("x"), new Work({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
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

  test("answers are read within the budget", async () => {
    for (const answers of [
      { answers: [answer("crl", crl)] },
      { answers: [answer("ocsp", ocsp)] },
      { issuers: [root.certificate.der] },
    ]) {
      const unpaid = ask(source(answers), new Work({ units: 1 }));
      await expect(unpaid).rejects.toMatchObject({ code: "work_limit_exceeded" });
    }
  });

  test("answers no more than 32 times, and with no more than 32 issuers", async () => {
    const issuers = [...Array.from({ length: 31 }, () => junk), root.certificate.der, unit.certificate.der];
    const many = Array.from({ length: 33 }, (_, i) => answer("crl", junk, `http://${i}`));
    const { data, notices } = await ask(source({ answers: many, issuers }));
    expect(data.unread).toBe(32);
    expect(data.certificates?.map(({ subject }) => subject.text)).toEqual(["CN=Root,C=XX"]);
    expect((notices[0]!.evidence["fetched"] as string[]).at(-1)).toBe("http://31");
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
  const evidenceOf = (verdict: Partial<TimestampVerdict>) =>
    sealEvidence({ ...nothing, ...verdict }, null, null);

  test("of nothing but a finding; of a refusal; of a revocation", () => {
    expect(evidenceOf({})).toEqual({
      reason: "what was found",
      as_of: NOW.toISOString(),
      revocation: { status: "not_checked", revoked_at: null, reason: null, as_of: null },
    });
    const response = { status: "rejection", statusText: ["No"], failures: ["badAlg"], token: null } as const;
    expect(evidenceOf({ response })).toMatchObject({
      pki_status: "rejection",
      status_text: ["No"],
      failures: ["badAlg"],
    });
    const revocation = { status: "revoked", revokedAt: NOW, reason: "keyCompromise", asOf: NOW } as const;
    expect(evidenceOf({ revocation })["revocation"]).toEqual({
      status: "revoked",
      revoked_at: NOW.toISOString(),
      reason: "keyCompromise",
      as_of: NOW.toISOString(),
    });
  });

  const tokenOf = async (...after: readonly Uint8Array[]) =>
    parseTimestampToken(await makeToken({ signer: unit, content: tstInfo(generalizedTime(NOW), ...after) }));

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
    expect(evidenceOf({ token: full })).toMatchObject({
      accuracy_seconds: 1,
      ordering: true,
      nonce: "0102",
      qc_statements: ["1.2.3", OID.qualifiedTimestamp],
      states_to_be_qualified: true,
    });
    const other = await tokenOf(extensions("1.2.3"));
    expect(evidenceOf({ token: other })).toMatchObject({ states_to_be_qualified: false });
    const imprint = { algorithmOid: "1.2.3", algorithm: null, digest: Uint8Array.of(1) };
    const unknown = { ...other, tstInfo: { ...other.tstInfo, imprint } };
    expect(evidenceOf({ token: unknown })).toMatchObject({
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
    expect(evidenceOf({ token: named })["tsa_name"]).toBe(text);
  });
});
