/** The timestamping authority that the settings name. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { FormatError } from "@svc-proof/shared/encoding";
import { type Certificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import type { ClientCertificate } from "../clients/tsa/exchange.js";
import { createHttpTsa } from "../clients/tsa/http-tsa.js";
import type { Tsa } from "../clients/tsa/tsa.js";
import type { Config } from "../config/config.js";
import { StartError } from "../start-error.js";

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
