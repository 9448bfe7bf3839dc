/** The sandbox beside this page, if there is one. It is looked for once, when a report names one. */
import type { Report } from "@svc-proof/verifier-lib";
import type { EndpointSettings } from "../online/endpoint-settings.js";
import { namesSandboxAuthority, namesSandboxChain, type SandboxSources } from "../online/sandbox-sources.js";

export interface SandboxParameters {
  /** Null if there is none. */
  readonly fetch: () => Promise<SandboxSources | null>;
  readonly endpoints: Pick<EndpointSettings, "sandbox">;
  /** Called when it is found. */
  readonly onChange: () => void;
}

export class Sandbox {
  readonly #parameters: SandboxParameters;
  #isLookedFor = false;
  #root: File | null = null;

  constructor(parameters: SandboxParameters) {
    this.#parameters = parameters;
  }

  /** Root of its authority; null if there is none, or it is not found yet. */
  get root(): File | null {
    return this.#root;
  }

  /** A page that shows nothing of a sandbox asks for none. */
  lookFor(reports: readonly Report[]): void {
    if (this.#isLookedFor) return;
    if (!reports.some((report) => namesSandboxChain(report) || namesSandboxAuthority(report))) return;
    this.#isLookedFor = true;
    void this.#find();
  }

  async #find(): Promise<void> {
    const { fetch, endpoints, onChange } = this.#parameters;
    const found = await fetch();
    if (found === null) return;
    this.#root = found.tsaRoot;
    endpoints.sandbox.value = found.rpcUrls;
    onChange();
  }
}
