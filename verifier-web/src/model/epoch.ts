/**
 * Files of Bitcoin headers, one for each difficulty epoch (docs/formats/bitcoin-headers.md, "Epoch files"). They prove
 * themselves: the page may take them from anywhere.
 */

/**
 * What became of an epoch that the page looked for. `fetched`: from this site. `kept`: from this device, where an earlier visit
 * left it. `absent`: this site does not have it, or has other bytes under its name. `unreachable`: this site could not be asked.
 */
export type EpochState = "fetching" | "fetched" | "kept" | "absent" | "unreachable";

/** 80 bytes of the first header, 48 of each of the other 2,015. */
export const EPOCH_FILE_BYTES = 96_800;

export function epochFileName(epoch: number): string {
  return `${epoch}.bin`;
}

/** Whether the headers of the epoch are among the files of the session. */
export function isGiven(state: EpochState | undefined): boolean {
  return state === "fetched" || state === "kept";
}
