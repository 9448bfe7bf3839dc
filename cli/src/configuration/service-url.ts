import { UsageError } from "@svc-proof/verifier-lib/command-line";

const API_PATH = "/api/v2";

/** Hosts that lead to this machine, where no network sees a key. */
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

export interface ServiceUrlOptions {
  /** Where the address comes from, such as `SVC_PROOF_URL`, for errors. */
  readonly from: string;
  /** Whether a key may go over a network in clear text. */
  readonly allowsHttp: boolean;
}

/**
 * The address of the API, from that of the site or of the API: `https://proofs.example/api/v2`.
 *
 * @throws UsageError
 */
export function serviceUrl(word: string, { from, allowsHttp }: ServiceUrlOptions): string {
  // The word is not repeated: an address may hold a password.
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word)) {
    throw new UsageError(`${from}: expected an address such as https://proofs.example`);
  }
  const url = new URL(word);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(`${from}: expected an address without a user, a query or a fragment`);
  }
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && !allowsHttp) {
    throw new UsageError(
      `${from}: over http:// anyone on the way can read the key; expected https:// (SVC_PROOF_ALLOW_HTTP=1 allows it all the same)`,
    );
  }
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path.endsWith(API_PATH) ? path : `${path}${API_PATH}`}`;
}
