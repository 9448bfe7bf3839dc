import { bytesToHex } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { spentBy } from "../asn1/der.testing.js";
import { MAX_PATH_CERTIFICATES, MAX_SEARCH_SIGNATURES } from "../limits.js";
import { Work } from "../work/work.js";
import { type Issued, issue, issueAuthority, issueUnit, name, newRsaKey } from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { CertificateIndex, followIssuers } from "./certificate-index.js";
import { certificate, named } from "./made-up.testing.js";
import { parseCertificate } from "./parse-certificate.js";

describe("certificate index", () => {
  const identified = (identifier: Uint8Array | null, name = "Authority") =>
    certificate({ subject: name }, { subjectKeyIdentifier: identifier });
  const asking = (keyIdentifier: Uint8Array | null) =>
    certificate(
      { subject: "Unit", issuer: "Authority" },
      { authorityKeyIdentifier: { keyIdentifier, issuer: null, serialNumber: null } },
    );
  const index = (anchors: readonly Certificate[], others: readonly Certificate[] = [], work = new Work()) =>
    CertificateIndex.of(anchors, others, work);

  test("certificates are found by name, anchors first, each once", async () => {
    const [a, b, c] = [identified(null), identified(null), identified(null, "Other")];
    const all = await index([b], [a, c, b, a]);
    expect(all.named(named("Authority"))).toEqual([
      { certificate: b, isAnchor: true, entity: expect.any(String) },
      { certificate: a, isAnchor: false, entity: expect.any(String) },
    ]);
    expect(all.named(named("Other"))).toMatchObject([{ certificate: c }]);
    expect(all.named(named("Nobody"))).toEqual([]);
    expect([a, b, c].map((one) => all.isAnchor(one))).toEqual([false, true, false]);
    expect(all.isAnchor(identified(null))).toBe(false);
    // The same bytes, parsed anew.
    expect(all.isAnchor({ ...b })).toBe(true);
  });

  test("an entity is a name and a key", async () => {
    const all = await index([]);
    const of = (subject: string, key: string) => all.entityOf(certificate({ subject, key }));
    expect(of("A", "key")).toBe(of("A", "key"));
    expect(of("A", "key")).not.toBe(of("A", "another"));
    expect(of("A", "key")).not.toBe(of("B", "key"));
  });

  describe("possible issuers", () => {
    const [x, y] = [Uint8Array.of(1), Uint8Array.of(2)];
    const issuersIn = (all: CertificateIndex, asked: Certificate) =>
      all.issuersOf(asked).map((found) => found.certificate);
    const orderOf = async (
      asked: Certificate,
      anchors: readonly Certificate[],
      others: readonly Certificate[],
    ) => issuersIn(await index(anchors, others), asked);

    test("with the key asked for come first, and anchors before others", async () => {
      const [anchorY, anchorX, otherY, otherX] = [y, x, y, x].map((one) => identified(one));
      const [anchors, others] = [
        [anchorY!, anchorX!],
        [otherY!, otherX!],
      ];
      expect(await orderOf(asking(x), anchors, others)).toEqual([anchorX, otherX, anchorY, otherY]);
      expect(await orderOf(asking(y), anchors, others)).toEqual([anchorY, otherY, anchorX, otherX]);
      expect(await orderOf(asking(x), [], others)).toEqual([otherX, otherY]);
    });

    test("without an identifier may be the one asked for, after those that are", async () => {
      const others = [identified(y), identified(null), identified(x)];
      expect(await orderOf(asking(x), [], others)).toEqual([others[2], others[1], others[0]]);
    });

    test("stay in order if no key is asked for", async () => {
      const others = [identified(y), identified(null), identified(x)];
      expect(await orderOf(asking(null), [], others)).toEqual(others);
      const silent = certificate({ subject: "Unit", issuer: "Authority" });
      expect(await orderOf(silent, [], others)).toEqual(others);
      expect(await orderOf(silent, [others[2]!], others)).toEqual([others[2], others[0], others[1]]);
    });

    test("are compared by the first 64 bytes of the identifier", async () => {
      const long = (last: number) => Uint8Array.of(...new Array(64).fill(1), last);
      const short = new Uint8Array(64).fill(1);
      const differing = short.slice();
      differing[63] = 2;
      const others = [identified(differing), identified(long(2)), identified(short)];
      expect(await orderOf(asking(long(1)), [], others)).toEqual([others[1], others[2], others[0]]);
      expect(bytesToHex(long(1))).toHaveLength(130);
    });

    test("are the same for each certificate that asks alike, and others for another key or name", async () => {
      const others = [identified(x), identified(y), identified(y, "Other"), identified(x, "Other")];
      const all = await index([], others);
      const first = all.issuersOf(asking(y));
      expect(issuersIn(all, asking(y))).toEqual([others[1], others[0]]);
      expect(all.issuersOf(asking(y))).toBe(first);
      expect(issuersIn(all, asking(x))).toEqual([others[0], others[1]]);
      const ofOther = { ...asking(y), issuer: named("Other") };
      expect(issuersIn(all, ofOther)).toEqual([others[2], others[3]]);
    });
  });

  describe("the work", () => {
    const sized = (der: number, spki: number) =>
      ({
        ...certificate({ subject: "Authority" }),
        der: new Uint8Array(der),
        spki: { der: new Uint8Array(spki) },
      }) as Certificate;
    /** What is spent after the index is made. */
    async function spentAfter(others: readonly Certificate[], run: (all: CertificateIndex) => unknown) {
      const work = new Work();
      const all = await index([], others, work);
      const { left } = work;
      run(all);
      return left - work.left;
    }

    test("of a certificate is 16 units, and one for each 64 bytes that are hashed, begun or not", async () => {
      expect(await spentBy((work) => index([sized(64, 64)], [], work))).toBe(16 + 2 + 2);
      expect(await spentBy((work) => index([sized(65, 640)], [], work))).toBe(16 + 3 + 11);
      // A second one is hashed once to see that it is known.
      expect(await spentBy((work) => index([sized(64, 64)], [sized(64, 64)], work))).toBe(20 + 16 + 2);
    });

    test("of an entity is spent once", async () => {
      const one = sized(64, 128);
      expect(await spentAfter([], (all) => [all.entityOf(one), all.entityOf(one)])).toBe(3);
    });

    test.each([
      [0, 1, 0],
      [1, 1, 0],
      [2, 1, 1],
      [8, 1, 1],
      [9, 1, 2],
      [9, 5, 2],
    ])("of ordering is one unit for eight candidates, once: of %i, %i times", async (count, times, units) => {
      const others = Array.from({ length: count }, () => identified(Uint8Array.of(1)));
      const ask = (all: CertificateIndex) => {
        for (let i = 0; i < times; i++) all.issuersOf(asking(Uint8Array.of(1)));
      };
      expect(await spentAfter(others, ask)).toBe(units);
    });

    test("of an index ends with the budget, and by an abort", async () => {
      const units = await spentBy((work) => index([identified(null)], [], work));
      await expect(index([identified(null)], [], new Work({ units: units - 1 }))).rejects.toMatchObject({
        code: "work_limit_exceeded",
      });
      const stop = new Work({ signal: AbortSignal.abort(new Error("enough")) });
      await expect(index([identified(null)], [], stop)).rejects.toThrow("enough");
    });
  });
});

describe("follow issuers", async () => {
  const root = await issueAuthority("Root");
  const authority = await issueAuthority("Authority", { issuer: root });
  const unit = await issueUnit(authority);
  const stranger = await issueAuthority("Stranger");

  const namesOf = async (leaf: Issued, issuers: readonly Certificate[], work = new Work()) =>
    (await followIssuers(leaf.certificate, issuers, work)).map(({ subject }) => subject.text.slice(3, -5));
  const all = [root, stranger, authority, unit].map(({ certificate }) => certificate);

  /** Authorities of the same name, each with another key, which is on no curve. */
  function lookAlikes({ certificate }: Issued, count: number): Certificate[] {
    const { der, spki } = certificate;
    const end = Buffer.from(der).indexOf(spki.der) + spki.der.length;
    return Array.from({ length: count }, (_, i) => {
      const copy = der.slice();
      copy.set([copy[end - 4]! ^ 0x55, copy[end - 3]! ^ 0xaa, i >> 8, i & 0xff], end - 4);
      return parseCertificate(copy);
    });
  }

  describe("the issuers of a certificate", () => {
    test("are followed as far as those at hand go", async () => {
      const chain = [unit, authority, root].map(({ certificate }) => certificate);
      expect(await followIssuers(unit.certificate, all, new Work())).toEqual(chain);
      expect(await namesOf(unit, all.slice(2))).toEqual(["Unit", "Authority"]);
      expect(await namesOf(unit, all.slice(0, 2))).toEqual(["Unit"]);
      expect(await namesOf(unit, [])).toEqual(["Unit"]);
      // The root is its own.
      expect(await namesOf(root, all)).toEqual(["Root"]);
    });

    test("made the signature: another one of the same name did not", async () => {
      const impostor = await issueAuthority("Authority");
      expect(await namesOf(unit, [impostor.certificate])).toEqual(["Unit"]);
      expect(await namesOf(unit, [impostor.certificate, ...all])).toEqual(["Unit", "Authority", "Root"]);
    });

    test("may have a short key and sign with SHA-1", async () => {
      const old = await issueAuthority("Old", { key: await newRsaKey(1024, "SHA-1") });
      expect(await namesOf(await issueUnit(old), [old.certificate])).toEqual(["Unit", "Old"]);
    });

    test("that certify each other end", async () => {
      const [a, b] = [await issueAuthority("A"), await issueAuthority("B")];
      const under = (subject: Issued, issuer: Issued) =>
        issue({ subject: subject.certificate.subject.der, key: subject.key, issuer });
      const [ab, ba] = [await under(a, b), await under(b, a)];
      const leaf = await issueUnit(a);
      expect(await namesOf(leaf, [ab.certificate, ba.certificate])).toEqual(["Unit", "A", "B"]);
    });

    test("are forty with the leaf at most", async () => {
      const chain = [await issueAuthority("Level 0")];
      while (chain.length < MAX_PATH_CERTIFICATES + 1) {
        chain.unshift(
          await issue({ subject: name({ C: "XX", CN: `Level ${chain.length}` }), issuer: chain[0]! }),
        );
      }
      const certificates = chain.map(({ certificate }) => certificate);
      expect(await namesOf(chain[0]!, certificates)).toHaveLength(MAX_PATH_CERTIFICATES);
      expect(await namesOf(chain[2]!, certificates)).toHaveLength(MAX_PATH_CERTIFICATES - 1);
    });

    test("are known up to the one that has too many look-alikes", async () => {
      const many = lookAlikes(root, MAX_SEARCH_SIGNATURES + 1);
      expect(await namesOf(unit, [authority.certificate, ...many])).toEqual(["Unit", "Authority"]);
      expect(await namesOf(unit, lookAlikes(authority, MAX_SEARCH_SIGNATURES + 1))).toEqual(["Unit"]);
      expect(await namesOf(unit, [...lookAlikes(authority, 100), ...all])).toEqual([
        "Unit",
        "Authority",
        "Root",
      ]);
    });
  });

  test("an exhausted budget and an abort are no end of a chain", async () => {
    const units = await spentBy((work) => followIssuers(unit.certificate, all, work));
    expect(await namesOf(unit, all, new Work({ units }))).toHaveLength(3);
    await expect(namesOf(unit, all, new Work({ units: units - 1 }))).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
    class Aborted extends Work {
      #turns = 0;
      override async pause() {
        if (++this.#turns > all.length) throw new Error("enough");
      }
    }
    await expect(namesOf(unit, all, new Aborted())).rejects.toThrow("enough");
  });
});
