/** The pages that no document is behind: start, overviews, search, and what is shown when something is missing. */

import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { pathIn, relativeLink, SECTIONS, sectionOf } from "../documents.js";
import {
  isStart,
  LAYOUT_TEXTS,
  linkFrom,
  MISSING,
  SEARCH,
  type SitePage,
  sectionsOf,
} from "./page-layout.js";

export interface OwnPage extends SitePage {
  readonly html: string;
}

const page = (
  path: string,
  title: string,
  description: string | null,
  body: JSX.Element,
  language: Language = "en",
): OwnPage => ({ path, title, description, language, isHidden: false, html: renderToString(body) });

/**
 * One for each language, in place of `docs/README.md`: links to its parts lead to the cards.
 *
 * @param pages all others, in order.
 * @param above where the service is, from the root of the site.
 */
export function startPages(pages: readonly SitePage[], above: string): readonly OwnPage[] {
  const isFirst = ({ path, language }: SitePage, own: Language) =>
    ["courts", "guides"].includes(sectionOf(path).id) &&
    !path.endsWith("/index.html") &&
    (path.startsWith(`guides/${language}/`) ? language === own : true);
  return LANGUAGES.map((language) => {
    const path = pathIn(language, "index.html");
    const { documentation, start } = LAYOUT_TEXTS[language];
    const first = pages.filter((one) => isFirst(one, language));
    return page(
      path,
      documentation,
      start.description,
      <>
        <p>{start.lead}</p>
        <h2 id="how">{start.how}</h2>
        <ol class="cards counted">
          {start.steps.map(({ name, what }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
        <h2 id="begin">{start.begin}</h2>
        <ul class="plain-list page-list">
          <li>
            <a href={`${linkFrom(path, "")(above)}/verify/`}>{start.verify}</a>
            <span class="aside">{start.verifyWhat}</span>
          </li>
          {first.map((one) => (
            <PageEntry
              key={one.path}
              from={path}
              page={
                one.path.startsWith(`guides/${language}/`) ? { ...one, description: start.courtsWhat } : one
              }
              language={language}
            />
          ))}
        </ul>
        <h2 id="all">{start.all}</h2>
        <p>{start.languages}</p>
        <ul class="cards" lang={language === "en" ? undefined : "en"}>
          {sectionsOf(pages).map(({ section }) => (
            <li key={section.id} id={section.id}>
              <h3>
                <a href={relativeLink(path, `${section.id}/index.html`)}>{section.title}</a>
              </h3>
              <p>{section.description}</p>
            </li>
          ))}
        </ul>
      </>,
      language,
    );
  });
}

/** One for each section that has pages, and no document in its place. */
export function overviewPages(pages: readonly SitePage[]): readonly OwnPage[] {
  const isThere = (path: string) => pages.some((one) => one.path === path);
  const missing = sectionsOf(pages).filter(({ section }) => !isThere(`${section.id}/index.html`));
  return missing.map(({ section, pages: own }) =>
    page(
      `${section.id}/index.html`,
      section.title,
      section.description,
      <>
        <p>{section.description}</p>
        <PageList from={`${section.id}/index.html`} pages={own} />
      </>,
    ),
  );
}

/** One for each language. @param index path of the search index from the root of the site. */
export function searchPages(index: string): readonly OwnPage[] {
  return LANGUAGES.map((language) => {
    const path = pathIn(language, SEARCH);
    const { searchPage: texts } = LAYOUT_TEXTS[language];
    const { none, found, best, failed } = texts;
    const own = page(
      path,
      texts.title,
      null,
      <>
        <p>{texts.lead}</p>
        <search>
          <form
            id="search"
            class="site-search"
            data-index={relativeLink(path, index)}
            data-texts={JSON.stringify({ none, found, best, failed })}
          >
            <input type="search" name="q" aria-label={texts.words} maxlength={200} autocomplete="off" />
            <button type="submit" class="primary">
              {texts.button}
            </button>
          </form>
        </search>
        <p id="search-status" role="status" />
        <ul id="search-results" class="search-results" />
        {/* The script takes it away. */}
        <p id="search-without-script">
          <a href={relativeLink(path, pathIn(language, "index.html"))}>{texts.withoutScript}</a>
        </p>
      </>,
      language,
    );
    return { ...own, isHidden: true };
  });
}

/** For a page that does not know its reader. */
const IN_ENGLISH_FIRST = ["en", ...LANGUAGES.filter((language) => language !== "en")] as const;

/**
 * @param base path below which a host serves the site: it answers with one page at any depth, whatever the reader's language.
 * @param above where the service is, from the root of the site.
 */
export function missingPages(base: string, above: string): readonly OwnPage[] {
  const link = linkFrom(MISSING, base);
  return [
    {
      ...page(
        MISSING,
        LAYOUT_TEXTS.en.missing.title,
        null,
        <div>
          {IN_ENGLISH_FIRST.map((language) => {
            const { missing, searchPage, start } = LAYOUT_TEXTS[language];
            return (
              <section key={language} lang={language}>
                {language !== "en" && <h2>{missing.title}</h2>}
                <p>{missing.text}</p>
                <search>
                  <form class="site-search" action={link(pathIn(language, SEARCH))} method="get">
                    <input type="search" name="q" aria-label={searchPage.words} maxlength={200} />
                    <button type="submit">{searchPage.button}</button>
                  </form>
                </search>
                <ul class="page-links">
                  <li>
                    <a href={`${link(above)}/verify/`}>{start.verify}</a>
                  </li>
                  <li>
                    <a href={link(pathIn(language, "index.html"))}>{missing.start}</a>
                  </li>
                </ul>
              </section>
            );
          })}
        </div>,
      ),
      isHidden: true,
    },
    {
      ...page(
        "offline.html",
        "Without a network",
        null,
        <p>
          This page is not on your device. Those that you have read are, and all of them if you have asked for
          it.
        </p>,
      ),
      isHidden: true,
    },
  ];
}

/** The order of the sections, and within them that of `docs/README.md`, then by path. */
export function inSiteOrder<Page extends { readonly path: string }>(
  pages: readonly Page[],
  rankOf: (page: Page) => number,
): readonly Page[] {
  const sectionRank = ({ path }: Page) =>
    path === "index.html" ? -2 : isStart(path) ? -1 : SECTIONS.findIndex(({ has }) => has(path));
  const isOverview = ({ path }: Page) =>
    path.endsWith("/index.html") && path.split("/").length === 2 ? 0 : 1;
  return [...pages].sort(
    (one, other) =>
      sectionRank(one) - sectionRank(other) ||
      isOverview(one) - isOverview(other) ||
      rankOf(one) - rankOf(other) ||
      (one.path < other.path ? -1 : 1),
  );
}

function PageList({
  from,
  pages,
}: {
  readonly from: string;
  readonly pages: readonly SitePage[];
}): JSX.Element {
  return (
    <ul class="plain-list page-list">
      {pages.map((one) => (
        <PageEntry key={one.path} from={from} page={one} language="en" />
      ))}
    </ul>
  );
}

/** @param language of the page with the list. */
function PageEntry({
  from,
  page: { path, title, description, language: own },
  language,
}: {
  readonly from: string;
  readonly page: SitePage;
  readonly language: Language;
}): JSX.Element {
  const other = own === language ? undefined : own;
  return (
    <li lang={other}>
      <a href={relativeLink(from, path)} hreflang={other}>
        {title}
      </a>
      {description !== null && <span class="aside">{description}</span>}
    </li>
  );
}
