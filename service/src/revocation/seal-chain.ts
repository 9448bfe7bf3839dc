/** The chain of a seal: whom its authority would have to revoke. */
import { createHash } from "node:crypto";
import { FormatError } from "@svc-proof/shared/encoding";
import { parseTimestampResponse, signerOfToken } from "@svc-proof/verifier-lib/rfc3161";
import type { RevocationChain } from "../records/types.js";

export interface SealChain {
  readonly chain: RevocationChain;
  readonly genTime: Date;
}

/**
 * The chain that a token brings; null if it does not have its signer's certificate.
 *
 * @param response a TimeStampResp, as the store has it.
 */
export function sealChain(response: Uint8Array): SealChain | null {
  try {
    const { token } = parseTimestampResponse(response);
    const found = token && signerOfToken(token);
    if (token === null || found === null) return null;
    const { signer, certificates } = found;
    const others = certificates.filter((certificate) => certificate !== signer);
    const id = createHash("sha256").update(signer.der).digest("hex");
    return {
      chain: { id, certificates: [signer, ...others].map(({ der }) => der) },
      genTime: token.tstInfo.genTime,
    };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
