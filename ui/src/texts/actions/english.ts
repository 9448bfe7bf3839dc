import type { ActionTexts } from "./action-texts.js";

export const english: ActionTexts = {
  confirm: "Confirm the date",
  asks: "This asks {sources}.",
  sentEvm: "the hash of the transaction and the number of its block",
  sentBitcoin: "the height of the block",
  notSent:
    "This will be sent: {what}. Not the file, its name or its fingerprint. As with every visit to a website, the source sees your IP address.",
  askAgain: "Ask again",
  addOriginal:
    "Add the original to see whether it is the file that the proof is about. It is compared on this device.",
  chooseOriginal: "Choose the original",
  filesStay: "Your files stay on this device. They are read here and sent nowhere.",
  hashing: "Computing the fingerprint",
  verifying: "Checking",
  asking: "Asking the sources",
  retry: "Try again",
  cancel: "Cancel",
  fileUnreadable:
    "The file was changed, moved or locked while it was read. Close the program that uses it, and choose the file again.",
};
