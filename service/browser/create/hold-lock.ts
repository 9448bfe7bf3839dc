/** A page that is being left keeps its lock a moment longer. */
const WAIT_MS = 3_000;

/**
 * Holds a lock for as long as the page lives, so that two tabs do not work on one journal.
 *
 * @returns false when another tab has it.
 */
export function holdLock(name: string): Promise<boolean> {
  // Only where the connection is secure; elsewhere nobody signs in, except during development.
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(WAIT_MS) }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch(() => resolve(false));
  });
}
