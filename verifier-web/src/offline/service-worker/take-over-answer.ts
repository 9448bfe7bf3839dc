/** The service worker's answer to a request to switch to the waiting version. */
export type TakeOverAnswer = "taken" | "other-pages-open";
