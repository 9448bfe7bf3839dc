/** Answers of an authority, and what it is asked. */

import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { beforeAll, describe, expect, test } from "vitest";
import { contextConstructed, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { Work } from "../work/work.js";
import { type Issued, issueAuthority, issueUnit } from "../x509/authority.testing.js";
import { parseTimestampToken } from "./parse-token.js";
import { encodeTimestampRequest, parseTimestampRequest, parseTimestampResponse } from "./response.js";
import { signerOfToken } from "./signer.js";
import { HASHES, type HashAlgorithm } from "./token.js";
import { algorithm, IMPRINT, integer, makeToken, NULL, octets, oid, sequence } from "./token.testing.js";

type Bytes = Uint8Array;
const text = (value: string) => encodeDer(TAG.utf8String, new TextEncoder().encode(value));
const times = (count: number, make: (i: number) => Bytes) => Array.from({ length: count }, (_, i) => make(i));
const errorOf = (work: () => unknown) => {
  try {
    work();
    return "ok";
  } catch (error) {
    if (error instanceof FormatError) return `${error.code} at ${error.offset}`;
    throw error;
  }
};

let unit: Issued;
let token: Bytes;
beforeAll(async () => {
  unit = await issueUnit(await issueAuthority("Root"));
  token = await makeToken({ signer: unit });
});

describe("a response", () => {
  const statusInfo = (status: string, ...more: readonly Bytes[]) => sequence(integer(status), ...more);
  const read = (...parts: readonly Bytes[]) => parseTimestampResponse(sequence(...parts));
  const refusal = (...more: readonly Bytes[]) => read(statusInfo("02", ...more));

  test.each([
    ["granted", "00"],
    ["grantedWithMods", "01"],
  ])("with a token: %s", (status, number) => {
    const response = read(statusInfo(number), token);
    expect(response).toMatchObject({ status, statusText: [], failures: [] });
    expect(bytesToHex(response.token!.der)).toBe(bytesToHex(token));
    expect(response.token!.unsigned[0]).toMatchObject({ part: "status" });
    expect(errorOf(() => read(statusInfo(number)))).toBe("tsp_token_missing at 2");
  });

  test.each([
    ["rejection", "02"],
    ["waiting", "03"],
    ["revocationWarning", "04"],
    ["revocationNotification", "05"],
  ])("without a token: %s", (status, number) => {
    expect(read(statusInfo(number))).toEqual({ status, statusText: [], failures: [], token: null });
    expect(errorOf(() => read(statusInfo(number), token))).toBe("tsp_token_unexpected at 9");
  });

  test("names where the status stands, which nothing signs", () => {
    const info = statusInfo("00", sequence(text("granted")));
    const der = sequence(info, token);
    const [status] = parseTimestampResponse(der).token!.unsigned;
    expect(bytesToHex(der.subarray(status!.start, status!.end))).toBe(bytesToHex(info));
    expect(parseTimestampToken(token).unsigned[0]?.part).toBe("version");
  });

  test.each<[string, readonly Bytes[], string]>([
    ["of an unknown status", [statusInfo("06")], "tsp_status_unknown at 4"],
    ["of a negative status", [statusInfo("ff")], "der_integer at 4"],
    ["without a status", [sequence()], "der_unexpected at 2"],
    ["with something after its token", [statusInfo("02"), NULL], "der_unexpected at 7"],
  ])("%s", (_, parts, expected) => {
    expect(errorOf(() => read(...parts))).toBe(expected);
  });

  test("with words and bits that nobody signs, in another order, of other types, malformed", () => {
    const bits = encodeDer(TAG.bitString, Uint8Array.of(0, 0x80));
    const read = { statusText: ["No"], failures: ["badAlg"] };
    expect(refusal(sequence(text("No")), bits, NULL)).toMatchObject(read);
    expect(refusal(bits, NULL, sequence(text("No")))).toMatchObject(read);
    // Bits that are said not to be used, and one of them is set.
    expect(refusal(sequence(text("No")), encodeDer(TAG.bitString, Uint8Array.of(6, 0x81)))).toMatchObject({
      failures: ["badAlg", "bit7"],
    });
    expect(refusal(encodeDer(TAG.bitString)).failures).toEqual([]);
    const bytes = new TextEncoder().encode("No");
    const inPieces = encodeDer(TAG.utf8String | 0x20, text("N"), text("o"));
    expect(
      refusal(
        sequence(
          ...[TAG.printableString, TAG.ia5String, TAG.visibleString, TAG.teletexString].map((tag) =>
            encodeDer(tag, bytes),
          ),
          encodeDer(TAG.bmpString, Uint8Array.of(0x20, 0xac)),
          inPieces,
          encodeDer(TAG.boolean, bytes),
        ),
      ).statusText,
    ).toEqual(["No", "No", "No", "No", "€"]);
  });

  test("in words: the first 16 texts", () => {
    expect(refusal(sequence(text("No"), text("Größe"))).statusText).toEqual(["No", "Größe"]);
    const many = refusal(sequence(...times(17, (i) => text(`${i}`)))).statusText;
    expect([many.length, many.at(-1)]).toEqual([16, "15"]);
    expect(refusal(sequence()).statusText).toEqual([]);
  });

  test.each<[string, readonly string[]]>([
    ["00", []],
    ["0080", ["badAlg"]],
    ["0020", ["badRequest"]],
    ["0004", ["badDataFormat"]],
    ["000002", ["timeNotAvailable"]],
    ["000001", ["unacceptedPolicy"]],
    ["00000080", ["unacceptedExtension"]],
    ["00000040", ["addInfoNotAvailable"]],
    ["0000000040", ["systemFailure"]],
    ["0040", ["bit1"]],
    ["00a001", ["badAlg", "badRequest", "unacceptedPolicy"]],
    [`00${"00".repeat(7)}01`, ["bit63"]],
    ["0000", []],
  ])("the failures of the bits %s", (hex, failures) => {
    expect(refusal(encodeDer(TAG.bitString, hexToBytes(hex))).failures).toEqual(failures);
  });

  test("the bits of failures are at most 64", () => {
    const bits = (count: number) => encodeDer(TAG.bitString, new Uint8Array(1 + count));
    const ofAll = (count: number) => bits(count).map((byte, i) => (i > 2 ? 0xff : byte));
    expect(refusal(ofAll(8)).failures).toHaveLength(64);
    expect(refusal(ofAll(9)).failures).toHaveLength(64);
  });

  test("spends from the budget given, and stops with it", () => {
    const der = sequence(statusInfo("00"), token);
    const work = new Work({ units: 1000 });
    parseTimestampResponse(der, { work });
    const left = work.left;
    expect(left).toBeLessThan(900);
    parseTimestampToken(token, { work });
    expect(work.left).toBeLessThan(left - 100);
    expect(errorOf(() => parseTimestampResponse(der, { work: new Work({ units: 20 }) }))).toMatch(
      "work_limit_exceeded",
    );
    expect(errorOf(() => parseTimestampToken(token, { work: new Work({ units: 20 }) }))).toMatch(
      "work_limit_exceeded",
    );
  });
});

describe("a request", () => {
  const DIGEST = IMPRINT;
  const read = (...parts: readonly Bytes[]) => parseTimestampRequest(sequence(...parts));
  const imprint = sequence(algorithm(HASHES["SHA-256"].oid, NULL), octets(DIGEST));
  const TRUE = encodeDer(TAG.boolean, Uint8Array.of(0xff));
  const extensions = (...all: readonly Bytes[]) => encodeDer(contextConstructed(0), ...all);

  test("that states nothing optional", () => {
    expect(read(integer("01"), imprint)).toEqual({
      imprint: { algorithmOid: HASHES["SHA-256"].oid, algorithm: "SHA-256", digest: DIGEST },
      policy: null,
      nonce: null,
      certReq: false,
      extensions: [],
    });
  });

  test("that states everything", () => {
    const extension = sequence(oid("1.2.3"), TRUE, octets(NULL));
    expect(
      read(integer("01"), imprint, oid("1.2.4"), integer("00ff"), TRUE, extensions(extension)),
    ).toMatchObject({
      policy: "1.2.4",
      nonce: Uint8Array.of(0, 0xff),
      certReq: true,
      extensions: [{ oid: "1.2.3", isCritical: true }],
    });
    expect(read(integer("01"), imprint, encodeDer(TAG.boolean, Uint8Array.of(0))).certReq).toBe(false);
  });

  test.each<[string, () => unknown, string]>([
    ["of version 2", () => read(integer("02"), imprint), "tsp_version at 2"],
    ["with something after its fields", () => read(integer("01"), imprint, NULL), "der_unexpected at 56"],
    [
      "with fields in another order",
      () => read(integer("01"), imprint, TRUE, integer("01")),
      "der_unexpected at 59",
    ],
    ["of 16 kB", () => parseTimestampRequest(new Uint8Array(16_385)), "der_too_large at 16384"],
  ])("%s", (_, work, expected) => {
    expect(errorOf(work)).toBe(expected);
  });

  test("with a nonce of any size, and no extension in their list", () => {
    const nonce = "7f".repeat(1000);
    expect(read(integer("01"), imprint, integer(nonce), extensions())).toMatchObject({
      nonce: hexToBytes(nonce),
      extensions: [],
    });
  });

  test.each<HashAlgorithm>(["SHA-1", "SHA-256", "SHA-384", "SHA-512"])(
    "is read as it was written: %s",
    (hash) => {
      const { oid, sizeBytes } = HASHES[hash];
      const digest = new Uint8Array(sizeBytes).fill(7);
      const plain = parseTimestampRequest(encodeTimestampRequest({ hashAlgorithm: hash, digest }));
      expect(plain).toEqual({
        imprint: { algorithmOid: oid, algorithm: hash, digest },
        policy: null,
        nonce: null,
        certReq: true,
        extensions: [],
      });
      const full = encodeTimestampRequest({
        hashAlgorithm: hash,
        digest,
        nonce: Uint8Array.of(0, 0x80, 1),
        policy: "1.2.3",
        certReq: false,
      });
      expect(parseTimestampRequest(full)).toMatchObject({
        policy: "1.2.3",
        nonce: Uint8Array.of(0, 0x80, 1),
        certReq: false,
      });
    },
  );

  test("leaves FALSE out, as DER does", () => {
    const asked = { hashAlgorithm: "SHA-256", digest: DIGEST } as const;
    const [without, withIt] = [false, true].map((certReq) => encodeTimestampRequest({ ...asked, certReq }));
    expect(bytesToHex(withIt!)).toBe(`3039${bytesToHex(without!).slice(4)}0101ff`);
    expect(bytesToHex(encodeTimestampRequest(asked))).toBe(bytesToHex(withIt!));
  });

  test("is written with a digest of its length, and a nonce of 1 to 65 bytes", () => {
    const write = (digest: number, nonce?: number) => () =>
      encodeTimestampRequest({
        hashAlgorithm: "SHA-256",
        digest: new Uint8Array(digest),
        ...(nonce !== undefined && { nonce: new Uint8Array(nonce) }),
      });
    for (const size of [31, 33]) expect(write(size)).toThrow(RangeError);
    for (const size of [0, 66]) expect(write(32, size)).toThrow(RangeError);
    for (const size of [1, 65]) expect(write(32, size)).not.toThrow();
    expect(() => encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest: DIGEST, policy: "x" })).toThrow(
      RangeError,
    );
  });
});

describe("the signer that a token names", () => {
  test("is found among its certificates, those that can be read", async () => {
    const other = await issueUnit(await issueAuthority("Other"));
    const certificates = [sequence(NULL), other.certificate.der, unit.certificate.der];
    const found = signerOfToken(parseTimestampToken(await makeToken({ signer: unit, certificates })))!;
    expect(bytesToHex(found.signer.der)).toBe(bytesToHex(unit.certificate.der));
    expect(found.certificates.map(({ der }) => bytesToHex(der))).toEqual(
      certificates.slice(1).map((der) => bytesToHex(der)),
    );
  });

  test("is not looked for in what is no token: a mistake of the caller", async () => {
    const parsed = parseTimestampToken(token);
    const certificates = [null as unknown as Uint8Array];
    expect(() => signerOfToken({ ...parsed, certificates })).toThrow(TypeError);
  });

  test("is not there", async () => {
    expect(
      signerOfToken(parseTimestampToken(await makeToken({ signer: unit, certificates: [] }))),
    ).toBeNull();
  });
});
