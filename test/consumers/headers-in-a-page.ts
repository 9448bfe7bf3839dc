/** A page that verifies a timestamp by Bitcoin headers. */
import { verify } from "@svc-proof/verifier-lib";

declare global {
  interface Window {
    /** Verifies a timestamp by one file of headers (base64 both), and gives the report as JSON and the time it took. */
    verifyByHeaders(timestampBase64: string, headersBase64: string): Promise<{ report: string; ms: number }>;
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

window.verifyByHeaders = async (timestampBase64, headersBase64) => {
  const timestamp = bytesOf(timestampBase64);
  const headers = [bytesOf(headersBase64)];
  const begun = performance.now();
  const report = await verify(timestamp, { headers, now: new Date("2026-11-21T12:00:00.000Z") });
  return { report: JSON.stringify(report), ms: performance.now() - begun };
};
