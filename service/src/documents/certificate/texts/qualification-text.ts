import type { SealQualification } from "../../../records/types.js";
import { listedService } from "../../facts.js";
import type { DocumentLanguage } from "../../words.js";
import type { CertificateText } from "./certificate-text.js";

/** What the trusted lists said of the authority when the seal was issued. @param qualification null if they were not asked. */
export function qualificationText(
  qualification: SealQualification | null,
  text: CertificateText,
  language: DocumentLanguage,
): string {
  if (qualification === null) return text.qualificationNotChecked;
  const { result, entry } = qualification;
  const service = entry && listedService(entry, language, text.dateTime);
  if (result === "qualified" && service !== null) return text.qualified(service);
  return result === "not-qualified" ? text.notQualified(service) : text.qualificationOpen;
}
