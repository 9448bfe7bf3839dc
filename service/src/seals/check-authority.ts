/** The start with an authority that must be qualified. */
import type { Certificate } from "@svc-proof/verifier-lib/x509";
import type { JobLog } from "../jobs/job-log.js";
import { StartError } from "../start-error.js";
import type { OpenedTrustLists } from "../trustlist/open-trust-lists.js";
import { authorityStanding } from "./authority-standing.js";

/**
 * Looks up the certificates of `SVC_TSA_TRUST`. Before it says no, it asks for newer lists, if the settings allow that.
 *
 * @throws StartError when qualification is required and the lists say that there is none. Where they say neither, the
 * service starts, and sells no seals until newer lists do.
 */
export async function checkAuthority(
  trust: Pick<OpenedTrustLists, "trustLists" | "update">,
  certificates: readonly Certificate[],
  isRequired: boolean,
  log: Pick<JobLog, "info" | "warn">,
): Promise<void> {
  const look = async () => authorityStanding(await trust.trustLists.current(), certificates, new Date());
  let standing = await look();
  if (standing.result !== "qualified" && isRequired && (await trust.update())) standing = await look();
  if (standing.result === "qualified") {
    log.info({ standing: standing.text }, "the timestamping authority is qualified");
    return;
  }
  if (isRequired && standing.result === "not-qualified") {
    throw new StartError(
      `SVC_TSA_TRUST: expected the certificate of a qualified timestamping authority, as a trusted list of the EU names it: ${standing.text}. Name that certificate there as well, take newer lists (SVC_TRUST_LIST), or set SVC_TSA_QUALIFIED=warn`,
    );
  }
  log.warn(
    { standing: standing.text },
    isRequired
      ? "the trusted lists do not say whether the timestamping authority is qualified: no seal is sold until they do"
      : "the timestamping authority is not found to be qualified",
  );
}
