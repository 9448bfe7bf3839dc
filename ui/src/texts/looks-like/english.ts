import type { LooksLikeTexts } from "./looks-like-texts.js";

const OF_ORIGINAL = "Add the evidence about it: this file is then the original.";

export const english: LooksLikeTexts = {
  html: "This is a web page. Save the file that the page offers, and add that.",
  email: "This is an e-mail. Save its attachment, and add that.",
  http_answer:
    "This is the answer of a server together with its header. Save the file alone: with curl, without -i.",
  api_error: "This is a server’s message about an error. Ask the server for the evidence again.",
  proof_not_ready: "It says that the proof is not ready yet. Ask the service for it again later.",
  proof_resource:
    "This is what the service says about a proof, not the proof. Add the file “proof.json”, or enter the number of the proof.",
  verification_report: "This is the report of a verification, not evidence. Add the file that it is about.",
  sigstore_bundle: "This is a Sigstore bundle: a signature with its certificate. cosign verifies it.",
  timestamp_request:
    "This is the request for a timestamp, which proves nothing. Add the authority’s answer (.tsr).",
  document_signature:
    "This is the signature of a document, not a timestamp. A program for such signatures verifies it.",
  evidence_record:
    "This is an evidence record (RFC 4998 or 6283), which this verifier does not read. Ask for the timestamps in it.",
  certificates: "These are certificates, which prove no time. Add the timestamp that they belong to.",
  crl: "This is a revocation list. Add the timestamp that it belongs to.",
  ocsp_response: "This is an OCSP response. Add the timestamp that it belongs to.",
  trust_list: "This is a trusted list. Add the timestamp that is judged by it.",
  bitcoin_headers: "These are headers of Bitcoin blocks. Add the timestamp that they belong to.",
  mangled_opentimestamps:
    "This was an OpenTimestamps file, until a program opened it as text and saved it. Ask for the file as it was made.",
  image: `This is an image. ${OF_ORIGINAL}`,
  video: `This is a video. ${OF_ORIGINAL}`,
  audio: `This is a sound recording. ${OF_ORIGINAL}`,
  archive: "This is an archive, but not a ZIP. If the evidence is in it, unpack it and add the folder.",
  office_document: `This is an office document. ${OF_ORIGINAL}`,
  apple_double:
    "macOS keeps notes about another file here. The evidence is the file without “._” in its name.",
  folder_settings: "A system keeps notes about a folder here. This is not evidence.",
  xml: `This is an XML document. ${OF_ORIGINAL}`,
  json: `This is a JSON document. ${OF_ORIGINAL}`,
  text: `This is a text. ${OF_ORIGINAL}`,
  empty: "This file is empty. Ask for it again.",
  unknown: `This is not evidence that this verifier knows. ${OF_ORIGINAL}`,
};
