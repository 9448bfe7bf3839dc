/** The date of the headline, and what the trusted lists say of the authority, in the sentences of a catalogue. */
import type { SealQualification } from "../../records/types.js";
import { type HeadlineDate, listedService } from "../facts.js";
import type { DocumentTexts } from "../texts/document-texts.js";

type CertificateText = DocumentTexts["certificate"];

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

/** What the trusted lists said of the authority when the seal was issued. @param qualification null if they were not asked. */
export function qualificationText(
  qualification: SealQualification | null,
  text: CertificateText,
  countries: DocumentTexts["countries"],
): string {
  if (qualification === null) return text.qualificationNotChecked;
  const { result, entry } = qualification;
  const service = entry && listedService(entry, countries, text.dateTime);
  if (result === "qualified" && service !== null) return text.qualified(service);
  return result === "not-qualified" ? text.notQualified(service) : text.qualificationOpen;
}
