/**
 * The revocation state of one certificate according to the given data: RFC 5280, section 6.3; RFC 6960,
 * section 3.2. Does not fetch anything.
 */
import type { Certificate } from "./certificate.js";
import { type CertificateInPath, crlState } from "./crl-state.js";
import { ocspState } from "./ocsp-state.js";
import type { PathParameters } from "./path-result.js";
import type { RevocationSearch } from "./revocation-search.js";
import { gravestWord, type RevocationWord, SILENT } from "./revocation-word.js";

/** @param place an issuer that has been checked itself. */
export function revocationState(
  place: CertificateInPath,
  asked: Pick<PathParameters, "time" | "existedBy" | "now">,
  search: RevocationSearch,
): Promise<RevocationWord> {
  return wordOfAll(place, asked, search, []);
}

/** Levels of responders that answer about other responders. No real authority has as many. */
const MAX_RESPONDERS_ASKED = 2;
const UNITS_PER_WORD = 4;

/** @param asking responders whose revocation is being checked, so that none is asked about itself. */
async function wordOfAll(
  place: CertificateInPath,
  asked: Pick<PathParameters, "time" | "existedBy" | "now">,
  search: RevocationSearch,
  asking: readonly Certificate[],
): Promise<RevocationWord> {
  const { certificate, issuer, above } = place;
  const words: RevocationWord[] = [];
  const lists = new Set([...search.listsOf(certificate.issuer), ...search.indirectLists]);
  search.work.spend(UNITS_PER_WORD * (1 + lists.size));
  for (const crl of lists) {
    await search.work.pause();
    words.push(await crlState(crl, place, asked, search));
  }
  for (const answers of await search.answersAbout(certificate, issuer)) {
    await search.work.pause();
    const askOfDelegate = async (delegate: Certificate, producedAt: Date) => {
      if (asking.length === MAX_RESPONDERS_ASKED || asking.includes(delegate)) return SILENT;
      const ofDelegate = { certificate: delegate, issuer, above };
      return wordOfAll(ofDelegate, { time: producedAt }, search, [...asking, delegate]);
    };
    words.push(await ocspState(answers, place, asked, search, askOfDelegate));
  }
  return gravestWord(words);
}
