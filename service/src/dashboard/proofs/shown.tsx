/** How a proof's facts are written. */
import { type Language, LOCALES, plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { Notice } from "../../pages/form/form.js";
import type { Visit } from "../../pages/visit.js";
import type { ProofRecord } from "../../store/store.js";
import { type NoticeKind, PROOF_TEXTS, type ProofTexts } from "./texts.js";

export function textsOf({ language }: Visit): ProofTexts {
  return PROOF_TEXTS[language];
}

/** A size in bytes as people read it: "3,2 MB". Units are powers of ten, as the limits of plans are. */
export function sizeText(bytes: number, language: Language): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(LOCALES[language], {
    style: "unit",
    unit: units[power]!,
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

export function exactSizeText(bytes: number, language: Language): string {
  return plural(PROOF_TEXTS[language].detail.bytes, bytes, language);
}

export function euroText(euros: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { style: "currency", currency: "EUR" }).format(euros);
}

export function sealText({ seal }: ProofRecord, { seal: texts }: ProofTexts): string {
  if (seal === null) return texts.none;
  return seal.token === null ? texts.pending : texts.issued;
}

/** What the former page did, if the address says so. */
export function DoneNotice({ visit }: { readonly visit: Visit }): JSX.Element | null {
  const { notices } = textsOf(visit);
  const asked = visit.query.get("notice");
  const kind = (Object.keys(notices) as NoticeKind[]).find((one) => one === asked);
  if (kind === undefined) return null;
  return <Notice kind={kind === "noneChosen" ? "problem" : "done"}>{notices[kind]}</Notice>;
}
