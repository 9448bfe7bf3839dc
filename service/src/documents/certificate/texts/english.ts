import { dayText, durationText, momentText, numberText } from "../../words.js";
import type { CertificateText } from "./certificate-text.js";

export const english: CertificateText = {
  title: "Fingerprint Certificate",
  developmentNotice: "Development network: this document has no evidential value.",
  provenLead: "A file with the fingerprint below existed no later than",
  provenByBlock: (network, blockNumber) =>
    `This is the time of block ${blockNumber} of ${network}, which contains a transaction that records the fingerprint.`,
  provenByBitcoin: (blockHeight) =>
    `The day of Bitcoin block ${blockHeight}, with a margin for its miner’s clock. The block records the fingerprint by way of OpenTimestamps.`,
  provenBySeal: (authority) => `Time stated in the electronic timestamp. Authority: ${authority}`,
  accuracy: (seconds) => `It includes the margin of error of that time: ${durationText(seconds, "en")}.`,
  unsettled: "The block is recent: it does not have enough confirmations yet.",
  unprovenLead: "This fingerprint has been received but is not proven yet",
  unprovenDetail:
    "No independent time source has recorded it so far. Until one has, this page is a receipt, not evidence: request the certificate again later.",
  scanToVerify: "Scan to verify",
  qrDescription: (url) => `QR code with the address of the verifier: ${url}`,

  file: "File",
  codePoints:
    "Characters for which this document has no letter, or which would change how it reads, stand as their Unicode number in brackets.",
  fingerprint: "SHA-256 fingerprint",
  received: "Received",
  receivedNote: "by the service’s own clock",

  timeSources: "Independent time sources",
  publicChain: "Public blockchain",
  bitcoin: "Bitcoin (OpenTimestamps)",
  seal: "Electronic timestamp (RFC\u00a03161)",
  qualifiedSeal: "Qualified electronic timestamp (RFC\u00a03161)",
  chainStates: { queued: "Waiting", batched: "Waiting", anchored: "In a block", confirmed: "Confirmed" },
  bitcoinStates: { pending: "Waiting", submitted: "Submitted", confirmed: "Confirmed" },
  sealStates: { none: "Not requested", pending: "Requested", issued: "Issued" },
  chainWaiting: "The transaction is not in a block yet.",
  bitcoinWaiting: "Not submitted to a calendar yet.",
  bitcoinSubmitted: "Submitted to public calendars; not in a block yet.",
  noSeal: "This proof carries no electronic timestamp.",
  sealWaiting: "The authority has not answered yet.",
  block: "Block",
  blockTime: "Time of the block",
  transaction: "Transaction",
  chainId: "Chain number (EIP-155)",
  authority: "Authority",
  time: "Time",
  serialNumber: "Serial number",
  policy: "Policy",
  trustedList: "Trusted list",
  listNumber: (number) => `no. ${number}`,

  proves: "What it proves",
  provesItems: [
    "That a file with exactly these bytes existed no later than the time stated.",
    "That the file has not changed by a single bit since, if its fingerprint is still the same.",
    "Anyone can verify this without the service, without an account and without trusting the service.",
  ],
  provesNothingYet: [
    "Nothing yet. Once a time source has recorded the fingerprint: that a file with exactly these bytes existed no later than that time.",
  ],
  provesNot: "What it does not prove",
  provesNotItems: [
    "Who made the file, who owns it or who registered it.",
    "That what the file says is true, or that it did not exist earlier.",
    "Which file the fingerprint belongs to, once the original is lost: keep the original unchanged, byte for byte.",
  ],

  annex: "Annex",
  howToVerify: "How to verify",
  stepOriginal:
    "Use the original file exactly as it was registered. A copy that was opened and saved again, or printed and scanned, is another file.",
  stepFingerprint:
    "Compute its SHA-256 fingerprint and compare all 64 characters with this certificate. In the commands of these steps, FILE stands for the path of the original.",
  stepVerifier: (url) =>
    `Open ${url} and select the file and this PDF. Both stay on your device; the verifier queries public sources only.`,
  stepOffline: (programUrl) =>
    `Or use the verifier’s command line, which needs neither the service nor an account, only Node.js: download ${programUrl} and type the command below. It reads the proof from the attachments of this PDF, not from the printed text.`,
  stepChain: (root) =>
    `Look at the transaction in any explorer of the chain. Its input data, read as text, must be: svc:v2:${root}`,
  stepBitcoin:
    "For Bitcoin, save the attachment bitcoin.ots. The OpenTimestamps client, which pipx runs, names the Bitcoin block and the Merkle root that this block must have: compare both with any Bitcoin explorer.",
  stepSeal:
    "For the electronic timestamp, save the attachment qualified-timestamp.tsr and use OpenSSL. CA.pem is a certificate of the authority that you trust, such as the root that it publishes. -attime is the time that the timestamp states (in seconds since 1970), so that the answer, “Verification: OK”, stays the same after the certificates have expired.",
  stepWait:
    "There is nothing to verify until a time source has recorded the fingerprint. The address of the proof shows when that has happened.",
  details: "Details",
  certificateId: "Certificate",
  proofId: "Proof",
  size: "Size stated",
  bytes: (count) => (count === 1 ? "1 byte" : `${numberText(count, "en")} bytes`),
  merkleRoot: "Merkle root",
  explorer: "Explorer",
  verifier: "Verifier",
  portableProof: "Portable proof",
  attachments: "Attached to this PDF",
  noAttachments: "None: there is no proof to attach yet.",
  attachmentKinds: {
    proof: "portable proof (svc-proof/2)",
    bitcoin: "OpenTimestamps file of the original",
    seal: "RFC\u00a03161 timestamp, as the authority issued it",
    trusted_list_entry: "entry of the EU trusted list that names the authority",
    seal_timestamp: "OpenTimestamps file of the electronic timestamp",
    witness: "proof of inclusion of the transaction in its block",
    witness_timestamp: "OpenTimestamps file of the block header in it",
  },
  sealNote:
    "Under Article 41(2) of Regulation (EU) No 910/2014, a qualified electronic time stamp enjoys the presumption of the accuracy of the date and the time it indicates and of the integrity of the data to which the date and time are bound.",
  qualified: ({ country, provider, service, status, since, listNumber, listIssued, listSha256 }) =>
    `The trusted list of ${country} that was at hand when this timestamp was issued (no. ${listNumber} of ${listIssued}, SHA-256 ${listSha256}) names the service “${service}” of the provider “${provider}” with the status “${status}” since ${since}. At the time in the timestamp the authority was thus qualified. The list, not this page, proves it.`,
  notQualified: (listed) =>
    listed === null
      ? "This timestamp is not a qualified one: none of the EU trusted lists at hand when it was issued names the authority as a service for qualified timestamps."
      : `This timestamp is not a qualified one: the trusted list of ${listed.country} that was at hand when it was issued (no. ${listed.listNumber} of ${listed.listIssued}) names the service “${listed.service}” of the provider “${listed.provider}” with the status “${listed.status}” since ${listed.since}.`,
  qualificationOpen:
    "The EU trusted lists at hand when this timestamp was issued do not say whether the authority was qualified; later lists may.",
  qualificationNotChecked:
    "The EU trusted lists, not this page, say whether the authority was qualified at that time; it was not checked here.",
  sealTimestamp: (blockHeight) =>
    `The certificate of a timestamping authority expires, and from a signature alone nobody can tell whether it was made before that day. ${
      blockHeight === null
        ? "The timestamp itself, byte for byte, was therefore submitted to Bitcoin and is not in a block yet: request this certificate again later (attachment qualified-timestamp.tsr.ots)."
        : `The timestamp itself, byte for byte, is therefore bound to Bitcoin block ${blockHeight} (attachment qualified-timestamp.tsr.ots). The time of that block, which nobody can change afterwards, proves that the timestamp already existed then. It can therefore be verified even after the certificate has expired, in the same way as bitcoin.ots:`
    }`,
  labelled: (label, value) => `${label}: ${value}`,
  page: (number, count) => `Page ${number} of ${count}`,
  dateTime: (date) => momentText(date, "en"),
  day: (date) => dayText(date, "en"),
};
