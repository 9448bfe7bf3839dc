const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The identifier in lower case. @throws TypeError if it is none. */
export function proofId(id: string): string {
  const lower = typeof id === "string" ? id.toLowerCase() : "";
  if (!UUID.test(lower)) throw new TypeError(`"id" expected the UUID of a proof, got ${JSON.stringify(id)}`);
  return lower;
}
