/** Opens them; robots, security.txt. */

import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { Capability, CapabilityHost } from "../capability.js";
import type { Config } from "../config/settings.js";
import { ApiError } from "../errors.js";
import { networkNames } from "../http/site.js";
import type { FooterPage } from "../pages/frame.js";
import type { PageRoute } from "../pages/page-route.js";
import { type CertificateStore, certificatePage } from "./certificate.js";
import { connectPage, frontPage, transactionPage } from "./front.js";
import { offerRoutes } from "./offers.js";
import { operatorPages, readOperatorTexts } from "./operator.js";

/** Pages for who is signed in; there is nothing to find in them. Certificates say themselves that they are not to be listed. */
const CLOSED = ["/dashboard", "/sign-in", "/sign-up", "/api/", "/transaction/"];

/** `/robots.txt`: RFC 9309. A site below a path has no say: crawlers ask for it at the root of the host. */
export function robotsFile(siteUrl: () => string): PageRoute {
  return {
    method: "GET",
    path: "/robots.txt",
    access: "anyone",
    handle: ({ href }, h) => {
      const closed = CLOSED.map((path) => `Disallow: ${href(path)}\n`).join("");
      return h
        .response(`User-agent: *\n${closed}Sitemap: ${siteUrl()}/docs/sitemap.xml\n`)
        .type("text/plain")
        .header("cache-control", "public, max-age=86400");
    },
  };
}

/** Below a year, as RFC 9116 (section 2.5.5) recommends. It begins anew with every request, on the first second of the day. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * `/.well-known/security.txt`: RFC 9116.
 *
 * @param contact null if the operator names none; there is no such file then.
 */
export function securityFile(contact: string | null, siteUrl: () => string): PageRoute {
  const path = "/.well-known/security.txt";
  return {
    method: "GET",
    path,
    access: "anyone",
    handle: ({ now }, h) => {
      if (contact === null) throw new ApiError("not_found", "the operator has named no contact");
      const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
      const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace(".000", "");
      return h
        .response(
          `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: ${LANGUAGES.join(", ")}\nCanonical: ${siteUrl()}${path}\n`,
        )
        .type("text/plain")
        .header("cache-control", "public, max-age=3600");
    },
  };
}

/** Opens the pages that anyone may read. */
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

/**
 * Opens the pages on which seals and plans are offered.
 *
 * @param sealsAvailable whether seals are sold at present.
 */
export function openOffers(
  { config, store }: CapabilityHost,
  sealsAvailable: () => Promise<boolean>,
): Capability {
  const prices = { sealEur: config.sealPriceEur, proEur: config.proPriceEur };
  return { routes: [], pages: offerRoutes({ store, prices, sealsAvailable }) };
}
