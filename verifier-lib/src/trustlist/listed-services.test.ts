import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { beforeAll, expect, test } from "vitest";
import { Work } from "../work/work.js";
import { type Issued, issueAuthority, issueUnit } from "../x509/authority.testing.js";
import { identityOf, servicesOf } from "./listed-services.js";
import { CA_QC, QTST } from "./signed-list.testing.js";
import type { DigitalIdentity, TrustedList, TrustService } from "./trusted-list.js";

let root: Issued;
let unit: Issued;

beforeAll(async () => {
  root = await issueAuthority("Root");
  unit = await issueUnit(root);
});

const identity = (given: Partial<DigitalIdentity>): DigitalIdentity => ({
  certificates: [],
  subjectNames: [],
  keyIdentifiers: [],
  unreadable: 0,
  ...given,
});

const state = {
  type: QTST,
  name: "Stamps",
  status: "granted",
  since: "2026-01-01T00:00:00Z",
  additionalInformation: [],
  expiredCertsRevocationInfo: null,
  isTakenOver: false,
  unknownExtension: null,
};
const service = (given: Partial<TrustService>): TrustService => ({
  ...state,
  provider: "TSP",
  identity: identity({ certificates: [unit.certificate.der] }),
  history: [],
  ...given,
});

const read = (services: readonly TrustService[], work = new Work()) =>
  servicesOf({ territory: "ES", services } as unknown as TrustedList, work);

test("a notice names the territory, the provider and the service", async () => {
  const { notices } = await read([
    service({ identity: identity({ keyIdentifiers: [Uint8Array.of(1)] }) }),
    service({ unknownExtension: "Strange" }),
  ]);
  const of = { territory: "ES", provider: "TSP", service: "Stamps" };
  expect(notices).toEqual([
    { ...of, code: "list_service_unidentified", detail: null },
    { ...of, code: "list_extension_unknown", detail: "Strange" },
  ]);
});

test("an earlier period may begin with the present one, but not after it", async () => {
  const earlier = (since: string) =>
    read([service({ history: [{ ...state, status: "withdrawn", since, identity: identity({}) }] })]);
  const same = await earlier("2026-01-01T00:00:00Z");
  expect(same.services[0]!.history.map(({ status }) => status)).toEqual(["granted", "withdrawn"]);
  expect(same.notices).toEqual([]);
  const later = await earlier("2026-01-01T00:00:01Z");
  expect(later.services[0]!.history.map(({ status }) => status)).toEqual(["granted"]);
  expect(later.notices).toMatchObject([{ code: "list_history_out_of_order", detail: null }]);
});

test("a service that was one of time stamps earlier is kept", async () => {
  const former = { ...state, since: "2025-01-01T00:00:00Z", identity: identity({}) };
  const { services } = await read([service({ type: CA_QC, history: [former] })]);
  expect(services[0]!.history.map(({ status }) => status)).toEqual(["othertype", "granted"]);
});

test("a certificate counts once", async () => {
  const { der } = unit.certificate;
  const { services } = await read([service({ identity: identity({ certificates: [der, der] }) })]);
  expect(services[0]!.identities).toEqual([identityOf(unit.certificate)]);
});

test("a certificate that cannot be read is known by its bytes, and by the first key identifier", async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const hash = bytesToHex(sha256(bytes));
  const identityWith = async (...keyIdentifiers: readonly Uint8Array[]) =>
    (await read([service({ identity: identity({ certificates: [bytes], keyIdentifiers }) })])).services[0]!
      .identities;
  const one = { sha256: hash, keySha256: null, der: null };
  expect(await identityWith()).toEqual([{ ...one, ski: null }]);
  expect(await identityWith(Uint8Array.of(4), Uint8Array.of(5))).toEqual([{ ...one, ski: "04" }]);
});

test("services of other types leave sorted short hashes, each once: of keys, or else of certificates", async () => {
  const unreadable = Uint8Array.of(1, 2, 3);
  const of = (...certificates: readonly Uint8Array[]) =>
    service({ type: CA_QC, identity: identity({ certificates }) });
  const { services, otherServices, notices } = await read([
    of(root.certificate.der, unreadable),
    of(unit.certificate.der),
    of(root.certificate.der),
    of(),
  ]);
  const hashed = [root.certificate.spki.der, unit.certificate.spki.der, unreadable];
  expect(otherServices).toEqual(hashed.map((bytes) => bytesToHex(sha256(bytes)).slice(0, 12)).sort());
  expect(services).toEqual([]);
  expect(notices.map(({ code }) => code)).toEqual(["list_certificate_unreadable"]);
});

test("the work of reading certificates is bounded", async () => {
  await expect(read([service({})], new Work({ units: 3 }))).rejects.toMatchObject({
    code: "work_limit_exceeded",
  });
});
