import { fill } from "@svc-proof/ui/language";
import type { Place } from "@svc-proof/ui/wording";
import type { ResultTexts } from "../../texts/result/result-texts.js";
import { isolated } from "./isolated.js";

/** Where a time comes from, as a sentence. */
export function placeText({ text, name, block }: Place, texts: ResultTexts["sources"]): string {
  const shown = name === null ? "?" : isolated(name);
  return fill(texts[text], { network: shown, authority: shown, block: block ?? "?" });
}
