/** Runs one case of x509-limbo through the library, the same in Node and in a page. */
import {
  type Certificate,
  parseCrl,
  parsePemCertificates,
  validatePath,
  type X509ErrorCode,
} from "@svc-proof/verifier-lib/x509";
import type { LimboCase } from "./limbo.js";

export interface LimboVerdict {
  readonly isAccepted: boolean;
  /** The reason of a refusal; "ok" if accepted. */
  readonly code: string;
}

/** Leaves out unreadable certificates, as if they were not given. The leaf must be readable. */
function readable(pems: readonly string[]): Certificate[] {
  return pems.flatMap((pem) => {
    try {
      return parsePemCertificates(pem);
    } catch (error) {
      codeOf(error);
      return [];
    }
  });
}

/** The code of a refusal. Any other error is a defect and is thrown again. */
function codeOf(error: unknown): X509ErrorCode {
  if (error instanceof Error && "code" in error && error.name === "FormatError")
    return error.code as X509ErrorCode;
  throw error;
}

function crlBytes(pem: string): Uint8Array {
  const base64 = pem.replace(/-----[^-]+-----/g, "").replace(/\s/g, "");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export async function judgeLimboCase(limbo: LimboCase): Promise<LimboVerdict> {
  const judge = async () => {
    let leaf: Certificate;
    try {
      [leaf] = parsePemCertificates(limbo.leafPem) as [Certificate];
    } catch (error) {
      return codeOf(error);
    }
    const result = await validatePath({
      leaf,
      intermediates: readable(limbo.intermediatePems),
      anchors: readable(limbo.anchorPems),
      time: limbo.time === null ? new Date() : new Date(limbo.time),
      purpose: limbo.purpose,
      crls: limbo.crlPems.map((pem) => parseCrl(crlBytes(pem))),
      ...(limbo.maxIntermediates === null ? {} : { maxIntermediates: limbo.maxIntermediates }),
    });
    return result.isValid ? "ok" : result.code;
  };
  const code = await judge();
  return { isAccepted: code === "ok", code };
}
