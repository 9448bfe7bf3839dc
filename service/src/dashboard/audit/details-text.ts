import type { Language } from "@svc-proof/ui/language";
import type { AuditEntry } from "../../records/types.js";
import { ACCOUNT_TEXTS } from "../account/texts.js";
import { PEOPLE_TEXTS } from "../people/texts.js";
import { SECURITY_TEXTS } from "../security/texts.js";
import { DETAIL_TEXTS } from "./detail-texts.js";

/** What an entry says beside its action, in words. What later versions write is shown as it is. */
export function detailsText(details: AuditEntry["details"], language: Language): string {
  const { names } = DETAIL_TEXTS[language];
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${wordOf(names, name)}: ${valueText(name, value, language)}`)
    .join("; ");
}

function valueText(name: string, value: string | number | boolean | null, language: Language): string {
  const { yes, no, purposes, exports, reasons } = DETAIL_TEXTS[language];
  if (typeof value === "boolean") return value ? yes : no;
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    role: PEOPLE_TEXTS[language].roles,
    from: PEOPLE_TEXTS[language].roles,
    to: PEOPLE_TEXTS[language].roles,
    method: SECURITY_TEXTS[language].methods,
    kind: ACCOUNT_TEXTS[language].ledger.kinds,
    by: purposes,
    what: exports,
    reason: reasons,
  };
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known === undefined ? String(value) : wordOf(known, String(value));
}

function wordOf(words: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(words, word) ? words[word]! : word;
}
