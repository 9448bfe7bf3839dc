/**
 * python-opentimestamps, `PendingAttestation.ALLOWED_URI_CHARS`: no character that could carry a query or
 * credentials.
 */
const URI = /^[-A-Za-z0-9._/:]*$/;

/** Whether a pending attestation may have this URI. Does not check that it belongs to a calendar. */
export function isCalendarUri(uri: string): boolean {
  return URI.test(uri);
}
