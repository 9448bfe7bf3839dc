/** The sandbox's authority on a trusted list of a test: a snapshot by hand, since nobody signs such a list. */

import {
  type ListedService,
  openTrustList,
  type SnapshotList,
  type TrustList,
} from "@svc-proof/verifier-lib/trust";
import { type Certificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import type { SandboxTsa } from "../sandbox/src/tsa/server.js";
import { testList, testService, testSnapshot } from "../verifier-lib/src/trust/trust-snapshot.testing.js";

const DAY_MS = 86_400_000;

/** Some days from now, to the second, as lists write times. */
export function listTime(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+Z$/, "Z");
}

/** The signer's certificate, that of its issuer, and the root. */
export async function certificatesOf(
  authority: SandboxTsa,
): Promise<readonly [Certificate, Certificate, Certificate]> {
  const answer = await fetch(`${authority.p256Url}.pem`);
  const [signer, issuer] = parsePemCertificates(await answer.text());
  const [root] = parsePemCertificates(authority.rootPem);
  return [signer!, issuer!, root!];
}

export interface ListedAs {
  readonly history?: ListedService["history"];
  readonly facts?: Partial<SnapshotList>;
}

/** A list of Spain, number 7, that names a certificate; by default as granted for a year. */
export function listNaming(certificate: Certificate, { history, facts }: ListedAs = {}): TrustList {
  const service = testService(certificate, {
    history: history ?? [{ status: "granted", since: listTime(-365) }],
  });
  const list = testList("ES", [service], { issued: listTime(-30), nextUpdate: listTime(150), ...facts });
  return openTrustList(testSnapshot(list));
}

/** The certificate was granted for a year, and is withdrawn since yesterday. */
export function listWithdrawing(certificate: Certificate, facts: Partial<SnapshotList> = {}): TrustList {
  const history = [
    { status: "withdrawn", since: listTime(-1) },
    { status: "granted", since: listTime(-365) },
  ];
  return listNaming(certificate, { history, facts });
}
