import type { InputType } from "./checks.js";

/** What an input looks like that is not recognised as evidence: `evidence.looks_like`. The words are stable: software depends on them. */
export type LookAlike =
  | "html"
  | "http_answer"
  | "email"
  | "api_error"
  | "proof_not_ready"
  | "proof_resource"
  | "verification_report"
  | "sigstore_bundle"
  | "timestamp_request"
  | "document_signature"
  | "evidence_record"
  | "certificates"
  | "crl"
  | "ocsp_response"
  | "trust_list"
  | "bitcoin_headers"
  | "mangled_opentimestamps"
  | "image"
  | "video"
  | "audio"
  | "archive"
  | "office_document"
  | "apple_double"
  | "folder_settings"
  | "xml"
  | "json"
  | "text"
  | "empty"
  | "unknown";

/** An input that can be verified, or what it looks like instead. */
export type Recognised = Exclude<InputType, "unknown"> | { readonly looksLike: LookAlike };

const BESIDE = "give it beside the timestamp that it belongs to";
const ORIGINAL = "verify the evidence about it, and give it as the original";

/** What a file looks like, and what to do instead: English. */
export const LOOK_ALIKES: Readonly<Record<LookAlike, { readonly is: string; readonly instead: string }>> = {
  html: { is: "a web page", instead: "save the file that the page offers" },
  http_answer: {
    is: "the answer of a server with its header",
    instead: "save the body alone (curl without -i or --include)",
  },
  email: { is: "an e-mail", instead: "save its attachment, and verify that" },
  api_error: { is: "a server's message about an error", instead: "ask for the evidence again" },
  proof_not_ready: {
    is: "the service's answer that a proof is not ready yet",
    instead: "ask for the proof again later",
  },
  proof_resource: {
    is: "what the service says about a proof, not the portable proof",
    instead: "fetch the address in urls.proof_json",
  },
  verification_report: {
    is: "the report of a verification",
    instead: "verify the file that the report is about",
  },
  sigstore_bundle: { is: "a Sigstore bundle", instead: "verify it with cosign" },
  timestamp_request: {
    is: "the request for a timestamp, which proves nothing",
    instead: "give the authority's answer to it",
  },
  document_signature: {
    is: "the signature of a document, not a timestamp",
    instead: "verify it with a program for such signatures",
  },
  evidence_record: {
    is: "an evidence record (RFC 4998, RFC 6283)",
    instead: "verify it with a program for such records",
  },
  certificates: { is: "certificates", instead: BESIDE },
  crl: { is: "a revocation list", instead: BESIDE },
  ocsp_response: { is: "an OCSP response", instead: BESIDE },
  trust_list: { is: "a trusted list", instead: "give it beside the timestamp that is to be judged by it" },
  bitcoin_headers: { is: "headers of Bitcoin blocks", instead: BESIDE },
  mangled_opentimestamps: {
    is: "an OpenTimestamps file that a program has opened as text and saved",
    instead: "ask for the file as it was made",
  },
  image: { is: "an image", instead: ORIGINAL },
  video: { is: "a video", instead: ORIGINAL },
  audio: { is: "a recording of sound", instead: ORIGINAL },
  archive: { is: "an archive, but not a ZIP", instead: "unpack it, and verify what is in it" },
  office_document: { is: "an office document", instead: ORIGINAL },
  apple_double: { is: "what macOS keeps of another file (AppleDouble)", instead: "verify that file" },
  folder_settings: { is: "what a system keeps of a folder", instead: "verify the files in it" },
  xml: { is: "XML", instead: ORIGINAL },
  json: { is: "JSON", instead: ORIGINAL },
  text: { is: "a text", instead: ORIGINAL },
  empty: { is: "an empty file", instead: "ask for the file again" },
  unknown: { is: "none of the files that this verifier reads", instead: ORIGINAL },
};

/** Of a file that is not recognised, or only by what became of it. */
export function lookAlikeEvidence(looksLike: LookAlike): {
  readonly looks_like: LookAlike;
  readonly message: string;
} {
  const { is, instead } = LOOK_ALIKES[looksLike];
  return { looks_like: looksLike, message: `it looks like ${is}; ${instead}` };
}

/** Whether it may be a file that evidence is about, as far as its form says. */
export function mayBeOriginal(looksLike: LookAlike): boolean {
  return LOOK_ALIKES[looksLike].instead === ORIGINAL;
}
