/**
 * The only place that turns an address into a script. The Content-Security-Policy requires Trusted Types and allows only
 * this policy, which accepts only scripts of this build.
 */
import { answerBlobReads } from "../verification/blob-reads.js";
import workerScript from "../verification/worker.ts?worker&url";

/** The used part of `trustedTypes`, which TypeScript's DOM types lack. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/** The page's policy names it: `trusted-types svc-verifier`. */
const POLICY_NAME = "svc-verifier";

const rules = { createScriptURL: ownScript };
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy(POLICY_NAME, rules) ?? rules;

/**
 * Turns a script's address into the type that the browser requires. @throws TypeError if it is not a script of this page.
 */
export function scriptUrl(url: URL): string {
  return policy.createScriptURL(url.href) as string;
}

function ownScript(url: string): string {
  // The single-file page creates its worker from its own text and has no origin.
  const beginning = __SINGLE_FILE__ ? "blob:" : new URL("./", document.baseURI).href;
  if (url.startsWith(beginning)) return url;
  throw new TypeError(`not a script of this page: ${url}`);
}

let ofText: URL | undefined;

/** Starts a new worker that hashes and verifies. The caller terminates it. */
export function verifierWorker(): Worker {
  const name = "verifier";
  if (!__SINGLE_FILE__) {
    return new Worker(scriptUrl(new URL(workerScript, import.meta.url)), { type: "module", name });
  }
  ofText ??= new URL(URL.createObjectURL(new Blob([workerScript], { type: "text/javascript" })));
  const worker = new Worker(scriptUrl(ofText), { name });
  answerBlobReads(worker);
  return worker;
}
