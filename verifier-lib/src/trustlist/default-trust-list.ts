import { openTrustList } from "./open-trust-list.js";
import { parseTrustSnapshot } from "./parse-trust-snapshot.js";
import type { TrustList } from "./trust-list.js";

let opened: Promise<TrustList> | undefined;

/**
 * Opens the snapshot that ships with this package, once. It is loaded by `import()`, so that a bundler can keep its 400 kB
 * apart until they are needed.
 *
 * @throws what `import()` throws, for example without a network; the next call tries again.
 *
 * @example
 * const { lists, sha256 } = await defaultTrustList();
 */
export function defaultTrustList(): Promise<TrustList> {
  opened ??= open();
  return opened;
}

async function open(): Promise<TrustList> {
  try {
    const { DEFAULT_SNAPSHOT } = await import("./default-snapshot.js");
    return openTrustList(parseTrustSnapshot(DEFAULT_SNAPSHOT));
  } catch (error) {
    opened = undefined;
    throw error;
  }
}
