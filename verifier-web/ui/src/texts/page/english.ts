/** English: what the first view of a page says in every other language too. `{…}` are placeholders (`fill`). */
import type { Translation } from "../../language.js";

export type CommonTexts = Translation<typeof common>;
export type ActionTexts = Translation<typeof actions>;
export type ElementTexts = Translation<typeof element>;
export type LayoutTexts = Translation<typeof layout>;

/** Without `crypto.subtle`: at an address that browsers do not call secure. */
export const insecure: string =
  "Signatures cannot be checked here, because this page was opened without a secure connection. Use https, or the verifier in one file (verifier.html).";

/** Words that every page with a verdict needs, also before there is one. */
export const common = {
  /** The name of the file, which its author chose, below the headline. */
  quoted: "“{name}”",
  progress: {
    /** `{done}` of `{total}`. */
    amount: "{done} of {total}",
    /** Where the total is not known. */
    done: "{done}",
    rate: "{rate} per second",
    secondsLeft: { one: "{count} second left", other: "{count} seconds left" },
    minutesLeft: { one: "{count} minute left", other: "{count} minutes left" },
    nearlyDone: "nearly done",
  },
  outcomes: {
    verified: "Verified",
    chosen: "Verified by what you chose to trust",
    unvouched: "Unknown chain: nobody vouches for it",
    rehearsal: "Rehearsal: no evidential value",
    failed: "Failed",
    indeterminate: "Indeterminate",
    soFar: "Correct so far",
  },
  loading: "Loading…",
  loadingFailed: "A part of this page could not be loaded. Connect to the network and reload the page.",
  insecure: insecure as string,
  copy: "Copy",
  copied: "Copied",
};

/** Words for what a reader can do about a verdict, and for what is done meanwhile. */
export const actions = {
  /** The button that asks sources. */
  confirm: "Confirm the date",
  /** `{sources}` are their hosts. */
  asks: "This asks {sources}.",
  sentEvm: "the hash of the transaction and the number of its block",
  sentBitcoin: "the height of the block",
  /** `{what}` will be sent. */
  notSent:
    "This will be sent: {what}. Not the file, its name or its fingerprint. As with every visit to a website, the source sees your IP address.",
  askAgain: "Ask again",
  addOriginal:
    "Add the file to see whether it is the one that the proof is about. It is compared on this device and sent nowhere.",
  chooseOriginal: "Add the file",
  compareOther: "Compare another file",
  /** Files are read where they are. */
  filesStay: "Your files stay on this device. They are read here and sent nowhere.",
  hashing: "Computing the fingerprint",
  verifying: "Checking",
  asking: "Asking the sources",
  retry: "Try again",
  cancel: "Cancel",
  fileUnreadable:
    "The file was changed, moved or locked while it was read. Close the program that uses it, and choose the file again.",
};

/** Words that only the element has. */
export const element = {
  /** Name of the region, for screen readers. */
  label: "Verification of a proof",
  idle: "There is no proof to verify here yet.",
  fetching: { evidence: "Fetching the evidence", original: "Fetching the file" },
  /** Beside the button that chooses the original. */
  drop: "or drop it here",
  dropNow: "Release to compare",
  /** Takes the chosen file away again. */
  back: "Back to the evidence alone",
  /** After an error about the original. */
  without: "The file was not compared.",
  /** After an error. */
  nothing: "This says nothing about the proof.",
  /** `{sources}` are the hosts that were asked. */
  asked: "Asked: {sources}.",
  /** From `{host}`, where `{from}` led. */
  redirected: {
    evidence: "The evidence came from {host}: {from} redirected there.",
    original: "The file came from {host}: {from} redirected there.",
  },
  /** The first result, before its date is verified: what holds so far. */
  links: {
    holds: "The proof is sound in itself. Its date is still being verified.",
    holdsFile: "This is the file that the proof is about. Its date is still being verified.",
  },
  /** `{host}`, `{status}`, and `{max}`, a size. */
  errors: {
    evidence: {
      address_not_allowed: "The address of the evidence cannot be used.",
      unreachable: "The evidence could not be fetched from {host}.",
      refused: "{host} did not send the evidence (status {status}).",
      not_ready: "The proof is not finished yet. Try again in a few minutes.",
      timeout: "{host} did not send the evidence in time.",
      too_large: "The evidence at {host} is larger than {max} and was not read.",
      not_evidence: "What {host} sent is not evidence: a web page, or nothing.",
      not_loaded: "A part of the verifier could not be loaded. Reload the page.",
    },
    original: {
      address_not_allowed: "The address of the file cannot be used.",
      unreachable: "The file could not be fetched from {host}.",
      refused: "{host} did not send the file (status {status}).",
      not_ready: "The file is not ready yet. Try again in a few minutes.",
      timeout: "{host} did not send the file in time.",
      too_large: "The file at {host} is larger than {max} and was not read.",
      not_evidence: "What {host} sent is not the file.",
      not_loaded: "A part of the verifier could not be loaded. Reload the page.",
    },
  },
};

/** The words around a page of the documentation. */
export const layout = {
  documentation: "Documentation",
  skip: "Skip to the content",
  main: "Main navigation",
  verify: "Verify",
  home: "Home",
  create: "Create proofs",
  /** Who a part of the documentation is for, in its navigation. */
  groups: {
    courts: "For courts",
    developers: "For developers",
    operators: "For operators",
    project: "How it is built",
  },
  /** Offers the page in the reader’s language. */
  offer: "Read this page in English",
  sections: "Contents",
  search: "Search the documentation",
  find: "Search",
  onThisPage: "On this page",
  neighbours: "Previous and next page",
  previous: "Previous",
  next: "Next",
  languages: "Languages of this page",
  start: {
    description: "How to make proofs, how to check them, how it works, and why it is so.",
    lead: "svc-proof registers the fingerprint of a file and proves that the file existed by a certain date. What can be computed is checked without the service, an account or a network.",
    how: "How it works",
    steps: [
      {
        name: "A fingerprint is taken",
        what: "A computation turns the file into 64 characters, its SHA-256 fingerprint. The file stays where it is.",
      },
      {
        name: "The fingerprint is recorded",
        what: "Many fingerprints become one value in a public blockchain and in Bitcoin. On request an authority adds an electronic timestamp. Each record shows a date by which the fingerprint was there.",
      },
      {
        name: "Anyone can check",
        what: "The verifier computes the fingerprint of the file again and follows the proof to these records.",
      },
    ],
    begin: "Begin here",
    verify: "Verify a file",
    verifyWhat: "Drop the file together with its proof. Nothing is uploaded.",
    courtsWhat: "What a proof shows before a court, what it does not show, and what to ask.",
    all: "All parts",
    languages: "The guide for courts is also in Spanish, German and French; the other pages are in English.",
  },
  searchPage: {
    title: "Search",
    lead: "The index is fetched from this site with your first word. Your words stay on this device.",
    words: "Words",
    button: "Search",
    withoutScript: "The search needs a script. The start page leads to all pages.",
    none: "Nothing found for “{words}”.",
    found: { one: "{count} result for “{words}”.", other: "{count} results for “{words}”." },
    best: "The best {count} results for “{words}”.",
    failed: "The index could not be loaded.",
  },
  missing: {
    title: "There is no such page",
    text: "The address may be old. There are three ways on:",
    start: "Start page and guides",
  },
  /** Keeping all pages on the device, said by a script. */
  offline: {
    keep: "Keep the whole documentation on this device",
    working: "Fetching…",
    kept: "The whole documentation is on this device and opens without a network.",
    failed: "Not all could be fetched. Pages that you have read are kept.",
  },
} as const;
