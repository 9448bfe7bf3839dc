/** What a report says of an input for whose bytes a reader has a code of its own: docs/formats/report.md, "What is not understood". */

import { FormatError } from "@svc-proof/shared/encoding";
import { unread } from "../../verifier-lib/src/fault.js";

export function faultOf(reader: string): {
  readonly status: "failed" | "indeterminate";
  readonly code: string;
} {
  const { status, code } = unread(new FormatError(reader, "", 0));
  return { status, code };
}

/** As a case states it: the check, and with it the outcome. */
export function refusal(check: string, reader: string) {
  const { status, code } = faultOf(reader);
  return { outcome: status, says: `${check} ${status} ${code}` };
}
