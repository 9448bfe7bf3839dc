/**
 * The one place where an address becomes a script that runs: Trusted Types (the page's Content-Security-Policy demands
 * them) lets only this policy make one, and it makes none but those of the build itself.
 */
interface ScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}

/** The part of the browser's `trustedTypes` that is used; TypeScript's DOM does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}

/** Its name stands in the policy of the page: `trusted-types svc-verifier`. */
const POLICY_NAME = "svc-verifier";

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

const policy: ScriptUrlPolicy = trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: ownScript }) ?? {
  createScriptURL: ownScript,
};

/**
 * A script's address in the form that the browser takes it.
 *
 * @throws TypeError when it is none of this build's.
 */
export function scriptUrl(url: URL): string {
  return policy.createScriptURL(url.href) as string;
}

function ownScript(url: string): string {
  const { origin, protocol } = new URL(url);
  // A page of a single file makes its worker from its own text, and has no origin of its own.
  if (origin === location.origin || protocol === "blob:") return url;
  throw new TypeError(`not a script of this page: ${url}`);
}
