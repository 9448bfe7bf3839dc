/**
 * Which tests cover which sources: the file or innermost folder listed here, with the beginnings of the
 * tests' paths. Of a folder, the unit tests beside the source count, too; of a file, only those that have its name.
 */

const X509 = ["verifier-lib/src/x509/", "test/conformance/limbo", "test/conformance/wycheproof"];
const TOKENS = ["verifier-lib/src/rfc3161/", "test/conformance/tsp-vectors"];
const SEALS = ["verifier-lib/src/judge/", "test/conformance/seal"];
const PACKAGES = [
  "verifier-lib/src/package/",
  "test/conformance/evidence-package",
  "test/conformance/package-vectors",
  "test/conformance/packed-seal",
  "test/conformance/witness-package",
  "test/conformance/revocation-package",
];
const PROOFS = ["verifier-lib/src/verify.test.ts", "test/conformance/svc-proof-2"];

/** @type {Readonly<Record<string, readonly string[]>>} */
const SUITES = {
  "shared/src": [
    ...PROOFS,
    "shared/src/",
    "test/conformance/ots-",
    "test/conformance/zip-",
    "verifier-lib/src/package/",
  ],
  "shared/src/bitcoin": ["test/conformance/bitcoin-"],
  "shared/src/opentimestamps": [
    "test/conformance/ots-vectors",
    "test/conformance/ots-document",
    "test/conformance/ots-bundle",
  ],
  "verifier-lib/src": ["test/conformance/abort", "test/conformance/report-bounds"],
  "verifier-lib/src/judge": [
    ...PROOFS,
    ...SEALS,
    "test/conformance/bitcoin-",
    "test/conformance/ots-",
    "test/conformance/evidence-package",
  ],
  "verifier-lib/src/asn1": [...X509, ...TOKENS],
  "verifier-lib/src/evm": ["test/conformance/evm-blocks"],
  "verifier-lib/src/arrange": ["verifier-lib/src/cli/look", "verifier-web/src/session/groups"],
  "verifier-lib/src/asic": [
    "test/conformance/asic-archive-probe",
    "test/conformance/asic-vectors",
    "test/conformance/asic-writing",
  ],
  "verifier-lib/src/cli": [
    "verifier-lib/src/cli/",
    "test/conformance/asic-command-line",
    "test/conformance/bitcoin-checkpoints",
    "test/conformance/epochs-command",
    "test/conformance/ots-verifier",
    "test/conformance/terminal",
    "test/conformance/trust-list-command",
    "test/conformance/tsp-command-line",
    "test/e2e/command-line",
  ],
  "verifier-lib/src/command-line": ["verifier-lib/src/cli/"],
  "verifier-lib/src/node": ["test/conformance/asic-to-file", "test/conformance/asic-writing"],
  "verifier-lib/src/content": [...PROOFS, "verifier-lib/src/judge/content"],
  "verifier-lib/src/package": [...PACKAGES, "test/conformance/original-names"],
  "verifier-lib/src/archive": [...PACKAGES, "test/conformance/zip-"],
  "verifier-lib/src/report": ["verifier-lib/src/verify.test.ts"],
  "verifier-lib/src/rfc3161": TOKENS,
  "verifier-lib/src/source": [
    "verifier-lib/src/judge/",
    "verifier-lib/src/cli/online",
    "test/conformance/abort",
  ],
  "verifier-lib/src/trust": [...TOKENS, ...SEALS],
  "verifier-lib/src/work": [],
  "verifier-lib/src/x509": X509,
  "verifier-lib/src/trust-lists": [],
};

/**
 * @param {string} file a source, from the root of the repository.
 * @param {readonly string[]} tests all tests.
 * @returns {readonly string[]} those that cover it.
 */
export function testsOf(file, tests) {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const [innermost = ""] = Object.keys(SUITES)
    .filter((prefix) => file === prefix || folder.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length);
  const beginnings = SUITES[innermost] ?? [];
  const isOwn = (/** @type {string} */ test) =>
    innermost === file
      ? test === file.replace(/\.ts$/, ".test.ts")
      : test.slice(0, test.lastIndexOf("/") + 1) === folder;
  return tests.filter((test) => isOwn(test) || beginnings.some((beginning) => test.startsWith(beginning)));
}
