/** HTML of it; diagrams. */
import { renderMermaidSVG } from "beautiful-mermaid";
import { Marked, Renderer, type Tokens } from "marked";

/** What a Markdown file says of itself. */
export interface Described {
  readonly title: string;
  readonly description: string | null;
}

/** @param fallback title of a document without a heading. */
export function describedBy(text: string, fallback: string): Described {
  const title = plainText(/^# (.+)$/m.exec(text)?.[1] ?? fallback);
  const [paragraph = ""] = text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => /^[\p{L}`*“"[(]/u.test(block));
  const first = plainText(paragraph).match(/^.+?[.:](?=\s|$)/)?.[0] ?? plainText(paragraph);
  return { title, description: first === "" ? null : first.replace(/:$/, ".") };
}

/** Without the marks of Markdown, in one line. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML, in elements and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The text behind what `escaped` or marked made. */
export function unescaped(html: string): string {
  return html.replace(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => Object.entries(ENTITIES).find(([, name]) => name === entity)![0],
  );
}

/** Identifiers of headings as other readers of Markdown make them, so that links with `#` hold here and there. */
export class HeadingIds {
  readonly #counts = new Map<string, number>();

  idOf(text: string): string {
    const base = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    const count = this.#counts.get(base) ?? 0;
    this.#counts.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  }
}

/**
 * Links within generated pages: generators of references number headings of the same name otherwise than readers of Markdown do. A
 * number that no heading has means the last of that name: the type, which comes after functions and members.
 */
export function mendAnchors(html: string): string {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!));
  return html.replace(/ href="#([^"]+?)(?:-\d+)?"/g, (link, name: string) => {
    const asked = link.slice(' href="#'.length, -1);
    if (ids.has(asked)) return link;
    const last = [...ids].findLast((id) => id === name || id.replace(/-\d+$/, "") === name);
    return last === undefined ? link : ` href="#${last}"`;
  });
}

// Markdown as the body of a page.

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

// Diagrams of Mermaid as SVG in the page: no script draws them, and they take the colours of the theme.

const ANY = { bg: "#ffffff", fg: "#000000", transparent: true };

/**
 * @param index among the diagrams of the page: identifiers in the SVG must differ.
 * @throws Error for what is no diagram; the build fails then.
 */
export function renderDiagram(text: string, index: number): string {
  const svg = renderMermaidSVG(text, ANY)
    // The policy allows no inline style. The page's sheet has these rules.
    .replace(/<style>[\s\S]*?<\/style>\s*/g, "")
    .replace(/ style="[^"]*"/g, "")
    .replace(/ id="([^"]+)"/g, ` id="d${index}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#d${index}-$1)`)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace("<svg ", '<svg class="diagram" role="img" aria-label="Diagram; its text follows" ');
  return `<div class="diagram-frame" tabindex="0">${svg}</div>\n<details class="diagram-text"><summary>The diagram as text</summary>\n${codeBlock(text.trim())}</details>\n`;
}
