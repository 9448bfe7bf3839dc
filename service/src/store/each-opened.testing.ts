import { afterEach, beforeEach } from "vitest";

/** Opens something before each test of a suite, and closes it after. @returns what is open. */
export function eachOpened<Opened extends { dispose(): Promise<void> }>(
  open: () => Promise<Opened>,
): () => Opened {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.dispose());
  return () => opened;
}
