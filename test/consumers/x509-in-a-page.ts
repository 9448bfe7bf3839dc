/** A page that embeds `@svc-proof/verifier-lib/x509` alone. */
import { verifySignature } from "@svc-proof/verifier-lib/x509";
import { judgeLimboCase, type LimboVerdict } from "../conformance/judge-limbo-case.js";
import type { LimboCase } from "../conformance/limbo.js";

/** Hexadecimal, to pass from the test to the page. */
export interface SignatureInHex {
  readonly algorithm: string;
  readonly spki: string;
  readonly data: string;
  readonly signature: string;
}

declare global {
  interface Window {
    verifySignatures(signatures: readonly SignatureInHex[]): Promise<string[]>;
    judgeLimboCases(cases: readonly LimboCase[]): Promise<LimboVerdict[]>;
  }
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

window.verifySignatures = async (signatures) => {
  const verdicts: string[] = [];
  for (const { algorithm, spki, data, signature } of signatures) {
    verdicts.push(
      await verifySignature({
        algorithm: bytesOf(algorithm),
        spki: bytesOf(spki),
        data: bytesOf(data),
        signature: bytesOf(signature),
      }),
    );
  }
  return verdicts;
};
window.judgeLimboCases = async (cases) => {
  const verdicts: LimboVerdict[] = [];
  for (const limbo of cases) verdicts.push(await judgeLimboCase(limbo));
  return verdicts;
};
