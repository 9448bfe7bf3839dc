/** Imprint, privacy; Markdown. */

import { readFileSync } from "node:fs";
import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { Marked, Renderer, type Tokens } from "marked";
import type { JSX } from "preact";
import type { Issuer } from "../documents/facts.js";
import { StartError } from "../errors.js";
import type { PageRoute } from "../pages/page-route.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";

/**
 * Markdown as HTML: what the operator wrote. Markup in it is shown as text and links lead to known places
 * only, so that nothing in such a file can become a script.
 */
export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

export interface RenderedMarkdown {
  /** Without the first heading of depth 1. */
  readonly html: string;
  /** Text of that heading; null if there is none. */
  readonly title: string | null;
  /** The other headings. */
  readonly headings: readonly Heading[];
}

/** Where a link leads; null if it leads nowhere, and then only its text is shown. */
export type LinkTarget = (href: string) => string | null;

/** What a link may begin with when it leaves the site. */
const OUTWARD = /^(?:https?:\/\/|mailto:|tel:)/i;

/** Links out of the site and within the page. */
export const outwardLink: LinkTarget = (href) => (OUTWARD.test(href) || href.startsWith("#") ? href : null);

export function renderMarkdown(text: string, target: LinkTarget = outwardLink): RenderedMarkdown {
  const renderer = new PageRenderer(target);
  const marked = new Marked({ gfm: true });
  marked.setOptions({ renderer });
  const html = marked.parse(text, { async: false });
  return { html, title: renderer.title, headings: renderer.headings };
}

class PageRenderer extends Renderer {
  readonly headings: Heading[] = [];
  title: string | null = null;
  readonly #target: LinkTarget;
  readonly #ids = new Map<string, number>();

  constructor(target: LinkTarget) {
    super();
    this.#target = target;
  }

  override heading({ depth, tokens }: Tokens.Heading): string {
    const html = this.parser.parseInline(tokens);
    const text = this.parser.parseInline(tokens, this.parser.textRenderer);
    if (depth === 1 && this.title === null) {
      this.title = plain(text);
      return "";
    }
    // The page has its own heading of depth 1.
    const shown = Math.max(depth, 2);
    const id = this.#id(plain(text));
    this.headings.push({ depth: shown, id, text: plain(text) });
    return `<h${shown} id="${escaped(id)}">${html}</h${shown}>\n`;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escaped(text);
  }

  override link({ href, tokens }: Tokens.Link): string {
    const html = this.parser.parseInline(tokens);
    const leads = this.#target(href);
    if (leads === null) return html;
    return `<a href="${escaped(leads)}"${OUTWARD.test(leads) ? ' rel="noreferrer external"' : ""}>${html}</a>`;
  }

  /** Pictures are not among what is served. */
  override image({ text }: Tokens.Image): string {
    return escaped(text);
  }

  override code({ text }: Tokens.Code): string {
    return `<pre class="command" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
  }

  override table(token: Tokens.Table): string {
    return `<div class="table-frame" tabindex="0">${super.table(token)}</div>\n`;
  }

  /** A column without a heading has no header cell, which would name nothing. */
  override tablecell(token: Tokens.TableCell): string {
    return super.tablecell(token.text.trim() === "" ? { ...token, header: false } : token);
  }

  /** As other readers of Markdown make them, so that links within a guide hold. */
  #id(text: string): string {
    const base = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const count = this.#ids.get(base) ?? 0;
    this.#ids.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** marked's text renderer leaves its own entities. */
function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => {
    const [character] = Object.entries(ENTITIES).find(([, name]) => name === entity)!;
    return character;
  });
}

// Texts that the operator wrote, read once at start.

/** Longer than any imprint or privacy notice. */
const MAX_BYTES = 200_000;
const PLACEHOLDER = "{lang}";

export interface OperatorText {
  /** Null if the operator does not say which it is. */
  readonly language: Language | null;
  readonly title: string | null;
  /** Made from the operator's text, without markup of its own. */
  readonly html: string;
}

/** For a reader's language: the text in it, or one in another language. Null if the operator gave none. */
export type OperatorTexts = (language: Language) => OperatorText | null;

/**
 * @param path null for none. `{lang}` stands for a language.
 * @throws StartError when there is no such file, or it is not readable text.
 */
export function readOperatorTexts(setting: string, path: string | null): OperatorTexts {
  if (path === null) return () => null;
  if (!path.includes(PLACEHOLDER)) {
    const text = shown(read(setting, path), path, null);
    return () => text;
  }
  const texts = new Map<Language, OperatorText>();
  for (const language of LANGUAGES) {
    const file = path.replaceAll(PLACEHOLDER, language);
    const text = read(setting, file, true);
    if (text !== null) texts.set(language, shown(text, file, language));
  }
  if (texts.size === 0) throw new StartError(`${setting}: expected at least one file ${path}, got none`);
  const other = texts.get("en") ?? [...texts.values()][0]!;
  return (language) => texts.get(language) ?? other;
}

function read(setting: string, path: string): string;
function read(setting: string, path: string, mayBeMissing: true): string | null;
function read(setting: string, path: string, mayBeMissing = false): string | null {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (mayBeMissing && code === "ENOENT") return null;
    throw new StartError(`${setting}: cannot read ${JSON.stringify(path)} (${code ?? "unknown error"})`);
  }
  if (bytes.length > MAX_BYTES) {
    throw new StartError(
      `${setting}: expected at most ${MAX_BYTES} bytes in ${JSON.stringify(path)}, got ${bytes.length}`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new StartError(`${setting}: expected UTF-8 in ${JSON.stringify(path)}`);
  }
}

function shown(text: string, path: string, language: Language | null): OperatorText {
  if (/\.md$/i.test(path)) return { language, ...renderMarkdown(text) };
  const paragraphs = text.split(/\r?\n(?:[ \t]*\r?\n)+/).filter((part) => part.trim() !== "");
  return { language, title: null, html: paragraphs.map(paragraph).join("") };
}

/** Lines stay lines, as in an address. */
function paragraph(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  return `<p>${lines.map((line) => line.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)).join("<br>")}</p>`;
}

/** `/imprint` and `/privacy`: what the operator wrote, and what this software stores. */
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
        const texts = PAGE_TEXTS[language].operator;
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
        const texts = PAGE_TEXTS[language].operator;
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
  readonly texts: PageTexts["operator"];
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
  readonly texts: PageTexts["operator"];
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
