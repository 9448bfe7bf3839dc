import { Work } from "./work.js";

/** Counts the pauses and takes none, so that a test needs no clock. */
export class CountedWork extends Work {
  pauses = 0;

  override async pause(): Promise<void> {
    this.pauses++;
  }
}
