/** English: what every other language of certificates and of `README.txt` must say. */

import type { Translation } from "@svc-proof/verifier-web/ui/language";
import type { AnchorFacts, ListedService } from "../facts.js";
import { dayText, durationText, momentText, numberText, type WritingRules } from "../words.js";

export type DocumentTexts = Translation<typeof english>;

const rules: WritingRules = {
  months: "January February March April May June July August September October November December".split(" "),
  shortMonths: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec".split(" "),
  day: String,
  between: " ",
  at: " at ",
  decimal: ".",
  group: ",",
  units: [
    ["hour", "hours"],
    ["minute", "minutes"],
    ["second", "seconds"],
  ],
  isSingular: (count) => count === 1,
};

export const english = {
  rules: rules as WritingRules,
  /** Territories whose trusted lists are part of the EU list of lists, under the codes of ETSI TS 119 612, section 5.3.10. */
  countries: {
    AT: "Austria",
    BE: "Belgium",
    BG: "Bulgaria",
    CY: "Cyprus",
    CZ: "Czechia",
    DE: "Germany",
    DK: "Denmark",
    EE: "Estonia",
    EL: "Greece",
    ES: "Spain",
    FI: "Finland",
    FR: "France",
    HR: "Croatia",
    HU: "Hungary",
    IE: "Ireland",
    IS: "Iceland",
    IT: "Italy",
    LI: "Liechtenstein",
    LT: "Lithuania",
    LU: "Luxembourg",
    LV: "Latvia",
    MT: "Malta",
    NL: "Netherlands",
    NO: "Norway",
    PL: "Poland",
    PT: "Portugal",
    RO: "Romania",
    SE: "Sweden",
    SI: "Slovenia",
    SK: "Slovakia",
    UK: "United Kingdom",
  },
  /** A name that somebody else chose. */
  quoted: (name: string): string => `“${name}”`,
  /** A chain that is not known, by the label that it was given: `chainText` of shared. */
  unknownChain: "unknown chain {chain} (“{label}”)",
  /** The time that a qualified timestamp states, whichever source the headline has. */
  presumed: (time: string): string =>
    `Presumed by law: ${time} (Article 41(2) of Regulation (EU) No 910/2014).`,
  /** Names of states and attachments are keys of the facts. */
  certificate: {
    title: "Certificate of Existence of a File",
    developmentNotice: "Development or test network: this document has no evidential value.",
    /** Before the time. */
    provenLead: "The file with the fingerprint below existed on or before",
    provenByBlock: (network: string, blockNumber: number): string =>
      `This is the time of block ${blockNumber} of ${network}, which contains a transaction that records the fingerprint.`,
    provenByBitcoin: (blockHeight: number, day: string): string =>
      `The day of Bitcoin block ${blockHeight}, of ${day}, with a margin for its miner’s clock. The block records the fingerprint by way of OpenTimestamps.`,
    provenBySeal: (authority: string): string =>
      `Time stated in the electronic timestamp. Authority: ${authority}`,
    /** Follows one of these: the time includes the accuracy of the source. */
    accuracy: (seconds: number): string =>
      `It includes the margin of error of that time: ${durationText(seconds, rules)}.`,
    unsettled: "The block is recent: it does not have enough confirmations yet.",
    unprovenLead: "This fingerprint has been received but is not proven yet",
    unprovenDetail:
      "No independent time source has recorded it so far. Until one has, this page is a receipt, not evidence: request the certificate again later.",
    scanToVerify: "Scan to verify",
    qrDescription: (url: string): string => `QR code with the address of the verifier: ${url}`,

    file: "Name given by the registrant (not proven)",
    /** Below a name with characters that are shown as their code points. */
    codePoints:
      "Characters that this document cannot show, or that would change how it reads, appear as their Unicode number in brackets.",
    fingerprint: "SHA-256 fingerprint",
    received: "Received",
    receivedNote: "by the service’s own clock",

    timeSources: "Independent time sources",
    publicChain: "Public blockchain",
    /** One that is not known as public. */
    otherChain: "Blockchain",
    bitcoin: "Bitcoin (OpenTimestamps)",
    seal: "Electronic timestamp (RFC\u00a03161)",
    /** Replaces `seal` if the trusted lists named the authority as a qualified one. */
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
    listNumber: (number: number): string => `no. ${number}`,

    proves: "What it proves",
    provesItems: [
      "That a file with exactly these bytes existed no later than the time stated.",
      "That the file has not changed by a single bit since, if its fingerprint is still the same.",
    ],
    /** The last of these, except on a development or test network: there, only the service may have the chain. */
    provesAlone:
      "Anyone can verify this without the service, without an account and without trusting the service.",
    provesNothingYet: [
      "Nothing yet. Once a time source has recorded the fingerprint: that a file with exactly these bytes existed no later than that time.",
    ],
    provesNot: "What it does not prove",
    provesNotItems: [
      "Who made the file, who owns it or who registered it.",
      "That what the file says is true, or that it did not exist earlier.",
      "Which file the fingerprint belongs to, once the original is lost: keep the original unchanged, byte for byte.",
    ],

    /** On the line of time of the picture, instead of "today": paper is read later. */
    thisPage: "This page",
    annex: "Annex",
    howToVerify: "How to verify",
    stepOriginal:
      "Use the original file exactly as it was registered. A copy that was opened and saved again, or printed and scanned, is another file.",
    /** Says what FILE stands for in the commands, which are the same in every language. */
    stepFingerprint:
      "Compute its SHA-256 fingerprint and compare all 64 characters with this certificate. In the commands of these steps, FILE stands for the path of the original.",
    stepVerifier: (url: string): string =>
      `Open ${url} and select the file and this PDF. Both stay on your device; the verifier asks only the sources that it names.`,
    stepOffline: (programUrl: string): string =>
      `Or use the verifier’s command line, which needs neither the service nor an account, only Node.js: download ${programUrl} and type the command below. It reads the proof from the attachments of this PDF, not from the printed text.`,
    stepChain: (root: string): string =>
      `Look at the transaction in any explorer of the chain. Its input data, read as text, must be: svc:v2:${root}`,
    stepBitcoin:
      "For Bitcoin, save the attachment bitcoin.ots. The OpenTimestamps client, which pipx runs, names the Bitcoin block and the Merkle root that this block must have: compare both with any Bitcoin explorer.",
    stepSeal:
      "For the electronic timestamp, save the attachment timestamp.tsr and use OpenSSL. CA.pem is a certificate of the authority that you trust, such as the root that it publishes. -attime is the time that the timestamp states (in seconds since 1970), so that the answer, “Verification: OK”, stays the same after the certificates have expired.",
    stepWait:
      "There is nothing to verify until a time source has recorded the fingerprint. The address of the proof shows when that has happened.",
    details: "Details",
    certificateId: "Certificate",
    proofId: "Proof",
    size: "Size stated",
    bytes: (count: number): string => (count === 1 ? "1 byte" : `${numberText(count, rules)} bytes`),
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
    /** What the trusted lists said when the seal was issued. @param service null if they name none. */
    qualified: ({
      country,
      provider,
      service,
      status,
      since,
      listNumber,
      listIssued,
      listSha256,
    }: ListedService): string =>
      `The trusted list of ${country} that was at hand when this timestamp was issued (no. ${listNumber} of ${listIssued}, SHA-256 ${listSha256}) names the service “${service}” of the provider “${provider}” with the status “${status}” since ${since}. At the time in the timestamp the authority was thus qualified. The list, not this page, proves it.`,
    notQualified: (listed: ListedService | null): string =>
      listed === null
        ? "This timestamp is not a qualified one: none of the EU trusted lists at hand when it was issued names the authority as a service for qualified timestamps."
        : `This timestamp is not a qualified one: the trusted list of ${listed.country} that was at hand when it was issued (no. ${listed.listNumber} of ${listed.listIssued}) names the service “${listed.service}” of the provider “${listed.provider}” with the status “${listed.status}” since ${listed.since}.`,
    qualificationOpen:
      "The EU trusted lists at hand when this timestamp was issued do not say whether the authority was qualified; later lists may.",
    qualificationNotChecked:
      "The EU trusted lists, not this page, say whether the authority was qualified at that time; it was not checked here.",
    /** Why the seal outlives its certificate; a command follows. @param blockHeight null while it is only submitted. */
    sealTimestamp: (blockHeight: number | null): string =>
      `The certificate of a timestamping authority expires, and from a signature alone nobody can tell whether it was made before that day. ${
        blockHeight === null
          ? "The timestamp itself, byte for byte, was therefore submitted to Bitcoin and is not in a block yet: request this certificate again later (attachment timestamp.tsr.ots)."
          : `The timestamp itself, byte for byte, is therefore bound to Bitcoin block ${blockHeight} (attachment timestamp.tsr.ots). The time of that block proves that the timestamp already existed then. It can therefore be verified even after the certificate has expired, in the same way as bitcoin.ots:`
      }`,
    labelled: (label: string, value: string): string => `${label}: ${value}`,
    page: (number: number, count: number): string => `Page ${number} of ${count}`,
    /** Day, month and year, and the time with the zone's name. */
    dateTime: (date: Date): string => momentText(date, rules),
    day: (date: Date): string => dayText(date, rules),
  },
  /** The instructions of a package. A judge must understand them without anything else. */
  readme: {
    title: "Evidence package",
    developmentNotice:
      "DEVELOPMENT OR TEST NETWORK: nothing in this package has any evidential value. The chains it names, including Bitcoin, may be development or test chains.",
    /** On a development or test network, only the service itself may have the chain. */
    introduction: (isDevelopment: boolean): string =>
      `This package belongs to a file whose SHA-256 fingerprint was registered with a timestamping service. With it and the file you can check${isDevelopment ? "" : ", without that service and without trusting it,"} whether a time is proven by which a file with this fingerprint existed.`,
    /** A line of the head. */
    labelled: (label: string, value: string): string => `${label}: ${value}`,
    file: "Name given by the registrant (not proven)",
    fingerprint: "SHA-256",
    proof: "Proof",
    certificate: "Certificate",
    /** By the service's own clock. */
    received: "Received (by the service’s own clock)",
    provenHeading: "Current status",
    /** The one date that counts. @param time as `utcText` writes it. @param source one of `headlineSources`. */
    headline: (time: string, source: string): string =>
      `The file with this fingerprint existed on or before ${time}. That date rests on ${source}, the earliest of the strongest sources of this package, and already includes the margin of error of that source. The date of every source follows.`,
    headlineSources: {
      anchor: ({ network, blockNumber }: AnchorFacts): string => `block ${blockNumber} of ${network}`,
      bitcoin: (blockHeight: number): string => `Bitcoin block ${blockHeight}`,
      seal: (authority: string): string => `the electronic timestamp of ${authority}`,
    },
    /** @param time as `utcText` writes it. */
    anchored: ({ network, blockNumber }: AnchorFacts, time: string): string =>
      `Block ${blockNumber} of ${network}, of ${time}, contains a transaction that records the fingerprint.`,
    unconfirmed: "The block is recent and does not have enough confirmations yet.",
    /** @param time as `utcText` writes it. */
    sealed: (authority: string, time: string): string =>
      `A timestamping authority signed the fingerprint together with the time ${time}. It identifies itself as ${authority}.`,
    /** Follows `sealed`: what the trusted lists said then. @param service null if they name none. */
    qualified: ({
      country,
      provider,
      service,
      status,
      since,
      listNumber,
      listIssued,
    }: ListedService): string =>
      `The trusted list of ${country} that was at hand then (no. ${listNumber} of ${listIssued}) names the service “${service}” of the provider “${provider}” with the status “${status}” since ${since}: at the time in the timestamp the authority was qualified. seal/trusted-list-entry.json records this entry as the service found it; the published list proves it, and the verifier reads that list itself.`,
    notQualified: (listed: ListedService | null): string =>
      listed === null
        ? "The timestamp is not a qualified one: none of the EU trusted lists that were at hand when it was issued names the authority as a service for qualified timestamps."
        : `The timestamp is not a qualified one: the trusted list of ${listed.country} that was at hand when it was issued (no. ${listed.listNumber} of ${listed.listIssued}) names the service “${listed.service}” of the provider “${listed.provider}” with the status “${listed.status}” since ${listed.since}. seal/trusted-list-entry.json records this entry as the service found it.`,
    qualificationOpen:
      "The EU trusted lists that were at hand when the timestamp was issued do not say whether the authority was qualified. Later lists may.",
    /** Why the seal outlives its certificate. @param blockHeight null while it is only submitted. */
    sealTimestamp: (blockHeight: number | null): string =>
      `The certificate of a timestamping authority expires, and from a signature alone nobody can tell whether it was made before that day. ${
        blockHeight === null
          ? "The timestamp itself, byte for byte, was therefore submitted to Bitcoin and is not in a block yet: request this package again later."
          : `The timestamp itself, byte for byte, is therefore bound to Bitcoin block ${blockHeight}. The time of that block proves that the timestamp already existed then. It can therefore be verified even after the certificate has expired.`
      }`,
    /** Replaces `proven` if there is a seal but no block yet. */
    notAnchoredYet:
      "The fingerprint is not in any block of a blockchain yet. Request this package again later: it will contain more.",
    notProvenYet:
      "NOTHING IS PROVEN YET. The fingerprint has been received, but no independent time source has recorded it so far. Until one has, this package is a receipt, not evidence: request it again later.",
    /** @param day by the clock of the block's miner; null if its header is not at hand. */
    bitcoinConfirmed: (blockHeight: number, day: string | null): string =>
      `Bitcoin block ${blockHeight}${day === null ? "" : `, of ${day},`} also records the fingerprint.`,
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
        "OpenTimestamps file of the electronic timestamp, for the time after its certificate has expired",
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
    /** In a browser, by the package as a whole. */
    browserStep: (hasOriginal: boolean): string =>
      `Open the verifier at the address below in a browser and drop this package on the page, as it is${hasOriginal ? "" : ", together with the original"}. It says what is proven. It needs no account, and no file leaves your computer.`,
    /** Replaces `browserStep` if there is a seal but no proof yet. */
    sealBrowserStep:
      "Unpack this package, open the verifier at the address below in a browser, and drop seal/timestamp.tsr on the page together with the original. It says what is proven. It needs no account, and no file leaves your computer. The package as a whole can be verified once it contains a portable proof.",
    /** The verifier that lies in the package. */
    packedVerifierStep:
      "Without a network, or if that address no longer answers: unpack this package, open verifier.html in a browser and use it in the same way. A verifier that comes with the evidence proves nothing by itself, because whoever can change the evidence can change it too: take verifier.html from the address above or from someone you trust, or compare its SHA-256 with a published one.",
    /** Unpacks the package: the commands that follow are typed in its folder. */
    terminalStep:
      "For the commands below: unpack this package into a folder of its own and go into that folder. The lines for your system install what may be missing. On macOS, type shasum -a 256 instead of sha256sum.",
    /** Follows `terminalStep` if the commands have the word FILE for the original. */
    fileWord: "FILE stands for the path of the original.",
    /** Computes the fingerprint of the verifier that lies in the package. */
    pageFingerprintStep:
      "The SHA-256 of verifier.html in this package. When the package was made, it was the value in the second line.",
    programStep:
      "On the command line, the same verifier is one file, svc-verify.mjs, that needs only Node.js 20.19 or newer (nodejs.org). Download it from the address below into the folder of the package, compare its SHA-256, and run it. With --online it asks public sources about what the package leaves open; --rpc and --esplora name an endpoint of the chain and a Bitcoin explorer instead. Without these options it does not use the network.",
    /** Follows `programStep` if there is a seal. */
    programTrust:
      "--trust names certificates that you trust: here those that came with the timestamp. They prove the authority’s name only if you know from elsewhere that they are its own.",
    /** Replaces `programTrust` if the trusted lists named the authority as a qualified one. */
    programLists:
      "It finds the authority in the EU trusted lists, a copy of which comes with it; --trust names the certificates of other authorities that you trust.",
    byHandHeading: "By hand, with common tools only",
    leafStep:
      "The leaf of the proof is the SHA-256 of the text below. The result must be leaf.value in proof.json.",
    pathStep:
      "Start with the leaf and take the items of merkle.path in proof.json from first to last. If position is left, put the item’s hash before the value you have; if it is right, put it after. Type both hashes, one after the other, in place of LEFTRIGHT: the command computes the SHA-256 of their bytes. The last result must be the Merkle root below; if there are no items, the leaf is the root.",
    transactionStep: ({ network, blockNumber }: AnchorFacts): string =>
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
    /** What a reader must keep in mind, below the two lists. */
    remarks: [
      "Without the original file, unchanged to the last bit, this package says nothing about any file: keep that file.",
      "These instructions, the certificate and a verifier in this package are explanations, not evidence: what counts is the result of a verifier that you trust.",
    ],
  },
} as const;
