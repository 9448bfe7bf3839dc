/** The forms, links and texts of a page as Preact writes it: every attribute in double quotes, every special character escaped. */

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;

export interface PageForm {
  readonly method: string;
  /** As written in the page. */
  readonly action: string;
  /** Values of its fields, as a browser would send them without a button. */
  readonly fields: ReadonlyMap<string, string>;
  /** The texts of its buttons, and their names and values. */
  readonly buttons: readonly { readonly text: string; readonly name: string; readonly value: string }[];
}

export function formsOf(html: string): readonly PageForm[] {
  return html
    .split(/(?=<form[\s>])/)
    .slice(1)
    .map((part) => formOf(part.slice(0, part.indexOf("</form>"))));
}

function formOf(html: string): PageForm {
  const [first, ...rest] = tagsOf(html);
  const fields = new Map<string, string>();
  for (const { name, attributes, at } of rest) {
    const field = attributes.get("name");
    if (field === undefined || attributes.has("disabled")) continue;
    const type = attributes.get("type");
    if (name === "input" && (type === "checkbox" || type === "radio")) {
      if (attributes.has("checked")) fields.set(field, attributes.get("value") ?? "on");
    } else if (name === "input") fields.set(field, attributes.get("value") ?? "");
    else if (name === "textarea") fields.set(field, contentAfter(html, at));
    else if (name === "select") fields.set(field, selected(html.slice(at, html.indexOf("</select>", at))));
  }
  return {
    method: first!.attributes.get("method") ?? "get",
    action: first!.attributes.get("action") ?? "",
    fields,
    buttons: rest
      .filter(({ name }) => name === "button")
      .map(({ attributes, at }) => ({
        text: contentAfter(html, at),
        name: attributes.get("name") ?? "",
        value: attributes.get("value") ?? "",
      })),
  };
}

function selected(html: string): string {
  const options = tagsOf(html).filter(({ name }) => name === "option");
  const chosen = options.find(({ attributes }) => attributes.has("selected")) ?? options[0];
  return chosen?.attributes.get("value") ?? "";
}

/** Addresses of the links of a page. */
export function linksOf(html: string): readonly string[] {
  return tagsOf(html)
    .filter(({ name }) => name === "a")
    .map(({ attributes }) => attributes.get("href") ?? "");
}

/** What a reader sees, with single spaces. */
export function textOf(html: string): string {
  return unescaped(html.replace(/<head>.*?<\/head>/s, "").replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Where its content begins. */
  readonly at: number;
}

function tagsOf(html: string): readonly Tag[] {
  return [...html.matchAll(TAG)]
    .filter(([, closing]) => closing === "")
    .map((match) => ({
      name: match[2]!,
      attributes: new Map(
        [...match[3]!.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, unescaped(value ?? "")]),
      ),
      at: match.index + match[0].length,
    }));
}

function contentAfter(html: string, at: number): string {
  return textOf(html.slice(at, html.indexOf("</", at)));
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
