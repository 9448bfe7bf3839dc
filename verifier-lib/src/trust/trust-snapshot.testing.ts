/** Small snapshots for tests. */
import type { Certificate } from "../x509/certificate.js";
import { identityOf } from "./compile.js";
import type { ListedService, SnapshotList, StatusPeriod, TrustSnapshot } from "./snapshot.js";

/** A service that was granted for all of the time of test certificates. */
export function testService(
  certificate: Certificate,
  { history, territory = "ES", ...rest }: Partial<ListedService> = {},
): ListedService {
  const granted: readonly StatusPeriod[] = [{ status: "granted", since: "2026-01-01T00:00:00Z" }];
  return {
    territory,
    provider: "Example TSP",
    name: "Example time stamps",
    history: history ?? granted,
    identities: [identityOf(certificate)],
    ...rest,
  };
}

export function testList(
  territory: string,
  services: readonly ListedService[],
  facts: Partial<SnapshotList> = {},
): SnapshotList {
  return {
    territory,
    version: 6,
    sequenceNumber: 7,
    issued: "2026-06-01T00:00:00Z",
    nextUpdate: "2026-12-01T00:00:00Z",
    sha256: "ab".repeat(32),
    services: services.map((service) => ({ ...service, territory })),
    otherServices: [],
    ...facts,
  };
}

/** Its list of lists also points to Germany, whose list is missing. */
export function testSnapshot(...lists: readonly SnapshotList[]): TrustSnapshot {
  const sorted = [...lists].sort((a, b) => (a.territory < b.territory ? -1 : 1));
  return {
    lotl: {
      territory: "EU",
      version: 6,
      sequenceNumber: 390,
      issued: "2026-08-03T13:16:38Z",
      nextUpdate: "2027-01-27T13:16:38Z",
      sha256: "cd".repeat(32),
    },
    territories: [...new Set([...sorted.map(({ territory }) => territory), "DE"])].sort(),
    lists: sorted,
  };
}
