/** Why one certificate of a path, or what its issuer made of it, does not hold. */
import type { PathErrorCode } from "./error-code.js";

export interface PathFault {
  readonly code: PathErrorCode;
  /** For people. */
  readonly message: string;
}
