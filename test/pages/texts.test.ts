/** The words of all pages, in the four languages beside each other. */
import { LANGUAGES, type Language } from "@svc-proof/ui/language";
import { describe, expect, it } from "vitest";
import { DATA_TEXTS } from "../../service/src/dashboard/account/data-texts.js";
import { ACCOUNT_TEXTS } from "../../service/src/dashboard/account/texts.js";
import { DETAIL_TEXTS } from "../../service/src/dashboard/audit/detail-texts.js";
import { AUDIT_TEXTS } from "../../service/src/dashboard/audit/texts.js";
import { CREATE_TEXTS } from "../../service/src/dashboard/create/texts.js";
import { KEYS_TEXTS } from "../../service/src/dashboard/keys/texts.js";
import { ORDER_TEXTS } from "../../service/src/dashboard/orders/texts.js";
import { OVERVIEW_TEXTS } from "../../service/src/dashboard/overview/texts.js";
import { PEOPLE_TEXTS } from "../../service/src/dashboard/people/texts.js";
import { PROOF_TEXTS } from "../../service/src/dashboard/proofs/texts.js";
import { SECURITY_TEXTS } from "../../service/src/dashboard/security/texts.js";
import { SIGN_IN_TEXTS } from "../../service/src/dashboard/sign-in/texts.js";
import { ERROR_TEXTS } from "../../service/src/pages/error-texts.js";
import { FRAME_TEXTS } from "../../service/src/pages/frame/frame-texts.js";
import { CERTIFICATE_TEXTS } from "../../service/src/public/certificate/texts.js";
import { CONNECT_TEXTS } from "../../service/src/public/connect/texts.js";
import { FRONT_TEXTS } from "../../service/src/public/front/texts.js";
import { OFFER_TEXTS } from "../../service/src/public/offers/texts.js";
import { OPERATOR_TEXTS } from "../../service/src/public/operator/texts.js";
import { TRANSACTION_TEXTS } from "../../service/src/public/transaction/texts.js";

const ALL: Readonly<Record<string, Readonly<Record<Language, unknown>>>> = {
  ACCOUNT_TEXTS,
  AUDIT_TEXTS,
  CERTIFICATE_TEXTS,
  CONNECT_TEXTS,
  CREATE_TEXTS,
  DATA_TEXTS,
  DETAIL_TEXTS,
  ERROR_TEXTS,
  FRAME_TEXTS,
  FRONT_TEXTS,
  KEYS_TEXTS,
  OFFER_TEXTS,
  OPERATOR_TEXTS,
  ORDER_TEXTS,
  OVERVIEW_TEXTS,
  PEOPLE_TEXTS,
  PROOF_TEXTS,
  SECURITY_TEXTS,
  SIGN_IN_TEXTS,
  TRANSACTION_TEXTS,
};

/** A text by its place, such as `seals.left`. */
function textsBelow(value: unknown, place = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[place, value]];
  return Object.entries(value as object).flatMap(([key, below]) =>
    textsBelow(below, place === "" ? key : `${place}.${key}`),
  );
}

function placeholders(text: string): readonly string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

/** Numbers that are followed by a noun, outside of the two forms that `plural` chooses from. */
const COUNTED = /\{(?:count|welcome|pack)\}\s+(?!of\b|de\b|von\b|sur\b)\p{L}/u;

/** Words of which another one is used for the same thing. */
const OTHER_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\bblock chains?\b|(?<!-)\bmails\b|\bfirm\b/i,
  es: /\bprestador\b(?! de servicios de confianza)|\bpasskey/i,
  de: /Siegel|\bRechner\b|\bAnbieter\b/,
  fr: /\btitulaire|\bpasskey|\bcourrier\b/i,
};

describe.each(Object.keys(ALL))("%s", (name) => {
  const texts = ALL[name]!;
  const inEnglish = new Map(textsBelow(texts.en));

  it.each(LANGUAGES)("have every text and every value in %s", (language) => {
    const own = new Map(textsBelow(texts[language]));
    expect([...own.keys()].sort()).toEqual([...inEnglish.keys()].sort());
    for (const [place, text] of own) {
      // English pages need not say that a text is in English.
      if (place !== "inEnglish") expect(text.trim(), place).not.toBe("");
      // A singular may do without its number.
      if (!place.endsWith(".one"))
        expect([place, ...placeholders(text)]).toEqual([place, ...placeholders(inEnglish.get(place)!)]);
    }
  });

  it.each(LANGUAGES)("count only where a singular is provided for, in %s", (language) => {
    const counted = textsBelow(texts[language]).filter(
      ([place, text]) => !/\.(?:one|other)$/.test(place) && COUNTED.test(text),
    );
    expect(counted).toEqual([]);
  });

  it.each(LANGUAGES)("use one word for one thing in %s", (language) => {
    expect(textsBelow(texts[language]).filter(([, text]) => OTHER_WORDS[language].test(text))).toEqual([]);
  });
});
