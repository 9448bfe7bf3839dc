/** Sources on the network: their addresses, and those of the sandbox beside this page. */

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import type { Evidence, Report } from "@svc-proof/verifier-lib";
import { DEFAULT_ENDPOINTS, fetchBounded } from "@svc-proof/verifier-lib/source";
import {
  type EndpointFault,
  type EndpointGroup,
  endpointFault,
  endpointKey,
} from "@svc-proof/verifier-web/ui/asking";
import { type Item, isProofWanted, noteFetched } from "../model.js";

type GroupName = Pick<EndpointGroup, "kind" | "chainId">;

/** The endpoints that the user has set, stored in this browser. */
export interface EndpointSettings {
  /** The user's settings by `endpointKey`; other groups use the defaults. */
  readonly own: ReadonlySignal<Readonly<Record<string, readonly string[]>>>;
  /** Endpoints of the sandbox beside this page; used for its chain if the user has set none. Not stored. */
  readonly sandbox: Signal<readonly string[]>;
  /** What was typed and is no address yet, by `endpointKey`: it is there again when the dialog is. Not stored. */
  readonly drafts: Map<string, string>;
  endpointsOf(group: GroupName): readonly string[];
  /** Changes nothing if there is a fault. An empty list means that no source is asked. */
  set(group: GroupName, endpoints: readonly string[]): EndpointFault | null;
  /** Restores the default of one group. */
  reset(group: GroupName): void;
}

export const MAX_ENDPOINTS = 8;
const MAX_GROUPS = 64;
const STORAGE_KEY = "svc-verifier.endpoints";

/** @param storage null if the browser stores nothing for this page; the settings then last as long as the page. */
export function createEndpointSettings(storage: Storage | null): EndpointSettings {
  const own = signal(readKept(storage));
  const sandbox = signal<readonly string[]>([]);
  const keep = (settings: Readonly<Record<string, readonly string[]>>) => {
    own.value = settings;
    try {
      storage?.setItem(STORAGE_KEY, JSON.stringify(settings));
    } catch {
      // The storage is full or forbidden: continue without it.
    }
  };
  return {
    own,
    sandbox,
    drafts: new Map(),
    endpointsOf(group) {
      const key = endpointKey(group);
      const offered = group.chainId === DEVELOPMENT_CHAIN_ID ? sandbox.value : [];
      return own.value[key] ?? DEFAULT_ENDPOINTS[key] ?? offered;
    },
    set(group, endpoints) {
      const addresses = [...new Set(endpoints.map((text) => text.trim()).filter((text) => text !== ""))];
      if (addresses.length > MAX_ENDPOINTS) return "too_many_endpoints";
      for (const address of addresses) {
        const fault = endpointFault(address);
        if (fault !== null) return fault;
      }
      keep({ ...own.value, [endpointKey(group)]: addresses });
      return null;
    },
    reset(group) {
      const { [endpointKey(group)]: _, ...others } = own.value;
      keep(others);
    },
  };
}

/** The storage of this page, if the browser provides one. */
export function pageStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Validates stored values: another page of this origin or an older version may have written them. */
function readKept(storage: Storage | null): Readonly<Record<string, readonly string[]>> {
  let kept: unknown;
  try {
    kept = JSON.parse(storage?.getItem(STORAGE_KEY) ?? "{}");
  } catch {
    return {};
  }
  if (typeof kept !== "object" || kept === null) return {};
  const groups = Object.entries(kept).filter(
    (entry): entry is [string, string[]] =>
      /^(?:bitcoin|evm:\d{1,16})$/.test(entry[0]) && isAddressList(entry[1]),
  );
  return Object.fromEntries(groups.slice(0, MAX_GROUPS));
}

function isAddressList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_ENDPOINTS &&
    value.every((address) => typeof address === "string" && endpointFault(address) === null)
  );
}

/**
 * What the service beside this page offers it: `svc-local-sources/1` (docs/design/site.md, "Local sources"). Sources are those of a
 * sandbox: they serve the development chain and the sandbox's authority only, which have no evidential value.
 */
export interface LocalSources {
  /** Endpoints of the development chain. */
  readonly rpcUrls: readonly string[];
  /** Root of the sandbox's authority, PEM; null if it has none of its own. */
  readonly tsaRoot: File | null;
  /** Whether it can be asked for the proof of a fingerprint. */
  readonly hasLookup: boolean;
}

const FORMAT = "svc-local-sources/1";
const MAX_BYTES = 65_536;
const TIMEOUT_MS = 10_000;

/** Whether a report names the development chain. */
export function namesSandboxChain({ checks }: Report): boolean {
  return checks.some(({ id, evidence }) => id === "anchor" && evidence["chain_id"] === DEVELOPMENT_CHAIN_ID);
}

/**
 * The organisation by which the authority of a sandbox marks its seals (docs/formats/rfc3161.md), in RFC 4514. A comma behind a
 * backslash is part of another name.
 */
const SANDBOX_AUTHORITY = /(?:^|[^\\],)O=Sandbox\\, not qualified(?:,|$)/;

/**
 * Whether the seals of a report are those of a sandbox: by their signers, as the verifier marks them. What is trusted for one seal of
 * a report is trusted for all, so that no other may be among them.
 */
export function namesSandboxAuthority({ checks }: Report): boolean {
  const seals = checks.filter(({ id }) => id === "seal");
  return seals.length > 0 && seals.every(({ evidence }) => SANDBOX_AUTHORITY.test(signerOf(evidence)));
}

function signerOf({ signer }: Evidence): string {
  return String((signer as Evidence | undefined)?.["subject"] ?? "");
}

/** Null if nothing serves them there. Never throws. */
export async function fetchLocalSources(address: URL): Promise<LocalSources | null> {
  try {
    const { status, body } = await fetchBounded("local sources", address, {
      cache: "no-store",
      maxBytes: MAX_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return status === 200 ? parseLocalSources(new TextDecoder().decode(body), address) : null;
  } catch {
    return null;
  }
}

/** Null for what is not such a document: a static host may send a page. */
export function parseLocalSources(text: string, address: URL): LocalSources | null {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  const found = (document ?? {}) as Readonly<Record<string, unknown>>;
  const { format, chain_id, rpc_urls, tsa_root_pem, fingerprint_lookup } = found;
  const hasLookup = fingerprint_lookup === true;
  if (format !== FORMAT) return null;
  if (chain_id === undefined && hasLookup) return { rpcUrls: [], tsaRoot: null, hasLookup };
  if (chain_id !== DEVELOPMENT_CHAIN_ID || !Array.isArray(rpc_urls)) return null;
  const isUsable = (url: unknown) => typeof url === "string" && endpointFault(url) === null;
  if (rpc_urls.length > MAX_ENDPOINTS || !rpc_urls.every(isUsable)) return null;
  return {
    hasLookup,
    rpcUrls: rpc_urls,
    tsaRoot:
      typeof tsa_root_pem === "string"
        ? noteFetched(
            new File([tsa_root_pem], "sandbox-root.pem", { type: "application/x-pem-file" }),
            address,
          )
        : null,
  };
}

export interface LocalServiceParameters {
  /** Null if nothing is offered. */
  readonly fetch: () => Promise<LocalSources | null>;
  readonly endpoints: Pick<EndpointSettings, "sandbox">;
  /** Called when it is found. */
  readonly onChange: () => void;
}

/** The service beside this page, if there is one. It is looked for once: when a report names a sandbox, or a file has no proof. */
export class LocalService {
  /** Whether it can be asked for the proof of a fingerprint. */
  readonly hasLookup: Signal<boolean> = signal(false);
  readonly #parameters: LocalServiceParameters;
  #isLookedFor = false;
  #root: File | null = null;

  constructor(parameters: LocalServiceParameters) {
    this.#parameters = parameters;
  }

  /** Root of a sandbox's authority; null if there is none, or it is not found yet. */
  get root(): File | null {
    return this.#root;
  }

  /** A page that shows nothing of a sandbox, and no file without a proof, asks for none. */
  lookFor(items: readonly Pick<Item, "report" | "wanted">[]): void {
    if (this.#isLookedFor) return;
    const isOffered = ({ report, wanted }: Pick<Item, "report" | "wanted">) =>
      report === null ? isProofWanted(wanted) : namesSandboxChain(report) || namesSandboxAuthority(report);
    if (!items.some(isOffered)) return;
    this.#isLookedFor = true;
    void this.#find();
  }

  async #find(): Promise<void> {
    const { fetch, endpoints, onChange } = this.#parameters;
    const found = await fetch();
    if (found === null) return;
    this.#root = found.tsaRoot;
    this.hasLookup.value = found.hasLookup;
    endpoints.sandbox.value = found.rpcUrls;
    onChange();
  }
}
