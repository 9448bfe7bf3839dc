/**
 * The site in one file, so that keeping it is one request. The page itself is not in it, because hosts may send headers with it
 * that they send with no other file.
 */
export interface OfflineCopy {
  readonly format: "svc-offline-copy/1";
  /** Files of UTF-8 text, by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Other files in base64, by path. */
  readonly base64: Readonly<Record<string, string>>;
}

/** Its path, relative to the site's folder. */
export const OFFLINE_COPY = "offline-copy.json";
