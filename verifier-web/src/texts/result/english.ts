/** English: what the site says of a result in every other language too. `{…}` are placeholders (`fill`); sentences end with their full stop. */
import type { Translation } from "@svc-proof/verifier-web/ui/language";
import { actions } from "@svc-proof/verifier-web/ui/texts/page/english";
import { type VerdictTexts, verdict } from "@svc-proof/verifier-web/ui/texts/result/english";

export { codes } from "@svc-proof/verifier-web/ui/texts/result/english";

export type ResultTexts = VerdictTexts & Translation<typeof own>;

const own = {
  repeat: {
    heading: "Repeat without us",
    expected: "The result must be:",
    unpackZip: "First unpack the package:",
    unpackPdf: "First save the attachments of the PDF:",
    formatProof: "A proof is JSON text. This command shows it, and fails if it is not JSON:",
    formatTimestamp: "This shows the OpenTimestamps file step by step:",
    formatSeal: "This shows the electronic timestamp:",
    content: "Compute the fingerprint of the file and compare all 64 characters.",
    leaf: "The leaf is the SHA-256 of a text made of the identifier and the fingerprint:",
    merkle:
      "Start from the leaf and put each step of the path to its left or its right. The last value is the root:",
    payload: "The payload is a text. A transaction contains it in hexadecimal:",
    anchorCast: "Ask any node of the chain for the input data of the transaction, and for its block:",
    anchorCurl: "The same without a special program. “input” must be the payload, “blockNumber” the block:",
    anchorExplorer:
      "Or view the transaction in any explorer. Its input data, read as text, must be the payload.",
    bitcoinOts:
      "With the OpenTimestamps client, which names the block and the Merkle root that it must have:",
    bitcoinNode: "Your Bitcoin node gives the Merkle root of the block:",
    bitcoinExplorer: "Or compare the Merkle root that any Bitcoin explorer shows for the block.",
    sealOpenssl:
      "With OpenSSL. CA.pem holds the certificate of the authority that you trust; -attime is the time in the timestamp, so that the answer stays the same after the certificate has expired:",
    sealText: "This shows the time, the fingerprint and the serial number in the electronic timestamp:",
    qualified:
      "Look the provider up in the European Commission’s browser of the trusted lists, eidas.ec.europa.eu/efda: by country, provider and service. It shows the status of the service and its history.",
    placeholderFile:
      "FILE stands for a file that was not given, or whose name cannot be put into a command safely.",
    withoutUs: "All steps at once, with the command line of this verifier:",
    program: "The command line is one file that needs only Node.js: {program}. Its SHA-256 is in {hashes}.",
    programElsewhere:
      "The command line is the file svc-verify.mjs, which needs only Node.js. It lies beside this verifier on the web, and build.json there states its SHA-256.",
    saveFirst: "Save the files that this page fetched:",
    sandboxRoot: "Save the root certificate of the sandbox:",
  },
  next: {
    confirm: actions.confirm as string,
    asks: actions.asks as string,
    headers:
      "This fetches block headers of Bitcoin from this site ({size}). They prove the block, and you need not trust anyone.",
    orAsk: "If this site does not have them, it asks {sources}.",
    sandbox: "It asks the sandbox itself and trusts its authority: the result has no evidential value.",
    authority:
      "Whether the date counts depends on the authority that states it. If you trust that authority, add its certificate or its root certificate.",
    chooseAuthority: "Choose certificates",
  },
  online: {
    heading: "Ask the network",
    sentEvm: actions.sentEvm as string,
    sentBitcoin: actions.sentBitcoin as string,
    notSent: actions.notSent as string,
    noSources: "No source is set for this network.",
    askAgain: actions.askAgain as string,
    change: "Change the sources",
    isOffline: "This device is offline.",
  },
  headers: {
    heading: "Prove the block without asking anyone",
    lead: "Bitcoin’s block headers can prove the block that the proof names, and you need not trust anyone. Sites with this verifier may have the missing ones: {files} ({size}).",
    sent: "Only this site is asked, for these files alone. They are kept on this device.",
    fetch: "Get the headers from this site",
    fetched: "From this site, and now kept on this device: {files}.",
    kept: "Kept on this device since an earlier visit: {files}.",
    absent: "Not available from this site: {files}. The current two weeks follow once they are over.",
    unreachable: "This site could not be reached, so it did not say whether it has them: {files}.",
  },
  /** Several results at once. */
  list: {
    ask: {
      heading: {
        one: "For {count} proof, no date is confirmed yet",
        other: "For {count} proofs, no date is confirmed yet",
      },
      ask: "Ask about all of them",
      sources: "Sources to be asked: {hosts}.",
      /** While sources are asked. */
      open: { one: "{count} answer still to come", other: "{count} answers still to come" },
      stop: "Stop asking",
    },
    report: {
      heading: "Keep a report on all files",
      lead: "It covers every file of the list, also those that the list does not show at the moment.",
      csv: "Save as CSV",
      /** Of the printed list. */
      title: { one: "Verification of {count} file", other: "Verification of {count} files" },
    },
    columns: { outcome: "Result", file: "File", ground: "Source, or reason" },
    /** Files that are probably changed versions of an original. */
    changed: {
      heading: "Probably changed",
      /** In the row of a proof; of a file. */
      ofProof: "Probably changed: {files}",
      ofFile: "Probably a changed version of the original of {files}",
      /** Beside a proof, about a file. */
      fileByName:
        "{file} has the name of the original, but not the fingerprint in this proof. It has probably been changed.",
      fileBySize:
        "{file} has exactly the size of the original, but not the fingerprint in this proof. It has probably been changed.",
      /** Beside a file, about a proof. */
      proofByName:
        "This file has the name of the original of {file}, but not the fingerprint in that proof. It has probably been changed.",
      proofBySize:
        "This file has exactly the size of the original of {file}, but not the fingerprint in that proof. It has probably been changed.",
      /** Beside a proof; beside a file. */
      compareFile: "Compare {file} with this proof",
      compareProof: "Compare it with {file}",
    },
  },
  add: {
    original: actions.addOriginal as string,
    chooseOriginal: actions.chooseOriginal as string,
    compareOther: actions.compareOther as string,
    trustHeading: "Certificates you trust",
    trustLead:
      "An electronic timestamp is as reliable as the authority behind it. Agree only if another source has shown you that these certificates are the authority’s.",
    trust: "Trust the certificates in {file}",
  },
  report: {
    heading: "Keep the report",
    lead: "One page for the case file, with the whole report behind it.",
    print: "Print",
    pdf: "Save as PDF",
    json: "Save as JSON",
    asic: "Save as ASiC-S",
    makingAsic: "Making the ASiC-S file…",
    failedAsic: "The ASiC-S file could not be made.",
    asicRefusals: {
      asic_name_reserved: "The original has the name of a part of the container. Rename it.",
      asic_original_too_large: "The original is too large.",
      asic_original_archive: "The original is an archive that other validators would refuse to open.",
    },
    leadAsic:
      "ASiC-S: one file with the original and its electronic timestamp, which other validators open too.",
    title: "Verification report",
    making: "Making the PDF…",
    failed: "The PDF could not be made: a part of this page could not be loaded.",
    page: "Page {page} of {pages}",
    verifier: "Verifier",
    build: "Build (SHA-256)",
    attached: "Attached to this PDF: the report as JSON, for software to read.",
    summary: {
      save: "Save a summary",
      title: "Summary of the verification",
      fingerprints: "Fingerprints",
      file: "File compared",
      equal: "The two are the same.",
      source: "Who says so",
      accuracy: "Accuracy",
      seconds: { one: "± {count} second", other: "± {count} seconds" },
      toTheDay: "to the day",
      notStated: "not stated",
      more: { one: "and {count} more in the report", other: "and {count} more in the report" },
      repeat: "How to repeat it",
      command: "Command",
      atEnd: "At the end of the report.",
      behind: "The report from page 2 on has every check, and what was compared.",
    },
    joint: {
      count: { one: "{count} file", other: "{count} files" },
      file: "File",
      outcome: "Result",
      date: "Existed no later than",
      ground: "Source, or reason",
      bounded: "In full below: the first {count} files. For the others, the attached JSON has all details.",
      attached: "Attached to this PDF: the reports as JSON, for software to read.",
    },
  },
} as const;

export const result: ResultTexts = { ...verdict, ...own };
