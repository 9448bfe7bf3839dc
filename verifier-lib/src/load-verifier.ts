/**
 * Loads the parts of the verifier that are otherwise loaded when a proof first needs them. A program that runs for long calls
 * it at its start: an `import()` that fails once, for example because no more files can be opened, fails until the process
 * ends.
 *
 * @throws what `import()` throws. The process should end then.
 */
export async function loadVerifier(): Promise<void> {
  await Promise.all([
    import("./anchor/ask-source.js"),
    import("./anchor/read-witness-file.js"),
    import("./anchor/read-witnesses.js"),
    import("./anchor/verify-header-timestamps.js"),
    import("./asic/read-container.js"),
    import("./bitcoin/read-timestamp-file.js"),
    import("./bitcoin/verify-bitcoin.js"),
    import("./hash/hash-of.js"),
    import("./package/asic/read-asic.js"),
    import("./package/evidence/read-evidence.js"),
    import("./package/pdf/parse-pdf-certificate.js"),
    import("./seal/read-seal-file.js"),
    import("./seal/verify-seal.js"),
  ]);
}
