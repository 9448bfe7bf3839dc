import type { CommonTexts } from "./common-texts.js";

export const english: CommonTexts = {
  progress: {
    amount: "{done} of {total}",
    done: "{done}",
    rate: "{rate} per second",
    secondsLeft: { one: "{count} second left", other: "{count} seconds left" },
    minutesLeft: { one: "{count} minute left", other: "{count} minutes left" },
    nearlyDone: "nearly done",
  },
  outcomes: {
    verified: "Verified",
    failed: "Failed",
    indeterminate: "Indeterminate",
    soFar: "Correct so far",
  },
  loading: "Loading…",
  loadingFailed: "A part of this page could not be loaded. Connect to the network and reload the page.",
  insecure:
    "Signatures cannot be checked here, because this page was opened without a secure connection. Use https, or the verifier in one file (verifier.html).",
  copy: "Copy",
  copied: "Copied",
};
