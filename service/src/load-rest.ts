import { loadVerifier } from "@svc-proof/verifier-lib";

/**
 * Loads what requests and jobs load by `import()` when they first need it. The service listens before, and is ready after: an
 * import that fails once, because no more files can be opened, would fail until the process ends.
 *
 * @throws what `import()` throws.
 */
export async function loadRest(): Promise<void> {
  await Promise.all([
    loadVerifier(),
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
    import("nodemailer"),
    import("./clients/evm.js"),
    import("./witnesses/build-witness.js"),
  ]);
}
