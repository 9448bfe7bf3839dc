/** `/`: what the service is, for whom, and what to do first. */
import type { JSX } from "preact";
import type { PageRoute } from "../../pages/page-route.js";
import type { Visit } from "../../pages/visit.js";
import { Picture } from "./pictures.js";
import { FRONT_TEXTS, type FrontTexts } from "./texts.js";

export const frontPage: PageRoute = {
  method: "GET",
  path: "/",
  access: "anyone",
  handle: (visit) => {
    const texts = FRONT_TEXTS[visit.language];
    return {
      title: texts.title,
      description: texts.description,
      place: "home",
      body: <Front visit={visit} texts={texts} />,
    };
  },
};

interface FrontProps {
  readonly visit: Visit;
  readonly texts: FrontTexts;
}

function Front({ visit, texts }: FrontProps): JSX.Element {
  return (
    <div class="front">
      <div class="opening">
        <h1>{texts.heading}</h1>
        <p class="opening-lead">{texts.lead}</p>
        <ul class="first-actions">
          <li>
            <a class="button primary" href={visit.href("/verify/")}>
              {texts.verify}
            </a>
            <p class="aside">{texts.verifyNote}</p>
          </li>
          <li>
            <a class="button" href={visit.href("/dashboard/create")}>
              {texts.register}
            </a>
            <p class="aside">{texts.registerNote}</p>
          </li>
        </ul>
      </div>
      <section aria-labelledby="how">
        <h2 id="how">{texts.how}</h2>
        <ol class="cards counted">
          {texts.steps.map(({ name, what, picture }, step) => (
            <li key={name}>
              <Picture step={step} words={picture} />
              <h3>{name}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="readers">
        <h2 id="readers">{texts.forWhom}</h2>
        <ul class="cards">
          {texts.readers.map(({ who, what }) => (
            <li key={who}>
              <h3>{who}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="limits">
        <h2 id="limits">{texts.limits}</h2>
        <ul>
          {texts.limitList.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="more">
        <h2 id="more">{texts.more}</h2>
        <ul>
          <li>
            <a href={visit.href(`/docs/guides/${visit.language}/what-a-proof-proves.html`)}>
              {texts.whatAProofProves}
            </a>
          </li>
          <li>
            <a href={visit.href("/docs/")}>{texts.apiReference}</a>
          </li>
          <li>
            <a href={visit.href("/plans")}>{texts.plans}</a>
          </li>
        </ul>
      </section>
    </div>
  );
}
