/** The authority of the settings. */

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { FormatError } from "@svc-proof/shared/encoding";
import { type Certificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { type ClientCertificate, createHttpTsa, type Tsa } from "../clients/tsa.js";
import type { Config } from "../config/settings.js";
import { StartError } from "../errors.js";
import type { JobLog } from "../log.js";
import { authorityStanding } from "./qualified.js";
import type { OpenedTrustLists } from "./trust-lists.js";

/** The timestamping authority that the settings name. */
export type TsaConfig = Pick<
  Config,
  "tsaUrl" | "tsaTrust" | "tsaPolicyOid" | "tsaClientPem" | "tsaTimeoutMs"
>;

export interface OpenedTsa {
  readonly tsa: Tsa;
  /** Trust anchors for its tokens. */
  readonly anchors: readonly Certificate[];
}

/**
 * Opens the authority. Null if there is none; no seal is sold then.
 *
 * @throws StartError when a file that the settings name is invalid.
 */
export async function openTsa(config: TsaConfig): Promise<OpenedTsa | null> {
  const { tsaUrl, tsaPolicyOid: policyOid, tsaClientPem, tsaTimeoutMs: timeoutMs } = config;
  if (tsaUrl === null) return null;
  const anchors = await readTsaAnchors(config);
  const clientCertificate = tsaClientPem === null ? null : await readClientCertificate(tsaClientPem);
  return { tsa: createHttpTsa({ url: tsaUrl, anchors, policyOid, clientCertificate, timeoutMs }), anchors };
}

/**
 * The certificates in which the chain of a seal may end.
 *
 * @throws StartError when a file that the settings name is invalid.
 */
export async function readTsaAnchors({
  tsaTrust,
}: Pick<TsaConfig, "tsaTrust">): Promise<readonly Certificate[]> {
  const anchors: Certificate[] = [];
  for (const path of tsaTrust) anchors.push(...(await readAnchors(path)));
  return anchors;
}

async function readAnchors(path: string): Promise<Certificate[]> {
  const text = await readPem("SVC_TSA_TRUST", path);
  try {
    return parsePemCertificates(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new StartError(`SVC_TSA_TRUST: ${path} expected certificates in PEM (${error.code})`);
  }
}

async function readClientCertificate(path: string): Promise<ClientCertificate> {
  const text = await readPem("SVC_TSA_CLIENT_PEM", path);
  try {
    // The first certificate of the file is the client's; the others lead to its issuer.
    if (new X509Certificate(text).checkPrivateKey(createPrivateKey(text))) {
      return { certificates: text, privateKey: text };
    }
  } catch {
    // OpenSSL's message may quote the key.
  }
  throw new StartError(
    `SVC_TSA_CLIENT_PEM: ${path} expected a certificate and its private key without a password, in PEM`,
  );
}

async function readPem(setting: string, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${setting}: ${path} cannot be read (${error.code})`);
  });
}

// The start with an authority that must be qualified.

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
