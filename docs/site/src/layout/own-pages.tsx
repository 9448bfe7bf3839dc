/** The pages that no document is behind: start, overviews, search, and what is shown when something is missing. */

import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { relativeLink, SECTIONS } from "../documents.js";
import { MISSING, SEARCH, type SitePage, sectionsOf } from "./page-layout.js";

export interface OwnPage extends SitePage {
  readonly html: string;
}

const page = (path: string, title: string, description: string | null, body: JSX.Element): OwnPage => ({
  path,
  title,
  description,
  language: "en",
  isHidden: false,
  html: renderToString(body),
});

/**
 * In place of `docs/README.md`: links to its parts lead to the cards.
 *
 * @param pages all others, in order.
 */
export function startPage(pages: readonly SitePage[]): OwnPage {
  const first = pages.filter(({ path }) => path.startsWith("guides/") && path !== "guides/index.html");
  return page(
    "index.html",
    "Documentation",
    "How to make proofs, how to check them, how it works, and why it is so.",
    <>
      <p>
        svc-proof registers fingerprints of files and proves when they existed. The verifier needs neither the
        service, nor an account, nor a network.
      </p>
      {first.length > 0 && (
        <>
          <h2 id="begin">Begin here</h2>
          <PageList from="index.html" pages={first} />
        </>
      )}
      <h2 id="all">All parts</h2>
      <ul class="cards">
        {sectionsOf(pages).map(({ section }) => (
          <li key={section.id} id={section.id}>
            <h3>
              <a href={`${section.id}/index.html`}>{section.title}</a>
            </h3>
            <p>{section.description}</p>
          </li>
        ))}
      </ul>
    </>,
  );
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

/** @param index path of the search index from the root of the site. */
export function searchPage(index: string): OwnPage {
  return {
    ...page(
      SEARCH,
      "Search",
      null,
      <>
        <p>The index is fetched from this site with your first word. Your words stay on this device.</p>
        <search>
          <form id="search" class="site-search" data-index={index}>
            <input type="search" name="q" aria-label="Words" maxlength={200} autocomplete="off" />
            <button type="submit" class="primary">
              Search
            </button>
          </form>
        </search>
        <p id="search-status" role="status" />
        <ul id="search-results" class="search-results" />
        {/* The script takes it away. */}
        <p id="search-without-script">
          The search needs a script. The <a href="index.html">start page</a> leads to all pages.
        </p>
      </>,
    ),
    isHidden: true,
  };
}

export function missingPages(): readonly OwnPage[] {
  return [
    {
      ...page(
        MISSING,
        "There is no such page",
        null,
        <p>
          The address may be old. The parts of the documentation are listed here, and the search finds the
          rest.
        </p>,
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
    path === "index.html" ? -1 : SECTIONS.findIndex(({ has }) => has(path));
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
      {pages.map(({ path, title, description, language }) => (
        <li key={path} lang={language === "en" ? undefined : language}>
          <a href={relativeLink(from, path)} hreflang={language === "en" ? undefined : language}>
            {title}
          </a>
          {description !== null && <span class="aside">{description}</span>}
        </li>
      ))}
    </ul>
  );
}
