import { type Signal, signal } from "@preact/signals";

/** Whether the dialog of the sources is open. */
export const sourcesShown: Signal<boolean> = signal(false);
