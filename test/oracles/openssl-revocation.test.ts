/**
 * Revocation data of an OpenSSL authority: lists of `openssl ca`, responses of `openssl ocsp`,
 * given beside a timestamp and in its `crls`; and the effect of a proof of the timestamp's
 * existence.
 */
import { type Report, verify } from "@svc-proof/verifier-lib";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { svcVerify } from "../e2e/sandbox.js";
import { CONTENT_DIGEST, handMadeToken, ocspRevocationInfo, seconds, tstInfo } from "./hand-made-token.js";
import {
  type Credential,
  hasOpenssl,
  indexTime,
  OpensslAuthority,
  TSA_EXTENSIONS,
} from "./openssl-authority.js";

/** To the second, like times in lists and responses. */
const MADE = new Date(Math.floor(Date.now() / 1000) * 1000);
const minutes = (count: number) => new Date(MADE.getTime() + count * 60_000);
const GEN_TIME = minutes(60);
const BEFORE = minutes(30);
const AFTER = minutes(120);
const ASKED = minutes(240);
/** Validity in minutes of a list or response that does not cover `GEN_TIME`. */
const SHORT = 30;

const RESPONDER_EXTENSIONS = ["basicConstraints=critical,CA:FALSE", "extendedKeyUsage=OCSPSigning"];

interface Material {
  readonly crls?: readonly Uint8Array[];
  readonly ocspResponses?: readonly Uint8Array[];
}

describe.skipIf(!hasOpenssl)("revocation", () => {
  let authority: OpensslAuthority;
  let impostor: OpensslAuthority;
  let signer: Credential;
  let delegate: Credential;
  let others: Record<"notForIt" | "strangers" | "impostors", Credential>;
  beforeAll(() => {
    authority = new OpensslAuthority();
    impostor = new OpensslAuthority();
    const issued = (issuer: Credential, extensions: readonly string[]) =>
      authority.issue({ name: "Issued", key: "ec:P-256", issuer, extensions });
    signer = issued(authority.issuer, TSA_EXTENSIONS);
    delegate = issued(authority.issuer, RESPONDER_EXTENSIONS);
    others = {
      notForIt: issued(authority.issuer, ["extendedKeyUsage=codeSigning"]),
      strangers: issued(authority.root, RESPONDER_EXTENSIONS),
      // Of the same name as the authority, with another key.
      impostors: issued(impostor.issuer, RESPONDER_EXTENSIONS),
    };
  }, 30_000);
  afterAll(() => {
    authority?.close();
    impostor?.close();
  });

  const tokenWith = ({ crls = [], ocspResponses = [] }: Material) =>
    handMadeToken({
      tstInfo: tstInfo({ genTime: seconds(GEN_TIME) }),
      signer,
      version: ocspResponses.length > 0 ? 5 : 3,
      ...(crls.length + ocspResponses.length > 0 && {
        revocationData: [...crls, ...ocspResponses.map(ocspRevocationInfo)],
      }),
    });

  const verdictOn = (token: Uint8Array, beside: Material, existedBy?: Date, at = ASKED) =>
    verifyTimestamp({
      token,
      imprint: { algorithm: "SHA-256", digest: CONTENT_DIGEST },
      anchors: [authority.issuer.certificate],
      ...beside,
      ...(existedBy && { proofOfExistence: { noLaterThan: existedBy } }),
      at,
      now: ASKED,
    });

  /** The same answer whether the list or response is beside the token or in it. */
  async function ask(material: Material, existedBy?: Date, at = ASKED) {
    const beside = await verdictOn(tokenWith({}), material, existedBy, at);
    const inside = await verdictOn(tokenWith(material), {}, existedBy, at);
    const outcome = ({ status, code, revocation, restsOnProofOfExistence }: typeof inside) => ({
      answer: [status, code],
      revocation: [revocation.status, revocation.reason, revocation.revokedAt?.getTime() ?? null],
      restsOnProofOfExistence,
    });
    expect(outcome(inside)).toEqual(outcome(beside));
    return outcome(inside);
  }

  type Said = { readonly at: Date; readonly reason?: string };
  const ways = [
    ["a list", (said: Said | null) => ({ crls: [listOf(said)] })],
    ["a response", (said: Said | null) => ({ ocspResponses: [responseOf(said)] })],
  ] as const;
  const listOf = (said: Said | null) =>
    authority.revocationList(said === null ? [] : [{ certificate: signer.certificate, ...said }]);
  const responseOf = (said: Said | null) => authority.ocspResponse(signer, said ?? "good");

  describe.each(ways)("by %s", (_, saying) => {
    test("good", async () => {
      expect(await ask(saying(null))).toEqual({
        answer: ["passed", "ok"],
        revocation: ["good", null, null],
        restsOnProofOfExistence: false,
      });
    });

    test.each([
      ["before genTime", BEFORE],
      ["at genTime", GEN_TIME],
    ])("revoked %s: no proof of existence helps", async (_, at) => {
      const material = saying({ at, reason: "superseded" });
      for (const existedBy of [undefined, minutes(10)]) {
        expect(await ask(material, existedBy)).toEqual({
          answer: ["failed", "revoked"],
          revocation: ["revoked", "superseded", at.getTime()],
          restsOnProofOfExistence: false,
        });
      }
    });

    test("revoked later, for a reason that does not affect the key: it is valid, and the date is reported", async () => {
      expect(await ask(saying({ at: AFTER, reason: "cessationOfOperation" }))).toEqual({
        answer: ["passed", "ok"],
        revocation: ["good", "cessationOfOperation", AFTER.getTime()],
        restsOnProofOfExistence: false,
      });
    });

    test.each([["keyCompromise"], [undefined]])("revoked later, reason %s", async (reason) => {
      const material = saying({ at: AFTER, ...(reason && { reason }) });
      const open = {
        answer: ["indeterminate", "revoked_no_poe"],
        revocation: ["revoked", reason ?? null, AFTER.getTime()],
        restsOnProofOfExistence: false,
      };
      const standing = {
        answer: ["passed", "ok"],
        revocation: ["good", reason ?? null, AFTER.getTime()],
        restsOnProofOfExistence: true,
      };
      expect(await ask(material)).toEqual(open);
      // As of a moment before the revocation: it is known all the same.
      expect(await ask(material, undefined, minutes(90))).toEqual(open);
      const second = 1000;
      expect(await ask(material, new Date(AFTER.getTime() - second))).toEqual(standing);
      expect(await ask(material, AFTER)).toEqual(open);
      expect(await ask(material, minutes(180))).toEqual(open);
    });
  });

  test("a list that states when the key was lost: the token must have existed before", async () => {
    const reason = `keyTime,${indexTime(minutes(90), true)}`;
    const crls = [listOf({ at: AFTER, reason })];
    expect((await ask({ crls }, minutes(89))).answer).toEqual(["passed", "ok"]);
    expect((await ask({ crls }, minutes(90))).answer).toEqual(["indeterminate", "revoked_no_poe"]);
  });

  test("a responder that does not know the certificate", async () => {
    const ocspResponses = [authority.ocspResponse(signer, "unknown")];
    expect((await ask({ ocspResponses })).answer).toEqual(["indeterminate", "revocation_undetermined"]);
  });

  test("a list and a response that were due for renewal before genTime: not checked, and reported", async () => {
    const stale = [
      { crls: [authority.revocationList([], { seconds: SHORT * 60 })] },
      { ocspResponses: [authority.ocspResponse(signer, "good", { minutes: SHORT })] },
    ];
    for (const material of stale) {
      expect(await ask(material)).toMatchObject({
        answer: ["passed", "ok"],
        revocation: ["not_checked", null, null],
      });
    }
  });

  test("a delegate of the authority", async () => {
    const say = (status: "good" | Said) => ({
      ocspResponses: [authority.ocspResponse(signer, status, { by: delegate })],
    });
    expect(await ask(say("good"))).toMatchObject({
      answer: ["passed", "ok"],
      revocation: ["good", null, null],
    });
    expect((await ask(say({ at: BEFORE, reason: "keyCompromise" }))).answer).toEqual(["failed", "revoked"]);
  });

  test("strangers are silent, good or revoked", async () => {
    const { answer } = await ask({});
    expect(answer).toEqual(["passed", "ok"]);
    for (const by of Object.values(others)) {
      for (const status of ["good", { at: BEFORE }] as const) {
        const ocspResponses = [authority.ocspResponse(signer, status, { by })];
        expect((await ask({ ocspResponses })).answer).toEqual(answer);
      }
    }
    // A list in the authority's name, signed by another key.
    const crls = [impostor.revocationList([{ certificate: signer.certificate, at: BEFORE }])];
    expect((await ask({ crls })).answer).toEqual(answer);
  });

  test("a response of a stranger does not override the authority's list", async () => {
    const ocspResponses = [authority.ocspResponse(signer, "good", { by: others.strangers })];
    const crls = [listOf({ at: BEFORE, reason: "superseded" })];
    expect((await ask({ crls, ocspResponses })).answer).toEqual(["failed", "revoked"]);
  });

  test("on the command line", async () => {
    const token = authority.write("tst", tokenWith({}));
    const judge = async (...words: string[]) => {
      const at = ["--trust", authority.issuer.pem, "--at", ASKED.toISOString()];
      const { status, stdout } = await svcVerify("--json", ...at, ...words, token);
      const { checks }: Report = JSON.parse(stdout);
      return [status, checks.find(({ id }) => id === "seal")!.code];
    };
    const revoked = { at: BEFORE, reason: "keyCompromise" };
    const file = (bytes: Uint8Array) => authority.write("der", bytes);
    expect(await judge("--crl", file(listOf(revoked)))).toEqual([1, "revoked"]);
    expect(await judge("--ocsp", file(responseOf(revoked)))).toEqual([1, "revoked"]);
    expect(await judge("--crl", file(listOf(null)), "--ocsp", file(responseOf(null)))).toEqual([0, "ok"]);
    const lost = file(listOf({ at: AFTER, reason: "keyCompromise" }));
    expect(await judge("--crl", lost)).toEqual([2, "revoked_no_poe"]);
  });

  test("the report states it", async () => {
    const token = tokenWith({ crls: [listOf({ at: AFTER, reason: "superseded" })] });
    const trust = [`-----BEGIN CERTIFICATE-----\n${pemOf(authority.issuer)}\n-----END CERTIFICATE-----\n`];
    const report = await verify(token, { trust, at: ASKED, now: ASKED });
    expect(report.outcome).toBe("verified");
    const { evidence } = report.checks.find(({ id }) => id === "seal")!;
    expect(evidence["revocation"]).toMatchObject({
      status: "good",
      revoked_at: AFTER.toISOString(),
      reason: "superseded",
      as_of: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(report.notices.map(({ code }) => code)).not.toContain("revocation_not_checked");
  });
});

const pemOf = ({ certificate }: Credential) => Buffer.from(certificate.der).toString("base64");
