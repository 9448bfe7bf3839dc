/**
 * Tokens that no program writes: each with one fault, and its code or that of the reader. The first is valid, and
 * OpenSSL agrees.
 */
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  attribute,
  CONTENT_DIGEST,
  der,
  type HandMade,
  handMadeToken,
  OID,
  seconds,
  type TstInfoParts,
  tstInfo,
} from "./hand-made-token.js";
import {
  type Credential,
  hasOpenssl,
  OpensslAuthority,
  POLICY,
  TSA_EXTENSIONS,
} from "./openssl-authority.js";

const hex = (text: string) => Buffer.from(text, "hex");
const digest = CONTENT_DIGEST;

describe.skipIf(!hasOpenssl)("hand-made tokens", () => {
  let authority: OpensslAuthority;
  let signer: Credential;
  let edSigner: Credential;
  beforeAll(() => {
    authority = new OpensslAuthority();
    const signerOf = (key: "ec:P-256" | "ed25519") =>
      authority.issue({ name: "TSA", key, issuer: authority.issuer, extensions: TSA_EXTENSIONS });
    [signer, edSigner] = [signerOf("ec:P-256"), signerOf("ed25519")];
    authority.know(signer);
  });
  afterAll(() => authority?.close());

  const judge = async (recipe: Partial<HandMade>, parts?: TstInfoParts) => {
    const token = handMadeToken({ tstInfo: tstInfo(parts), signer, ...recipe });
    const { status, code, fault } = await verifyTimestamp({
      token,
      imprint: { algorithm: "SHA-256", digest },
      anchors: [authority.root.certificate],
      intermediates: [authority.issuer.certificate],
    });
    return [status, fault ?? code, token] as const;
  };

  test("the token changed below is valid, for OpenSSL too", async () => {
    const [status, code, token] = await judge({});
    expect([status, code]).toEqual(["passed", "ok"]);
    expect(authority.accepts({ token: authority.write("tst", token) }, { digest })).toBe(true);
    expect(POLICY).toMatch(/^1\.3\.6\.1\.4\.1\./);
  });

  test("a key of Ed25519", async () => {
    const [status, code] = await judge({ signer: edSigner, key: "ed25519" });
    expect([status, code]).toEqual(["passed", "ok"]);
  });

  type Usual = Parameters<NonNullable<HandMade["attributes"]>>[0];
  test.each<[string, Partial<HandMade>, string, string?]>([
    [
      "the signed content type is another",
      {
        attributes: (usual: Usual) => [
          attribute(OID.contentType, hex(OID.data)),
          usual.messageDigest,
          usual.signingCertificate,
        ],
      },
      "content_type_mismatch",
    ],
    [
      "no signed content type",
      { attributes: (usual: Usual) => [usual.messageDigest, usual.signingCertificate] },
      "content_type_mismatch",
    ],
    [
      "no message digest",
      { attributes: (usual: Usual) => [usual.contentType, usual.signingCertificate] },
      "message_digest_mismatch",
    ],
    [
      "no certificate is named",
      { attributes: (usual: Usual) => [usual.contentType, usual.messageDigest] },
      "signing_certificate_missing",
    ],
    [
      "an attribute twice",
      { attributes: (usual: Usual) => [...Object.values(usual), usual.messageDigest] },
      "tsp_attribute_duplicate",
    ],
    [
      "an attribute with two values",
      {
        attributes: (usual: Usual) => [
          attribute(OID.contentType, hex(OID.tstInfo), hex(OID.data)),
          usual.messageDigest,
          usual.signingCertificate,
        ],
      },
      "tsp_attribute_malformed",
      "indeterminate",
    ],
    [
      "the signer names other algorithms",
      {
        attributes: (usual: Usual) => [
          ...Object.values(usual),
          attribute(
            OID.algorithmProtection,
            der(0x30, der(0x30, hex(OID.sha512)), der(0xa1, hex(OID.ecdsaWithSha256))),
          ),
        ],
      },
      "algorithm_protection_mismatch",
    ],
    ["SignedData of a version that CMS does not have", { version: 6 }, "tsp_version", "indeterminate"],
    ["SignerInfo of a version that CMS does not have", { signerVersion: 6 }, "tsp_version", "indeterminate"],
    ["digestAlgorithms lists another hash", { announced: OID.sha512 }, "digest_algorithm_mismatch"],
    [
      "the signed content is plain data",
      { encapsulatedType: OID.data },
      "tsp_not_a_timestamp",
      "indeterminate",
    ],
    ["no signer", { signers: 0 }, "tsp_signer_count", "indeterminate"],
    ["two signers", { signers: 2 }, "tsp_signer_count", "indeterminate"],
  ])("%s", async (_, recipe, code, status = "failed") => {
    expect((await judge(recipe)).slice(0, 2)).toEqual([status, code]);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    "version %i, which nobody signs, of SignedData or SignerInfo",
    async (version) => {
      expect((await judge({ version })).slice(0, 2)).toEqual(["passed", "ok"]);
      expect((await judge({ signerVersion: version })).slice(0, 2)).toEqual(["passed", "ok"]);
    },
  );

  test("attributes that are not in DER order, and signed like that", async () => {
    const attributes = (usual: Usual) => [usual.signingCertificate, usual.messageDigest, usual.contentType];
    expect((await judge({ attributes, keepsOrder: true })).slice(0, 2)).toEqual(["passed", "ok"]);
  });

  test("the signer names the algorithms that it used", async () => {
    const protection = attribute(
      OID.algorithmProtection,
      der(0x30, der(0x30, hex(OID.sha256)), der(0xa1, hex(OID.ecdsaWithSha256))),
    );
    const judged = await judge({ attributes: (usual) => [...Object.values(usual), protection] });
    expect(judged.slice(0, 2)).toEqual(["passed", "ok"]);
  });

  const now = seconds(new Date());
  /** After the certificates were made, and within what clocks may differ. */
  const soon = seconds(new Date(Date.now() + 200_000));
  const directory = (name: string) =>
    der(0xa0, der(0xa4, der(0x30, der(0x31, der(0x30, hex("0603550403"), der(0x0c, Buffer.from(name)))))));
  const extension = (oid: string, critical: boolean) =>
    der(0xa1, der(0x30, hex(oid), ...(critical ? [hex("0101ff")] : []), der(0x04, hex("0500"))));
  test.each<[string, TstInfoParts, string, string]>([
    ["version 2", { version: 2 }, "indeterminate", "tsp_version"],
    ["a time with an offset", { genTime: `${now.slice(0, 14)}+0100` }, "indeterminate", "der_time"],
    ["a local time", { genTime: now.slice(0, 14) }, "indeterminate", "der_time"],
    ["a fraction without digits", { genTime: `${now.slice(0, 14)}.Z` }, "indeterminate", "der_time"],
    ["a time without seconds", { genTime: `${now.slice(0, 12)}Z` }, "indeterminate", "der_time"],
    ["the 30th of February", { genTime: "20260230000000Z" }, "indeterminate", "der_time"],
    ["a digest that is too short", { imprint: digest.subarray(1) }, "indeterminate", "tsp_imprint_length"],
    ["1,000 milliseconds", { after: [der(0x30, hex("800203e8"))] }, "indeterminate", "tsp_accuracy"],
    ["negative seconds", { after: [der(0x30, hex("0201ff"))] }, "indeterminate", "tsp_accuracy"],
    ["another authority's name", { after: [directory("Somebody else")] }, "failed", "tsa_name_mismatch"],
    [
      "an extension that must be known",
      { after: [extension("06032a0304", true)] },
      "indeterminate",
      "tsp_extension_unknown",
    ],
    ["something behind", { after: [hex("0500")] }, "indeterminate", "der_unexpected"],
    [
      "a time in the future",
      { genTime: seconds(new Date(Date.now() + 864e5)) },
      "indeterminate",
      "gen_time_in_the_future",
    ],
    ["an extension that need not be known", { after: [extension("06032a0304", false)] }, "passed", "ok"],
    ["a nonce of 2,000 bytes", { after: [der(0x02, Buffer.alloc(2000, 1))] }, "passed", "ok"],
    ["a fraction that ends in zero", { genTime: `${soon.slice(0, 14)}.50Z` }, "passed", "ok"],
    ["a fraction of twelve digits", { genTime: `${soon.slice(0, 14)}.123456789012Z` }, "passed", "ok"],
    ["no microseconds, stated", { after: [der(0x30, hex("810100"))] }, "passed", "ok"],
    ["999 milliseconds", { after: [der(0x30, hex("800203e7"))] }, "passed", "ok"],
  ])("%s", async (_, parts, status, code) => {
    expect((await judge({}, parts)).slice(0, 2)).toEqual([status, code]);
  });
});
