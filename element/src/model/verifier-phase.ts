/**
 * - `idle`: no evidence is named. `loading`: it is fetched. `hashing`: the original is read. `verifying`: without a network.
 * - `asking`: sources on the network. `done`: see `report`. `failed`: see `error`; it says nothing about the proof.
 */
export type VerifierPhase = "idle" | "loading" | "hashing" | "verifying" | "asking" | "done" | "failed";
