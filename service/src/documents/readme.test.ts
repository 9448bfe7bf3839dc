import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { describe, expect, test } from "vitest";
import type { SealQualification, TrustedListEntry } from "../records/types.js";
import { provenItems } from "./certificate/time-sources.js";
import { encodeReadme, type ReadmeFacts } from "./readme.js";
import { DOCUMENT_TEXTS } from "./texts/document-texts.js";

const KINDS = [
  ["certificate", "certificate.pdf"],
  ["proof", "proof.json"],
  ["seal", "seal/timestamp.tsr"],
  ["seal_certificates", "seal/tsa-certificates.pem"],
  ["trusted_list_entry", "seal/trusted-list-entry.json"],
  ["seal_timestamp", "seal/timestamp.tsr.ots"],
  ["bitcoin_original", "bitcoin/original.ots"],
  ["bitcoin_batch", "bitcoin/batch.ots"],
  ["bitcoin_headers", "bitcoin/headers.json"],
  ["anchor_witness", "anchors/1.json"],
  ["anchor_timestamp", "anchors/1.ots"],
  ["verifier", "verifier.html"],
  ["original", "original/L'été/été.pdf"],
] as const;

const ENTRY: TrustedListEntry = {
  territory: "ES",
  provider: "Fábrica Nacional de Moneda y Timbre",
  service: "Unidad de sellado № 2",
  status: "granted",
  since: "2016-06-30T22:00:00Z",
  list: {
    sequenceNumber: 184,
    issued: "2026-03-26T02:00:31Z",
    nextUpdate: "2026-09-24T01:00:31Z",
    sha256: "ab".repeat(32),
  },
  snapshotSha256: "cd".repeat(32),
};

const OTS = "pipx run --spec opentimestamps-client ots --no-bitcoin verify";
/** As a shell reads it. */
const ORIGINAL = "'original/L'\\''été/été.pdf'";

const TX_HASH = `0x${"ab".repeat(32)}`;

const facts: ReadmeFacts = {
  proofId: "6f1c3d52-8a4b-4c1e-9d27-5b0e7a91c3f4",
  certificateId: "0198c0de-0000-7000-8000-000000000001",
  name: "عقد البيع.pdf",
  hash: "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592",
  receivedAt: new Date("2026-02-03T04:05:06.789Z"),
  merkleRoot: "cd".repeat(32),
  anchors: [
    {
      network: "Ethereum",
      chainId: 1,
      state: "confirmed",
      txHash: TX_HASH,
      blockNumber: 1000,
      blockTime: new Date("2026-02-03T04:06:00.000Z"),
      explorerUrl: `https://etherscan.io/tx/${TX_HASH}`,
    },
  ],
  bitcoin: { state: "confirmed", blockHeight: 832_608 },
  bitcoinTime: null,
  seal: {
    state: "issued",
    authority: "Autorité № 1",
    time: new Date("2026-02-03T04:05:09.123Z"),
    accuracySeconds: null,
    isDevelopmentAuthority: false,
    certificateEnd: null,
    serialNumber: "0A",
    policyOid: "1.2.3",
    qualification: null,
  },
  sealBitcoin: { state: "confirmed", blockHeight: 832_611 },
  isDevelopment: false,
  parts: KINDS.map(([kind, name]) => ({ kind, name })),
  originalAbsence: null,
  verifier: {
    siteUrl: "https://proofs.example/verify/",
    pageSha256: "01".repeat(32),
    programSha256: "02".repeat(32),
    localRpcUrl: null,
  },
};
const ZIP = `svc-evidencia-${facts.certificateId}.zip`;
const readme = (language: Language, changes: Partial<ReadmeFacts> = {}) =>
  new TextDecoder("utf-8", { fatal: true }).decode(encodeReadme({ ...facts, ...changes }, language));

/** Every text of a language, those that are made of facts left out. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe.each(LANGUAGES)("%s", (language) => {
  test("names every part, every fact and every command", () => {
    const text = readme(language);
    const { merkleRoot, proofId, hash } = facts;
    for (const [, name] of KINDS) expect(text).toContain(`\n${name}\n`);
    for (const fact of [
      facts.name,
      facts.certificateId,
      "2026-02-03 04:05:06.789 UTC",
      "2026-02-03 04:06:00 UTC",
      "832608",
      "832611",
      "2026-02-03 04:05:09.123 UTC",
      "Autorité № 1",
      TX_HASH,
      `svc:v2:${merkleRoot}`,
      `printf svc-leaf:v2:${proofId}:${hash} | sha256sum`,
      `${OTS} -f ${ORIGINAL} bitcoin/original.ots`,
      `${OTS} -f seal/timestamp.tsr seal/timestamp.tsr.ots`,
      `openssl ts -verify -data ${ORIGINAL} -in seal/timestamp.tsr -CAfile seal/tsa-certificates.pem -partial_chain -attime 1770091509\n`,
      `node svc-verify.mjs --trust seal/tsa-certificates.pem --online ../${ZIP}`,
      'certutil -hashfile "original\\L\'été\\été.pdf" SHA256',
      "\n       https://proofs.example/verify/\n",
      "\n       https://proofs.example/verify/svc-verify.mjs\n",
      `sha256sum verifier.html\n       ${"01".repeat(32)}\n`,
      `${"02".repeat(32)}\n       sha256sum svc-verify.mjs`,
      `unzip -d ${ZIP.slice(0, -4)} ${ZIP}\n       cd ${ZIP.slice(0, -4)}\n`,
      "sudo apt install unzip xxd openssl pipx",
    ]) {
      expect(text).toContain(fact);
    }
    expect(text).not.toMatch(/undefined|null|NaN|\[object|\t|\r| \n|CA\.pem|FILE/);
  });

  test("speaks of doing without the service only where others have the chain, and of a proven time only if there is one", () => {
    const { certificate, readme: text } = DOCUMENT_TEXTS[language];
    const nothing = {
      ...facts,
      anchors: [],
      bitcoin: { state: "pending" },
      seal: { state: "none" },
    } as const;
    const development = { ...facts, isDevelopment: true };
    expect(provenItems(facts, certificate)).toEqual([...certificate.provesItems, certificate.provesAlone]);
    expect(provenItems(development, certificate)).toEqual(certificate.provesItems);
    expect(provenItems(nothing, certificate)).toEqual(certificate.provesNothingYet);
    const flat = (isDevelopment: boolean) => readme(language, { isDevelopment }).replace(/\s+/g, " ");
    for (const isDevelopment of [true, false]) {
      expect(flat(isDevelopment)).toContain(text.introduction(isDevelopment).replaceAll("\u00a0", " "));
      expect(flat(isDevelopment)).not.toContain(text.introduction(!isDevelopment).replaceAll("\u00a0", " "));
    }
  });

  test("names one date first, then what each source states", () => {
    const { headline, headlineSources, anchored, sealed } = DOCUMENT_TEXTS[language].readme;
    const plain = (sentence: string) => sentence.replaceAll("\u00a0", " ");
    const flat = (changes: Partial<ReadmeFacts> = {}) => readme(language, changes).replace(/\s+/g, " ");
    const [anchor] = facts.anchors;
    const first = plain(headline("2026-02-03 04:06:12 UTC", headlineSources.anchor(anchor!)));
    const places = [
      first,
      plain(anchored(anchor!, "2026-02-03 04:06:00 UTC")),
      plain(sealed("Autorité № 1", "2026-02-03 04:05:09.123 UTC")),
    ].map((sentence) => flat().indexOf(sentence));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    // Bitcoin dates to the day.
    const ofBitcoin = { anchors: [], bitcoinTime: new Date("2026-02-03T05:00:00.000Z") };
    expect(flat(ofBitcoin)).toContain(plain(headline("2026-02-03 (UTC)", headlineSources.bitcoin(832_608))));
    const { seal } = facts;
    expect(flat({ anchors: [], bitcoin: { state: "submitted" }, seal })).toContain(
      plain(headline("2026-02-03 04:05:09.123 UTC", headlineSources.seal("Autorité № 1"))),
    );
  });

  test("quotes what others chose, and tells what law presumes", () => {
    const { quoted, unknownChain, presumed } = DOCUMENT_TEXTS[language];
    const plain = (sentence: string) => sentence.replaceAll("\u00a0", " ");
    const anchors = [{ ...facts.anchors[0]!, chainId: 999, network: "Bitcoin\u202e" }];
    const seal = {
      ...facts.seal,
      authority: "O=Sandbox\\, not qualified,C=ES",
      qualification: { result: "qualified", entry: null },
    } as unknown as ReadmeFacts["seal"];
    const flat = readme(language, { name: "\u202egpj.exe", anchors, seal }).replace(/\s+/g, " ");
    const label = unknownChain.replace("{chain}", "999").replace("{label}", "Bitcoin[U+202E]");
    expect(flat).toContain(plain(quoted("[U+202E]gpj.exe")));
    expect(flat.replace("unbekannten Kette", "unbekannte Kette")).toContain(plain(label));
    expect(flat).toContain(plain(presumed("2026-02-03 04:05:09.123 UTC")));
    expect(flat).toContain("Sandbox, not qualified.");
    expect(flat).not.toMatch(/\u202e|\\,|C=ES|EIP-155/);
  });

  test("prose stays within 76 columns", () => {
    for (const line of readme(language).split("\n")) {
      // What is copied stands whole on a line of its own.
      const isWhole = /^ {7}|^[^ ]+$|[0-9a-f]{64}/.test(line);
      if (!isWhole) expect([...line].length, line).toBeLessThanOrEqual(76);
    }
  });

  test("says what is missing, and names no missing part", () => {
    const pending = { state: "pending" } as const;
    const bare = {
      anchors: [],
      bitcoin: pending,
      seal: { state: "none" },
      sealBitcoin: pending,
      parts: [],
      verifier: { ...facts.verifier, pageSha256: null },
    } as const;
    const text = readme(language, { ...bare, originalAbsence: "not_in_custody", isDevelopment: true });
    const flat = text.replace(/\s+/g, " ");
    const plain = (sentence: string) => sentence.replaceAll("\u00a0", " ");
    const { notProvenYet, bitcoinPending, developmentNotice, originalAbsent, nothingToVerify } =
      DOCUMENT_TEXTS[language].readme;
    for (const sentence of [
      notProvenYet,
      bitcoinPending,
      developmentNotice,
      originalAbsent.not_in_custody,
      nothingToVerify,
    ]) {
      expect(flat).toContain(plain(sentence));
    }
    expect(text).not.toMatch(/printf|openssl|pipx|proof\.json|svc-verify|verifier\.html|\/verify\//);
  });

  test("does not say that nothing is proven if there is a seal alone", () => {
    const parts = [
      { kind: "seal", name: "seal/timestamp.tsr" },
      { kind: "seal_certificates", name: "seal/tsa-certificates.pem" },
    ] as const;
    const verifier = { ...facts.verifier, pageSha256: null, localRpcUrl: "http://127.0.0.1:1" };
    const text = readme(language, { anchors: [], bitcoin: { state: "pending" }, parts, verifier });
    const flat = text.replace(/\s+/g, " ");
    const { notProvenYet, notAnchoredYet } = DOCUMENT_TEXTS[language].readme;
    expect(flat).toContain("2026-02-03 04:05:09.123 UTC");
    expect(flat).toContain(notAnchoredYet.replaceAll("\u00a0", " "));
    expect(flat).not.toContain(notProvenYet.replaceAll("\u00a0", " "));
    expect(text).toContain("openssl ts -verify -data FILE");
    expect(text).toContain(
      "node svc-verify.mjs --original FILE --trust seal/tsa-certificates.pem seal/timestamp.tsr",
    );
    expect(flat).toContain(DOCUMENT_TEXTS[language].readme.fileWord);
    expect(text).not.toMatch(/\.\.\/|--rpc 31337|verifier\.html/);
  });

  test("says why a seal outlives its certificate, and what is still to come", () => {
    const { sealTimestamp } = DOCUMENT_TEXTS[language].readme;
    const flat = (sealBitcoin: ReadmeFacts["sealBitcoin"]) =>
      readme(language, { sealBitcoin }).replace(/\s+/g, " ");
    const plain = (height: number | null) => sealTimestamp(height).replaceAll("\u00a0", " ");
    expect(flat({ state: "confirmed", blockHeight: 832_611 })).toContain(plain(832_611));
    expect(flat({ state: "submitted" })).toContain(plain(null));
    const none = flat({ state: "pending" });
    for (const height of [832_611, null]) expect(none).not.toContain(plain(height));
  });

  test("says what the trusted lists said of the seal, and asks for trust only where they do not help", () => {
    const sealed = (qualification: SealQualification | null) => {
      const text = readme(language, { seal: { ...facts.seal, qualification } as ReadmeFacts["seal"] });
      return { text, flat: text.replace(/\s+/g, " ") };
    };
    const country = { es: "España", en: "Spain", de: "Spanien", fr: "Espagne" }[language];
    const qualified = sealed({ result: "qualified", code: "ok", entry: ENTRY });
    for (const fact of [country, "184", "granted", "2016-06-30 22:00:00 UTC", "2026-03-26 02:00:31 UTC"]) {
      expect(qualified.flat).toContain(fact);
    }
    expect(qualified.flat).toContain(ENTRY.provider);
    expect(qualified.flat).toContain(ENTRY.service);
    expect(qualified.text).toContain(`node svc-verify.mjs --online ../${ZIP}\n`);

    const withdrawn = sealed({
      result: "not-qualified",
      code: "service_withdrawn",
      entry: { ...ENTRY, status: "withdrawn" },
    });
    expect(withdrawn.flat).toContain("withdrawn");
    expect(withdrawn.flat).toContain("184");
    expect(withdrawn.text).toContain(
      `node svc-verify.mjs --trust seal/tsa-certificates.pem --online ../${ZIP}\n`,
    );
    const plain = (sentence: string) => sentence.replaceAll("\u00a0", " ");
    const { notQualified, qualificationOpen } = DOCUMENT_TEXTS[language].readme;
    const unlisted = sealed({ result: "not-qualified", code: "service_not_listed", entry: null });
    expect(unlisted.flat).toContain(plain(notQualified(null)));
    const open = sealed({ result: "indeterminate", code: "trusted_list_too_old", entry: ENTRY });
    expect(open.flat).toContain(plain(qualificationOpen));
    expect(open.flat).not.toContain(ENTRY.provider);
    // Nothing is claimed where nobody looked.
    for (const sentence of [notQualified(null), qualificationOpen]) {
      expect(sealed(null).flat).not.toContain(plain(sentence));
    }
    expect(sealed(null).flat).not.toContain(country);
  });

  test("lets no name of an original do anything in a shell of Windows", () => {
    const withName = (name: string) =>
      readme(language, {
        parts: [
          { kind: "proof", name: "proof.json" },
          { kind: "original", name },
        ],
      });
    for (const name of ["Größe (1), neu – l'été_2.pdf", "a & b.pdf"])
      expect(withName(`original/${name}`)).toContain(`certutil -hashfile "original\\${name}" SHA256`);
    for (const name of ["$(calc).pdf", "`calc`.pdf", "%COMSPEC%.pdf", "“; calc; ”.pdf", "„; calc.pdf"]) {
      const text = withName(`original/${name}`);
      expect(text).toContain("certutil -hashfile FILE SHA256");
      expect(text).toContain(`sha256sum 'original/${name}'`);
      expect(text.replace(/\s+/g, " ")).toContain(DOCUMENT_TEXTS[language].readme.fileWord);
    }
  });

  test("asks for the original, and for no trust if there is neither original nor seal", () => {
    const parts = facts.parts.filter(({ kind }) => kind === "proof");
    const text = readme(language, { parts, originalAbsence: "not_in_custody" });
    expect(text).toContain(`node svc-verify.mjs --original FILE --online ../${ZIP}`);
    expect(text).not.toContain("--trust");
  });

  test("names neither a program that the site lacks nor a verifier that the package lacks", () => {
    const verifier = { ...facts.verifier, pageSha256: null, programSha256: null };
    const parts = facts.parts.filter(({ kind }) => kind !== "verifier");
    const text = readme(language, { parts, verifier });
    expect(text).toContain("https://proofs.example/verify/\n");
    expect(text).not.toMatch(/svc-verify|verifier\.html|undefined|null/);
  });

  test("names a development chain of this machine, so that its command settles the anchor", () => {
    const verifier = { ...facts.verifier, localRpcUrl: "http://127.0.0.1:8545" };
    expect(readme(language, { verifier })).toContain(` --rpc 31337=http://127.0.0.1:8545 ../${ZIP}`);
  });
});

test("no two languages share a text, except for names", () => {
  const shared = new Set(["SHA-256", "macOS", "Debian, Ubuntu"]);
  const seen = new Map<string, string>();
  for (const language of LANGUAGES) {
    for (const one of texts(DOCUMENT_TEXTS[language].readme)) {
      if (shared.has(one)) continue;
      expect(seen.get(one), one).toBeUndefined();
      seen.set(one, language);
    }
  }
});
