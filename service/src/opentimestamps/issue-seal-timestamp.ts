/** The OpenTimestamps file of a seal: its digest is the SHA-256 of the response, byte for byte as the authority sent it. */
import { createHash } from "node:crypto";
import type { Records } from "../records/records.js";
import { type IssuedStamp, issueStampFile } from "./issue-stamp-file.js";

/**
 * The file; null while the seal is not submitted to a calendar.
 *
 * @param response the seal's file, as `issueSealFile` gives it.
 * @throws InconsistentProofError when it would not verify.
 */
export function issueSealTimestamp(
  store: Pick<Records, "stamps">,
  response: Uint8Array,
): Promise<IssuedStamp | null> {
  return issueStampFile(store, createHash("sha256").update(response).digest("hex"));
}
