import type { ReadmeText } from "./readme-text.js";

export const english: ReadmeText = {
  title: "Evidence package",
  developmentNotice:
    "DEVELOPMENT NETWORK: nothing in this package has any evidential value. The chains it names, including Bitcoin, may be development chains.",
  introduction:
    "This package belongs to a file whose SHA-256 fingerprint was registered with a timestamping service. It contains everything you need to check, without that service and without trusting it, by what time at the latest a file with this fingerprint existed.",
  labelled: (label, value) => `${label}: ${value}`,
  file: "File",
  fingerprint: "SHA-256",
  proof: "Proof",
  certificate: "Certificate",
  received: "Received (by the service’s own clock)",
  provenHeading: "Current status",
  headline: (time, source) =>
    `A file with this fingerprint existed no later than ${time}. That date rests on ${source}, the earliest of the strongest sources of this package, and already includes the margin of error of that source. The date of every source follows.`,
  headlineSources: {
    anchor: ({ network, blockNumber }) => `block ${blockNumber} of ${network}`,
    bitcoin: (blockHeight) => `Bitcoin block ${blockHeight}`,
    seal: (authority) => `the electronic timestamp of ${authority}`,
  },
  anchored: ({ network, chainId, blockNumber }, time) =>
    `Block ${blockNumber} of ${network} (chain ${chainId}), of ${time}, contains a transaction that records the fingerprint.`,
  unconfirmed: "The block is recent and does not have enough confirmations yet.",
  sealed: (authority, time) =>
    `A timestamping authority signed the fingerprint together with the time ${time}. It identifies itself as ${authority}.`,
  qualified: ({ country, provider, service, status, since, listNumber, listIssued }) =>
    `The trusted list of ${country} that was at hand then (no. ${listNumber} of ${listIssued}) names the service “${service}” of the provider “${provider}” with the status “${status}” since ${since}: at the time in the timestamp the authority was qualified. seal/trusted-list-entry.json records this entry as the service found it; the published list proves it, and the verifier reads that list itself.`,
  notQualified: (listed) =>
    listed === null
      ? "The timestamp is not a qualified one: none of the EU trusted lists that were at hand when it was issued names the authority as a service for qualified timestamps."
      : `The timestamp is not a qualified one: the trusted list of ${listed.country} that was at hand when it was issued (no. ${listed.listNumber} of ${listed.listIssued}) names the service “${listed.service}” of the provider “${listed.provider}” with the status “${listed.status}” since ${listed.since}. seal/trusted-list-entry.json records this entry as the service found it.`,
  qualificationOpen:
    "The EU trusted lists that were at hand when the timestamp was issued do not say whether the authority was qualified. Later lists may.",
  sealTimestamp: (blockHeight) =>
    `The certificate of a timestamping authority expires, and from a signature alone nobody can tell whether it was made before that day. ${
      blockHeight === null
        ? "The timestamp itself, byte for byte, was therefore submitted to Bitcoin and is not in a block yet: request this package again later."
        : `The timestamp itself, byte for byte, is therefore bound to Bitcoin block ${blockHeight}. The time of that block, which nobody can change afterwards, proves that the timestamp already existed then. It can therefore be verified even after the certificate has expired.`
    }`,
  notAnchoredYet:
    "The fingerprint is not in any block of a blockchain yet. Request this package again later: it will contain more.",
  notProvenYet:
    "NOTHING IS PROVEN YET. The fingerprint has been received, but no independent time source has recorded it so far. Until one has, this package is a receipt, not evidence: request it again later.",
  bitcoinConfirmed: (blockHeight) => `Bitcoin block ${blockHeight} also records the fingerprint.`,
  bitcoinSubmitted:
    "The fingerprint was submitted to public OpenTimestamps calendars and is not in a Bitcoin block yet.",
  bitcoinPending: "The fingerprint has not been submitted to Bitcoin yet.",
  contentsHeading: "What is in this package",
  readme: "these instructions",
  parts: {
    certificate: "human-readable certificate, with the same evidence attached inside",
    proof:
      "portable proof (svc-proof/2): fingerprint, place in the batch (leaf, audit path, Merkle root), transaction",
    seal: "electronic timestamp (RFC 3161) as the authority issued it",
    seal_certificates: "certificates of the timestamping authority",
    trusted_list_entry:
      "entry of the EU trusted list that names the authority, as the service found it when the timestamp was issued",
    seal_timestamp:
      "OpenTimestamps file that shows that the timestamp existed before its certificate expires",
    seal_revocation: "what the authority said about its certificates: whether they were revoked",
    bitcoin_original: "OpenTimestamps file of the original file",
    bitcoin_batch: "OpenTimestamps file of the Merkle root",
    bitcoin_headers: "headers of the Bitcoin block and of the blocks around it",
    anchor_witness:
      "proof of inclusion: header of the transaction’s block, and the path to the transaction in it",
    anchor_timestamp: "OpenTimestamps file of that header",
    verifier: "the verifier in one file, for any browser, without a network",
    original: "the original file",
  },
  originalHeading: "The original",
  originalIncluded:
    "The original is in this package. Its fingerprint was recomputed while the package was made, and whoever verifies the package recomputes it.",
  originalAbsent: {
    not_in_custody:
      "The original is NOT in this package: the service does not have it. Whoever holds it must produce it: without the exact original, byte for byte, the evidence says nothing about any file.",
    no_download_left:
      "The original is NOT in this package, although the service holds it in custody: the account had no downloads left on the day of the request. The allowance is renewed at 00:00 UTC: request the package again.",
    integrity_failed:
      "The original is NOT in this package: the copy that the service stored no longer matches the fingerprint and is not released. The proof itself is not affected. Whoever holds the original must produce it.",
    unavailable:
      "The original is NOT in this package, although the service holds it in custody: its storage did not answer. Request the package again later.",
  },
  verifyHeading: "How to verify",
  fingerprintStep:
    "Compute the fingerprint of the original and compare all 64 characters with the one above. A copy that was opened and saved again, or printed and scanned, is another file.",
  macOs: "macOS",
  linux: "Debian, Ubuntu",
  browserStep: (hasOriginal) =>
    `Open the verifier at the address below in a browser and drop this package on the page, as it is${hasOriginal ? "" : ", together with the original"}. It says what is proven. It needs no account, and no file leaves your computer.`,
  sealBrowserStep:
    "Unpack this package, open the verifier at the address below in a browser, and drop seal/qualified-timestamp.tsr on the page together with the original. It says what is proven. It needs no account, and no file leaves your computer. The package as a whole can be verified once it contains a portable proof.",
  packedVerifierStep:
    "Without a network, or if that address no longer answers: unpack this package, open verifier.html in a browser and use it in the same way. A verifier that comes with the evidence proves nothing by itself, because whoever can change the evidence can change it too: take verifier.html from the address above or from someone you trust, or compare its SHA-256 with a published one.",
  terminalStep:
    "For the commands below: unpack this package into a folder of its own and go into that folder. The lines for your system install what may be missing. On macOS, type shasum -a 256 instead of sha256sum.",
  fileWord: "FILE stands for the path of the original.",
  pageFingerprintStep:
    "The SHA-256 of verifier.html in this package. When the package was made, it was the value in the second line.",
  programStep:
    "On the command line, the same verifier is one file, svc-verify.mjs, that needs only Node.js 20.19 or newer (nodejs.org). Download it from the address below into the folder of the package, compare its SHA-256, and run it. With --online it asks public sources about what the package leaves open; --rpc and --esplora name an endpoint of the chain and a Bitcoin explorer instead. Without these options it does not use the network.",
  programTrust:
    "--trust names certificates that you trust: here those that came with the timestamp. They prove the authority’s name only if you know from elsewhere that they are its own.",
  programLists:
    "It finds the authority in the EU trusted lists, a copy of which comes with it; --trust names the certificates of other authorities that you trust.",
  byHandHeading: "By hand, with common tools only",
  leafStep:
    "The leaf of the proof is the SHA-256 of the text below. The result must be leaf.value in proof.json.",
  pathStep:
    "Start with the leaf and take the items of merkle.path in proof.json from first to last. If position is left, put the item’s hash before the value you have; if it is right, put it after. Type both hashes, one after the other, in place of LEFTRIGHT: the command computes the SHA-256 of their bytes. The last result must be the Merkle root below; if there are no items, the leaf is the root.",
  transactionStep: ({ network, blockNumber }) =>
    `Look up the transaction in any explorer of ${network}, or better in two run by different operators. It must be in block ${blockNumber}, and its input data, read as UTF-8 text, must be exactly the second line. The time of that block is the proven time.`,
  witnessStep:
    "Without a network: with the files in anchors/ the verifier checks that the transaction is in the block, and it names the block’s hash. That hash is then all that remains to be compared with an explorer.",
  headerTimestampStep:
    "The files anchors/*.ots bind that block itself to Bitcoin: the SHA-256 of its header’s bytes is in a Bitcoin block. Whoever verifies it knows, without asking anybody about the other chain, that the block existed no later than the Bitcoin block.",
  bitcoinStep:
    "Bitcoin: the OpenTimestamps client names the Bitcoin block in which the original is recorded, and the Merkle root that this block must have. Compare both with any Bitcoin explorer, or better with two run by different operators. The site opentimestamps.org does this in a browser.",
  bitcoinBlockStep:
    "Without a network: the verifier checks the headers in bitcoin/headers.json against Bitcoin’s difficulty and against the blocks that it knows.",
  sealStep:
    "Electronic timestamp: OpenSSL checks it by the certificates that came with it, in seal/tsa-certificates.pem. -attime is the time that the timestamp states (in seconds since 1970), so that the answer stays the same after the certificates have expired. “Verification: OK” means that the holder of these certificates signed exactly this file; the trusted lists of the European Union say whose they are and whether the authority was qualified.",
  sealTimestampStep:
    "After the authority’s certificate has expired: the OpenTimestamps client names the Bitcoin block in which the timestamp is recorded. If the time of that block lies before the expiry, the timestamp was made while the certificate was valid.",
  nothingToVerify:
    "Until an independent time source has recorded the fingerprint, there is nothing to verify except the fingerprint itself.",
  provesHeading: "What a verified package proves",
  proves: [
    "A file with exactly these bytes existed no later than the time stated.",
    "The file has not changed by a single bit since, if its fingerprint is still the same.",
  ],
  provesNotHeading: "What it does not prove",
  provesNot: [
    "Who made the file, who owns it, or who registered it.",
    "That what the file says is true, or that the file did not exist earlier.",
  ],
  remarks: [
    "Without the original file, unchanged to the last bit, this package says nothing about any file: keep that file.",
    "These instructions, the certificate and a verifier in this package are explanations, not evidence: what counts is the result of a verifier that you trust.",
  ],
};
