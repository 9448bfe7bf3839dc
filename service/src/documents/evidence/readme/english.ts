import type { ReadmeText } from "./readme-text.js";

export const english: ReadmeText = {
  title: "Evidence package",
  developmentNotice:
    "DEVELOPMENT NETWORK: nothing in this package has any evidential value. The chains that it names, Bitcoin included, may be ones for development.",
  introduction:
    "This package belongs to a file whose SHA-256 fingerprint was registered with a timestamping service. It holds what is needed to check, without that service and without trusting it, when a file with this fingerprint existed at the latest.",
  labelled: (label, value) => `${label}: ${value}`,
  file: "File",
  fingerprint: "SHA-256",
  proof: "Proof",
  certificate: "Certificate",
  received: "Received (by the service's own clock)",
  provenHeading: "What stands at present",
  proven: ({ network, chainId, blockNumber }, time) =>
    `A file with this fingerprint existed no later than ${time}. That is the time of block ${blockNumber} of ${network} (chain ${chainId}), which holds a transaction that commits to the fingerprint.`,
  unconfirmed: "The block is recent and does not have its confirmations yet.",
  sealed: (authority, time) =>
    `A time-stamping authority signed the fingerprint together with the time ${time}. It names itself ${authority}.`,
  notAnchoredYet:
    "The fingerprint is in no block of a blockchain yet. Request this package again later: it will hold more.",
  notProvenYet:
    "NOTHING IS PROVEN YET. The fingerprint has been received, and no independent time source has recorded it so far. Until one has, this package is a receipt and no evidence: request it again later.",
  bitcoinConfirmed: (blockHeight) => `Block ${blockHeight} of Bitcoin commits to the fingerprint as well.`,
  bitcoinSubmitted:
    "The fingerprint was submitted to public OpenTimestamps calendars and is not in a block of Bitcoin yet.",
  bitcoinPending: "The fingerprint has not been submitted to Bitcoin yet.",
  contentsHeading: "What is in this package",
  readme: "these instructions",
  parts: {
    certificate: "certificate for people; the same evidence is attached inside",
    proof: "portable proof (svc-proof/2): fingerprint, leaf, audit path, Merkle root, transaction",
    seal: "electronic timestamp (RFC 3161) as the authority issued it",
    seal_certificates: "certificates of the timestamping authority",
    seal_timestamp: "OpenTimestamps proof that the timestamp existed before its certificate expires",
    bitcoin_original: "OpenTimestamps proof of the original file",
    bitcoin_batch: "OpenTimestamps proof of the Merkle root",
    bitcoin_headers: "headers of Bitcoin's block and of those that follow it",
    original: "the original file",
  },
  originalHeading: "The original",
  originalIncluded:
    "The original is in this package. Its fingerprint was recomputed while the package was made, and whoever verifies the package recomputes it.",
  originalAbsent: {
    not_in_custody:
      "The original is NOT in this package: the service does not have it. Whoever holds it must produce it: without the original, to the byte, the evidence says nothing of any file.",
    no_download_left:
      "The original is NOT in this package, although it is in the service's custody: the account had no download left on the day of the request. Downloads begin anew at 00:00 UTC: request the package again.",
    integrity_failed:
      "The original is NOT in this package: what the service has stored no longer has the fingerprint, and is not handed out. The proof itself is not affected. Whoever holds the original must produce it.",
    unavailable:
      "The original is NOT in this package, although it is in the service's custody: its storage did not answer. Request the package again later.",
  },
  verifyHeading: "How to verify",
  fingerprintStep:
    "Compute the fingerprint of the original and compare all 64 characters with the one above. A copy that was opened and saved again, or printed and scanned, is another file.",
  windows: "Windows",
  macOs: "macOS",
  verifierStep: (hasOriginal) =>
    `Give this package, as it is, to the verifier svc-verify. It is free software, and needs neither the service nor an account${hasOriginal ? "; it recomputes the fingerprint of the original inside" : "; name the original beside it"}. Without further words it asks no one; --rpc names an endpoint of the chain and --esplora an explorer of Bitcoin that it may ask.`,
  verifierTrust:
    "--trust names the certificates of the authorities whose timestamps you trust (CA.pem, see below); without them the timestamp stays undecided.",
  sealVerifierStep:
    "Unpack this package and give the timestamp in it to the verifier svc-verify. It is free software, and needs neither the service nor an account. The package as a whole is verified once it holds a portable proof.",
  byHandHeading: "By hand, with nothing but common tools",
  leafStep:
    "The leaf of the proof is the SHA-256 of the text below. The result must be leaf.value in proof.json.",
  pathStep:
    "Take the items of merkle.path in proof.json from the first to the last, and begin with the leaf. Where position is left, put the item's hash before what you have; where it is right, behind. Write both as bytes and take the SHA-256. The last result must be the Merkle root below; without items the leaf is the root.",
  transactionStep: ({ network, blockNumber }) =>
    `Look up the transaction in any explorer of ${network}, or better in two of different operators. It must be in block ${blockNumber}, and its input data, read as UTF-8 text, must be exactly the second line. The time of that block is the time that is proven.`,
  bitcoinStep:
    "Bitcoin: any OpenTimestamps client verifies the original with bitcoin/original.ots. The stock client asks a node of Bitcoin; the site opentimestamps.org asks explorers.",
  bitcoinBlockStep:
    "Without a network: the verifier checks the headers in bitcoin/headers.json against the difficulty of Bitcoin and against the blocks that it knows.",
  sealStep:
    "Electronic timestamp: any RFC 3161 tool verifies it. CA.pem is the root certificate of the authority, from a source that you trust; the trusted lists of the European Union say whether the authority was qualified.",
  nothingToVerify:
    "As long as no independent time source has recorded the fingerprint there is nothing to verify beyond the fingerprint itself.",
  provesHeading: "What a verified package proves",
  proves: [
    "A file with exactly these bytes existed no later than the time stated.",
    "Not one bit of that file has changed since, if its fingerprint is still the same.",
  ],
  provesNotHeading: "What it does not prove",
  provesNot: [
    "Who made the file, who owns it, or who registered it.",
    "That what the file says is true, or that the file did not exist earlier.",
    "Anything at all without the original file.",
    "These instructions and the certificate are explanations and no evidence: what counts is what the verification yields.",
  ],
};
