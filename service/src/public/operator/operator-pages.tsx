/** `/imprint` and `/privacy`: what the operator wrote, and what this software stores. */
import type { JSX } from "preact";
import type { Issuer } from "../../documents/proof-facts.js";
import type { PageRoute } from "../../pages/page-route.js";
import type { OperatorText, OperatorTexts } from "./operator-text.js";
import { OPERATOR_TEXTS, type OperatorPageTexts } from "./texts.js";

export interface OperatorPagesDeps {
  readonly imprint: OperatorTexts;
  readonly privacy: OperatorTexts;
  readonly issuer: Issuer;
}

export function operatorPages({ imprint, privacy, issuer }: OperatorPagesDeps): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/imprint",
      access: "anyone",
      handle: ({ language }) => {
        const texts = OPERATOR_TEXTS[language];
        return {
          title: texts.imprint,
          body: <Imprint texts={texts} written={imprint(language)} issuer={issuer} />,
        };
      },
    },
    {
      method: "GET",
      path: "/privacy",
      access: "anyone",
      handle: ({ language }) => {
        const texts = OPERATOR_TEXTS[language];
        return { title: texts.privacy, body: <Privacy texts={texts} written={privacy(language)} /> };
      },
    },
  ];
}

function Imprint({
  texts,
  written,
  issuer,
}: {
  readonly texts: OperatorPageTexts;
  readonly written: OperatorText | null;
  readonly issuer: Issuer;
}): JSX.Element {
  return (
    <>
      <h1>{texts.imprint}</h1>
      {written !== null ? (
        <Written text={written} />
      ) : issuer.name === null ? (
        <p>{texts.noImprint}</p>
      ) : (
        <>
          <p>{texts.operator}</p>
          <address class="imprint">
            <strong>{issuer.name}</strong>
            {issuer.address !== null && (
              <>
                <br />
                {issuer.address}
              </>
            )}
          </address>
        </>
      )}
    </>
  );
}

function Privacy({
  texts,
  written,
}: {
  readonly texts: OperatorPageTexts;
  readonly written: OperatorText | null;
}): JSX.Element {
  return (
    <>
      <h1>{texts.privacy}</h1>
      {written === null ? <p>{texts.noPrivacy}</p> : <Written text={written} />}
      <h2>{texts.software}</h2>
      <p>{texts.softwareLead}</p>
      <dl class="stated wide">
        {texts.stored.map(({ name, what }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h2>{texts.cookies}</h2>
      <p>{texts.cookieNote}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.cookie}</th>
            <th scope="col">{texts.purpose}</th>
            <th scope="col">{texts.lasts}</th>
          </tr>
        </thead>
        <tbody>
          {texts.cookieList.map(({ name, purpose, lasts }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{purpose}</td>
              <td>{lasts}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{texts.never}</h2>
      <ul>
        {texts.neverList.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

function Written({ text }: { readonly text: OperatorText }): JSX.Element {
  return (
    <div
      class="guide-text"
      lang={text.language ?? undefined}
      // Made by the reader of Markdown, which lets no markup pass.
      dangerouslySetInnerHTML={{ __html: text.html }}
    />
  );
}
