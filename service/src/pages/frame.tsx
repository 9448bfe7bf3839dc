/** The document around every page: head, navigation, footer. */

import { Mark } from "@svc-proof/verifier-web/ui/components";
import { fill, LANGUAGE_NAMES, LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { isAtLeast } from "../people/sign-in.js";
import type { SignedIn } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import type { Page, Visit } from "./page-route.js";
import type { Asset } from "./shared-pages.js";

/** A page of the operator that the footer may link to. */
export type FooterPage = keyof PageTexts["frame"]["footer"];

const FOOTER_PATHS: Readonly<Record<FooterPage, string>> = {
  imprint: "/imprint",
  privacy: "/privacy",
  security: "/.well-known/security.txt",
};

export interface FrameProps {
  readonly visit: Visit;
  readonly page: Page;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly footer: readonly FooterPage[];
}

export function Frame({ visit, page, assets, footer }: FrameProps): JSX.Element {
  const texts = PAGE_TEXTS[visit.language].frame;
  return (
    <html lang={visit.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${page.title} · ${texts.siteName}`}</title>
        {page.description !== undefined && <meta name="description" content={page.description} />}
        <link rel="icon" href={visit.href("/verify/icon.svg")} type="image/svg+xml" />
        <Style name="pages.css" visit={visit} assets={assets} />
        {page.scripts?.map((name) => (
          <Script key={name} name={`${name}.js`} visit={visit} assets={assets} />
        ))}
      </head>
      <body data-csrf={visit.csrf} data-base={visit.href("")}>
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        <div class="page">
          <Header visit={visit} page={page} texts={texts} />
          <main id="main" class="page-main" tabindex={-1}>
            {page.body}
          </main>
          <Footer visit={visit} texts={texts} pages={footer} />
        </div>
      </body>
    </html>
  );
}

type Place = keyof PageTexts["frame"]["places"];

/** The start page of the documentation, which is at its root in English and in a folder in other languages. */
export function docsPath(language: Language): string {
  return language === "en" ? "/docs/" : `/docs/${language}/`;
}

const FOR_ANYONE: readonly (readonly [Place, string])[] = [
  ["verify", "/verify/"],
  ["docs", "/docs/"],
  ["plans", "/plans"],
  ["signIn", "/sign-in"],
];
const FOR_SIGNED_IN: readonly (readonly [Place, string])[] = [
  ["overview", "/dashboard"],
  ["proofs", "/dashboard/proofs"],
  ["create", "/dashboard/create"],
  ["keys", "/dashboard/keys"],
  ["account", "/dashboard/account"],
  ["security", "/dashboard/security"],
  ["people", "/dashboard/people"],
  ["audit", "/dashboard/audit"],
  ["verify", "/verify/"],
];

/** Nothing that would be refused. */
function placesFor(signedIn: SignedIn | null): typeof FOR_SIGNED_IN {
  if (signedIn === null) return FOR_ANYONE;
  const { role } = signedIn.person;
  return FOR_SIGNED_IN.filter(
    ([place]) =>
      isAtLeast(role, "owner") || (place !== "audit" && (place !== "create" || isAtLeast(role, "member"))),
  );
}

function Header({
  visit,
  page,
  texts,
}: Pick<FrameProps, "visit" | "page"> & { readonly texts: PageTexts["frame"] }): JSX.Element {
  const { signedIn } = visit;
  return (
    <header class="page-header">
      <a class="site-name" href={visit.href("/")}>
        <Mark />
        {texts.siteName}
      </a>
      <nav aria-label={texts.main}>
        {signedIn !== null && (
          <button type="button" class="menu-button" popovertarget="menu">
            {texts.menu}
          </button>
        )}
        <ul class="site-nav" id="menu" popover={signedIn === null ? undefined : "auto"}>
          {placesFor(signedIn).map(([place, path]) => (
            <li key={place}>
              <a
                href={visit.href(place === "docs" ? docsPath(visit.language) : path)}
                aria-current={page.place === place ? "page" : undefined}
              >
                {texts.places[place]}
              </a>
            </li>
          ))}
          {signedIn !== null && (
            <li>
              <form method="post" action={visit.href("/sign-out")}>
                <input type="hidden" name="csrf" value={visit.csrf ?? ""} />
                <button
                  type="submit"
                  class="as-link"
                  title={fill(texts.signedInAs, { email: signedIn.person.email })}
                >
                  {texts.signOut}
                </button>
              </form>
            </li>
          )}
        </ul>
      </nav>
      {visit.isRehearsal && <p class="rehearsal-line">{texts.rehearsal}</p>}
    </header>
  );
}

function Footer({
  visit,
  texts,
  pages,
}: {
  readonly visit: Visit;
  readonly texts: PageTexts["frame"];
  readonly pages: readonly FooterPage[];
}): JSX.Element {
  const inLanguage = (language: string): string => {
    const query = new URLSearchParams(visit.query);
    query.set("lang", language);
    return `${visit.href(visit.path)}?${query}`;
  };
  return (
    <footer class="page-footer">
      <nav aria-label={texts.language}>
        <ul class="page-links">
          {LANGUAGES.map((language) => (
            <li key={language}>
              <a
                href={inLanguage(language)}
                lang={language}
                hreflang={language}
                aria-current={language === visit.language ? "true" : undefined}
              >
                {LANGUAGE_NAMES[language]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {pages.length > 0 && (
        <ul class="page-links">
          {pages.map((page) => (
            <li key={page}>
              <a href={visit.href(FOOTER_PATHS[page])}>{texts.footer[page]}</a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}

interface LoadedProps {
  readonly name: string;
  readonly visit: Visit;
  readonly assets: ReadonlyMap<string, Asset>;
}

function Style({ name, visit, assets }: LoadedProps): JSX.Element {
  const { file, integrity } = assetOf(assets, name);
  return <link rel="stylesheet" href={visit.href(`/assets/${file}`)} integrity={integrity} />;
}

function Script({ name, visit, assets }: LoadedProps): JSX.Element {
  const { file, integrity } = assetOf(assets, name);
  return <script type="module" src={visit.href(`/assets/${file}`)} integrity={integrity} />;
}

function assetOf(assets: ReadonlyMap<string, Asset>, name: string): Asset {
  const asset = assets.get(name);
  if (asset === undefined) throw new Error(`service/browser has no ${name}`);
  return asset;
}
