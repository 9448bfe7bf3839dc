import { openTrustList } from "./open-trust-list.js";
import { parseTrustSnapshot } from "./parse-trust-snapshot.js";
import type { TrustList } from "./trust-list.js";

let opened: Promise<TrustList> | undefined;

/**
 * Opens the snapshot that ships with this package, once. It is loaded by `import()`, so that a bundler can keep its 400 kB
 * apart until they are needed.
 *
 * @example
 * const { lists, sha256 } = await defaultTrustList();
 */
export function defaultTrustList(): Promise<TrustList> {
  opened ??= import("./default-snapshot.js").then(({ DEFAULT_SNAPSHOT }) =>
    openTrustList(parseTrustSnapshot(DEFAULT_SNAPSHOT)),
  );
  return opened;
}
