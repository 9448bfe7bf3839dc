/** Addresses below `/docs/` that were in use before the documentation was a site of its own. */
export const FORMER_DOCS: ReadonlyMap<string, string> = new Map([
  ["certificate", "formats/certificate.html"],
  ["evidence", "formats/evidence.html"],
  ["proof", "formats/svc-proof-2.html"],
  ["report", "formats/report.html"],
  ["seal", "formats/rfc3161.html"],
  ["opentimestamps", "formats/opentimestamps.html"],
  ["witness", "formats/evm-witness.html"],
  ["bitcoin-headers", "formats/bitcoin-headers.html"],
  ["asic-s", "formats/evidence.html"],
]);
