import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { spentBy } from "../asn1/der.testing.js";
import { Work } from "../work/work.js";
import { OCSP_SIGNING } from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { revocationState } from "./judge-path.js";
import {
  type Available,
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
import type { Crl, IssuingDistributionPoint, RevocationReason, SingleOcspResponse } from "./path-types.js";
import {
  gravestWord,
  isPastSecond,
  isRevokedAt,
  type RevocationSearch,
  type RevocationWord,
  revocationWord,
  SILENT,
} from "./revocation.js";

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
  const isIndirect = (isIndirect: boolean) => ({
    issuingDistributionPoint: { isIndirect, fullNames: null } as IssuingDistributionPoint,
  });
  const indirect = (issuerName: string, is = true): Crl => list({ issuer: issuerName }, [], isIndirect(is));

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
      const other = says({ serialNumberHex: "02" });
      const mixed = by(first, other, says({ issuerKeyHash: new Uint8Array(20) }), second);
      const last = by(third);
      const search = await searchOf({ ocspResponses: [mixed, by(other), last] });
      expect(await search.answersAbout(leaf, issuer)).toEqual([
        { response: mixed, answers: [first, second] },
        { response: last, answers: [third] },
      ]);
    });
  });

  test("there are data if there is a list, or a response with an answer", async () => {
    const hasAny = async (available: Available) => (await searchOf(available)).hasAny;
    const [crls, ocspResponses] = [[list({ issuer: "Other" })], [by(says())]];
    expect(await hasAny({})).toBe(false);
    expect(await hasAny({ ocspResponses: [by()] })).toBe(false);
    for (const some of [{ crls }, { ocspResponses }, { crls, ocspResponses }]) {
      expect(await hasAny(some)).toBe(true);
    }
  });

  test("lists are found by their issuer, and indirect ones apart", async () => {
    const [first, second, other] = [list({ issuer: "A" }), list({ issuer: "A" }), indirect("B")];
    const search = await searchOf({ crls: [first, other, indirect("C", false), second] });
    expect(search.listsOf(named("A"))).toEqual([first, second]);
    expect(search.listsOf(named("D"))).toEqual([]);
    expect(search.indirectLists).toEqual([other]);
  });

  describe("the work", () => {
    const listsOf = (...issuers: readonly string[]) => issuers.map((one) => list({ issuer: one }));
    test.each<[string, Available, number]>([
      ["two lists", { crls: listsOf("A", "A") }, 2],
      ["two responses with three answers", { ocspResponses: [by(says(), says()), by(says())] }, 2 + 3],
      ["a list, a response and its answer", { crls: listsOf("A"), ocspResponses: [by(says())] }, 1 + 1 + 1],
    ])(
      "is one unit for each list, each response and each of its answers: %s",
      async (_, available, units) => {
        expect(await spentBy((work) => searchOf({ ...available, work }))).toBe(units);
      },
    );

    /** What is spent after the search is made. */
    async function spentAfter(
      available: Available,
      run: (search: RevocationSearch) => unknown,
    ): Promise<number> {
      const work = new Work();
      const search = await searchOf({ ...available, work });
      const { left } = work;
      await run(search);
      return left - work.left;
    }
    const SHA_1 = "1.3.14.3.2.26";
    // "Authority" twice, 18 bytes.
    const hash = 2 + 1;
    test.each<[number, Certificate, number, readonly string[]]>([
      [1 + hash, leaf, 1, [SHA_1]],
      [9 + hash, leaf, 9, [SHA_1]],
      [6 + 2 * hash, leaf, 3, [SHA_1, "2.16.840.1.101.3.4.2.1"]],
      [3, leaf, 3, ["1.2.3"]],
      [0, certificate({ subject: "Unit", issuer: "Authority" }, { serialNumberHex: "02" }), 3, [SHA_1]],
    ])(
      "is one unit for each answer with the number, and the hash of the issuer once: %i",
      async (units, asked, count, oids) => {
        const answers = oids.flatMap((hashAlgorithm) => new Array(count).fill(says({ hashAlgorithm })));
        const ocspResponses = [by(...answers)];
        expect(await spentAfter({ ocspResponses }, (search) => search.answersAbout(asked, issuer))).toBe(
          units,
        );
      },
    );

    test("of hashing grows with the key, once", async () => {
      const large = certificate({ subject: "A".repeat(64), key: "K".repeat(65) });
      const units = await spentAfter({}, (search) => {
        for (let i = 0; i < 2; i++)
          expect(search.keyHashOf(large)).toEqual(hashed("sha1", large.spki.publicKey));
      });
      expect(units).toBe(2 + 5);
    });

    test.each<[readonly Crl[], number]>([
      [[], 4],
      [listsOf("Authority", "Authority", "B"), 12],
      // An indirect list of the issuer is asked once.
      [[indirect("Authority"), indirect("B")], 12],
    ])("is four units for a certificate, and for each list that may be about it: %#", async (crls, units) => {
      const asking = spentAfter({ crls }, (search) => revocationState(place, { time: NOW }, search));
      expect(await asking).toBe(units);
    });
  });

  describe("the state of a certificate", () => {
    const stateOf = async (available: Available, asked = place) =>
      (await revocationState(asked, { time: NOW }, await searchOf({ anchors: [root], ...available }))).weight;

    test("is the gravest word of its issuer's lists, indirect lists and responses", async () => {
      const [good, revoking] = [list({ issuer: "Authority" }), list({ issuer: "Authority" }, [entry()])];
      const revoked = by(says({ status: "revoked", revokedAt: at(-1) }));
      expect(await stateOf({})).toBe("silent");
      expect(await stateOf({ crls: [good] })).toBe("good");
      expect(await stateOf({ crls: [list({ issuer: "Other" }, [entry()])] })).toBe("silent");
      expect(await stateOf({ ocspResponses: [by(says())] })).toBe("good");
      expect(await stateOf({ crls: [good], ocspResponses: [by(says()), revoked] })).toBe("revoked");
      expect(await stateOf({ crls: [good, revoking], ocspResponses: [by(says())] })).toBe("revoked");
      const crlIssuers = [directory("Lister")];
      const naming = certificate({ subject: "Unit", issuer: "Authority" }, { crlIssuers });
      const ofAuthority = [entry({ certificateIssuer: [directory("Authority")] })];
      const available = {
        crls: [list({ issuer: "Lister" }, ofAuthority, isIndirect(true))],
        others: [certificate({ subject: "Lister", issuer: "Root" })],
      };
      expect(await stateOf(available, { ...place, certificate: naming })).toBe("revoked");
    });

    const responder = (name: string, serialNumberHex: string) =>
      certificate(
        { subject: name, issuer: "Authority" },
        { serialNumberHex, extendedKeyUsages: [OCSP_SIGNING] },
      );
    const byResponder = (name: string, ...answers: readonly SingleOcspResponse[]) =>
      response({ signedBy: name }, answers);

    test("depends on that of a responder, at the time of its answer", async () => {
      const others = [responder("First", "0A")];
      const ocspResponses = [byResponder("First", says())];
      const crl = (revokedAt: Date) =>
        list({ issuer: "Authority" }, [entry({ serialNumberHex: "0A", revokedAt, reason: "superseded" })], {
          isDelta: true,
        });
      expect(await stateOf({ ocspResponses, others })).toBe("good");
      // It answered five seconds ago.
      expect(await stateOf({ crls: [crl(at(-6))], ocspResponses, others })).toBe("unusable");
      expect(await stateOf({ crls: [crl(at(-4))], ocspResponses, others })).toBe("good");
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

  const word = revocationWord;
  /** Of each pair, the first outweighs the second, in whatever order they are given. */
  test.each<[string, RevocationWord, RevocationWord]>([
    ["revoked, doubtful", word("revoked"), word("doubtful")],
    ["doubtful, good", word("doubtful"), word("good")],
    ["good, unusable", word("good"), word("unusable")],
    ["unusable, silent", word("unusable"), word("silent", { asOf: at(1), message: "old" })],
    ["revoked, good by existence", word("revoked"), word("good", {}, true)],
    [
      "resting on existence, with an earlier revocation",
      word("good", { revokedAt: at(2) }, true),
      word("good", { revokedAt: at(1), asOf: at(3) }),
    ],
    [
      "an earlier revocation, a later one",
      word("revoked", { revokedAt: at(1), asOf: at(3) }),
      word("revoked", { revokedAt: at(2), asOf: at(4) }),
    ],
    ["a revocation, none", word("good", { revokedAt: at(1), asOf: at(3) }), word("good", { asOf: at(4) })],
    ["a later answer, an earlier one", word("good", { asOf: at(2) }), word("good", { asOf: at(1) })],
    [
      "a later answer, an earlier one with a message",
      word("silent", { asOf: at(2) }),
      word("silent", { asOf: at(1), message: "old" }),
    ],
    ["an answer, none", word("good", { asOf: new Date(0) }), word("good")],
    ["an answer, a message", word("silent", { asOf: new Date(0) }), word("silent", { message: "why" })],
    ["a message, none", word("silent", { message: "why" }), word("silent")],
  ])("the gravest is the same in both orders: %s", (_, first, second) => {
    expect(gravestWord([first, second])).toBe(first);
    expect(gravestWord([second, first])).toBe(first);
  });

  test.each([{}, { asOf: at(1) }, { revokedAt: at(1) }, { message: "why" }, { asOf: at(1), message: "why" }])(
    "of words that say as much, the first counts: %j",
    (state) => {
      const [a, b] = [word("good", state), word("good", state)];
      expect(gravestWord([a, b])).toBe(a);
      expect(gravestWord([b, a])).toBe(b);
    },
  );

  test("of two of one time, a message adds nothing", () => {
    const old = word("unusable", { asOf: at(1) });
    expect(gravestWord([old, word("unusable", { asOf: at(1), message: "why" })])).toBe(old);
  });
});

describe("a revocation", () => {
  /** Whether one of now counts at a moment, in seconds from now. */
  const counts = (reason: RevocationReason | null, time: number, existedBy?: number, suspected?: number) => {
    const invalidityDate = suspected === undefined ? null : at(suspected);
    const revoked = { revokedAt: NOW, reason, invalidityDate };
    return isRevokedAt(revoked, at(time), existedBy === undefined ? undefined : at(existedBy));
  };
  const COMPROMISES: readonly (RevocationReason | null)[] = [
    ...(["keyCompromise", "cACompromise", "certificateHold", "removeFromCRL", "privilegeWithdrawn"] as const),
    ...(["aACompromise", null] as const),
  ];
  const OTHERS = ["unspecified", "affiliationChanged", "superseded", "cessationOfOperation"] as const;

  test.each([...COMPROMISES, ...OTHERS])("counts from its moment on, for whatever reason: %s", (reason) => {
    expect([counts(reason, 0), counts(reason, 1), counts(reason, 1, -1)]).toEqual([true, true, true]);
  });

  test("counts before its moment unless the reason rules out a compromise of the key", () => {
    for (const reason of COMPROMISES) expect(counts(reason, -1)).toBe(true);
    for (const reason of OTHERS) expect(counts(reason, -1)).toBe(false);
  });

  test.each<[boolean, RevocationReason | null, number, number | undefined, number | undefined]>([
    [false, "keyCompromise", -2, -1, undefined],
    [true, "keyCompromise", -2, 0, undefined],
    [true, null, -2, 1, undefined],
    [false, "superseded", -11, undefined, -10],
    [true, "superseded", -10, undefined, -10],
    [false, "superseded", -1, undefined, 10],
    [true, "superseded", 0, undefined, 10],
    [false, null, -12, -11, -10],
    [true, null, -12, -10, -10],
  ])("counts: %j, for %s, at %d, for data that existed by %j, suspected at %j", (is, ...of) => {
    expect(counts(...of)).toBe(is);
  });

  test.each([
    [0, 0, false],
    [999, 0, false],
    [1000, 0, true],
    [1000, 1, true],
    [1000, 999, true],
    [1999, 1000, false],
    [-1, 0, false],
  ])("%d ms is past the second of %d ms: %j", (moment, bound, isPast) => {
    expect(isPastSecond(at(moment / 1000), at(bound / 1000))).toBe(isPast);
  });
});
