import type { ElementTexts } from "./element-texts.js";

export const english: ElementTexts = {
  label: "Verification of a proof",
  idle: "There is no proof to verify here yet.",
  fetching: { evidence: "Fetching the evidence", original: "Fetching the original" },
  drop: "or drop it here",
  dropNow: "Release to compare",
  other: "Compare another file",
  back: "Back to the evidence alone",
  without: "The original was not compared.",
  nothing: "This says nothing about the proof.",
  asked: "Asked: {sources}.",
  redirected: {
    evidence: "The evidence came from {host}: {from} redirected there.",
    original: "The original came from {host}: {from} redirected there.",
  },
  links: {
    holds: "The proof is sound in itself. Its date is still being verified.",
    holdsFile: "{file} is the file that the proof is about. Its date is still being verified.",
  },
  errors: {
    evidence: {
      address_not_allowed: "The address of the evidence cannot be used.",
      unreachable: "The evidence could not be fetched from {host}.",
      refused: "{host} did not send the evidence (status {status}).",
      not_ready: "The proof is not finished yet. Try again in some minutes.",
      timeout: "{host} did not send the evidence in time.",
      too_large: "The evidence at {host} is larger than {max} and was not read.",
      not_evidence: "What {host} sent is not evidence: a web page, or nothing.",
      not_loaded: "A part of the verifier could not be loaded. Reload the page.",
    },
    original: {
      address_not_allowed: "The address of the original cannot be used.",
      unreachable: "The original could not be fetched from {host}.",
      refused: "{host} did not send the original (status {status}).",
      not_ready: "The original is not ready yet. Try again in some minutes.",
      timeout: "{host} did not send the original in time.",
      too_large: "The original at {host} is larger than {max} and was not read.",
      not_evidence: "What {host} sent is not the original.",
      not_loaded: "A part of the verifier could not be loaded. Reload the page.",
    },
  },
};
