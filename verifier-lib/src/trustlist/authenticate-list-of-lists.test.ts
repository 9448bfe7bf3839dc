import { beforeAll, describe, expect, test } from "vitest";
import { newEcSigner, type XmlSigner } from "../xmldsig/signed-xml.testing.js";
import { authenticateListOfLists } from "./authenticate-list-of-lists.js";
import { journalOf, LISTS_NOW, signList, type TestList } from "./signed-list.testing.js";

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

  test("is not if somebody else did, whatever it says of itself", async () => {
    const pointers = [own(first, second)];
    expect(await codeOf(await signLotl({ signer: second, pointers }))).toBe("list_signer_unknown");
    const uris = [journalOf().uri];
    expect(await codeOf(await signLotl({ signer: second, pointers, uris }))).toBe("list_signer_unknown");
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
      ];
      const pivot = await signLotl({ signer: first, sequenceNumber: 380, pointers });
      expect(await codeOf(lotl, { [A]: pivot, [B]: pivotB })).toBe("list_signer_unknown");
    });

    test("does not use pivots from before the notice", async () => {
      const old = await signLotl({ signer: third, uris: [journalOf().uri, A], pointers: [own(third)] });
      expect(await codeOf(old, { [A]: pivotA })).toBe("list_signer_unknown");
    });

    test("takes what is no address of XML for none", async () => {
      const odd = ["https://[x.xml", "ftp://lists.example/p.xml", `${HOST}/page.html`, "", journalOf().uri];
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
