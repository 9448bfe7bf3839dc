/** python-opentimestamps, `PendingAttestation.ALLOWED_URI_CHARS`: nothing that could carry a query or a login. */
const URI = /^[-A-Za-z0-9._/:]*$/;

/** Whether a pending attestation may have this URI. Does not check that it is a calendar. */
export function isCalendarUri(uri: string): boolean {
  return URI.test(uri);
}
