/** What one response says about one certificate, and whether it may: RFC 6960, sections 3.2 and 4.2.2. */

import { sha1 } from "@noble/hashes/legacy.js";
import { describe, expect, test } from "vitest";
import { OCSP_SIGNING } from "./authority.testing.js";
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

const issuer = certificate({ subject: "Authority", issuer: "Root" });
const leaf = certificate({ subject: "Unit", issuer: "Authority" });

interface Asked extends Available, Partial<Pick<PathParameters, "time" | "existedBy" | "now">> {
  readonly certificate?: Certificate;
  readonly askOfDelegate?: AskOfDelegate;
}
async function wordOf(from: OcspResponse, asked: Asked = {}): Promise<RevocationWord> {
  const { askOfDelegate = async () => revocationWord("silent") } = asked;
  return ocspState(
    { response: from, answers: from.responses },
    { certificate: asked.certificate ?? leaf, issuer, above: [] },
    { time: NOW, ...asked },
    await searchOf(asked),
    askOfDelegate,
  );
}

type Counts = "valid" | "weak" | "unknown";
type Said = Partial<SingleOcspResponse>;
const says = (more: Said = {}) => answer(issuer, more);
const byIssuer = (more: Said = {}, counts: Counts = "valid") =>
  response({ signedBy: "Authority", counts }, [says(more)]);
const weightOf = async (more: Said, asked: Asked = {}, counts: Counts = "valid") =>
  (await wordOf(byIssuer(more, counts), asked)).weight;
const containing = (text: string) => expect.stringContaining(text);
const REVOKED = { status: "revoked", revokedAt: at(-10), reason: "keyCompromise" } as const;
const LATER = { status: "revoked", revokedAt: at(3), reason: "superseded" } as const;
const NO_STATE = { source: "ocsp", revokedAt: null, reason: null, asOf: at(-5), message: null };

describe("an answer of the issuer", () => {
  test("that is good, or revoked, as of its time", async () => {
    const restsOnExistence = false;
    const good = { weight: "good", restsOnExistence, state: { ...NO_STATE, status: "good" } };
    expect(await wordOf(byIssuer())).toEqual(good);
    const revoked = { weight: "revoked", restsOnExistence, state: { ...NO_STATE, ...REVOKED } };
    expect(await wordOf(byIssuer(REVOKED))).toEqual(revoked);
    // However old the answer is.
    expect(await weightOf({ ...REVOKED, nextUpdate: at(-4) })).toBe("revoked");
  });

  test("that was revoked later: the reason does not concern it, or it is known to be older", async () => {
    expect(await wordOf(byIssuer(LATER))).toMatchObject({
      weight: "good",
      restsOnExistence: false,
      state: { ...NO_STATE, ...LATER, status: "good" },
    });
    const stolen = { ...LATER, reason: "keyCompromise" } as const;
    expect(await weightOf(stolen)).toBe("revoked");
    const older = await wordOf(byIssuer(stolen), { existedBy: at(2) });
    expect(older).toMatchObject({ weight: "good", restsOnExistence: true });
    expect(await weightOf({ ...LATER, invalidityDate: at(-1) })).toBe("revoked");
  });

  test.each<[string, Said, string]>([
    ["the next is due now", { nextUpdate: NOW }, "good"],
    ["the next was due", { nextUpdate: at(-1) }, "silent"],
    ["it states no next and is of now", { thisUpdate: NOW, nextUpdate: null }, "good"],
    ["it states no next and is older", { thisUpdate: at(-1), nextUpdate: null }, "silent"],
    ["it was made when the certificate expired", { thisUpdate: at(10), nextUpdate: at(20) }, "good"],
    ["it was made after the certificate expired", { thisUpdate: at(11), nextUpdate: at(20) }, "silent"],
  ])("is good for the time asked for: %s", async (_, more, weight) => {
    const asked = certificate({ subject: "Unit", issuer: "Authority" }, { notAfter: at(10) });
    const word = await wordOf(byIssuer(more), { certificate: asked });
    expect(word.weight).toBe(weight);
    expect(word.state.message === null).toBe(weight === "good");
  });

  test.each<[string, Said, Counts, string, string]>([
    ["does not know it", { status: "unknown" }, "valid", "unusable", "not know"],
    ["has an unknown critical extension", { hasUnknownCritical: true }, "valid", "unusable", "critical"],
    ["has one, and revokes", { ...REVOKED, hasUnknownCritical: true }, "valid", "doubtful", "critical"],
    ["has one, and revokes later", { ...LATER, hasUnknownCritical: true }, "valid", "unusable", "critical"],
    ["is signed too weakly", {}, "weak", "unusable", "signature: weak"],
    ["is signed too weakly, and revokes", REVOKED, "weak", "doubtful", "signature: weak"],
    // Anyone can write one.
    ["cannot be verified", {}, "unknown", "silent", "signature: unknown"],
    ["cannot be verified, and revokes", REVOKED, "unknown", "silent", "signature: unknown"],
  ])("that %s proves nothing", async (_, more, counts, weight, message) => {
    const word = await wordOf(byIssuer(more, counts));
    expect(word).toMatchObject({ weight, state: { source: "ocsp", message: containing(message) } });
    if (weight !== "silent") expect(word.state).toMatchObject({ status: "undetermined", asOf: at(-5) });
  });

  test("of a time that is still to come shows nothing good, and revokes", async () => {
    const ahead = { thisUpdate: at(400), nextUpdate: at(500) };
    expect(await weightOf(ahead, { now: at(99) })).toBe("silent");
    // Clocks differ by minutes.
    expect(await weightOf(ahead, { now: at(100) })).toBe("good");
    expect(await weightOf({ ...REVOKED, ...ahead }, { now: at(99) })).toBe("revoked");
  });

  test("with an invalid signature is not its word", async () => {
    const byName = { responder: { name: issuer.subject } };
    const silent = { weight: "silent", state: { message: "signature: false" } };
    for (const more of [{}, REVOKED]) {
      const forged = response({ signedBy: "Impostor" }, [says(more)], byName);
      expect(await wordOf(forged)).toMatchObject(silent);
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

  interface AskedOfResponder extends Asked {
    readonly counts?: Counts;
    readonly ofResponse?: Partial<OcspResponse>;
  }
  /** What good and revoked answers weigh, and why. */
  async function weights(
    certificates: readonly Certificate[],
    { counts = "valid", ofResponse = {}, ...asked }: AskedOfResponder = {},
  ): Promise<[RevocationWeight, RevocationWeight, string | null]> {
    const by = (more: Said) =>
      wordOf(
        response({ signedBy: "Responder", counts }, [says(more)], { certificates, ...ofResponse }),
        asked,
      );
    const { weight, state } = await by({});
    return [weight, (await by(REVOKED)).weight, state.message];
  }
  const RELIABLE = ["good", "revoked", null];
  const silent = (message: string) => ["silent", "silent", containing(message)];
  const doubtful = (message: string) => ["unusable", "doubtful", containing(message)];

  test("may answer, by name or by key, with its certificate in the response or at hand", async () => {
    const one = responder();
    const byKey = (keyHash: Uint8Array) => ({ ofResponse: { responder: { keyHash } } });
    const named = byKey(sha1(one.spki.publicKey));
    expect(await weights([one])).toEqual(RELIABLE);
    expect(await weights([one], named)).toEqual(RELIABLE);
    expect(await weights([], { others: [one] })).toEqual(RELIABLE);
    expect(await weights([], { anchors: [one] })).toEqual(RELIABLE);
    expect(await weights([], { others: [one], ...named })).toEqual(RELIABLE);
    const missing = silent("the responder's certificate is missing");
    expect(await weights([])).toEqual(missing);
    expect(await weights([one], byKey(new Uint8Array(20)))).toEqual(missing);
    // With another name than the one that signed it is not tried.
    const misnamed = certificate({ subject: "Another", key: "Responder", issuer: "Authority" }, SIGNER);
    expect(await weights([misnamed])).toEqual(missing);
  });

  test("that is the issuer may be named by its key", async () => {
    const byKey = { responder: { keyHash: sha1(issuer.spki.publicKey) } };
    expect((await wordOf(response({ signedBy: "Authority" }, [says()], byKey))).weight).toBe("good");
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
    expect(await weights([delegate])).toEqual(silent(message));
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
    expect(await weights([delegate])).toEqual(doubtful(message));
  });

  test("with a signature that is too weak leaves a doubt, and with one that cannot be verified has no say", async () => {
    expect(await weights([responder()], { counts: "weak" })).toEqual(doubtful("signature: weak"));
    expect(await weights([responder()], { counts: "unknown" })).toEqual(silent("signature: unknown"));
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
    const odd = says({ ...REVOKED, hasUnknownCritical: true });
    const certificates = [responder()];
    const word = await wordOf(response({ signedBy: "Responder" }, [odd], { certificates }));
    expect(word.weight).toBe("doubtful");
  });

  test("is asked about itself, at the time of its answer", async () => {
    const asked: [Certificate, Date][] = [];
    const delegate = responder();
    const askOfDelegate: AskOfDelegate = async (...of) => {
      asked.push(of);
      return revocationWord("good");
    };
    await weights([delegate], { askOfDelegate });
    expect(asked[0]).toEqual([delegate, at(-5)]);
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
    expect(said).toEqual(message === null ? null : containing(message));
  });

  test("of several possible ones, the one that is authorised counts", async () => {
    const impostor = responder({}, { signedBy: "Other" });
    const careless = responder({ keyUsage: usage("keyCertSign") });
    expect(await weights([impostor, careless, responder()])).toEqual(RELIABLE);
    expect(await weights([responder(), impostor, careless])).toEqual(RELIABLE);
    // Otherwise the last that is the issuer's word, whoever follows.
    expect(await weights([careless, impostor])).toEqual(doubtful("not for signatures"));
    expect(await weights([impostor, careless])).toEqual(doubtful("not for signatures"));
    const late = responder({ notBefore: at(-4) });
    expect(await weights([careless, late])).toEqual(doubtful("not valid when it signed"));
    const purposeless = responder({ extendedKeyUsages: null });
    expect(await weights([impostor, purposeless])).toEqual(silent("not for OCSP signing"));
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
