/** Addresses under which the outside world reaches the service. */

export interface Addresses {
  /** Without a closing slash. */
  readonly siteUrl: string;
  /** Of the API: `{site_url}/api/v2`. */
  readonly baseUrl: string;
}

/** Path of the API below the site. */
export const BASE_PATH = "/api/v2";

export function addressesOf(siteUrl: string): Addresses {
  return { siteUrl, baseUrl: `${siteUrl}${BASE_PATH}` };
}

/** Site address of a server that listens on a host and a port, for those on the same machine. */
export function localSiteUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
