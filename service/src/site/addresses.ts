/** Addresses under which the outside world reaches the service. */

export interface Addresses {
  /** Without a closing slash. */
  readonly siteUrl: string;
  /** Of the API: `{site_url}/api/v2`. */
  readonly baseUrl: string;
}

/** Path of the API below the site. */
export const BASE_PATH = "/api/v2";

/** Whether a path of a request is the API's, whether there is a route or not. */
export function isApiPath(path: string): boolean {
  return path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);
}

export function addressesOf(siteUrl: string): Addresses {
  return { siteUrl, baseUrl: `${siteUrl}${BASE_PATH}` };
}

/** Site address of a server that listens on a host and a port, for those on the same machine. */
export function localSiteUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The portable proof, for anyone. */
export function proofJsonUrl({ baseUrl }: Addresses, proofId: string): string {
  return `${baseUrl}/proof/${proofId}.json`;
}

/** The verifier: static, for anyone. */
export function verifierSiteUrl({ siteUrl }: Addresses): string {
  return `${siteUrl}/verify/`;
}

/** The verifier for the command line: one file for Node.js, part of the built verifier. */
export function verifierProgramUrl(addresses: Addresses): string {
  return `${verifierSiteUrl(addresses)}svc-verify.mjs`;
}

/** The verifier with a proof. */
export function verifierUrl(addresses: Addresses, proofId: string): string {
  return `${verifierSiteUrl(addresses)}#/proof/${proofId}`;
}

/** The pages of the site that the API links to, in the order of the account report. */
export interface SitePages {
  readonly dashboard: string;
  readonly plans: string;
  readonly seals: string;
  readonly docs: string;
  readonly connect: string;
}

export function sitePages({ siteUrl }: Addresses): SitePages {
  return {
    dashboard: `${siteUrl}/dashboard`,
    plans: `${siteUrl}/plans`,
    seals: `${siteUrl}/seals`,
    docs: `${siteUrl}/docs`,
    connect: `${siteUrl}/connect`,
  };
}
