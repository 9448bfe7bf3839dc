/** Opens the pages that anyone may read. */
import type { Capability, CapabilityHost } from "../capability.js";
import type { Config } from "../config/config.js";
import type { FooterPage } from "../pages/frame/frame.js";
import { networkNames } from "../site/network-name.js";
import { certificatePage } from "./certificate/certificate-page.js";
import type { CertificateStore } from "./certificate/public-certificate.js";
import { connectPage } from "./connect/connect-page.js";
import { frontPage } from "./front/front-page.js";
import { operatorPages } from "./operator/operator-pages.js";
import { readOperatorTexts } from "./operator/operator-text.js";
import { transactionPage } from "./transaction/transaction-page.js";
import { robotsFile } from "./well-known/robots.js";
import { securityFile } from "./well-known/security-file.js";

export interface PublicPages extends Capability {
  /** The pages of the operator that have something to say. */
  readonly footer: readonly FooterPage[];
}

/** What these pages need of the host. */
export interface PublicPagesHost {
  readonly config: Pick<
    Config,
    | "issuerName"
    | "issuerAddress"
    | "imprintFile"
    | "privacyFile"
    | "securityContact"
    | "anchors"
    | "networkName"
  >;
  readonly store: CertificateStore;
  readonly network: Pick<CapabilityHost["network"], "isRehearsal">;
  readonly addresses: CapabilityHost["addresses"];
}

/**
 * @param localRpcUrl endpoint of a development chain on this machine; null if there is none.
 * @throws StartError when a file of the settings cannot be read.
 */
export function openPublicPages(
  { config, store, network, addresses }: PublicPagesHost,
  localRpcUrl: string | null,
): PublicPages {
  const issuer = { name: config.issuerName, address: config.issuerAddress };
  const imprint = readOperatorTexts("SVC_IMPRINT_FILE", config.imprintFile);
  const privacy = readOperatorTexts("SVC_PRIVACY_FILE", config.privacyFile);
  const hasImprint = config.imprintFile !== null || issuer.name !== null;
  return {
    routes: [],
    pages: [
      frontPage,
      certificatePage(store, () => ({
        addresses: addresses(),
        networkName: networkNames(config),
        issuer,
        rehearsal: network.isRehearsal,
        localRpcUrl,
      })),
      connectPage,
      transactionPage(localRpcUrl),
      ...operatorPages({ imprint, privacy, issuer }),
      robotsFile(() => addresses().siteUrl),
      securityFile(config.securityContact, () => addresses().siteUrl),
    ],
    footer: [
      ...(hasImprint ? (["imprint"] as const) : []),
      "privacy",
      ...(config.securityContact === null ? [] : (["security"] as const)),
    ],
  };
}
