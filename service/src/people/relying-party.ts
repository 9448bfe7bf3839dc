/** What a passkey is bound to: WebAuthn Level 3, section 4, "Relying Party Identifier". */
import { isIP } from "node:net";
import { isLoopback } from "../config/format.js";

export interface RelyingParty {
  /** A domain. */
  readonly id: string;
  /** Origins of pages that may ask for a passkey. */
  readonly origins: readonly string[];
}

/**
 * The relying party of a site; null if it has none, because its host is an IP address, or it is served without TLS. A service
 * that listens on this machine is its own `localhost`.
 */
export function relyingParty(siteUrl: string): RelyingParty | null {
  const { protocol, hostname, port, origin } = new URL(siteUrl);
  if (isLoopback(hostname)) {
    const local = `${protocol}//localhost${port === "" ? "" : `:${port}`}`;
    return { id: "localhost", origins: [local] };
  }
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || protocol !== "https:" ? null : { id: hostname, origins: [origin] };
}

/** Where a person on this machine opens the site so that passkeys work. */
export function openableSiteUrl(siteUrl: string): string {
  const url = new URL(siteUrl);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  return url.href.replace(/\/$/, "");
}
