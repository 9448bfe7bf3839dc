import { fill } from "@svc-proof/ui/language";
import type { ResultTexts } from "../../texts/result/result-texts.js";
import type { Place } from "../../wording/time-source.js";
import { isolated } from "./isolated.js";

/** Where a time comes from, as a sentence. */
export function placeText({ text, name, block }: Place, texts: ResultTexts["sources"]): string {
  const shown = name === null ? "?" : isolated(name);
  return fill(texts[text], { network: shown, authority: shown, block: block ?? "?" });
}
