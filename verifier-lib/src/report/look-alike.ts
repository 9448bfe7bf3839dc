import type { InputType } from "./checks.js";

/** What an input looks like that is not recognised as evidence: `evidence.looks_like`. The words are stable: software depends on them. */
export type LookAlike =
  | "html"
  | "http_answer"
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

/** What people hand in that is none of the inputs, and what to do instead: English sentences. */
export const LOOK_ALIKES: Readonly<Record<LookAlike, string>> = {
  html: "This is a web page. Save the file that it offers, not the page.",
  http_answer:
    "This is the answer of a server with its header. Save the body alone: with curl, leave out -i and --include.",
  api_error: "This is a server's message about an error. Ask the server for the evidence again.",
  proof_not_ready: "The service says that the proof is not ready yet. Ask for it again later.",
  proof_resource:
    "This is what the service says of a proof, not the portable proof. Fetch the file that it names in urls.proof_json.",
  verification_report:
    "This is the report of a verification, not evidence. Verify the file that it is about.",
  sigstore_bundle: "This is a Sigstore bundle, a signature with its certificate. Verify it with cosign.",
  timestamp_request:
    "This is the request for a timestamp, which proves nothing. The authority's answer to it is the timestamp.",
  document_signature:
    "This is the signature of a document, not a timestamp. Verify it with the program for such signatures.",
  evidence_record: "This is an evidence record (RFC 4998 or 6283), which this verifier does not read.",
  certificates:
    "These are certificates, which prove no time. Give them beside the timestamp that they belong to.",
  crl: "This is a revocation list. Give it beside the timestamp that it belongs to.",
  ocsp_response: "This is an OCSP response. Give it beside the timestamp that it belongs to.",
  trust_list: "This is a trusted list. Give it beside the timestamp that is judged by it.",
  bitcoin_headers: "These are headers of Bitcoin blocks. Give them beside the timestamp that they belong to.",
  mangled_opentimestamps:
    "This was an OpenTimestamps file, which a program has opened as text and saved. Ask for the file as it was made.",
  image: "This is an image. Verify the evidence about it, and give it as the original.",
  video: "This is a video. Verify the evidence about it, and give it as the original.",
  audio: "This is a recording of sound. Verify the evidence about it, and give it as the original.",
  archive: "This is an archive in another format than ZIP. Unpack it and verify what is in it.",
  office_document: "This is an office document. Verify the evidence about it, and give it as the original.",
  apple_double: "This is what macOS keeps of another file (AppleDouble). The file beside it is the evidence.",
  folder_settings: "This is what a system keeps of a folder. It is not evidence.",
  xml: "This is an XML document. Verify the evidence about it, and give it as the original.",
  json: "This is a JSON document. Verify the evidence about it, and give it as the original.",
  text: "This is a text. Verify the evidence about it, and give it as the original.",
  empty: "The file is empty.",
  unknown:
    "This is not evidence that can be verified here. Verify the evidence about it, and give it as the original.",
};
