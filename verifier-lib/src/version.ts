/** Name and version as reports carry them; a test holds them to package.json. */
export const VERIFIER = { name: "@svc-proof/verifier-lib", version: "0.1.0" } as const;
