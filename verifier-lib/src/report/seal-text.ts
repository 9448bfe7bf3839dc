/** The evidence of a seal as English text. */
import type { Check, Evidence } from "./report.js";

/** Why the check did not pass. */
export function sealReason({ code, evidence }: Check): string {
  const reason = evidence["reason"];
  return typeof reason === "string" ? `${reason} (${code})` : code;
}

/** If the check did not pass, its time is marked as not confirmed. */
export function sealDetails({ status, evidence }: Check): string[] {
  const says = evidence["gen_time"];
  if (typeof says !== "string") return [];
  const accuracy = evidence["accuracy_seconds"];
  const time = `${says}${accuracy === null ? "" : ` (± ${accuracy} s)`}`;
  const signer = evidence["signer"] as Evidence | undefined;
  const trustAnchor = evidence["trust_anchor"] as Evidence | undefined;
  return [
    status === "passed" ? time : `says ${time}, NOT confirmed`,
    ...(signer === undefined ? [] : [`signed for ${signer["subject"]}`]),
    ...(trustAnchor === undefined ? [] : [`trusted   ${trustAnchor["subject"]}`]),
    `serial    ${evidence["serial_number"]}, policy ${evidence["policy"]}`,
    ...(trustAnchor === undefined ? [] : [revocationLine(evidence["revocation"] as Evidence)]),
  ];
}

/** "Not revoked" holds for the moment when the data that say so were made. */
function revocationLine({ status, revoked_at, reason, as_of }: Evidence): string {
  if (status === "not_checked") return "revocation not checked: no revocation data was given";
  const later =
    revoked_at === null ? "" : `, revoked later at ${revoked_at} (${reason ?? "no reason given"})`;
  return status === "good"
    ? `not revoked at that time, by data of ${as_of}${later}`
    : `revoked at ${revoked_at}`;
}
