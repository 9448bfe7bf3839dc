/**
 * Loads the parts of the verifier that are otherwise loaded when a proof first needs them. A program that runs for long calls
 * it at its start: an `import()` that fails once, for example because no more files can be opened, fails until the process
 * ends.
 *
 * @throws what `import()` throws. The process should end then.
 */
export async function loadVerifier(): Promise<void> {
  await Promise.all([
    import("./judge/ask-evm.js"),
    import("./judge/witness-file.js"),
    import("./judge/witnesses.js"),
    import("./judge/header-timestamps.js"),
    import("./judge/container.js"),
    import("./judge/timestamp-file.js"),
    import("./judge/timestamp.js"),
    import("./content/hash-of.js"),
    import("./package/open-container.js"),
    import("./package/open-package.js"),
    import("./package/open-certificate.js"),
    import("./judge/seal-material.js"),
    import("./judge/seal.js"),
  ]);
}
