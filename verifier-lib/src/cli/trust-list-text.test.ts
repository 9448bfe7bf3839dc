import { beforeAll, expect, test } from "vitest";
import type { TrustSnapshot } from "../trust/snapshot.js";
import { openTrustList } from "../trust/trust-list.js";
import { testList, testService, testSnapshot } from "../trust/trust-snapshot.testing.js";
import { type Issued, issueAuthority, issueUnit } from "../x509/authority.testing.js";
import { compilationText, snapshotText } from "./trust-list-text.js";

const NOW = new Date("2026-12-01T00:00:00Z");
let unit: Issued;
let snapshot: TrustSnapshot;
let identity = "";
let sha256 = "";
beforeAll(async () => {
  unit = await issueUnit(await issueAuthority("Root"));
  const history = (...states: readonly ("granted" | "withdrawn")[]) =>
    states.map((status, i) => ({ status, since: `202${6 - i}-01-01T00:00:00Z` }));
  const services = [
    testService(unit.certificate),
    testService(unit.certificate, { name: "Second\n", history: history("withdrawn", "granted") }),
    testService(unit.certificate, {
      provider: "Other TSP",
      history: [{ status: "granted", since: "2026-01-01T00:00:00Z", unknownExtension: "1.2.3" }],
    }),
  ];
  snapshot = testSnapshot(
    testList("ES", services),
    testList("AT", [], { nextUpdate: "2026-11-30T23:59:59Z" }),
    testList("FR", [], { nextUpdate: null }),
  );
  identity = snapshot.lists[1]!.services[0]!.identities[0]!.sha256;
  sha256 = openTrustList(snapshot).sha256;
});

const LOTL = {
  facts: { sequenceNumber: 390 },
  signer: "CN=Signer",
  journal: "OJ C 276",
  pivots: [] as string[],
} as unknown as Parameters<typeof compilationText>[1];

test("a compilation tells the lists, what is missing, past, refused and worth a notice", () => {
  const compilation = {
    snapshot,
    kept: ["AT"],
    refused: [{ name: "DE.xml", code: "list_malformed", message: "no" }],
    notices: [
      { code: "a", territory: "ES", provider: "P", service: "S", detail: null },
      { code: "b", territory: "ES", provider: "P", service: "S", detail: "more" },
    ],
  } as unknown as Parameters<typeof compilationText>[0];
  expect(compilationText(compilation, LOTL, NOW)).toBe(`\
list of lists 390, signed by CN=Signer, named by OJ C 276
AT 7: 0 services (kept from before)
ES 7: 3 services
FR 7: 0 services
no list: DE
past its next update of 2026-11-30T23:59:59Z: AT
refused DE.xml: no (list_malformed)
notice a: ES, P, S
notice b: ES, P, S, more
snapshot ${sha256}
`);
});

test("a compilation of all lists by pivots", () => {
  const whole = { ...snapshot, territories: snapshot.lists.map(({ territory }) => territory) };
  const compilation = { snapshot: whole, kept: [], refused: [], notices: [] };
  const lotl = { ...LOTL, pivots: ["a", "b"] };
  expect(compilationText(compilation, lotl, new Date("2027-02-01T00:00:00Z"))).toBe(`\
list of lists 390, signed by CN=Signer, named by OJ C 276 by 2 pivots
AT 7: 0 services
ES 7: 3 services
FR 7: 0 services
past its next update of 2027-01-27T13:16:38Z: EU
past its next update of 2026-11-30T23:59:59Z: AT
past its next update of 2026-12-01T00:00:00Z: ES
snapshot ${openTrustList(whole).sha256}
`);
});

test("a snapshot as a table", () => {
  expect(snapshotText(snapshot, NOW, null)).toBe(`\
list   number  issued      next update      age       services  granted
EU v6  390     2026-08-03  2027-01-27       119 days
AT v6  7       2026-06-01  2026-11-30 past  183 days  0         0
ES v6  7       2026-06-01  2026-12-01       183 days  3         2
FR v6  7       2026-06-01  closed           183 days  0         0

No list of DE.

SHA-256 of the snapshot: ${sha256}
`);
});

test("a snapshot that lacks nothing does not say so", () => {
  const whole = { ...snapshot, territories: snapshot.lists.map(({ territory }) => territory) };
  expect(snapshotText(whole, NOW, null)).not.toContain("No list of");
});

test("the services of one country, under their providers", () => {
  expect(snapshotText(snapshot, NOW, "ES")).toBe(`\
list   number  issued      next update  age       services  granted
EU v6  390     2026-08-03  2027-01-27   119 days
ES v6  7       2026-06-01  2026-12-01   183 days  3         2

SHA-256 of the snapshot: ${sha256}

Example TSP
  Example time stamps
    granted since 2026-01-01T00:00:00Z
    certificate ${identity}
  Second\ufffd
    withdrawn since 2026-01-01T00:00:00Z
    granted since 2025-01-01T00:00:00Z
    certificate ${identity}
Other TSP
  Example time stamps
    granted since 2026-01-01T00:00:00Z (critical extension 1.2.3 is not known)
    certificate ${identity}
`);
});
