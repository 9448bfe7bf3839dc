import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import type { Certificate } from "./certificate.js";
import { revocationState } from "./judge-path.js";
import {
  answer,
  at,
  certificate,
  directory,
  entry,
  list,
  NOW,
  named,
  response,
  searchOf,
} from "./made-up.testing.js";
import type { Crl, SingleOcspResponse } from "./path-types.js";
import { gravestWord, type RevocationWord, revocationWord, SILENT } from "./revocation.js";

describe("revocation search", () => {
  // Which lists and responses are asked about a certificate.
  const root = certificate({ subject: "Root" });
  const issuer = certificate({ subject: "Authority", issuer: "Root" });
  const leaf = certificate({ subject: "Unit", issuer: "Authority" });
  const place = { certificate: leaf, issuer, above: [root] };

  const hashed = (algorithm: string, bytes: Uint8Array) =>
    new Uint8Array(createHash(algorithm).update(bytes).digest());
  const ofHash = (oid: string, algorithm: string): Partial<SingleOcspResponse> => ({
    hashAlgorithm: oid,
    issuerNameHash: hashed(algorithm, issuer.subject.der),
    issuerKeyHash: hashed(algorithm, issuer.spki.publicKey),
  });
  const says = (more: Partial<SingleOcspResponse> = {}) => answer(issuer, more);
  const by = (...answers: readonly SingleOcspResponse[]) => response({ signedBy: "Authority" }, answers);
  const indirect = (issuerName: string, isIndirect = true): Crl =>
    list({ issuer: issuerName }, [], {
      issuingDistributionPoint: { isIndirect, fullNames: null } as NonNullable<
        Crl["issuingDistributionPoint"]
      >,
    });

  describe("answers about a certificate", () => {
    test.each([
      ["1.3.14.3.2.26", "sha1"],
      ["2.16.840.1.101.3.4.2.4", "sha224"],
      ["2.16.840.1.101.3.4.2.1", "sha256"],
      ["2.16.840.1.101.3.4.2.2", "sha384"],
      ["2.16.840.1.101.3.4.2.3", "sha512"],
    ])("name its issuer by the hash %s", async (oid, algorithm) => {
      const about = says(ofHash(oid, algorithm));
      const search = await searchOf({ ocspResponses: [by(about)] });
      expect(await search.answersAbout(leaf, issuer)).toEqual([
        { response: expect.anything(), answers: [about] },
      ]);
    });

    test.each<[string, Partial<SingleOcspResponse>]>([
      ["another number", { serialNumberHex: "02" }],
      ["another name of the issuer", { issuerNameHash: new Uint8Array(20) }],
      ["another key of the issuer", { issuerKeyHash: new Uint8Array(20) }],
      ["a hash that is not supported", ofHash("1.2.840.113549.2.5", "md5")],
      ["a hash of another algorithm", { ...ofHash("2.16.840.1.101.3.4.2.1", "sha1") }],
    ])("are not those with %s", async (_, more) => {
      const search = await searchOf({ ocspResponses: [by(says(more))] });
      expect(await search.answersAbout(leaf, issuer)).toEqual([]);
      expect(search.hasAny).toBe(true);
    });

    test("are collected from all responses, and from each only those", async () => {
      const [first, second, third] = [says(), says({ reason: "superseded" }), says()];
      const mixed = by(
        first,
        says({ serialNumberHex: "02" }),
        says({ issuerKeyHash: new Uint8Array(20) }),
        second,
      );
      const other = by(says({ serialNumberHex: "02" }));
      const last = by(third);
      const search = await searchOf({ ocspResponses: [mixed, other, last] });
      expect(await search.answersAbout(leaf, issuer)).toEqual([
        { response: mixed, answers: [first, second] },
        { response: last, answers: [third] },
      ]);
    });
  });

  test("there are data if there is a list, or a response with an answer", async () => {
    expect((await searchOf()).hasAny).toBe(false);
    expect((await searchOf({ ocspResponses: [by()] })).hasAny).toBe(false);
    expect((await searchOf({ crls: [list({ issuer: "Other" })] })).hasAny).toBe(true);
    expect((await searchOf({ ocspResponses: [by(says())] })).hasAny).toBe(true);
    expect((await searchOf({ crls: [list({ issuer: "Other" })], ocspResponses: [by(says())] })).hasAny).toBe(
      true,
    );
  });

  test("lists are found by their issuer, and indirect ones apart", async () => {
    const [first, second, other] = [list({ issuer: "A" }), list({ issuer: "A" }), indirect("B")];
    const search = await searchOf({ crls: [first, other, indirect("C", false), second] });
    expect(search.listsOf(named("A"))).toEqual([first, second]);
    expect(search.listsOf(named("D"))).toEqual([]);
    expect(search.indirectLists).toEqual([other]);
  });

  describe("the work", () => {
    async function spent(run: (work: Work) => Promise<unknown>): Promise<number> {
      const work = new Work();
      const { left } = work;
      await run(work);
      return left - work.left;
    }

    test("is one unit for each list, each response and each of its answers", async () => {
      expect(
        await spent((work) => searchOf({ crls: [list({ issuer: "A" }), list({ issuer: "A" })], work })),
      ).toBe(2);
      expect(await spent((work) => searchOf({ ocspResponses: [by(says(), says()), by(says())], work }))).toBe(
        2 + 3,
      );
      const crls = [list({ issuer: "A" })];
      expect(await spent((work) => searchOf({ crls, ocspResponses: [by(says())], work }))).toBe(1 + 1 + 1);
    });

    test("is one unit for each answer with the number, and the hash of the issuer once", async () => {
      const asking = async (
        certificateAsked: Certificate,
        count: number,
        oids: readonly string[] = ["1.3.14.3.2.26"],
      ) => {
        const answers = oids.flatMap((hashAlgorithm) =>
          Array.from({ length: count }, () => says({ hashAlgorithm })),
        );
        const work = new Work();
        const search = await searchOf({ ocspResponses: [by(...answers)], work });
        const { left } = work;
        await search.answersAbout(certificateAsked, issuer);
        return left - work.left;
      };
      // "Authority" twice, 18 bytes.
      const hash = 2 + 1;
      expect(await asking(leaf, 1)).toBe(1 + hash);
      expect(await asking(leaf, 9)).toBe(9 + hash);
      expect(await asking(leaf, 3, ["1.3.14.3.2.26", "2.16.840.1.101.3.4.2.1"])).toBe(6 + 2 * hash);
      expect(await asking(leaf, 3, ["1.2.3"])).toBe(3);
      expect(
        await asking(certificate({ subject: "Unit", issuer: "Authority" }, { serialNumberHex: "02" }), 3),
      ).toBe(0);
    });

    test("of hashing grows with the name and the key", async () => {
      const large = certificate({ subject: "A".repeat(64), key: "K".repeat(65) });
      const work = new Work();
      const search = await searchOf({ work });
      const { left } = work;
      expect(search.keyHashOf(large)).toEqual(hashed("sha1", large.spki.publicKey));
      expect(left - work.left).toBe(2 + 5);
      search.keyHashOf(large);
      expect(left - work.left).toBe(2 + 5);
    });

    test("is four units for a certificate, and for each list that may be about it", async () => {
      const asking = async (...crls: readonly Crl[]) => {
        const work = new Work();
        const search = await searchOf({ crls, work });
        const { left } = work;
        await revocationState(place, { time: NOW }, search);
        return left - work.left;
      };
      expect(await asking()).toBe(4);
      expect(
        await asking(list({ issuer: "Authority" }), list({ issuer: "Authority" }), list({ issuer: "B" })),
      ).toBe(12);
      // An indirect list of the issuer is asked once.
      expect(await asking(indirect("Authority"), indirect("B"))).toBe(12);
    });
  });

  describe("the state of a certificate", () => {
    const stateOf = async (
      crls: readonly Crl[],
      ocspResponses: readonly ReturnType<typeof by>[] = [],
      others: readonly Certificate[] = [],
    ) =>
      (
        await revocationState(
          place,
          { time: NOW },
          await searchOf({ crls, ocspResponses, others, anchors: [root] }),
        )
      ).weight;

    test("is the gravest word of its issuer's lists, indirect lists and responses", async () => {
      expect(await stateOf([])).toBe("silent");
      expect(await stateOf([list({ issuer: "Authority" })])).toBe("good");
      expect(await stateOf([list({ issuer: "Other" }, [entry()])])).toBe("silent");
      expect(await stateOf([], [by(says())])).toBe("good");
      const revoked = by(says({ status: "revoked", revokedAt: at(-1) }));
      expect(await stateOf([list({ issuer: "Authority" })], [by(says()), revoked])).toBe("revoked");
      expect(
        await stateOf(
          [list({ issuer: "Authority" }), list({ issuer: "Authority" }, [entry()])],
          [by(says())],
        ),
      ).toBe("revoked");
      const lister = certificate({ subject: "Lister", issuer: "Root" });
      const naming = {
        ...place,
        certificate: certificate(
          { subject: "Unit", issuer: "Authority" },
          { crlIssuers: [directory("Lister")] },
        ),
      };
      const crl = list({ issuer: "Lister" }, [entry({ certificateIssuer: [directory("Authority")] })], {
        issuingDistributionPoint: { isIndirect: true } as NonNullable<Crl["issuingDistributionPoint"]>,
      });
      const search = await searchOf({ crls: [crl], others: [lister] });
      expect((await revocationState(naming, { time: NOW }, search)).weight).toBe("revoked");
    });

    const OCSP_SIGNING = "1.3.6.1.5.5.7.3.9";
    const responder = (name: string, serialNumberHex: string) =>
      certificate(
        { subject: name, issuer: "Authority" },
        { serialNumberHex, extendedKeyUsages: [OCSP_SIGNING] },
      );
    const byResponder = (name: string, ...answers: readonly SingleOcspResponse[]) =>
      response({ signedBy: name }, answers);

    test("depends on that of a responder, at the time of its answer", async () => {
      const first = responder("First", "0A");
      const crl = (revokedAt: Date) =>
        list({ issuer: "Authority" }, [entry({ serialNumberHex: "0A", revokedAt, reason: "superseded" })], {
          isDelta: true,
        });
      const good = byResponder("First", says());
      expect(await stateOf([], [good], [first])).toBe("good");
      // It answered five seconds ago.
      expect(await stateOf([crl(at(-6))], [good], [first])).toBe("unusable");
      expect(await stateOf([crl(at(-4))], [good], [first])).toBe("good");
    });

    describe("depends on responders that answer about responders", () => {
      const all = ["0A", "0B", "0C", "0D"].map((serial, i) => responder(`Level ${i}`, serial));
      const revoked = { status: "revoked", revokedAt: at(-10) } as const;

      /** The message, and the certificates asked about. */
      async function asked(
        ...ocspResponses: readonly ReturnType<typeof by>[]
      ): Promise<[string | null, string]> {
        const search = await searchOf({ ocspResponses, others: all, anchors: [root] });
        const { answersAbout } = search;
        const names: string[] = [];
        search.answersAbout = (of, from) => {
          names.push(of.subject.text);
          return answersAbout.call(search, of, from);
        };
        const { state } = await revocationState(place, { time: NOW }, search);
        return [state.message, names.join()];
      }

      test("two levels deep", async () => {
        const about = (name: string, serialNumberHex: string) =>
          byResponder(name, says({ serialNumberHex, ...revoked }));
        const good = byResponder("Level 0", says());
        expect(await asked(good)).toEqual([null, "Unit,Level 0"]);
        expect(await asked(good, about("Level 1", "0A"))).toEqual([
          "the responder's certificate is revoked",
          "Unit,Level 0,Level 1",
        ]);
        const levels = [good, about("Level 1", "0A"), about("Level 2", "0B")];
        const doubt = "the responder's certificate may be revoked";
        expect(await asked(...levels)).toEqual([doubt, "Unit,Level 0,Level 1"]);
        expect(await asked(...levels, about("Level 3", "0C"))).toEqual([doubt, "Unit,Level 0,Level 1"]);
      });

      test("but a responder is not asked whether to believe itself", async () => {
        const own = (more: Partial<SingleOcspResponse>) =>
          byResponder("Level 0", says(), says({ serialNumberHex: "0A", ...more }));
        expect(await asked(own({}))).toEqual([null, "Unit,Level 0"]);
        expect(await asked(own(revoked))).toEqual(["the responder's certificate is revoked", "Unit,Level 0"]);
      });
    });
  });
});

describe("revocation word", () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

  test.each([
    ["revoked", "revoked"],
    ["doubtful", "undetermined"],
    ["good", "good"],
    ["unusable", "undetermined"],
    ["silent", "not_checked"],
  ] as const)("a word that is %s has the status %s and no details of its own", (weight, status) => {
    expect(revocationWord(weight)).toEqual({
      weight,
      restsOnExistence: false,
      state: { status, source: null, revokedAt: null, reason: null, asOf: null, message: null },
    });
  });

  test("no words are silence", () => {
    expect(gravestWord([])).toBe(SILENT);
  });

  /** Of each pair, the first outweighs the second, in whatever order they are given. */
  const PAIRS: readonly [string, RevocationWord, RevocationWord][] = [
    ["revoked, doubtful", revocationWord("revoked"), revocationWord("doubtful")],
    ["doubtful, good", revocationWord("doubtful"), revocationWord("good")],
    ["good, unusable", revocationWord("good"), revocationWord("unusable")],
    [
      "unusable, silent",
      revocationWord("unusable"),
      revocationWord("silent", { asOf: at(1), message: "old" }),
    ],
    ["revoked, good by existence", revocationWord("revoked"), revocationWord("good", {}, true)],
    [
      "resting on existence, with an earlier revocation",
      revocationWord("good", { revokedAt: at(2) }, true),
      revocationWord("good", { revokedAt: at(1), asOf: at(3) }),
    ],
    [
      "an earlier revocation, a later one",
      revocationWord("revoked", { revokedAt: at(1), asOf: at(3) }),
      revocationWord("revoked", { revokedAt: at(2), asOf: at(4) }),
    ],
    [
      "a revocation, none",
      revocationWord("good", { revokedAt: at(1), asOf: at(3) }),
      revocationWord("good", { asOf: at(4) }),
    ],
    [
      "a later answer, an earlier one",
      revocationWord("good", { asOf: at(2) }),
      revocationWord("good", { asOf: at(1) }),
    ],
    [
      "a later answer, an earlier one with a message",
      revocationWord("silent", { asOf: at(2) }),
      revocationWord("silent", { asOf: at(1), message: "old" }),
    ],
    ["an answer, none", revocationWord("good", { asOf: new Date(0) }), revocationWord("good")],
    [
      "an answer, a message",
      revocationWord("silent", { asOf: new Date(0) }),
      revocationWord("silent", { message: "why" }),
    ],
    ["a message, none", revocationWord("silent", { message: "why" }), revocationWord("silent")],
  ];

  describe("the gravest word is the same in both orders", () => {
    test.each(PAIRS)("%s", (_, first, second) => {
      expect(gravestWord([first, second])).toBe(first);
      expect(gravestWord([second, first])).toBe(first);
    });
  });

  test("of words that say as much, the first counts", () => {
    for (const state of [
      {},
      { asOf: at(1) },
      { revokedAt: at(1) },
      { message: "why" },
      { asOf: at(1), message: "why" },
    ]) {
      const [a, b] = [revocationWord("good", state), revocationWord("good", state)];
      expect(gravestWord([a, b])).toBe(a);
      expect(gravestWord([b, a])).toBe(b);
    }
    const [old, older] = [
      revocationWord("unusable", { asOf: at(1) }),
      revocationWord("unusable", { asOf: at(1), message: "why" }),
    ];
    expect(gravestWord([old, older])).toBe(old);
  });
});
