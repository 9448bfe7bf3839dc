/** A page that embeds the library. Its bundle is what a developer's users download. */
import { type VerifyOptions, verify } from "@svc-proof/verifier-lib";

declare global {
  interface Window {
    /** Verifies a proof (base64) and gives its report as JSON. */
    verifyProof(proofBase64: string, options: VerifyOptions): Promise<string>;
    /** Hashes in parts, as a page would hash a chosen file, and verifies with it. */
    verifyWithFile(proofBase64: string, fileBytes: number[]): Promise<string>;
    /** Verifies a package as a page would verify a chosen file. */
    verifyPackage(zipBase64: string): Promise<string>;
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const now = new Date("2026-11-21T12:00:00.000Z");

window.verifyProof = async (proofBase64, options) =>
  JSON.stringify(await verify(bytesOf(proofBase64), { ...options, now }));
window.verifyWithFile = async (proofBase64, fileBytes) =>
  JSON.stringify(
    await verify(bytesOf(proofBase64), { original: new File([new Uint8Array(fileBytes)], "original"), now }),
  );
window.verifyPackage = async (zipBase64) =>
  JSON.stringify(await verify(new File([bytesOf(zipBase64)], "evidence.zip"), { now }));
