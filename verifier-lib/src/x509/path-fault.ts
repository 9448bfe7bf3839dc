/** Why a certificate of a path, or its relation to its issuer, is not valid. */
import type { PathErrorCode } from "./error-code.js";

export interface PathFault {
  readonly code: PathErrorCode;
  /** For people. */
  readonly message: string;
}
