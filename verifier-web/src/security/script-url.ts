/**
 * The one place where an address becomes a script that runs: Trusted Types (the page's Content-Security-Policy demands
 * them) lets only this policy make one, and it makes none but those of the build itself.
 */

/** The part of the browser's `trustedTypes` that is used; TypeScript's DOM does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/** Its name stands in the policy of the page: `trusted-types svc-verifier`. */
const POLICY_NAME = "svc-verifier";

const rules = { createScriptURL: ownScript };
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy(POLICY_NAME, rules) ?? rules;

/**
 * A script's address in the form that the browser takes it.
 *
 * @throws TypeError when it is none of this page's.
 */
export function scriptUrl(url: URL): string {
  return policy.createScriptURL(url.href) as string;
}

function ownScript(url: string): string {
  // The page of a single file makes its worker from its own text, and has no origin.
  const beginning = __SINGLE_FILE__ ? "blob:" : new URL("./", document.baseURI).href;
  if (url.startsWith(beginning)) return url;
  throw new TypeError(`not a script of this page: ${url}`);
}
