/** How a proof's facts are written. */
import { type Language, plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { Notice } from "../../pages/form/form.js";
import type { Visit } from "../../pages/visit.js";
import type { ProofRecord } from "../../records/types.js";
import { type NoticeKind, PROOF_TEXTS, type ProofTexts } from "./texts.js";

export function textsOf({ language }: Visit): ProofTexts {
  return PROOF_TEXTS[language];
}

export function exactSizeText(bytes: number, language: Language): string {
  return plural(PROOF_TEXTS[language].detail.bytes, bytes, language);
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
