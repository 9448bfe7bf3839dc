/**
 * What is said of the law and of duration, in every language: no text claims more than the law gives, and the guide for
 * courts of each country names the provisions that its lawyers look for.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { describe, expect, it } from "vitest";
import { DOCUMENT_TEXTS } from "../../service/src/documents/texts/document-texts.js";
import { PAGE_TEXTS } from "../../service/src/texts/page-texts.js";
import { root } from "../e2e/sandbox.js";
import { SITE_TEXTS } from "../site-texts.js";

/** A text, by the place where it stands. */
type Placed = readonly [place: string, text: string];

/** What no text says, in whatever language it is. */
const ANYWHERE: readonly RegExp[] = [
  // Superseded by 2.4.1, which Implementing Regulation (EU) 2025/2164 names.
  /119\s612[^.]{0,12}2\.(?:1\.1|2\.1|3\.1)\b/,
];

const FORBIDDEN: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /\bfor ?ever\b|\beternal|\bin perpetuity\b|\bpermanent(?:ly)? (?:proof|proven|valid|verifiable)/i,
    /(?:verif\w+|valid|proven|checked) at any time\b|\balways (?:verifiable|valid)\b/i,
    /\b(?:nobody|no one|no-one) can (?:change|alter|forge|tamper)|\bimmutabl|\bunalterabl|\btamper-?proof/i,
    /\bprint(?:ed pages?|outs?|s)\b[^.]{0,30}\bproves? nothing/i,
    /\b(?:may|can|must) not be refused\b/i,
    /\bcannot be (?:denied|rejected|refused)\b/i,
    /\badmissible\b|\bcourt-proof\b|\blegally binding\b/i,
    /\b(?:did not exist|there (?:was|were) no)\b(?![^.]{0,90}within the meaning)[^.]{0,60}\b(?:time ?stamps?|2016)\b/i,
    /2016, when [^.]* did not exist/i,
    /\bprove the contrary\b|\bburden of proof (?:is|lies|shifts|is reversed)/i,
    /\bno presumption\b/i,
    /\bArticle 41\b[^.|]{0,80}\b(?:blockchains?|chains?|ledgers?)\b/i,
  ],
  es: [
    /\bpara siempre\b|\bsiempre (?:verificable|válid)|verificar(?:se)? siempre\b|\bperpetu|\beternament/i,
    /\bnadie puede (?:alterar|modificar|cambiar|falsificar)|\binalterable|\binmutable|\binfalsificable/i,
    /\bimpres[oa]s?\b[^.]{0,40}\bno (?:prueban?|acreditan?) nada/i,
    /\bno (?:se )?puede(?:n)? (?:ser )?(?:rechaza|denega|inadmiti)/i,
    /\badmisibles?\b|\bvinculante\b/i,
    /\bno existían?\b(?![^.]{0,90}en el sentido)[^.]{0,60}\bsellos?\b/i,
    /\bprobar lo contrario\b|\binvierte la carga\b/i,
    /\bninguna presunción\b|\bsin presunción\b/i,
    /\bartículo 41\b[^.|]{0,80}\b(?:cadenas?|libros? mayor)/i,
  ],
  de: [
    /\bauf Dauer\b|\bfür immer\b|\bauf ewig\b|\bdauerhaft (?:prüfbar|gültig|beweis)|\bjederzeit (?:prüfbar|gültig)/i,
    /\bniemand (?:\w+ )?(?:ändern|verändern|fälschen) kann|\bunveränderlich|\bunveränderbar|\bfälschungssicher/i,
    /\b(?:Ausdrucke?|gedruckte\w*)\b[^.]{0,40}\bbewei(?:st|sen) nichts/i,
    /\b(?:darf|dürfen|kann|können) nicht (?:zurückgewiesen|abgelehnt)/i,
    /\bals Beweis(?:mittel)? zulässig\b|\bgerichtsfest\b|\brechtssicher\b|\brevisionssicher\b/i,
    /\bgab es (?:keine|noch keine|keinen)\b(?![^.]{0,90}im Sinne)[^.]{0,60}\bZeitstempel\b/i,
    /\bdas Gegenteil (?:zu )?beweisen\b|\bBeweislastumkehr\b/i,
    /\bkeine(?:rlei)? Vermutung\b/i,
    /\bArtikel 41\b[^.|]{0,80}\b(?:Blockchains?|Ketten?|Journale?)\b/i,
  ],
  fr: [
    /\bpour toujours\b|à jamais\b|éternel|\bperpétu|\btoujours vérifiable/i,
    /\b(?:nul|personne) ne peut (?:la |le |les )?(?:modifier|altérer|changer|falsifier)|\binaltérable|\bimmuable|\binfalsifiable/i,
    /\bimprimée?s?\b[^.]{0,40}\bne prouvent? rien/i,
    /\bne (?:peut|peuvent) (?:pas )?être (?:refus|rejet)ée?s?(?!\p{L})(?! au seul motif)/iu,
    /\brecevables?\b|\bopposable à tous\b/i,
    /\bn’existai(?:t|ent) pas\b(?![^.]{0,90}au sens)[^.]{0,60}\bhorodatages?\b/i,
    /\bapporter la preuve contraire\b|\bcharge de la preuve (?:est )?(?:renversée|pèse)/i,
    /\baucune présomption\b|\bsans présomption\b/i,
    /\barticle 41\b[^.|]{0,80}\b(?:chaînes?|registres?)\b/i,
  ],
};

/** What the guide of a language names: of the Union, and of its countries. */
const NAMED: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /Article 41\(1\)/,
    /Article 41\(2\)/,
    /Articles 45k, 45l and 46/,
    /Articles 45i and 45j/,
    /FRE 902\(13\) and \(14\)/,
    /CPR 32\.19/,
    /Civil Evidence Act 1995/,
  ],
  es: [
    /Artículo 41\.1/,
    /Artículo 41\.2/,
    /45 duodecies, 45 terdecies y 46/,
    /45 decies y 45 undecies/,
    /Artículo 326\.1 LEC/,
    /Artículo 326\.4/,
    /Artículo 1227 del Código Civil/,
  ],
  de: [
    /Artikel 41 Absatz 1/,
    /Artikel 41 Absatz 2/,
    /Artikel 45k, 45l und 46/,
    /Artikel 45i und 45j/,
    /§ 371 Abs\. 1 Satz 2 ZPO/,
    /§ 371a ZPO/,
    /§ 286 ZPO/,
    /§ 292 ZPO/,
    /§ 15 VDG/,
  ],
  fr: [
    /Article 41, paragraphe 1/,
    /Article 41, paragraphe 2/,
    /45 duodecies, 45 terdecies et 46/,
    /45 decies et 45 undecies/,
    /Article 1366/,
    /Article 1377/,
    /Article 1379/,
    /décret n° 2016-1673/,
    /TJ de Marseille\*{0,2} \(20 mars 2025, RG 23\/00046\)/,
    /décret n° 2025-660/,
  ],
};

/** Custody, wherever it is offered. */
const NO_ARCHIVING: Readonly<Record<Language, RegExp>> = {
  en: /no electronic archiving within the meaning of Regulation \(EU\) No 910\/2014/,
  es: /No es un servicio de archivo electrónico en el sentido del Reglamento \(UE\) n\.º 910\/2014/,
  de: /keine elektronische Archivierung im Sinne der Verordnung \(EU\) Nr\. 910\/2014/,
  fr: /pas un archivage électronique au sens du règlement \(UE\) nº 910\/2014/,
};

const guideOf = (language: Language) => `docs/guides/${language}/what-a-proof-proves.md`;

/** Without the breaks of lines and the different spaces. */
const inOneLine = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, " ");

/** All texts of a catalogue; a function is read as it is written, whatever it is given. */
function textsBelow(value: unknown, place: string): readonly Placed[] {
  if (typeof value === "string") return [[place, inOneLine(value)]];
  if (typeof value === "function") return [[place, inOneLine(value.toString().replaceAll("\\xA0", " "))]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => textsBelow(below, `${place}.${key}`));
}

/** Paragraphs, entries of lists and rows of tables of a document, without code. */
function blocksOf(path: string): readonly Placed[] {
  const text = readFileSync(join(root, path), "utf8")
    .replaceAll("*", "")
    .replace(/`[^`\n]+`/g, "code");
  return text.split(/\n(?=\n|[-|] |\d+\. )/).map((block) => [path, inOneLine(block)] as const);
}

function documentsOf(language: Language): readonly string[] {
  if (language !== "en") return [guideOf(language)];
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && !/node_modules|\/(?:es|de|fr|reference|dist)\//.test(path));
  return [
    ...inDocs,
    "README.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "client/README.md",
    "shared/README.md",
    "verifier-lib/README.md",
    "verifier-web/element/README.md",
  ];
}

function textsOf(language: Language): readonly Placed[] {
  return [
    ...textsBelow(PAGE_TEXTS[language], "pages"),
    ...textsBelow(SITE_TEXTS[language], "site"),
    ...textsBelow(DOCUMENT_TEXTS[language], "documents"),
    ...(language === "en" ? blocksOf("verifier-lib/src/report/text.ts") : []),
    ...documentsOf(language).flatMap(blocksOf),
  ];
}

describe.each(LANGUAGES)("what is said of the law in %s", (language) => {
  const texts = textsOf(language);

  it("is read in all catalogues and documents", () => {
    const inPlace = (start: string) => texts.filter(([place]) => place.startsWith(start)).length;
    expect(inPlace("pages")).toBeGreaterThan(600);
    expect(inPlace("site")).toBeGreaterThan(600);
    expect(inPlace("documents")).toBeGreaterThan(150);
    expect(inPlace(guideOf(language))).toBeGreaterThan(60);
    expect(texts.some(([, text]) => text.includes("910/2014"))).toBe(true);
    if (language === "en") expect(inPlace("docs/")).toBeGreaterThan(1_500);
  });

  it("claims no more than the law gives, and no duration without its condition", () => {
    const rules = [...ANYWHERE, ...FORBIDDEN[language]];
    const said = texts.flatMap(([place, text]) =>
      rules.flatMap((rule) => {
        const found = rule.exec(text);
        return found === null ? [] : [`${place}: ${found[0]}`];
      }),
    );
    expect(said).toEqual([]);
  });

  it.each(NAMED[language])("names %s in the guide for courts", (provision) => {
    expect(inOneLine(readFileSync(join(root, guideOf(language)), "utf8"))).toMatch(provision);
  });

  it("names outcomes and buttons in the guide for courts as the page shows them", () => {
    const guide = inOneLine(readFileSync(join(root, guideOf(language)), "utf8"));
    const { outcomes } = SITE_TEXTS[language].page;
    for (const outcome of [outcomes.verified, outcomes.chosen, outcomes.failed, outcomes.soFar])
      expect(guide.includes(`*${inOneLine(outcome)}*`), outcome).toBe(true);
    const { actions, page } = SITE_TEXTS[language];
    for (const button of [actions.confirm, actions.chooseOriginal, page.items.clear])
      expect(guide.includes(inOneLine(button)), button).toBe(true);
  });

  it("says of custody, where it is offered, that it is no electronic archiving", () => {
    const { offers, proofs } = PAGE_TEXTS[language];
    for (const text of [offers.plans.custody, proofs.original.explain])
      expect(inOneLine(text)).toMatch(NO_ARCHIVING[language]);
    if (language === "en")
      expect(inOneLine(readFileSync(join(root, "docs/design/custody.md"), "utf8"))).toMatch(NO_ARCHIVING.en);
  });
});

/** Each sentence was once in a text, or would be missed easily; a rule that does not see it holds nothing. */
const WRONG: readonly (readonly [Language, string])[] = [
  ["en", "This service records the fingerprint of your file where nobody can change it."],
  ["en", "Whoever denies it has to prove the contrary."],
  ["en", "It may not be refused as evidence solely because it is not qualified."],
  ["en", "The rules in force before July 2016, when qualified electronic timestamps did not exist."],
  ["en", "Proofs can be verified at any time, with this service or without it."],
  ["en", "Printed pages prove nothing."],
  ["en", "No presumption attaches to the other sources, but they are admissible."],
  ["en", "Lists follow ETSI TS 119 612 v2.3.1."],
  ["es", "Las pruebas pueden verificarse siempre, con este servicio o sin él."],
  ["es", "La hora de ese bloque, que nadie puede modificar después."],
  ["es", "Quien lo niegue debe probar lo contrario."],
  ["es", "Las páginas impresas no prueban nada."],
  ["es", "En 2015 no existían sellos cualificados de tiempo."],
  ["de", "Nachweise lassen sich auf Dauer prüfen."],
  ["de", "Dort, wo ihn niemand ändern kann."],
  ["de", "Wer das bestreitet, muss das Gegenteil beweisen."],
  ["de", "Er darf nicht abgelehnt werden."],
  ["de", "Ausdrucke beweisen nichts."],
  ["de", "Vor Juli 2016 gab es keinen qualifizierten Zeitstempel."],
  ["fr", "Les preuves restent vérifiables pour toujours."],
  ["fr", "Là où personne ne peut la modifier."],
  ["fr", "À qui le conteste d’apporter la preuve contraire."],
  ["fr", "Les pages imprimées ne prouvent rien."],
  ["fr", "Avant juillet 2016, il n’existait pas d’horodatage qualifié."],
];

it.each(WRONG)("%s: would find “%s”", (language, sentence) => {
  expect([...ANYWHERE, ...FORBIDDEN[language]].some((rule) => rule.test(sentence))).toBe(true);
});
