import { beforeAll, describe, expect, test } from "vitest";
import { authenticateListOfLists } from "./authenticate.js";
import { OFFICIAL_JOURNAL } from "./parse-list.js";
import { journalOf, LISTS_NOW, signList, type TestList } from "./signed-list.testing.js";
import { newEcSigner, type XmlSigner } from "./signed-xml.testing.js";

let first: XmlSigner;
let second: XmlSigner;
let third: XmlSigner;

beforeAll(async () => {
  [first, second, third] = [await newEcSigner(), await newEcSigner(), await newEcSigner()];
});

const HOST = "https://lists.example";
const own = (...signers: readonly XmlSigner[]) => ({
  territory: "EU",
  certificates: signers.map(({ certificate }) => certificate),
});

const signLotl = (list: Partial<TestList> & Pick<TestList, "signer">) =>
  signList({ territory: "EU", sequenceNumber: 400, ...list });

async function codeOf(lotl: Uint8Array, pivots: Readonly<Record<string, Uint8Array>> = {}) {
  try {
    const { pivots: used } = await authenticate(lotl, pivots);
    return `ok by ${used.length}`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

function authenticate(lotl: Uint8Array, pivots: Readonly<Record<string, Uint8Array>> = {}) {
  return authenticateListOfLists({
    lotl,
    pivot: async (uri) => pivots[uri] ?? null,
    journal: journalOf(first.certificate),
    at: LISTS_NOW,
  });
}

describe("the list of lists", () => {
  test("is authentic if a certificate of the Official Journal signed it", async () => {
    const pointers = [
      own(first),
      {
        territory: "ES",
        certificates: [second.certificate],
        location: `${HOST}/ES.pdf`,
        mimeType: "application/pdf",
      },
      { territory: "ES", certificates: [third.certificate], location: `${HOST}/ES.xml` },
      { territory: "AT", certificates: [first.certificate, second.certificate] },
    ];
    const lotl = await authenticate(await signLotl({ signer: first, pointers }));
    expect(lotl.facts).toMatchObject({ territory: "EU", version: 6, sequenceNumber: 400 });
    expect([...lotl.territories.keys()]).toEqual(["ES", "AT"]);
    expect(lotl.territories.get("ES")).toEqual({
      locations: [`${HOST}/ES.xml`],
      certificates: new Set(journalOf(third.certificate).certificates),
    });
    expect(lotl.territories.get("AT")!.certificates.size).toBe(2);
    expect(lotl).toMatchObject({ journal: "OJ of a test", pivots: [] });
  });

  test("points to the XML of national lists, whose territory it tells", async () => {
    const pointers = [
      own(first),
      { territory: "ES", certificates: [second.certificate], mimeType: "TEXT/XML" },
      { territory: "FR", certificates: [second.certificate], type: "CClist" },
      { territory: "IT", certificates: [second.certificate], mimeType: "application/pdf" },
      { territory: "NONE", certificates: [second.certificate] },
      { territory: "NO", certificates: [second.certificate], mimeType: "NOTYPE" },
    ];
    const change = (text: string) =>
      text
        .replace("<OtherInformation><SchemeTerritory>NONE</SchemeTerritory></OtherInformation>", "")
        .replace(/<OtherInformation><additional:MimeType>NOTYPE<.*?<\/OtherInformation>/, "");
    const lotl = await authenticate(await signLotl({ signer: first, pointers, change }));
    expect([...lotl.territories.keys()]).toEqual(["ES"]);
    expect(lotl.signer).toBe(first.certificate.subject.text);
  });

  test("is not if somebody else did, whatever it says of itself", async () => {
    const pointers = [own(first, second)];
    expect(await codeOf(await signLotl({ signer: second, pointers }))).toBe("list_signer_unknown");
    const uris = [journalOf().uri];
    expect(await codeOf(await signLotl({ signer: second, pointers, uris }))).toBe("list_signer_unknown");
  });

  test("of an unknown signer is refused with the notice that does not name it", async () => {
    await expect(authenticate(await signLotl({ signer: second }))).rejects.toThrow(
      "neither OJ of a test nor a pivot names the signer",
    );
  });

  test("is not read after an abort", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const signed = await signLotl({ signer: first });
    const journal = journalOf(first.certificate);
    await expect(authenticateListOfLists({ lotl: signed, journal, at: LISTS_NOW, signal })).rejects.toThrow(
      "enough",
    );
  });

  test("rests by default on the certificates of the notice in the Official Journal", async () => {
    const { certificates, uri, reference } = OFFICIAL_JOURNAL;
    expect(new Set(certificates).size).toBe(6);
    for (const hash of certificates) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(uri).toMatch(/^https:\/\/eur-lex\.europa\.eu\//);
    const signed = await signLotl({ signer: first });
    await expect(authenticateListOfLists({ lotl: signed })).rejects.toThrow(`neither ${reference}`);
  });

  describe("with pivots", () => {
    const A = `${HOST}/pivot-380.xml`;
    const B = `${HOST}/pivot-390.xml`;
    const uris = [B, A, journalOf().uri, `${HOST}/pivot-300.xml`];
    let lotl: Uint8Array;
    let pivotA: Uint8Array;
    let pivotB: Uint8Array;

    beforeAll(async () => {
      lotl = await signLotl({ signer: third, uris, pointers: [own(third)] });
      pivotA = await signLotl({ signer: first, sequenceNumber: 380, pointers: [own(second)] });
      pivotB = await signLotl({ signer: second, sequenceNumber: 390, pointers: [own(third)] });
    });

    test("is authentic if they lead from the Official Journal to its signer", async () => {
      expect(await codeOf(lotl, { [A]: pivotA, [B]: pivotB })).toBe("ok by 2");
    });

    test("is not if one is missing, forged, out of order, or leads elsewhere", async () => {
      expect(await codeOf(lotl, { [B]: pivotB })).toBe("lotl_pivot_missing");
      expect(await codeOf(lotl, { [A]: pivotA })).toBe("lotl_pivot_missing");
      expect(await codeOf(lotl, { [A]: pivotB, [B]: pivotA })).toBe("list_signer_unknown");
      const forged = await signLotl({ signer: third, sequenceNumber: 380, pointers: [own(second)] });
      expect(await codeOf(lotl, { [A]: forged, [B]: pivotB })).toBe("list_signer_unknown");
      const late = await signLotl({ signer: first, sequenceNumber: 395, pointers: [own(second)] });
      expect(await codeOf(lotl, { [A]: late, [B]: pivotB })).toBe("list_superseded");
      const newer = await signLotl({ signer: second, sequenceNumber: 401, pointers: [own(third)] });
      expect(await codeOf(lotl, { [A]: pivotA, [B]: newer })).toBe("list_superseded");
      const elsewhere = await signLotl({ signer: second, sequenceNumber: 390, pointers: [own(second)] });
      expect(await codeOf(lotl, { [A]: pivotA, [B]: elsewhere })).toBe("list_signer_unknown");
      const national = await signList({ signer: first, territory: "ES", pointers: [own(second)] });
      expect(await codeOf(lotl, { [A]: national, [B]: pivotB })).toBe("list_kind_unexpected");
    });

    test("is not if a pivot names its successor in the pointer to another list", async () => {
      const pointers = [
        own(first),
        { ...own(second), type: "EUgeneric" },
        { ...own(second), territory: "ES" },
        { ...own(second), territory: "ES", type: "EUlistofthelists" },
      ];
      const pivot = await signLotl({ signer: first, sequenceNumber: 380, pointers });
      expect(await codeOf(lotl, { [A]: pivot, [B]: pivotB })).toBe("list_signer_unknown");
    });

    test("is not if two pivots have the same number; the last one may have that of the list", async () => {
      const same = await signLotl({ signer: second, sequenceNumber: 380, pointers: [own(third)] });
      expect(await codeOf(lotl, { [A]: pivotA, [B]: same })).toBe("list_superseded");
      const last = await signLotl({ signer: second, sequenceNumber: 400, pointers: [own(third)] });
      expect(await codeOf(lotl, { [A]: pivotA, [B]: last })).toBe("ok by 2");
    });

    test("takes a pivot's own pointer in any spelling of the type, and in XML only", async () => {
      const pivotOf = async (pointer: object) =>
        signLotl({ signer: first, sequenceNumber: 380, pointers: [{ ...own(second), ...pointer }] });
      for (const mimeType of ["application/XML", "text/xml"]) {
        expect(await codeOf(lotl, { [A]: await pivotOf({ mimeType }), [B]: pivotB })).toBe("ok by 2");
      }
      for (const pointer of [{ mimeType: "application/pdf" }, { type: "CClist" }]) {
        expect(await codeOf(lotl, { [A]: await pivotOf(pointer), [B]: pivotB })).toBe("list_signer_unknown");
      }
    });

    test("takes addresses of XML of either scheme, in any case", async () => {
      const odd = ["HTTP://lists.example/1.XML", "https://lists.example/2.xml", journalOf().uri];
      const list = await signLotl({ signer: third, uris: odd, pointers: [own(third)] });
      const asked: string[] = [];
      const pivot = async (uri: string) => {
        asked.push(uri);
        return uri.endsWith("2.xml") ? pivotA : null;
      };
      const journal = journalOf(first.certificate);
      const result = authenticateListOfLists({ lotl: list, pivot, journal, at: LISTS_NOW });
      await expect(result).rejects.toMatchObject({ code: "lotl_pivot_missing" });
      expect(asked).toEqual([odd[1], odd[0]]);
    });

    test("has at most 64 pivots, and none is at hand by default", async () => {
      const codeWith = async (count: number) => {
        const many = Array.from({ length: count }, (_, i) => `${HOST}/${i}.xml`);
        const list = await signLotl({ signer: third, uris: [...many, journalOf().uri] });
        const journal = journalOf(first.certificate);
        return authenticateListOfLists({ lotl: list, journal, at: LISTS_NOW }).catch(({ code }) => code);
      };
      expect(await codeWith(64)).toBe("lotl_pivot_missing");
      expect(await codeWith(65)).toBe("list_too_many");
    });

    test("does not use pivots from before the notice", async () => {
      const old = await signLotl({ signer: third, uris: [journalOf().uri, A], pointers: [own(third)] });
      expect(await codeOf(old, { [A]: pivotA })).toBe("list_signer_unknown");
    });

    test("takes what is no address of XML for none", async () => {
      const odd = [
        "https://[x.xml",
        "ftp://lists.example/p.xml",
        `view-source:${HOST}/p.xml`,
        `${HOST}/p.xml?x`,
        `${HOST}/xml`,
        `${HOST}/page.html`,
        "",
        journalOf().uri,
      ];
      const list = await signLotl({ signer: third, uris: odd, pointers: [own(third)] });
      const pivot = async () => Promise.reject(new Error("asked"));
      const journal = journalOf(first.certificate);
      await expect(
        authenticateListOfLists({ lotl: list, pivot, journal, at: LISTS_NOW }),
      ).rejects.toMatchObject({ code: "list_signer_unknown" });
    });

    test("fails with what fetching a pivot fails with", async () => {
      const pivot = async () => Promise.reject(new Error("no network"));
      const journal = journalOf(first.certificate);
      await expect(authenticateListOfLists({ lotl, pivot, journal, at: LISTS_NOW })).rejects.toThrow(
        "no network",
      );
    });
  });

  test("is refused by its kind, its times and its version", async () => {
    const code = async (list: Partial<TestList>) => codeOf(await signLotl({ signer: first, ...list }));
    expect(await code({ territory: "ES" })).toBe("list_kind_unexpected");
    expect(await code({ territory: "EU", type: "EUgeneric" })).toBe("list_kind_unexpected");
    expect(await code({ territory: "US", type: "EUlistofthelists" })).toBe("list_kind_unexpected");
    expect(await code({ type: "CClist" })).toBe("list_type_unsupported");
    expect(await code({ version: "4" })).toBe("list_version_unsupported");
    expect(await code({ version: "7" })).toBe("list_version_unsupported");
    expect(await code({ version: "5" })).toBe("ok by 0");
    expect(await code({ issued: "2027-01-01T00:00:00Z" })).toBe("list_not_yet_issued");
    expect(await code({ signed: "2027-01-01T00:00:00Z" })).toBe("list_not_yet_issued");
    expect(await code({ signed: "2025-12-31T23:59:59Z" })).toBe("list_signer_expired");
    // Past its next update: told where it is shown, and still the word for its time.
    expect(await code({ nextUpdate: "<dateTime>2026-07-01T00:00:00Z</dateTime>" })).toBe("ok by 0");
  });
});
