/** The endpoints that the user has set, stored in this browser. */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { type EndpointFault, type EndpointGroup, endpointFault, endpointKey } from "@svc-proof/ui/asking";
import { DEFAULT_ENDPOINTS } from "@svc-proof/verifier-lib/source";

type GroupName = Pick<EndpointGroup, "kind" | "chainId">;

export interface EndpointSettings {
  /** The user's settings by `endpointKey`; other groups use the defaults. */
  readonly own: ReadonlySignal<Readonly<Record<string, readonly string[]>>>;
  /** Endpoints of the sandbox beside this page; used for its chain if the user has set none. Not stored. */
  readonly sandbox: Signal<readonly string[]>;
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
