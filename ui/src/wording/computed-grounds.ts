import type { Claim } from "@svc-proof/verifier-lib";
import { fill, type Language, LOCALES } from "../language/index.js";
import type { VerdictTexts } from "../texts/result/english.js";
import { dateText } from "./instant-text.js";

/** What a date rests on that was computed here, as one or two sentences. */
export function computedGrounds(
  source: Claim["source"],
  { sources }: VerdictTexts,
  language: Language,
): string {
  if (source.type !== "bitcoin-block") return sources.computed;
  const { work_bits: workBits, checkpoint_height: block, proven_by_work: run } = source;
  const bits = new Intl.NumberFormat(LOCALES[language]).format(workBits);
  if (block !== null) return fill(sources.checkpoint, { bits, block });
  if (run === null) return sources.computed;
  return fill(sources.byWork, {
    bits,
    count: new Intl.NumberFormat(LOCALES[language]).format(run.blocks),
    date: dateText(run.checkpoint_time, language),
    cost: new Intl.NumberFormat(LOCALES[language], {
      style: "currency",
      currency: "USD",
      currencyDisplay: "name",
      notation: "compact",
      compactDisplay: "long",
      maximumFractionDigits: 0,
    }).format(10 ** run.cost_usd_power_of_ten),
  });
}
