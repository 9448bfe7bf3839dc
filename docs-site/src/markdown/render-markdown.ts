/** Markdown as the body of a page. */
import { Marked, Renderer, type Tokens } from "marked";
import { escaped, unescaped } from "./escaped.js";
import { HeadingIds } from "./heading-ids.js";

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

export interface RenderedMarkdown {
  /** Without the title. */
  readonly html: string;
  /** The first heading of depth 1, as text; null if there is none. */
  readonly title: string | null;
  readonly headings: readonly Heading[];
}

export interface RenderOptions {
  /** Where a link leads; null if it leads to nothing on the site, and then only its text is shown. */
  readonly target: (href: string) => string | null;
  /** A diagram of Mermaid as HTML. @param index among those of the page. */
  readonly diagram: (text: string, index: number) => string;
}

const OUTWARD = /^(?:https?:|mailto:)/i;
/** `javascript:` and the like. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ANCHOR = /^(?:<a id="[\w.-]+">(?:<\/a>)?|<\/a>)$/;

export function renderMarkdown(text: string, options: RenderOptions): RenderedMarkdown {
  const renderer = new PageRenderer(options);
  const marked = new Marked({ gfm: true });
  marked.setOptions({ renderer });
  const html = marked.parse(text, { async: false });
  return { html, title: renderer.title, headings: renderer.headings };
}

class PageRenderer extends Renderer {
  readonly headings: Heading[] = [];
  title: string | null = null;
  readonly #options: RenderOptions;
  readonly #ids = new HeadingIds();
  #diagrams = 0;

  constructor(options: RenderOptions) {
    super();
    this.#options = options;
  }

  override heading({ depth, tokens }: Tokens.Heading): string {
    const html = this.parser.parseInline(tokens);
    const text = unescaped(this.parser.parseInline(tokens, this.parser.textRenderer)).replace(/<[^>]*>/g, "");
    if (depth === 1 && this.title === null) {
      this.title = text;
      return "";
    }
    // The layout has the heading of depth 1.
    const shown = Math.max(depth, 2);
    const id = this.#ids.idOf(text);
    this.headings.push({ depth: shown, id, text });
    const anchor = `<a class="anchor" href="#${escaped(id)}" aria-label="Link to “${escaped(text)}”">#</a>`;
    return `<h${shown} id="${escaped(id)}">${html}${html.includes("<a ") ? "" : ` ${anchor}`}</h${shown}>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const html = this.parser.parseInline(tokens);
    const leads = OUTWARD.test(href) ? href : SCHEME.test(href) ? null : this.#options.target(href);
    if (leads === null) return html;
    return `<a href="${escaped(leads)}"${OUTWARD.test(leads) ? ' rel="noreferrer external"' : ""}>${html}</a>`;
  }

  /**
   * Comments are for authors, and the generated reference has anchors. Other markup is text: what a document says can be no part of
   * the page that shows it.
   */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    if (ANCHOR.test(text.trim())) return text;
    return escaped(text.replace(/<!--[\s\S]*?-->/g, "")).trim();
  }

  /** Pictures are not among what is built. */
  override image({ text }: Tokens.Image): string {
    return escaped(text);
  }

  override code({ text, lang }: Tokens.Code): string {
    if (lang === "mermaid") return this.#options.diagram(text, this.#diagrams++);
    return codeBlock(text);
  }

  override table(token: Tokens.Table): string {
    return `<div class="table-frame" tabindex="0">${super.table(token)}</div>\n`;
  }

  /** A column without a heading has no header cell, which would name nothing. */
  override tablecell(token: Tokens.TableCell): string {
    return super.tablecell(token.text.trim() === "" ? { ...token, header: false } : token);
  }
}

/** It scrolls by itself, so the keyboard must reach it. */
export function codeBlock(text: string): string {
  return `<pre class="code" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
}
