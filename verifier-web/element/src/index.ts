/**
 * Defines `<svc-proof-verifier>` where there are elements to define. On a server, the import does nothing.
 *
 * @example
 * import "@svc-proof/verifier-element";
 * // <svc-proof-verifier src="/proof.json" original="/contract.pdf"></svc-proof-verifier>
 *
 * @module
 */
import { SvcProofVerifier } from "./svc-proof-verifier.js";

export type { ResultDetail, VerifierEventMap } from "./svc-proof-verifier.js";
export type { VerifierErrorCode, VerifierErrorDetail, VerifierPhase } from "./verifier-error.js";
export { SvcProofVerifier };

/** The name of the element. */
export const TAG_NAME = "svc-proof-verifier";

const { customElements } = globalThis as { customElements?: CustomElementRegistry };
// A page may load the script twice, or another version of it: the first one stays.
if (customElements !== undefined && customElements.get(TAG_NAME) === undefined) {
  customElements.define(TAG_NAME, SvcProofVerifier);
}

declare global {
  interface HTMLElementTagNameMap {
    "svc-proof-verifier": SvcProofVerifier;
  }

  interface HTMLElementEventMap {
    "svc-proof-result": CustomEvent<import("./svc-proof-verifier.js").ResultDetail>;
    "svc-proof-error": CustomEvent<import("./verifier-error.js").VerifierErrorDetail>;
  }
}
