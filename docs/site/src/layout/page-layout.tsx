/** The document around every page of the site: head, navigation, neighbours, footer. All links are relative. */

import { Mark } from "@svc-proof/verifier-web/ui/components";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { layout as english, type LayoutTexts } from "@svc-proof/verifier-web/ui/texts/page/english";
import { layout as french } from "@svc-proof/verifier-web/ui/texts/page/french";
import { layout as german } from "@svc-proof/verifier-web/ui/texts/page/german";
import { layout as spanish } from "@svc-proof/verifier-web/ui/texts/page/spanish";
import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { pathIn, relativeLink, SECTIONS, type Section, sectionOf, untranslated } from "../documents.js";
import type { Heading } from "../markdown.js";

export const LAYOUT_TEXTS: Readonly<Record<Language, LayoutTexts>> = {
  es: spanish,
  en: english,
  de: german,
  fr: french,
};

/** What static hosts answer to unknown addresses. */
export const MISSING = "404.html";
export const SEARCH = "search.html";
const START = "index.html";
/** What leads to every other page, in whatever language. */
export const isStart = (path: string): boolean => untranslated(path) === START;
const isSearch = (path: string): boolean => untranslated(path) === SEARCH;

/** A section with more pages lists them on its own page only. */
const MAX_LISTED = 30;
/** A page with fewer headings needs no list of them. */
const MIN_HEADINGS = 3;

/** A page as navigation and lists show it. */
export interface SitePage {
  /** From the root of the site: `formats/evidence.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly language: Language;
  /** Whether search engines and our own search leave it out. */
  readonly isHidden: boolean;
}

export interface SiteFrame {
  /** All pages in the order of the site. */
  readonly pages: readonly SitePage[];
  readonly policy: string;
  /** From the root of the site. No page states hashes: browsers check them only where there is a host, and a style from a disk would be refused. */
  readonly style: string;
  /** By name: `docs`, `search`. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Where the service's pages and the verifier are: a path from the root of the site, or an address. Without a closing slash. */
  readonly above: string;
  /** Path below which a host serves the site, with slashes around: its page for what is missing answers at any depth. */
  readonly base: string;
}

export interface LaidOut {
  readonly page: SitePage;
  /** HTML, without the heading of depth 1. */
  readonly body: string;
  readonly headings: readonly Heading[];
}

export function layOut(frame: SiteFrame, laidOut: LaidOut): string {
  return `<!doctype html>\n${renderToString(<PageLayout frame={frame} laidOut={laidOut} />)}\n`;
}

/** @returns a link to an address, or to a path from the root of the site. @param base of `SiteFrame`. */
export function linkFrom(path: string, base: string): (to: string) => string {
  return (to) => (/^https?:/.test(to) ? to : path === MISSING ? `${base}${to}` : relativeLink(path, to));
}

interface LayoutProps {
  readonly frame: SiteFrame;
  readonly laidOut: LaidOut;
}

function PageLayout({ frame, laidOut }: LayoutProps): JSX.Element {
  const { page, body } = laidOut;
  const texts = LAYOUT_TEXTS[page.language];
  const link = linkFrom(page.path, frame.base);
  const script = (name: string) => <script type="module" src={link(frame.scripts.get(name)!)} />;
  return (
    <html lang={page.language} data-root={link("index.html").replace(/index\.html$/, "") || "./"}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={frame.policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>
          {isStart(page.path)
            ? `${page.title} · svc-proof`
            : `${page.title} · ${texts.documentation} · svc-proof`}
        </title>
        {page.description !== null && <meta name="description" content={page.description} />}
        {page.isHidden && <meta name="robots" content="noindex" />}
        <link rel="icon" href={link("assets/icon.svg")} type="image/svg+xml" />
        {translationsOf(frame, page).map(({ path, language }) => (
          <link
            key={language}
            rel="alternate"
            hreflang={language}
            href={link(path)}
            title={LAYOUT_TEXTS[language].offer}
          />
        ))}
        <link rel="stylesheet" href={link(frame.style)} />
        {script("docs")}
        {isSearch(page.path) && script("search")}
      </head>
      <body>
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        <div class="page">
          <Header frame={frame} page={page} texts={texts} link={link} />
          <div class="page-body">
            <main id="main" class="page-main" tabindex={-1}>
              <h1>{page.title}</h1>
              <Translations frame={frame} page={page} texts={texts} link={link} />
              <OnThisPage headings={laidOut.headings} texts={texts} />
              <Body html={body} />
              <Neighbours frame={frame} page={page} texts={texts} link={link} />
            </main>
            <Sections frame={frame} page={page} texts={texts} link={link} />
          </div>
          <Footer frame={frame} page={page} texts={texts} link={link} />
        </div>
      </body>
    </html>
  );
}

interface PartProps {
  readonly frame: SiteFrame;
  readonly page: SitePage;
  readonly texts: LayoutTexts;
  readonly link: (to: string) => string;
}

/** What the project's own texts became. */
function Body({ html }: { readonly html: string }): JSX.Element {
  return <div class="page-text" dangerouslySetInnerHTML={{ __html: html }} />;
}

function Header({ frame, page, texts, link }: PartProps): JSX.Element {
  const start = link(pathIn(page.language, START));
  return (
    <header class="page-header">
      <a class="site-name" href={start}>
        <Mark />
        svc-proof
      </a>
      <nav aria-label={texts.main}>
        <ul class="site-nav">
          <OutLinks frame={frame} texts={texts} link={link} />
          <li>
            <a href={start} aria-current={isStart(page.path) ? "page" : "true"}>
              {texts.documentation}
            </a>
          </li>
          <li class="to-contents">
            <a href="#contents">{texts.sections}</a>
          </li>
        </ul>
      </nav>
      {!isSearch(page.path) && (
        <search>
          <form class="site-search" action={link(pathIn(page.language, SEARCH))} method="get">
            <input
              type="search"
              name="q"
              aria-label={texts.search}
              placeholder={texts.find}
              maxlength={200}
            />
          </form>
        </search>
      )}
    </header>
  );
}

/** To the service's pages and the verifier. */
function OutLinks({ frame, texts, link }: Omit<PartProps, "page">): JSX.Element {
  const out = link(frame.above);
  return (
    <>
      <li>
        <a href={`${out}/`}>{texts.home}</a>
      </li>
      <li>
        <a href={`${out}/verify/`}>{texts.verify}</a>
      </li>
    </>
  );
}

const GROUPS = ["courts", "developers", "operators", "project"] as const;

function Sections(props: PartProps): JSX.Element {
  const { frame, page, texts } = props;
  const sections = sectionsOf(frame.pages);
  return (
    <nav class="site-sections" id="contents" aria-label={texts.sections}>
      {GROUPS.map((group) => (
        <div key={group}>
          <p class="group">{texts.groups[group]}</p>
          {group === "courts" ? (
            <PagesOfSection {...props} pages={sections.find(({ section }) => section.id === group)?.pages} />
          ) : (
            <ul class="sections">
              {sections
                .filter(({ section }) => section.group === group)
                .map(({ section, pages }) => (
                  <SectionLink key={section.id} {...props} section={section} pages={pages} />
                ))}
            </ul>
          )}
          {group === "courts" && page.language !== "en" && <p class="aside">{texts.start.languages}</p>}
        </div>
      ))}
    </nav>
  );
}

interface SectionProps extends PartProps {
  readonly section: Section;
  readonly pages: readonly SitePage[];
}

function SectionLink({ section, pages, ...props }: SectionProps): JSX.Element {
  const { page, link } = props;
  const isHere = !isStart(page.path) && !page.isHidden && sectionOf(page.path) === section;
  const index = `${section.id}/index.html`;
  return (
    <li>
      <a
        href={link(index)}
        lang={page.language === "en" ? undefined : "en"}
        aria-current={page.path === index ? "page" : isHere ? "true" : undefined}
      >
        {section.title}
      </a>
      {isHere && pages.length <= MAX_LISTED && <PagesOfSection {...props} pages={pages} />}
    </li>
  );
}

/** Of translations, that in the language of the page. */
function PagesOfSection({
  frame,
  page,
  link,
  pages = [],
}: PartProps & { readonly pages: readonly SitePage[] | undefined }): JSX.Element {
  return (
    <ul class="pages">
      {pages
        .filter((one) => one.language === page.language || translationsOf(frame, one).length === 0)
        .map(({ path, title, language }) => (
          <li key={path}>
            <a
              href={link(path)}
              lang={language === page.language ? undefined : language}
              aria-current={path === page.path ? "page" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
    </ul>
  );
}

/** The sections that have pages, without their overviews. */
export function sectionsOf(
  pages: readonly SitePage[],
): readonly { readonly section: Section; readonly pages: readonly SitePage[] }[] {
  return SECTIONS.map((section) => ({
    section,
    pages: pages.filter(
      ({ path, isHidden }) =>
        !isHidden && !isStart(path) && path !== `${section.id}/index.html` && sectionOf(path) === section,
    ),
  })).filter(({ pages: own }) => own.length > 0);
}

/** The same page in all its languages: of the same name in folders named by them; nothing if it has only one. */
function translationsOf({ pages }: SiteFrame, { path }: SitePage): readonly SitePage[] {
  const found = pages.filter((page) => untranslated(page.path) === untranslated(path));
  return found.length > 1 ? LANGUAGES.flatMap((one) => found.filter(({ language }) => language === one)) : [];
}

function Translations({ frame, page, texts, link }: PartProps): JSX.Element | null {
  const translations = translationsOf(frame, page);
  if (translations.length === 0) return null;
  return (
    <nav aria-label={texts.languages} data-languages>
      <ul class="page-links">
        {translations.map(({ path, language }) => (
          <li key={language}>
            <a
              href={link(path)}
              lang={language}
              hreflang={language}
              aria-current={language === page.language ? "page" : undefined}
            >
              {LANGUAGE_NAMES[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OnThisPage({
  headings,
  texts,
}: {
  readonly headings: readonly Heading[];
  readonly texts: LayoutTexts;
}): JSX.Element | null {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < MIN_HEADINGS) return null;
  return (
    <nav class="on-page" aria-label={texts.onThisPage}>
      <details>
        <summary>{texts.onThisPage}</summary>
        <ul>
          {shown.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

function Neighbours({ frame, page, texts, link }: PartProps): JSX.Element | null {
  const pages = frame.pages.filter(
    ({ path, language, isHidden }) => !isHidden && (language === "en" || !isStart(path)),
  );
  const at = pages.findIndex(({ path }) => path === page.path);
  if (at === -1) return null;
  const neighbour = (label: string, other: SitePage | undefined, rel: string) =>
    other === undefined ? (
      <span />
    ) : (
      <a
        href={link(other.path)}
        rel={rel}
        lang={other.language === page.language ? undefined : other.language}
      >
        <span lang={page.language}>{label}</span>
        {other.title}
      </a>
    );
  return (
    <nav class="neighbours" aria-label={texts.neighbours}>
      {neighbour(texts.previous, pages[at - 1], "prev")}
      {neighbour(texts.next, pages[at + 1], "next")}
    </nav>
  );
}

function Footer({ frame, page, texts, link }: PartProps): JSX.Element {
  return (
    <footer class="page-footer">
      <ul class="page-links">
        <OutLinks frame={frame} texts={texts} link={link} />
        <li>
          <a href={`${link(frame.above)}/dashboard/create`}>{texts.create}</a>
        </li>
        <li>
          <a href={link(pathIn(page.language, START))}>{texts.documentation}</a>
        </li>
      </ul>
      {/* For the script, which alone can keep anything. */}
      <div class="keep-offline" data-texts={JSON.stringify(texts.offline)} />
    </footer>
  );
}
