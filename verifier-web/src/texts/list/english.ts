import type { ListTexts } from "./list-texts.js";

export const english: ListTexts = {
  ask: {
    heading: {
      one: "For {count} proof, no date is confirmed yet",
      other: "For {count} proofs, no date is confirmed yet",
    },
    ask: "Ask about all of them",
    sources: "Sources to be asked: {hosts}.",
    open: { one: "{count} answer still to come", other: "{count} answers still to come" },
    stop: "Stop asking",
  },
  report: {
    heading: "Keep a report on all files",
    lead: "It covers every file of the list, also those that the list does not show at the moment.",
    csv: "Save as CSV",
    title: { one: "Verification of {count} file", other: "Verification of {count} files" },
  },
  columns: { outcome: "Result", file: "File", ground: "Source, or reason" },
  changed: {
    heading: "Probably changed",
    ofProof: "Probably changed: {files}",
    ofFile: "Probably a changed version of the original of {files}",
    fileByName:
      "{file} has the name of the original, but not the fingerprint in this proof. It has probably been changed.",
    fileBySize:
      "{file} has exactly the size of the original, but not the fingerprint in this proof. It has probably been changed.",
    proofByName:
      "This file has the name of the original of {file}, but not the fingerprint in that proof. It has probably been changed.",
    proofBySize:
      "This file has exactly the size of the original of {file}, but not the fingerprint in that proof. It has probably been changed.",
    compareFile: "Compare {file} with this proof",
    compareProof: "Compare it with {file}",
  },
};
