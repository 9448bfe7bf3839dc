/** English: what the site says in every other language too before there is a result. `{…}` are placeholders (`fill`). */
import type { Translation } from "@svc-proof/verifier-web/ui/language";
import { actions, type CommonTexts, common } from "@svc-proof/verifier-web/ui/texts/page/english";

export type PageTexts = CommonTexts & Translation<typeof own>;

const own = {
  clockBehind:
    "The clock of this device says {date}. This page was made later, so the clock is wrong. Correct it: dates are judged by it.",
  loadingFailed:
    "A part of this page could not be loaded. What you added is still here. Check the network and try again. If it is still missing, the site has a new version: reload, and add the files again.",
  title: "Proof verifier",
  skipToContent: "Skip to the content",
  language: "Language",
  theme: { label: "Appearance", system: "Automatic", light: "Light", dark: "Dark" },
  settings: "Sources",
  landing: {
    heading: "How long has this file provably existed?",
    lead: "Add the proof and, if you have it, the original file. This page recomputes everything itself and shows what is proven.",
    sample: {
      lead: "No proof at hand?",
      button: "Try it with a sample",
      what: "Bitcoin’s first transaction, which quotes a newspaper of 3 January 2009, with the OpenTimestamps file that proves its date. It is checked on this device, like your own files.",
    },
    steps: "How a proof works",
    stepList: [
      {
        name: "A fingerprint is taken",
        what: "A computation turns the file into 64 characters: its SHA-256 fingerprint. Change one letter of the file, and the fingerprint is another. The file itself is not needed for the rest.",
      },
      {
        name: "The fingerprint is recorded",
        what: "It enters public blockchains and, on request, an electronic timestamp. Each of these records shows a date by which the fingerprint was there.",
      },
      {
        name: "Anyone can check",
        what: "This page computes the fingerprint of your file again, follows the proof to the record and compares. It needs neither the service that issued the proof nor an account.",
      },
    ],
    give: "What you can add",
    gives: [
      { name: "certificate.pdf", what: "the certificate; the proof is attached to it" },
      { name: "evidence.zip", what: "the evidence package, unopened" },
      { name: "proof.json", what: "the portable proof" },
      {
        name: ".tsr, .asics, .ots",
        what: "an electronic timestamp, alone or together with its original; an OpenTimestamps file",
      },
      { name: "the original", what: "any file, of any size; it is matched to its proof by its fingerprint" },
    ],
    how: "What the results mean",
    hows: [
      {
        name: "Verified",
        what: "every required check passed, and at least one independent source gives the time",
      },
      {
        name: "Correct so far",
        what: "everything that can be computed is right; a time source has yet to confirm the date",
      },
      { name: "Failed", what: "a check found a contradiction; the page says which" },
      { name: "Indeterminate", what: "no contradiction, but a required check could not be made" },
    ],
  },
  privacy: {
    short: actions.filesStay as string,
    heading: "Your files stay here",
    stays:
      "Files are read and their fingerprints computed in this window. Nothing is uploaded: not even the service that issued the proof sees them.",
    policy:
      "The browser enforces a strict policy: this page neither runs nor loads anything from third parties. It contacts only the sources that you choose.",
    tryOffline:
      "Try it: switch the network off. The page keeps working, even after you close it and come back.",
    nothingSent: "Sources contacted so far: none.",
    sentTo: "Sources contacted so far, at your request: {hosts}.",
  },
  intake: {
    drop: "Drop files or folders here",
    dropNow: "Release to verify",
    more: "Add more files",
    chooseFiles: "Choose files",
    chooseFolder: "Choose a folder",
    typed: "Or enter a number or a fingerprint",
    typedHint:
      "The number of a proof or of a certificate: this page fetches the proof. Or a SHA-256 fingerprint of 64 characters: it is compared with the proofs that you add.",
    typedFetch: "Fetch the proof",
    typedCompare: "Compare",
    addProof: "Add the proof",
    /** `{host}` is that of this page. */
    lookUp: "Look this fingerprint up at {host}",
    lookUpSends: "Only the fingerprint is sent to {host}, not the file.",
    lookingUp: "Asking {host}…",
    notFound: "{host} has no public proof with this fingerprint: that says nothing about the file.",
    /** `{host}` did not answer. */
    notAnswered: "{host} could not be asked. Check the network and try again.",
    arriving: { one: "Reading {count} file…", other: "Reading {count} files…" },
  },
  items: {
    heading: "Your files",
    verified: { one: "{count} verified", other: "{count} verified" },
    chosen: {
      one: "{count} by what you chose to trust",
      other: "{count} by what you chose to trust",
    },
    unvouched: { one: "{count} on an unknown chain", other: "{count} on an unknown chain" },
    rehearsal: { one: "{count} of a rehearsal", other: "{count} of a rehearsal" },
    failed: { one: "{count} failed", other: "{count} failed" },
    indeterminate: { one: "{count} indeterminate", other: "{count} indeterminate" },
    soFar: { one: "{count} correct so far", other: "{count} correct so far" },
    refused: { one: "{count} unreadable", other: "{count} unreadable" },
    working: { one: "{count} in progress", other: "{count} in progress" },
    waiting: { one: "{count} waiting for its proof", other: "{count} waiting for their proofs" },
    incomplete: "Proof not added yet",
    retry: actions.retry as string,
    all: "All",
    search: "Search by name",
    back: "Back to the list",
    remove: "Remove {title}",
    clear: "Start again",
    cancel: actions.cancel as string,
    empty: "None.",
    keys: "Use the arrow keys to move through the list and Enter to open a result.",
  },
  phases: {
    waiting: "Waiting",
    hashing: actions.hashing as string,
    fetching: "Fetching the proof",
    verifying: actions.verifying as string,
    asking: actions.asking as string,
    done: "Done",
    cancelled: "Cancelled",
    refused: "Could not be used",
  },
  wanted: {
    proof: "Add the proof: the PDF, ZIP or JSON that you received with the file.",
    "proof-of-fingerprint":
      "This fingerprint is ready to be compared. Add the proof that it should match, or enter the number of that proof.",
    timestamp: "These are block headers. Add the OpenTimestamps file that they belong to.",
    seal: "These are certificates. Add the electronic timestamp that they belong to.",
    "seal-of-revocation":
      "This is revocation data of an authority. Add the electronic timestamp that it belongs to.",
    snapshot:
      "This is an EU trusted list. This page uses a snapshot of all lists, whose signatures were verified before: “svc-verify trust-list build” makes one from the lists in a folder. Drop that snapshot here.",
  },
  problems: {
    file_unreadable: actions.fileUnreadable as string,
    too_many_files: "That is more than this page can hold. It took {max} files and left out the rest.",
    transfer_unreadable: "Some of the items dropped could not be opened ({count}). The rest were added.",
    verifier_crashed:
      "The verification stopped unexpectedly. This says nothing about the proof. Try again, or try another browser.",
    verifier_unresponsive:
      "The verification stopped responding and was ended. This says nothing about the proof.",
    verifier_not_loaded: "The verifier could not be loaded. Connect to the network and reload the page.",
    text_not_understood:
      "This is neither the number of a proof or certificate, nor a fingerprint of 64 characters, nor a proof.",
    proof_not_found: "The service has no proof and no certificate with the number {id}.",
    proof_not_ready: "The proof {id} is not anchored yet. Try again in a few minutes.",
    service_unreachable:
      "The proof {id} could not be requested from the service. If you have the proof as a file, drop it here.",
    service_invalid_answer: "The service answered with something that is not a proof.",
  },
  roles: {
    proof: "portable proof",
    package: "evidence package",
    certificate: "certificate",
    container: "timestamped container (ASiC-S)",
    seal: "electronic timestamp",
    timestamp: "OpenTimestamps file",
    witness: "proof of inclusion of an anchor",
    original: "file to compare",
    headers: "block headers",
    authority: "certificates of an authority",
    crl: "revocation list",
    ocsp: "OCSP response",
    snapshot: "snapshot of the EU trusted lists",
    "trusted-list": "EU trusted list (XML)",
  },
  update: {
    ready: "A newer version of this page is ready. Reloading empties the page.",
    reload: "Reload",
    /** Replaces the button during a verification. */
    afterwards:
      "A newer version of this page is ready. You can switch to it when the verification is finished.",
    /** Refused because other windows with this page are open. */
    otherPages: "A newer version is ready. Close the other windows with this page first.",
  },
  sources: {
    heading: "Sources for online checks",
    lead: "They are contacted only when you press a button, and stored on this device. Two independent sources are better than one: if one is wrong, the other may contradict it.",
    oneALine: "One address per line.",
    reset: "Back to the defaults",
    save: "Save",
    none: "No source will be asked.",
    faults: {
      endpoint_not_an_address: "An address begins with https:// or http://.",
      endpoint_with_credentials: "Browsers send nothing to an address that contains a user name.",
      endpoint_not_secure: "Only a source on this device may be asked without encryption (http://).",
      too_many_endpoints: "These are more sources than can be asked.",
    },
  },
  close: "Close",
  footer: {
    version: "Version {version}",
    build: "Build {hash}",
    files: "All files of this page, with their fingerprints",
    single: "This page as one file, to keep with the evidence",
    isKept: "This page is stored on this device and works without a network.",
    about: "About this verifier",
  },
} as const;

export const page: PageTexts = { ...common, ...own };
