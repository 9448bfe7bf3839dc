import { describe, expect, test } from "vitest";
import { codeOf } from "../asn1/der.testing.js";
import { Work } from "../work/work.js";
import { authenticateListOfLists, readSignedList, requireSigner, type SignedList } from "./authenticate.js";
import { OFFICIAL_JOURNAL } from "./parse-list.js";
import { journalOf, LISTS_NOW, signList, type TestList, type TestPointer } from "./signed-list.testing.js";
import { newEcSigner, type XmlSigner } from "./signed-xml.testing.js";

const [first, second, third] = [await newEcSigner(), await newEcSigner(), await newEcSigner()];

const HOST = "https://lists.example";
const own = (...signers: readonly XmlSigner[]) => ({
  territory: "EU",
  certificates: signers.map(({ certificate }) => certificate),
});

const signLotl = (list: Partial<TestList> & Pick<TestList, "signer">) =>
  signList({ territory: "EU", sequenceNumber: 400, ...list });

async function outcomeOf(lotl: Uint8Array, pivots: Readonly<Record<string, Uint8Array>> = {}) {
  try {
    const { pivots: used } = await authenticate(lotl, pivots);
    return `ok by ${used.length}`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const authenticateBy = (lotl: Uint8Array, pivot: (uri: string) => Promise<Uint8Array | null>) =>
  authenticateListOfLists({ lotl, pivot, journal: journalOf(first.certificate), at: LISTS_NOW });

const authenticate = (lotl: Uint8Array, pivots: Readonly<Record<string, Uint8Array>> = {}) =>
  authenticateBy(lotl, async (uri) => pivots[uri] ?? null);

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
    expect(await outcomeOf(await signLotl({ signer: second, pointers }))).toBe("list_signer_unknown");
    const uris = [journalOf().uri];
    expect(await outcomeOf(await signLotl({ signer: second, pointers, uris }))).toBe("list_signer_unknown");
    // The notice that does not name it is.
    const message = "neither OJ of a test nor a pivot names the signer";
    await expect(authenticate(await signLotl({ signer: second }))).rejects.toThrow(message);
  });

  test("is not read after an abort", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const asked = { journal: journalOf(first.certificate), at: LISTS_NOW, signal };
    const reading = authenticateListOfLists({ lotl: await signLotl({ signer: first }), ...asked });
    await expect(reading).rejects.toThrow("enough");
  });

  test("rests by default on the certificates of the notice in the Official Journal", async () => {
    const { certificates, uri, reference } = OFFICIAL_JOURNAL;
    expect(new Set(certificates).size).toBe(6);
    for (const hash of certificates) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(uri).toMatch(/^https:\/\/eur-lex\.europa\.eu\//);
    const signed = await signLotl({ signer: first });
    await expect(authenticateListOfLists({ lotl: signed })).rejects.toThrow(`neither ${reference}`);
  });

  describe("with pivots", async () => {
    const A = `${HOST}/pivot-380.xml`;
    const B = `${HOST}/pivot-390.xml`;
    const uris = [B, A, journalOf().uri, `${HOST}/pivot-300.xml`];
    const pivotBy = (signer: XmlSigner, sequenceNumber: number, ...pointers: TestPointer[]) =>
      signLotl({ signer, sequenceNumber, pointers });
    const [lotl, pivotA, pivotB] = await Promise.all([
      signLotl({ signer: third, uris, pointers: [own(third)] }),
      pivotBy(first, 380, own(second)),
      pivotBy(second, 390, own(third)),
    ]);
    const by = (a: Uint8Array, b: Uint8Array = pivotB) => outcomeOf(lotl, { [A]: a, [B]: b });

    test("is authentic if they lead from the Official Journal to its signer", async () => {
      expect(await by(pivotA)).toBe("ok by 2");
      // The last one may have the number of the list.
      expect(await by(pivotA, await pivotBy(second, 400, own(third)))).toBe("ok by 2");
    });

    test("is not if one is missing, forged, out of order, or leads elsewhere", async () => {
      expect(await outcomeOf(lotl, { [B]: pivotB })).toBe("lotl_pivot_missing");
      expect(await outcomeOf(lotl, { [A]: pivotA })).toBe("lotl_pivot_missing");
      expect(await by(pivotB, pivotA)).toBe("list_signer_unknown");
      expect(await by(await pivotBy(third, 380, own(second)))).toBe("list_signer_unknown");
      expect(await by(pivotA, await pivotBy(second, 390, own(second)))).toBe("list_signer_unknown");
      expect(await by(await pivotBy(first, 395, own(second)))).toBe("list_superseded");
      expect(await by(pivotA, await pivotBy(second, 401, own(third)))).toBe("list_superseded");
      expect(await by(pivotA, await pivotBy(second, 380, own(third)))).toBe("list_superseded");
      const national = await signList({ signer: first, territory: "ES", pointers: [own(second)] });
      expect(await by(national)).toBe("list_kind_unexpected");
    });

    test("is not if a pivot names its successor in the pointer to another list", async () => {
      const others = [
        { type: "EUgeneric" },
        { territory: "ES" },
        { territory: "ES", type: "EUlistofthelists" },
      ];
      const pointers = others.map((more) => ({ ...own(second), ...more }));
      expect(await by(await pivotBy(first, 380, own(first), ...pointers))).toBe("list_signer_unknown");
    });

    test("takes a pivot's own pointer in any spelling of the type, and in XML only", async () => {
      const withPointer = async (more: Partial<TestPointer>) =>
        by(await pivotBy(first, 380, { ...own(second), ...more }));
      for (const mimeType of ["application/XML", "text/xml"]) {
        expect(await withPointer({ mimeType })).toBe("ok by 2");
      }
      for (const pointer of [{ mimeType: "application/pdf" }, { type: "CClist" }]) {
        expect(await withPointer(pointer)).toBe("list_signer_unknown");
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
      await expect(authenticateBy(list, pivot)).rejects.toMatchObject({ code: "lotl_pivot_missing" });
      expect(asked).toEqual([odd[1], odd[0]]);
    });

    test("has at most 64 pivots, and none is at hand by default", async () => {
      const codeWith = async (count: number) => {
        const many = Array.from({ length: count }, (_, i) => `${HOST}/${i}.xml`);
        const list = await signLotl({ signer: third, uris: [...many, journalOf().uri] });
        const asked = { lotl: list, journal: journalOf(first.certificate), at: LISTS_NOW };
        return authenticateListOfLists(asked).catch(({ code }) => code);
      };
      expect(await codeWith(64)).toBe("lotl_pivot_missing");
      expect(await codeWith(65)).toBe("list_too_many");
    });

    test("does not use pivots from before the notice", async () => {
      const old = await signLotl({ signer: third, uris: [journalOf().uri, A], pointers: [own(third)] });
      expect(await outcomeOf(old, { [A]: pivotA })).toBe("list_signer_unknown");
    });

    test("takes what is no address of XML for none", async () => {
      const odd = [
        ...["https://[x.xml", "ftp://lists.example/p.xml", `view-source:${HOST}/p.xml`, `${HOST}/p.xml?x`],
        ...[`${HOST}/xml`, `${HOST}/page.html`, "", journalOf().uri],
      ];
      const list = await signLotl({ signer: third, uris: odd, pointers: [own(third)] });
      const pivot = async () => Promise.reject(new Error("asked"));
      await expect(authenticateBy(list, pivot)).rejects.toMatchObject({ code: "list_signer_unknown" });
    });

    test("fails with what fetching a pivot fails with", async () => {
      const pivot = async () => Promise.reject(new Error("no network"));
      await expect(authenticateBy(lotl, pivot)).rejects.toThrow("no network");
    });
  });

  test.each<[string, Partial<TestList>]>([
    ["list_kind_unexpected", { territory: "ES" }],
    ["list_kind_unexpected", { territory: "EU", type: "EUgeneric" }],
    ["list_kind_unexpected", { territory: "US", type: "EUlistofthelists" }],
    ["list_type_unsupported", { type: "CClist" }],
    ["list_version_unsupported", { version: "4" }],
    ["list_version_unsupported", { version: "7" }],
    ["ok by 0", { version: "5" }],
    ["list_not_yet_issued", { issued: "2027-01-01T00:00:00Z" }],
    ["list_not_yet_issued", { signed: "2027-01-01T00:00:00Z" }],
    ["list_signer_expired", { signed: "2025-12-31T23:59:59Z" }],
    // Past its next update: told where it is shown, and still the word for its time.
    ["ok by 0", { nextUpdate: "<dateTime>2026-07-01T00:00:00Z</dateTime>" }],
  ])("gives %s by its kind, its times and its version: %j", async (code, list) => {
    expect(await outcomeOf(await signLotl({ signer: first, ...list }))).toBe(code);
  });
});

const bytes = await signList({ signer: first });
const signed = await readSignedList(bytes, new Work());
const trusted = () => new Set(journalOf(first.certificate).certificates);

const signerOf = (change: Partial<SignedList>, at = LISTS_NOW) =>
  codeOf(() => requireSigner({ ...signed, ...change }, trusted(), at));

test("a list that was changed is refused with the place of the reference", async () => {
  const text = new TextDecoder().decode(bytes);
  const changed = new TextEncoder().encode(text.replace(">7<", ">8<"));
  await expect(readSignedList(changed, new Work())).rejects.toMatchObject({
    code: "xml_signature_digest",
    offset: text.indexOf("<ds:Reference "),
  });
});

test("a list for which there is no work left is refused without a place", async () => {
  await expect(readSignedList(bytes, new Work({ units: 250 }))).rejects.toMatchObject({
    code: "work_limit_exceeded",
    offset: 0,
  });
});

describe("the signer", () => {
  test("must be one of those that are expected", () => {
    expect(signerOf({})).toBe("ok");
    expect(signerOf({ signerSha256: "00".repeat(32) })).toBe("list_signer_unknown");
  });

  test("must have a certificate that was valid when the list was signed, the bounds included", () => {
    const { notBefore, notAfter } = signed.signer;
    const signedAt = (time: Date, ms = 0) =>
      signerOf({ signingTime: new Date(time.getTime() + ms) }, notAfter);
    expect(signedAt(notBefore)).toBe("ok");
    expect(signedAt(notBefore, -1)).toBe("list_signer_expired");
    expect(signedAt(notAfter)).toBe("ok");
    expect(signedAt(notAfter, 1)).toBe("list_signer_expired");
  });

  test("may have a clock that is an hour ahead", () => {
    const { facts } = signed;
    const at = new Date("2026-11-21T12:00:00Z");
    const issued = (time: string) => signerOf({ facts: { ...facts, issued: time } }, at);
    expect(issued("2026-11-21T13:00:00Z")).toBe("ok");
    expect(issued("2026-11-21T13:00:01Z")).toBe("list_not_yet_issued");
    const signedAt = (time: string) => signerOf({ signingTime: new Date(time) }, at);
    expect(signedAt("2026-11-21T13:00:00Z")).toBe("ok");
    expect(signedAt("2026-11-21T13:00:01Z")).toBe("list_not_yet_issued");
  });
});
