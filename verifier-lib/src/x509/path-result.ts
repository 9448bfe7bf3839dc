/** What `validatePath` asks and answers. */
import type { Work } from "../work/work.js";
import type { Certificate } from "./certificate.js";
import type { PathErrorCode } from "./error-code.js";
import type { Crl, OcspResponse, RevocationReason } from "./revocation-data.js";
import type { SignaturePolicy } from "./signature-policy.js";

export interface PathParameters extends SignaturePolicy {
  readonly leaf: Certificate;
  /** Certificates that may stand between, in any order, untrusted; the leaf may be among them. */
  readonly intermediates: readonly Certificate[];
  /** What is trusted, wherever it stands in the chain, the leaf itself included. */
  readonly anchors: readonly Certificate[];
  /** Every certificate of the path must be valid at this time. */
  readonly time: Date;
  /**
   * The latest moment at which what the leaf signed is known to have existed: a revocation after it does not count
   * backwards. Not known if not given.
   */
  readonly existedBy?: Date;
  /** The extended key usage that the path must be good for, dotted decimal; null for any. */
  readonly purpose: string | null;
  /**
   * Whether the purposes that an authority lists bound what lies below it, as web browsers have it; no if not given.
   * RFC 5280 does not say so, and there are qualified timestamping units below authorities that list other purposes.
   */
  readonly arePurposesNested?: boolean;
  readonly crls?: readonly Crl[];
  readonly ocspResponses?: readonly OcspResponse[];
  /** Intermediates that are not self-issued, at most; 16 if not given. */
  readonly maxIntermediates?: number;
  /** Critical extensions of the leaf that the caller processes, dotted decimal. */
  readonly processedExtensions?: readonly string[];
  /** The policies that the caller accepts (RFC 5280, section 6.1.1 c), dotted decimal; any if not given. */
  readonly policies?: readonly string[];
  /** Section 6.1.1 e to g; no if not given. */
  readonly requireExplicitPolicy?: boolean;
  readonly inhibitPolicyMapping?: boolean;
  readonly inhibitAnyPolicy?: boolean;
  /** What the search spends from, and by which it is aborted; a budget of its own if not given. */
  readonly work?: Work;
}

export type PathResult = ValidPath | PathFailure;

export interface ValidPath {
  readonly isValid: true;
  /** The leaf first, the anchor last; of one certificate where the leaf is an anchor. */
  readonly chain: readonly Certificate[];
  readonly anchor: Certificate;
  /** The policies that are valid for the whole path, dotted decimal; `2.5.29.32.0` stands for any. */
  readonly policies: readonly string[];
  /**
   * Of the leaf and of each authority below the anchor, in the chain's order; the anchor is trusted as it is, and is among
   * them only where another anchor, its issuer, has answered for it.
   */
  readonly revocation: readonly RevocationState[];
  /** Whether the path is valid only because `existedBy` lies before a revocation. */
  readonly restsOnExistence: boolean;
}

/** What the path that came furthest failed by. */
export interface PathFailure {
  readonly isValid: false;
  readonly code: PathErrorCode;
  /** For people; may change. */
  readonly message: string;
  /** The certificate that the code is about. */
  readonly certificate: Certificate;
  /** The leaf first; up to where the search came. */
  readonly chain: readonly Certificate[];
  /** What is known of the certificate's revocation, where that was the cause. */
  readonly revocation: RevocationState | null;
}

export interface RevocationState {
  readonly status:
    | "good"
    | "revoked"
    /** No list and no response at hand speaks of the certificate at this time. */
    | "not_checked"
    /** One at hand should speak of it and cannot be relied on. */
    | "undetermined";
  readonly source: "crl" | "ocsp" | null;
  /**
   * When it was revoked. Together with "good": it was later than the time asked about, for a reason that leaves what
   * was signed before as it was (RFC 3161, section 4, point 1), or than `existedBy`.
   */
  readonly revokedAt: Date | null;
  readonly reason: RevocationReason | null;
  /** When the list or response that answers was made. */
  readonly asOf: Date | null;
  /** Why it is undetermined or not checked although something is at hand; for people. */
  readonly message: string | null;
}
