/** What one response says about one certificate, and whether it may: RFC 6960, sections 3.2 and 4.2.2. */

import { sha1 } from "@noble/hashes/legacy.js";
import { describe, expect, test } from "vitest";
import type { Certificate } from "./certificate.js";
import {
  type Available,
  answer,
  at,
  certificate,
  type MadeUp,
  NOW,
  response,
  searchOf,
} from "./made-up.testing.js";
import { type AskOfDelegate, ocspState } from "./ocsp-state.js";
import type { OcspResponse, PathParameters, SingleOcspResponse } from "./path-types.js";
import { type RevocationWeight, type RevocationWord, revocationWord } from "./revocation.js";

const OCSP_SIGNING = "1.3.6.1.5.5.7.3.9";
const issuer = certificate({ subject: "Authority", issuer: "Root" });
const leaf = certificate({ subject: "Unit", issuer: "Authority" });

interface Asked extends Available, Partial<Pick<PathParameters, "time" | "existedBy" | "now">> {
  readonly certificate?: Certificate;
  readonly askOfDelegate?: AskOfDelegate;
}

async function wordOf(from: OcspResponse, asked: Asked = {}): Promise<RevocationWord> {
  const { time = NOW, existedBy, askOfDelegate = async () => revocationWord("silent") } = asked;
  return ocspState(
    { response: from, answers: from.responses },
    { certificate: asked.certificate ?? leaf, issuer, above: [] },
    { time, ...(existedBy && { existedBy }), ...(asked.now && { now: asked.now }) },
    await searchOf(asked),
    askOfDelegate,
  );
}

const says = (more: Partial<SingleOcspResponse> = {}) => answer(issuer, more);
const byIssuer = (more: Partial<SingleOcspResponse> = {}, counts: "valid" | "weak" | "unknown" = "valid") =>
  response({ signedBy: "Authority", counts }, [says(more)]);
const REVOKED = { status: "revoked", revokedAt: at(-10), reason: "keyCompromise" } as const;
const LATER = { status: "revoked", revokedAt: at(3), reason: "superseded" } as const;

describe("an answer of the issuer", () => {
  test("that is good, as of its time", async () => {
    expect(await wordOf(byIssuer())).toEqual({
      weight: "good",
      restsOnExistence: false,
      state: { status: "good", source: "ocsp", revokedAt: null, reason: null, asOf: at(-5), message: null },
    });
  });

  test("that is revoked, with time and reason", async () => {
    expect(await wordOf(byIssuer(REVOKED))).toEqual({
      weight: "revoked",
      restsOnExistence: false,
      state: {
        status: "revoked",
        source: "ocsp",
        revokedAt: at(-10),
        reason: "keyCompromise",
        asOf: at(-5),
        message: null,
      },
    });
    // However old the answer is.
    expect((await wordOf(byIssuer({ ...REVOKED, nextUpdate: at(-4) }))).weight).toBe("revoked");
  });

  test("that was revoked later: the reason does not concern it, or it is known to be older", async () => {
    expect(await wordOf(byIssuer(LATER))).toMatchObject({
      weight: "good",
      restsOnExistence: false,
      state: { status: "good", source: "ocsp", revokedAt: at(3), reason: "superseded", asOf: at(-5) },
    });
    const stolen = byIssuer({ ...LATER, reason: "keyCompromise" });
    expect((await wordOf(stolen)).weight).toBe("revoked");
    expect(await wordOf(stolen, { existedBy: at(2) })).toMatchObject({
      weight: "good",
      restsOnExistence: true,
    });
    const suspected = byIssuer({ ...LATER, invalidityDate: at(-1) });
    expect((await wordOf(suspected)).weight).toBe("revoked");
  });

  test("that it does not know is none", async () => {
    expect(await wordOf(byIssuer({ status: "unknown" }))).toMatchObject({
      weight: "unusable",
      state: {
        status: "undetermined",
        source: "ocsp",
        asOf: at(-5),
        message: expect.stringContaining("not know"),
      },
    });
  });

  test.each<[string, Partial<SingleOcspResponse>, string]>([
    ["the next is due now", { nextUpdate: NOW }, "good"],
    ["the next was due", { nextUpdate: at(-1) }, "silent"],
    ["it states no next and is of now", { thisUpdate: NOW, nextUpdate: null }, "good"],
    ["it states no next and is older", { thisUpdate: at(-1), nextUpdate: null }, "silent"],
    ["it was made when the certificate expired", { thisUpdate: at(10), nextUpdate: at(20) }, "good"],
    ["it was made after the certificate expired", { thisUpdate: at(11), nextUpdate: at(20) }, "silent"],
  ])("is good for the time asked for: %s", async (_, more, weight) => {
    const word = await wordOf(byIssuer(more), {
      certificate: certificate({ subject: "Unit", issuer: "Authority" }, { notAfter: at(10) }),
    });
    expect(word.weight).toBe(weight);
    expect(word.state.message === null).toBe(weight === "good");
  });

  test("with an unknown critical extension proves nothing, and leaves a doubt if it says revoked", async () => {
    const odd = { hasUnknownCritical: true };
    const state = {
      status: "undetermined",
      source: "ocsp",
      asOf: at(-5),
      message: expect.stringContaining("critical"),
    };
    expect(await wordOf(byIssuer(odd))).toMatchObject({ weight: "unusable", state });
    expect(await wordOf(byIssuer({ ...REVOKED, ...odd }))).toMatchObject({ weight: "doubtful", state });
    expect(await wordOf(byIssuer({ ...LATER, ...odd }))).toMatchObject({ weight: "unusable", state });
  });

  test("with a signature that is too weak proves nothing, and leaves a doubt if it says revoked", async () => {
    const state = { source: "ocsp", message: "signature: weak" };
    expect(await wordOf(byIssuer({}, "weak"))).toMatchObject({ weight: "unusable", state });
    expect(await wordOf(byIssuer(REVOKED, "weak"))).toMatchObject({ weight: "doubtful", state });
  });

  test("with a signature that cannot be verified says nothing: anyone can write one", async () => {
    const state = { source: "ocsp", message: "signature: unknown" };
    for (const more of [{}, REVOKED]) {
      expect(await wordOf(byIssuer(more, "unknown"))).toMatchObject({ weight: "silent", state });
    }
  });

  test("of a time that is still to come shows nothing good, and revokes", async () => {
    const ahead = { thisUpdate: at(400), nextUpdate: at(500) };
    expect((await wordOf(byIssuer(ahead), { now: at(99) })).weight).toBe("silent");
    // Clocks differ by minutes.
    expect((await wordOf(byIssuer(ahead), { now: at(100) })).weight).toBe("good");
    expect((await wordOf(byIssuer({ ...REVOKED, ...ahead }), { now: at(99) })).weight).toBe("revoked");
  });

  test("with an invalid signature is not its word", async () => {
    const forged = (more: object) =>
      response({ signedBy: "Impostor" }, [says(more)], { responder: { name: issuer.subject } });
    for (const more of [{}, REVOKED]) {
      expect(await wordOf(forged(more))).toMatchObject({
        weight: "silent",
        state: { message: "signature: false" },
      });
    }
  });

  test("the gravest of several counts", async () => {
    const both = response({ signedBy: "Authority" }, [says(), says(REVOKED), says()]);
    expect((await wordOf(both)).weight).toBe("revoked");
  });
});

describe("a responder", () => {
  const SIGNER: Partial<Certificate> = { extendedKeyUsages: [OCSP_SIGNING] };
  const responder = (more: Partial<Certificate> = {}, made: Partial<MadeUp> = {}) =>
    certificate({ subject: "Responder", issuer: "Authority", ...made }, { ...SIGNER, ...more });
  const by = (
    certificates: readonly Certificate[],
    more: Partial<SingleOcspResponse> = {},
    ofResponse: Partial<OcspResponse> = {},
    counts: "valid" | "weak" | "unknown" = "valid",
  ) => response({ signedBy: "Responder", counts }, [says(more)], { certificates, ...ofResponse });

  /** What good and revoked answers weigh, and why. */
  async function weights(
    certificates: readonly Certificate[],
    asked: Asked & { readonly counts?: "weak" | "unknown"; readonly ofResponse?: Partial<OcspResponse> } = {},
  ): Promise<[RevocationWeight, RevocationWeight, string | null]> {
    const { counts = "valid", ofResponse = {} } = asked;
    const good = await wordOf(by(certificates, {}, ofResponse, counts), asked);
    const revoked = await wordOf(by(certificates, REVOKED, ofResponse, counts), asked);
    return [good.weight, revoked.weight, good.state.message];
  }

  test("delegated by the issuer may answer, by name or by key, with its certificate in the response", async () => {
    expect(await weights([responder()])).toEqual(["good", "revoked", null]);
    const keyHash = sha1(responder().spki.publicKey);
    expect(await weights([responder()], { ofResponse: { responder: { keyHash } } })).toEqual([
      "good",
      "revoked",
      null,
    ]);
    const other = { responder: { keyHash: new Uint8Array(20) } };
    expect(await weights([responder()], { ofResponse: other })).toEqual([
      "silent",
      "silent",
      "the responder's certificate is missing",
    ]);
  });

  test("whose certificate is at hand may answer, by name or by key", async () => {
    expect(await weights([], { others: [responder()] })).toEqual(["good", "revoked", null]);
    expect(await weights([], { anchors: [responder()] })).toEqual(["good", "revoked", null]);
    const keyHash = sha1(responder().spki.publicKey);
    expect(await weights([], { others: [responder()], ofResponse: { responder: { keyHash } } })).toEqual([
      "good",
      "revoked",
      null,
    ]);
    expect(await weights([])).toEqual(["silent", "silent", "the responder's certificate is missing"]);
  });

  test("that is the issuer may be named by its key", async () => {
    const keyed = response({ signedBy: "Authority" }, [says()], {
      responder: { keyHash: sha1(issuer.spki.publicKey) },
    });
    expect((await wordOf(keyed)).weight).toBe("good");
  });

  const UNAUTHORIZED = "did not authorize";
  test.each<[string, Certificate, string]>([
    ["of another issuer", responder({}, { issuer: "Other", signedBy: "Authority" }), UNAUTHORIZED],
    ["not signed by the issuer", responder({}, { signedBy: "Other" }), UNAUTHORIZED],
    ["whose certificate cannot be verified", responder({}, { counts: "unknown" }), UNAUTHORIZED],
    ["not for OCSP", responder({ extendedKeyUsages: ["1.3.6.1.5.5.7.3.8"] }), "not for OCSP signing"],
    ["without purposes", responder({ extendedKeyUsages: null }), "not for OCSP signing"],
    ["that did not sign", responder({}, { key: "another" }), "signature: invalid"],
  ])("%s has no say", async (_, delegate, message) => {
    expect(await weights([delegate])).toEqual(["silent", "silent", expect.stringContaining(message)]);
  });

  const usage = (...uses: readonly string[]) => new Set(uses) as unknown as Certificate["keyUsage"];
  const critical = (oid: string) => ({ extensions: [{ oid, isCritical: true, value: new Uint8Array() }] });
  test.each<[string, Certificate, string]>([
    ["whose certificate is signed too weakly", responder({}, { counts: "weak" }), "too weak"],
    ["whose key is for other uses", responder({ keyUsage: usage("keyCertSign") }), "not for signatures"],
    ["with an unknown critical extension", responder(critical("1.2.3")), "critical extension"],
    ["that was not valid yet", responder({ notBefore: at(-4) }), "not valid when it signed"],
    ["that had expired", responder({ notAfter: at(-6) }), "not valid when it signed"],
  ])("%s proves nothing, and leaves a doubt if it says revoked", async (_, delegate, message) => {
    expect(await weights([delegate])).toEqual(["unusable", "doubtful", expect.stringContaining(message)]);
  });

  test("with a signature that is too weak leaves a doubt, and with one that cannot be verified has no say", async () => {
    expect(await weights([responder()], { counts: "weak" })).toEqual([
      "unusable",
      "doubtful",
      "signature: weak",
    ]);
    expect(await weights([responder()], { counts: "unknown" })).toEqual([
      "silent",
      "silent",
      "signature: unknown",
    ]);
  });

  test("may have any purposes beside, a key for signatures, and need not be checked for revocation", async () => {
    const delegate = responder({
      extendedKeyUsages: ["1.2.3", OCSP_SIGNING],
      keyUsage: usage("digitalSignature"),
      ...critical("1.3.6.1.5.5.7.48.1.5"),
    });
    expect((await weights([delegate]))[0]).toBe("good");
    expect((await weights([responder({ notBefore: at(-5), notAfter: at(-5) })]))[0]).toBe("good");
  });

  test("whose answer has an unknown critical extension leaves a doubt if it says revoked", async () => {
    const odd = by([responder()], { ...REVOKED, hasUnknownCritical: true });
    expect((await wordOf(odd)).weight).toBe("doubtful");
  });

  test("is asked about itself, at the time of its answer", async () => {
    const asked: [Certificate, Date][] = [];
    const delegate = responder();
    await wordOf(by([delegate]), {
      askOfDelegate: async (...of) => {
        asked.push(of);
        return revocationWord("good");
      },
    });
    expect(asked).toEqual([[delegate, at(-5)]]);
  });

  test.each([
    ["revoked", "unusable", "is revoked"],
    ["doubtful", "unusable", "may be revoked"],
    ["good", "good", null],
    ["unusable", "good", null],
    ["silent", "good", null],
  ] as const)("that is %s itself: its good answer is %s", async (own, weight, message) => {
    const askOfDelegate = async () => revocationWord(own);
    const [good, revoked, said] = await weights([responder()], { askOfDelegate });
    expect([good, revoked]).toEqual([weight, weight === "good" ? "revoked" : "doubtful"]);
    expect(said).toEqual(message === null ? null : expect.stringContaining(message));
  });

  test("of several possible ones, the one that is authorised counts", async () => {
    const impostor = responder({}, { signedBy: "Other" });
    const careless = responder({ keyUsage: usage("keyCertSign") });
    expect((await weights([impostor, careless, responder()]))[0]).toBe("good");
    expect((await weights([responder(), impostor, careless]))[0]).toBe("good");
    // Otherwise the last that is the issuer's word, whoever follows.
    expect(await weights([careless, impostor])).toEqual([
      "unusable",
      "doubtful",
      expect.stringContaining("not for signatures"),
    ]);
    expect(await weights([impostor, careless])).toEqual([
      "unusable",
      "doubtful",
      expect.stringContaining("not for signatures"),
    ]);
    const late = responder({ notBefore: at(-4) });
    expect((await weights([careless, late]))[2]).toContain("not valid when it signed");
    expect((await weights([impostor, responder({ extendedKeyUsages: null })]))[2]).toContain(
      "not for OCSP signing",
    );
  });

  test("with another name than the one that signed is not tried", async () => {
    const misnamed = certificate({ subject: "Another", key: "Responder", issuer: "Authority" }, SIGNER);
    expect((await weights([misnamed]))[2]).toContain("missing");
  });

  test("with the issuer's name may stand in for an issuer that did not sign", async () => {
    const twin = certificate({ subject: "Authority", key: "twin", issuer: "Authority" }, SIGNER);
    const from = response({ signedBy: "twin" }, [says()], {
      responder: { name: issuer.subject },
      certificates: [twin],
    });
    expect((await wordOf(from)).weight).toBe("good");
    // A doubt that the issuer itself has left remains.
    const weak = response({ signedBy: "Authority", counts: "weak" }, [says(REVOKED)], {
      certificates: [certificate({ subject: "Authority", key: "twin", issuer: "Other" }, SIGNER)],
    });
    expect(await wordOf(weak)).toMatchObject({ weight: "doubtful", state: { message: "signature: weak" } });
  });
});
