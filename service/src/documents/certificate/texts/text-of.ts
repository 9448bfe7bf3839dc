import type { CertificateLanguage, CertificateText } from "./certificate-text.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

const TEXTS: ReadonlyMap<string, CertificateText> = new Map(
  [spanish, english, german, french].map((text) => [text.language, text]),
);

/** Interface, `certificate.pdf`: any other value gives `en`. */
export function certificateLanguage(value: string | undefined): CertificateLanguage {
  return TEXTS.get(value ?? "")?.language ?? "en";
}

export function textOf(language: CertificateLanguage): CertificateText {
  return TEXTS.get(language)!;
}
