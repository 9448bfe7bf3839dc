/** Parses PEM bundles of certificates: RFC 7468. */
import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { runSteps, runStepsPausing } from "../work/run-steps.js";
import type { Work } from "../work/work.js";
import type { Certificate } from "./certificate.js";
import { MAX_PEM_CERTIFICATES, MAX_PEM_CHARACTERS } from "./limits.js";
import { parseCertificate } from "./parse-certificate.js";
import type { ParseOptions } from "./parse-options.js";

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/** Searching and decoding base64 take about 10 ns per character. */
const CHARACTERS_PER_UNIT = 24;

/**
 * Parses every certificate in a PEM text, in order. Text between blocks is ignored. Blocks of another kind
 * are an error: a bundle that contains a private key is a mistake.
 *
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`). For PEM codes, the offset counts characters.
 *
 * @example
 * const anchors = parsePemCertificates(await readFile("roots.pem", "latin1"));
 */
export function parsePemCertificates(text: string, options: ParseOptions = {}): Certificate[] {
  return runSteps(pemSteps(text, options));
}

/**
 * As `parsePemCertificates`, with pauses: a thousand certificates take about 200 ms.
 *
 * @throws FormatError, as `parsePemCertificates`; the abort reason of `work`.
 */
export function parsePemCertificatesPausing(
  text: string,
  { work }: { readonly work: Work },
): Promise<Certificate[]> {
  return runStepsPausing(pemSteps(text, { work }), work);
}

function* pemSteps(text: string, { work = new WorkBudget() }: ParseOptions): Generator<void, Certificate[]> {
  if (text.length > MAX_PEM_CHARACTERS) {
    throw new FormatError(
      "pem_too_large",
      `expected at most ${MAX_PEM_CHARACTERS} characters`,
      MAX_PEM_CHARACTERS,
    );
  }
  work.spend(Math.ceil(text.length / CHARACTERS_PER_UNIT));
  const certificates: Certificate[] = [];
  for (let at = text.indexOf("-----BEGIN "); at >= 0; at = text.indexOf("-----BEGIN ", at)) {
    if (!text.startsWith(BEGIN, at)) throw new FormatError("pem_malformed", `expected ${BEGIN}`, at);
    const end = text.indexOf(END, at);
    if (end < 0) throw new FormatError("pem_malformed", `expected ${END}`, text.length);
    if (certificates.length === MAX_PEM_CERTIFICATES) {
      throw new FormatError("pem_too_large", `expected at most ${MAX_PEM_CERTIFICATES} certificates`, at);
    }
    yield;
    certificates.push(parseCertificate(decodeBase64(text.slice(at + BEGIN.length, end), at), { work }));
    at = end + END.length;
  }
  if (certificates.length === 0) {
    throw new FormatError("pem_no_certificate", `expected ${BEGIN}`, text.length);
  }
  return certificates;
}

function decodeBase64(text: string, at: number): Uint8Array {
  const base64 = text.replace(/[ \t\r\n\v\f]+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) {
    throw new FormatError("pem_malformed", "expected base64", at);
  }
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
