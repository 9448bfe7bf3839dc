/**
 * Which tests cover which sources: the file or innermost folder listed here, with the beginnings of the
 * tests' paths. Of a folder, the unit tests beside the source count, too; of a file, only those that have its name.
 */

const X509 = ["verifier-lib/src/x509/", "test/conformance/limbo", "test/conformance/wycheproof"];
const TOKENS = ["verifier-lib/src/rfc3161/", "test/conformance/tsp-vectors"];
const SEALS = ["verifier-lib/src/seal/", "test/conformance/seal"];
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
  "shared/src/chains": PROOFS,
  "shared/src/work": ["test/conformance/ots-", "verifier-lib/src/opentimestamps/"],
  "shared/src/zip": ["test/conformance/zip-", "verifier-lib/src/package/"],
  "shared/src/bitcoin": ["test/conformance/bitcoin-"],
  "shared/src/encoding": ["shared/src/proof/", "test/conformance/svc-proof-2"],
  "shared/src/hash/wasm": ["shared/src/hash/"],
  "shared/src/merkle": ["test/conformance/svc-proof-2"],
  "shared/src/opentimestamps": [
    "test/conformance/ots-vectors",
    "test/conformance/ots-document",
    "test/conformance/ots-bundle",
  ],
  "shared/src/proof": ["test/conformance/svc-proof-2"],
  "shared/src/text": ["test/conformance/svc-proof-2"],
  "verifier-lib/src": ["test/conformance/abort", "test/conformance/report-bounds"],
  "verifier-lib/src/anchor": PROOFS,
  "verifier-lib/src/bitcoin": ["test/conformance/bitcoin-", "test/conformance/ots-"],
  "verifier-lib/src/content": PROOFS,
  "verifier-lib/src/der": [...X509, ...TOKENS],
  "verifier-lib/src/evm": ["test/conformance/evm-blocks"],
  "verifier-lib/src/arrange": [
    "verifier-lib/src/cli/many/arrange-files",
    "verifier-web/src/intake/arrange",
    "verifier-web/src/intake/probable-changes",
  ],
  "verifier-lib/src/asic": [
    "test/conformance/asic-archive-probe",
    "test/conformance/asic-vectors",
    "test/conformance/asic-writing",
  ],
  "verifier-lib/src/cli": ["verifier-lib/src/cli/", "test/conformance/terminal", "test/e2e/command-line"],
  "verifier-lib/src/cli/arguments.ts": [],
  "verifier-lib/src/cli/asic.ts": ["test/conformance/asic-command-line"],
  "verifier-lib/src/cli/checkpoint-sources.ts": ["test/conformance/bitcoin-checkpoints"],
  "verifier-lib/src/cli/checkpoints.ts": ["test/conformance/bitcoin-checkpoints"],
  "verifier-lib/src/cli/epochs.ts": ["test/conformance/epochs-command"],
  "verifier-lib/src/cli/exit-status.ts": [],
  "verifier-lib/src/cli/given-files.ts": [],
  "verifier-lib/src/cli/main.ts": [],
  "verifier-lib/src/cli/manual": ["verifier-lib/src/cli/options/"],
  "verifier-lib/src/cli/many": ["verifier-lib/src/cli/verify-folders"],
  "verifier-lib/src/cli/messages.ts": [],
  "verifier-lib/src/cli/misplaced-original.ts": ["verifier-lib/src/cli/verify-files"],
  "verifier-lib/src/cli/online": [],
  "verifier-lib/src/cli/options": ["verifier-lib/src/cli/manual/"],
  "verifier-lib/src/cli/original-hash.ts": ["test/conformance/tsp-command-line"],
  "verifier-lib/src/cli/progress.ts": [],
  "verifier-lib/src/cli/read-bounded.ts": [],
  "verifier-lib/src/cli/replace-file.ts": [],
  "verifier-lib/src/cli/rows": [],
  "verifier-lib/src/cli/svc-verify.ts": ["verifier-lib/src/cli/verify-folders"],
  "verifier-lib/src/cli/terminal": [],
  "verifier-lib/src/cli/trust-list.ts": ["test/conformance/trust-list-command"],
  "verifier-lib/src/cli/trust-list-text.ts": ["test/conformance/trust-list-command"],
  "verifier-lib/src/cli/upgrade.ts": ["test/conformance/ots-verifier"],
  "verifier-lib/src/cli/verify-files.ts": [],
  "verifier-lib/src/cli/verify-folders.ts": [],
  "verifier-lib/src/cli/verify-path.ts": ["verifier-lib/src/cli/verify-files"],
  "verifier-lib/src/command-line": ["verifier-lib/src/cli/svc-verify.test.ts"],
  "verifier-lib/src/hash": [...PROOFS, "verifier-lib/src/content/"],
  "verifier-lib/src/node": ["test/conformance/asic-to-file", "test/conformance/asic-writing"],
  "verifier-lib/src/package": [...PACKAGES, "test/conformance/original-names"],
  "verifier-lib/src/package/deflate": ["verifier-lib/src/package/deflate/"],
  "verifier-lib/src/package/evidence": ["verifier-lib/src/package/evidence/"],
  "verifier-lib/src/package/pdf": ["verifier-lib/src/package/pdf/"],
  "verifier-lib/src/package/zip": [...PACKAGES, "test/conformance/zip-"],
  "verifier-lib/src/proof": [
    ...PROOFS,
    ...SEALS,
    "verifier-lib/src/bitcoin/",
    "test/conformance/evidence-package",
    "test/conformance/ots-verifier",
  ],
  "verifier-lib/src/report": ["verifier-lib/src/verify.test.ts"],
  "verifier-lib/src/rfc3161": TOKENS,
  "verifier-lib/src/rlp": ["verifier-lib/src/evm/", "test/conformance/evm-blocks"],
  "verifier-lib/src/seal": SEALS,
  "verifier-lib/src/source": [
    "verifier-lib/src/anchor/",
    "verifier-lib/src/bitcoin/",
    "verifier-lib/src/cli/online/default-sources",
    "test/conformance/abort",
  ],
  "verifier-lib/src/trust": [...TOKENS, ...SEALS],
  "verifier-lib/src/trustlist": [],
  "verifier-lib/src/work": [],
  "verifier-lib/src/x509": X509,
  "verifier-lib/src/xml": [],
  "verifier-lib/src/xmldsig": [],
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
