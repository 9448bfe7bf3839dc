import { type Signal, signal } from "@preact/signals";

/** Whether the dialog about this verifier is open. */
export const aboutShown: Signal<boolean> = signal(false);
