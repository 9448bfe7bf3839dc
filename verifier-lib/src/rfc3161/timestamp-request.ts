/** What an authority is asked: RFC 3161, section 2.4.1. */
import type { Extension } from "../x509/certificate.js";
import type { MessageImprint } from "./timestamp-token.js";

export interface TimestampRequest {
  readonly imprint: MessageImprint;
  /** Dotted decimal; null where any policy will do. */
  readonly policy: string | null;
  /** Content of the INTEGER; null where there is none. */
  readonly nonce: Uint8Array | null;
  /** Whether the token shall carry the certificate of its signer. */
  readonly certReq: boolean;
  readonly extensions: readonly Extension[];
}
