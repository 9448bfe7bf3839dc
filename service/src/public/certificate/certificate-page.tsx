/** `/certificate/{certificate_id}`: docs/interface.md, `urls.certificate`. */
import type { FactsContext } from "../../documents/proof-facts.js";
import type { Page, PageRoute } from "../../pages/page-route.js";
import { parameterOf, type Visit } from "../../pages/visit.js";
import { Certificate } from "./certificate.js";
import { type CertificateStore, publicCertificate } from "./public-certificate.js";
import { CERTIFICATE_TEXTS } from "./texts.js";

/** How long the page answers from memory, and how long caches may keep it, in seconds. */
const CHANGING = { keptSeconds: 10, cachedSeconds: 30 };
/** A block can still be lost, a seal bought, and a holder's name withdrawn: "settled" is not for ever. */
const SETTLED = { keptSeconds: 60, cachedSeconds: 600 };
const UNKNOWN = { keptSeconds: 10, cachedSeconds: 30 };

export function certificatePage(store: CertificateStore, context: () => FactsContext): PageRoute {
  return {
    method: "GET",
    path: "/certificate/{certificate_id}",
    access: "anyone",
    shared: true,
    handle: async (visit) => {
      const given = parameterOf(visit, "certificate_id");
      const id = given.toLowerCase();
      if (id !== given) return { redirect: `/certificate/${encodeURIComponent(id)}` };
      const now = context();
      const certificate = await publicCertificate(store, id, now);
      if (certificate === null) return unknownPage(visit);
      const texts = CERTIFICATE_TEXTS[visit.language];
      return {
        title: texts.title,
        description: texts.description,
        ...kept(certificate.isSettled ? SETTLED : CHANGING),
        madeOf: JSON.stringify(certificate),
        body: (
          <Certificate
            visit={visit}
            texts={texts}
            certificate={certificate}
            address={`${now.addresses.siteUrl}/certificate/${id}`}
          />
        ),
      };
    },
  };
}

function unknownPage({ language }: Visit): Page {
  const { unknownTitle, unknownText } = CERTIFICATE_TEXTS[language];
  return {
    title: unknownTitle,
    status: 404,
    ...kept(UNKNOWN),
    madeOf: "",
    body: (
      <>
        <h1>{unknownTitle}</h1>
        <p>{unknownText}</p>
      </>
    ),
  };
}

/** Whoever has the address may read the page; nobody shall find it by searching. */
function kept({ keptSeconds, cachedSeconds }: typeof CHANGING): Pick<Page, "keepMs" | "cache" | "headers"> {
  return {
    keepMs: keptSeconds * 1_000,
    cache: `public, max-age=${cachedSeconds}`,
    headers: { "x-robots-tag": "noindex" },
  };
}
