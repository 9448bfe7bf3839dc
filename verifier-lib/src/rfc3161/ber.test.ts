/** Timestamps in the BER that RFC 5652 allows around what is signed: the same answer as in DER, and no other for certificates. */

import { describe, expect, test } from "vitest";
import { TAG } from "../asn1/der.js";
import { errorOf, inBer, set } from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import { issueAuthority, issueCrl, issueUnit, NOW } from "../x509/authority.testing.js";
import { isBareToken, parseTimestampToken } from "./parse-token.js";
import { parseTimestampResponse } from "./response.js";
import { IMPRINT, integer, makeToken, sequence, type TokenRecipe, tstInfo } from "./token.testing.js";
import { type VerifyTimestampParameters, verifyTimestamp } from "./verify-timestamp.js";

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);
const crl = (await issueCrl(authority)).der;

const make = (recipe: Partial<TokenRecipe> = {}) => makeToken({ signer: unit, revocation: [crl], ...recipe });
/** What signatures cover as it stands. */
const signedAsGiven = () => [unit.certificate.der, crl];

async function judge(given: Pick<VerifyTimestampParameters, "token" | "response">) {
  const { status, code, fault, revocation } = await verifyTimestamp({
    ...given,
    imprint: { algorithm: "SHA-256", digest: IMPRINT },
    anchors: [root.certificate],
    intermediates: [authority.certificate],
    now: NOW,
  });
  return `${status} ${fault ?? code} ${revocation.status}`;
}

describe("around what is signed", () => {
  test("indefinite lengths, and octets in pieces", async () => {
    const token = inBer(await make(), signedAsGiven());
    expect([token[0], token[1]]).toEqual([0x30, 0x80]);
    expect(Buffer.from(token).includes(Buffer.from(tstInfo()))).toBe(false);
    expect(isBareToken(token)).toBe(true);
    expect(await judge({ token })).toEqual(await judge({ token: await make() }));
    expect(await judge({ token })).toContain("passed ok");
    const forged = await make();
    forged[forged.length - 1]! ^= 1;
    expect(await judge({ token: inBer(forged, signedAsGiven()) })).toContain("signature_invalid");
  });

  test("a response too", async () => {
    const inDer = await make();
    const response = sequence(sequence(integer("00")), inDer);
    const ber = inBer(response, signedAsGiven());
    expect(isBareToken(ber)).toBe(false);
    expect(await judge({ response: ber })).toContain("passed ok");
    const { token } = parseTimestampResponse(ber);
    // A timestamp of the token is of these bytes.
    expect(Buffer.from(token!.der)).toEqual(Buffer.from(inBer(inDer, signedAsGiven())));
  });

  test("a length that is longer than needed", async () => {
    const token = await make();
    const longer = Uint8Array.of(0x30, 0x84, 0, 0, token[2]!, token[3]!, ...token.subarray(4));
    expect(token[1]).toBe(0x82);
    expect(await judge({ token: longer })).toContain("passed ok");
  });

  test("parts that no signature covers are named by where they stand in the given bytes", async () => {
    const token = await make();
    const ber = inBer(token, signedAsGiven());
    const [inDer, inGiven] = [token, ber].map((bytes) =>
      parseTimestampToken(bytes).unsigned.map(({ part, start, end }) => ({
        part,
        bytes: Buffer.from(bytes.subarray(start, end)),
      })),
    );
    expect(inGiven!.map(({ part }) => part)).toEqual(inDer!.map(({ part }) => part));
    for (const [i, { bytes }] of inGiven!.entries()) {
      const given = Buffer.from(inBer(new Uint8Array(inDer![i]!.bytes), signedAsGiven()));
      expect(bytes).toEqual(given);
    }
  });
});

describe("what is signed", () => {
  test("a TSTInfo in BER is malformed, signed as it is or not", async () => {
    const content = inBer(tstInfo());
    expect(await judge({ token: await make({ content }) })).toBe(
      "indeterminate der_length_indefinite not_checked",
    );
    expect(await judge({ token: inBer(await make({ content }), signedAsGiven()) })).toContain(
      "der_length_indefinite",
    );
  });

  test("a certificate in BER counts as missing: its signature is over DER", async () => {
    const certificates = [inBer(unit.certificate.der)];
    expect(await judge({ token: await make({ certificates }) })).toBe(
      "indeterminate signer_certificate_missing not_checked",
    );
    const [read] = parseTimestampToken(await make({ certificates })).certificates;
    expect(Buffer.from(read!)).toEqual(Buffer.from(certificates[0]!));
  });

  test("a revocation list in BER counts as missing", async () => {
    const root2 = (await issueCrl(root)).der;
    const good = await make({ revocation: [crl, root2] });
    expect(await judge({ token: good })).toContain("good");
    expect(await judge({ token: await make({ revocation: [inBer(crl), root2] }) })).toBe(
      "passed ok not_checked",
    );
  });
});

describe("what nobody signs, and what is signed by itself", () => {
  const TRUE_IN_BER = Uint8Array.of(0x01, 1, 0x01);
  const odd = [
    ["a truth of another number", TRUE_IN_BER],
    ["a number that is padded", integer("0000")],
    ["a text in pieces", encodeDer(TAG.utf8String | 0x20, encodeDer(TAG.utf8String, Uint8Array.of(0x61)))],
    ["an indefinite length", Uint8Array.of(0x30, 0x80, 0x05, 0, 0, 0)],
    ["a tag of two bytes", Uint8Array.of(0x1f, 0x81, 1, 0)],
    ["bytes that are no value", Uint8Array.of(0x30, 0x7f, 1)],
  ] as const;
  test.each(odd)("may be of any encoding, beside an unsigned part with %s", async (_, value) => {
    const wrapped = sequence(value);
    const unsignedAttributes = [sequence(encodeDer(TAG.objectIdentifier, Uint8Array.of(0x2a, 3)), wrapped)];
    const recipes: Partial<TokenRecipe>[] = [
      { unsignedAttributes },
      { certificates: [wrapped, unit.certificate.der] },
      { revocation: [crl, wrapped] },
    ];
    for (const recipe of recipes) {
      const token = await make(recipe);
      expect(await judge({ token })).toContain("passed ok");
      const response = sequence(sequence(integer("00"), sequence(wrapped)), token);
      expect(await judge({ response })).toContain("passed ok");
    }
  });

  test("in BER around them too, and as it was given", async () => {
    for (const odd of [sequence(TRUE_IN_BER), Uint8Array.of(0x30, 0x80, ...TRUE_IN_BER, 0, 0)]) {
      const token = await make({ certificates: [odd, unit.certificate.der] });
      const longer = Uint8Array.of(0x30, 0x84, 0, 0, token[2]!, token[3]!, ...token.subarray(4));
      expect(await judge({ token: longer })).toContain("passed ok");
      const [first] = parseTimestampToken(longer).certificates;
      expect(Buffer.from(first!)).toEqual(Buffer.from(odd));
    }
  });

  test("but not in what the signer signs", async () => {
    const attributes = [sequence(encodeDer(TAG.objectIdentifier, Uint8Array.of(0x2a, 3)), set(TRUE_IN_BER))];
    expect(await judge({ token: await make({ attributes }) })).toContain("der_boolean");
    const content = tstInfo(undefined, TRUE_IN_BER);
    expect(await judge({ token: await make({ content }) })).toContain("der_boolean");
  });
});

test("an error is told by its place in the given bytes", () => {
  const broken = sequence(sequence(integer("00")), sequence(integer("00")));
  const fault = (bytes: Uint8Array) => errorOf(() => parseTimestampResponse(bytes));
  expect(fault(broken)).toBe("der_unexpected at 9");
  const ber = inBer(broken);
  expect(ber[11]).toBe(0x02);
  expect(fault(ber)).toBe("der_unexpected at 11");
  const shifted = Uint8Array.of(0x30, 0x84, 0, 0, 0, broken[1]!, ...broken.subarray(2));
  expect(fault(shifted)).toBe("der_unexpected at 13");
});
