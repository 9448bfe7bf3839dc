/** `/docs` and the pages below it. What is long is rendered once: the texts are the same in all languages. */
import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { ApiError } from "../../api-error.js";
import type { Page, PageRoute } from "../../pages/page-route.js";
import { parameterOf, type Visit } from "../../pages/visit.js";
import { BASE_PATH } from "../../site/addresses.js";
import { ApiReference } from "./api-reference.js";
import { type Guide, openGuides } from "./guides.js";
import type { OpenApi } from "./openapi-view.js";
import { DOCS_TEXTS, type DocsTexts } from "./texts.js";

const API_TITLE = "API reference";

/** @param openApi the document of the API; complete once the service listens. */
export function docsPages(openApi: () => OpenApi): { readonly pages: readonly PageRoute[]; warm(): void } {
  let reference: string | undefined;
  let guides: ReadonlyMap<string, Guide> | undefined;
  const referenceOf = () => (reference ??= renderToString(<ApiReference document={openApi()} />));
  // The part of the address below which the site lives is the same in every visit.
  const guidesOf = (href: (path: string) => string) => (guides ??= openGuides(href));
  return {
    warm: () => void referenceOf(),
    pages: [
      docsPage("/docs", (visit, texts) => ({
        title: texts.title,
        description: texts.lead,
        body: <Overview visit={visit} texts={texts} guides={guidesOf(visit.href)} />,
      })),
      docsPage("/docs/api", (_, texts) => ({
        title: texts.api,
        description: texts.apiWhat,
        body: (
          <English title={API_TITLE} texts={texts}>
            {referenceOf()}
          </English>
        ),
      })),
      docsPage("/docs/{guide}", (visit, texts) => {
        const guide = guidesOf(visit.href).get(parameterOf(visit, "guide"));
        if (guide === undefined) throw new ApiError("not_found", "there is no such guide");
        const title = guide.title ?? guide.name;
        return {
          title,
          body: (
            <English title={title} texts={texts} guide={guide}>
              {guide.html}
            </English>
          ),
        };
      }),
    ],
  };
}

function docsPage(path: string, shown: (visit: Visit, texts: DocsTexts) => Page): PageRoute {
  return {
    method: "GET",
    path,
    access: "anyone",
    handle: (visit) => ({ place: "docs", ...shown(visit, DOCS_TEXTS[visit.language]) }),
  };
}

interface OverviewProps {
  readonly visit: Visit;
  readonly texts: DocsTexts;
  readonly guides: ReadonlyMap<string, Guide>;
}

function Overview({ visit, texts, guides }: OverviewProps): JSX.Element {
  return (
    <>
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      <ul class="cards">
        <li>
          <h2>
            <a href={visit.href("/docs/api")}>{texts.api}</a>
          </h2>
          <p>{texts.apiWhat}</p>
          <p>
            <a href={visit.href(`${BASE_PATH}/openapi.json`)}>{texts.openapi}</a>
          </p>
        </li>
        <li>
          <h2>
            <a href={visit.href("/verify/")}>{texts.verifier}</a>
          </h2>
          <p>{texts.verifierWhat}</p>
        </li>
      </ul>
      <h2 id="guides">{texts.guides}</h2>
      {texts.inEnglish !== "" && <p>{texts.inEnglish}</p>}
      <ul>
        {[...guides.values()].map(({ name, title }) => (
          <li key={name}>
            <a href={visit.href(`/docs/${name}`)} lang="en" hreflang="en">
              {title?.replaceAll("`", "") ?? name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function English({
  title,
  texts,
  guide,
  children,
}: {
  readonly title: string;
  readonly texts: DocsTexts;
  readonly guide?: Guide;
  readonly children: string;
}): JSX.Element {
  const headings = guide?.headings.filter(({ depth }) => depth === 2) ?? [];
  return (
    <>
      {texts.inEnglish !== "" && <p class="aside">{texts.inEnglish}</p>}
      <div class="guide" lang="en">
        <h1>{title}</h1>
        {headings.length > 2 && (
          <nav aria-label="Contents">
            <ul class="contents">
              {headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {/* Made here, from the project's own texts. */}
        <div class="guide-text" dangerouslySetInnerHTML={{ __html: children }} />
      </div>
    </>
  );
}
