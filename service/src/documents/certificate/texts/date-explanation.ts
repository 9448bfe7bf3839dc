import type { HeadlineDate } from "../../facts.js";
import type { CertificateText } from "./certificate-text.js";

/** The time of the headline. Bitcoin dates to the day: docs/formats/opentimestamps.md, "What bounds Bitcoin's time". */
export function headlineTime({ by, time }: HeadlineDate, text: CertificateText): string {
  return by.type === "bitcoin" ? text.day(time) : text.dateTime(time);
}

/** Which source states the time of the headline, and how exact it is. */
export function dateExplanation({ by, accuracySeconds }: HeadlineDate, text: CertificateText): string {
  const sentences: string[] = [];
  if (by.type === "anchor") sentences.push(text.provenByBlock(by.anchor.network, by.anchor.blockNumber));
  else if (by.type === "bitcoin") sentences.push(text.provenByBitcoin(by.blockHeight));
  else sentences.push(text.provenBySeal(by.authority).replace(/[^.]$/u, "$&."));
  if (by.type !== "bitcoin" && accuracySeconds !== null && accuracySeconds > 0)
    sentences.push(text.accuracy(accuracySeconds));
  if (by.type === "anchor" && by.anchor.state === "anchored") sentences.push(text.unsettled);
  return sentences.join(" ");
}
