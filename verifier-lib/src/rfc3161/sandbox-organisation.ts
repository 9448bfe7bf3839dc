/** The organisation in the subject of the sandbox's authority, by which its seals are known: docs/formats/rfc3161.md. */
export const SANDBOX_ORGANISATION = "Sandbox, not qualified";
