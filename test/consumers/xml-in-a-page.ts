/** A page that reads XML and verifies its signature. */
import { parseXml } from "../../verifier-lib/src/trust/xml-parser.js";
import { verifyXmlSignature } from "../../verifier-lib/src/trust/xml-signature.js";

declare global {
  interface Window {
    /** A code, or the signing time. @param documents base64. */
    judgeLists(documents: readonly string[]): Promise<string[]>;
  }
}

window.judgeLists = async (documents) => {
  const answers: string[] = [];
  for (const document of documents) {
    const bytes = Uint8Array.from(atob(document), (character) => character.charCodeAt(0));
    try {
      const result = await verifyXmlSignature(parseXml(bytes));
      answers.push(result.isValid ? result.signingTime.toISOString() : result.code);
    } catch (error) {
      answers.push((error as { code: string }).code);
    }
  }
  return answers;
};
