/**
 * Markdown as HTML: what the operator wrote. Markup in it is shown as text and links lead to known places
 * only, so that nothing in such a file can become a script.
 */
import { Marked, Renderer, type Tokens } from "marked";

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
