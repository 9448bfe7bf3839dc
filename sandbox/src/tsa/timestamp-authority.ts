/** The sandbox's timestamping authority without its transport: a request's bytes in, a response's bytes out. */

import { acceptRequest, RequestRefusal } from "./accept-request.js";
import type { CertificateAuthority } from "./certificate-authority.js";
import { certificatePem } from "./credential-file.js";
import { encodeGranted, encodeRejection } from "./timestamp-response.js";
import { encodeTimestampToken } from "./timestamp-token.js";
import type { TsaSigner } from "./tsa-signer.js";

/** Below the arc for examples (ITU-T X.660): it has no meaning outside a sandbox. */
export const SANDBOX_POLICY_OID = "2.999.3161.1";

export class TimestampAuthority {
  readonly #authority: CertificateAuthority;
  readonly #signer: TsaSigner;

  constructor(authority: CertificateAuthority, signer: TsaSigner) {
    this.#authority = authority;
    this.#signer = signer;
  }

  /** A TimeStampResp for any request. The promise rejects when the authority itself fails. */
  async answer(query: Uint8Array): Promise<Uint8Array> {
    try {
      const { imprint, nonce, certReq } = acceptRequest(query, SANDBOX_POLICY_OID);
      const genTime = new Date();
      const signer = await this.#signer.at(genTime);
      const certificates = certReq ? [signer.certificate, this.#authority.ca.certificate] : [];
      return encodeGranted(
        await encodeTimestampToken({
          imprint,
          nonce,
          policyOid: SANDBOX_POLICY_OID,
          genTime,
          signer,
          certificates,
        }),
      );
    } catch (error) {
      if (error instanceof RequestRefusal) return encodeRejection(error.failInfo, error.message);
      throw error;
    }
  }
  /** The current signing certificate and its issuer's, in PEM. */
  async chainPem(): Promise<string> {
    const { certificate } = await this.#signer.at(new Date());
    return [certificate, this.#authority.ca.certificate].map(certificatePem).join("");
  }
}
