/** What became of the wish to change to the version that waits: the service worker's word to the page. */
export type TakeOverAnswer = "taken" | "other-pages-open";
