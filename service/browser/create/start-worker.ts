/**
 * The only place that turns an address into a script. The page's policy requires Trusted Types and allows this one policy, which
 * accepts the worker of this build alone.
 */
import workerUrl from "./hash-worker.ts?worker&url";

/** The part of `trustedTypes` that is used; TypeScript's DOM types lack it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

const address = new URL(workerUrl, import.meta.url).href;

const rules = {
  createScriptURL(url: string): string {
    if (url === address) return url;
    throw new TypeError(`not the worker of this page: ${url}`);
  },
};
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("svc-create", rules) ?? rules;

export function startWorker(): Worker {
  return new Worker(policy.createScriptURL(address) as string, { type: "module", name: "fingerprints" });
}
