/** Writes trust snapshots: docs/formats/trust-list.md. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  type ListedService,
  type ListFacts,
  type ServiceIdentity,
  type StatusPeriod,
  TRUST_SNAPSHOT_FORMAT,
  type TrustSnapshot,
} from "./trust-snapshot.js";

/** Next update of a closed list. */
export const NEVER = "never";

/**
 * Encodes a snapshot in its one canonical spelling: members in the order of the format, no white space, no final line
 * feed. The same snapshot gives the same text.
 */
export function encodeTrustSnapshot({ lotl, territories, lists }: TrustSnapshot): string {
  return JSON.stringify({
    format: TRUST_SNAPSHOT_FORMAT,
    lotl: listFacts(lotl),
    territories,
    lists: lists.map((list) => ({
      ...listFacts(list),
      providers: byProvider(list.services),
      other_services: list.otherServices.join(""),
    })),
  });
}

function listFacts({ territory, version, sequenceNumber, issued, nextUpdate, sha256 }: ListFacts) {
  const times = { issued, next_update: nextUpdate ?? NEVER };
  return { territory, version, sequence_number: sequenceNumber, ...times, sha256 };
}

/** Neighbours of one provider share an entry. */
function byProvider(services: readonly ListedService[]) {
  const providers: { name: string; services: unknown[] }[] = [];
  for (const { provider, name, history, identities } of services) {
    if (providers.at(-1)?.name !== provider) providers.push({ name: provider, services: [] });
    providers.at(-1)!.services.push({
      name,
      history: history.map(statusPeriod),
      identities: identities.map(serviceIdentity),
    });
  }
  return providers;
}

function statusPeriod({ status, since, unknownExtension }: StatusPeriod) {
  // JSON leaves out what is undefined.
  return { status, since, unknown_extension: unknownExtension };
}

/** Hexadecimal, because two certificates of one authority then share text at every offset: smaller when compressed. */
function serviceIdentity({ sha256, keySha256, ski, der }: ServiceIdentity) {
  if (der !== null) return { der: bytesToHex(der) };
  if (keySha256 !== null) return { sha256, key_sha256: keySha256 };
  return ski === null ? { sha256 } : { sha256, ski };
}
