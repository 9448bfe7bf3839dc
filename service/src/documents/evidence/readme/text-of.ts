import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import type { ReadmeLanguage, ReadmeText } from "./readme-text.js";
import { spanish } from "./spanish.js";

const TEXTS: ReadonlyMap<string, ReadmeText> = new Map(
  [spanish, english, german, french].map((text) => [text.language, text]),
);

/** Interface, `certificate.pdf`: any other value gives `en`. Of `evidence.zip` it does not say; it is the same. */
export function readmeLanguage(value: string | undefined): ReadmeLanguage {
  return TEXTS.get(value ?? "")?.language ?? "en";
}

export function textOf(language: ReadmeLanguage): ReadmeText {
  return TEXTS.get(language)!;
}
