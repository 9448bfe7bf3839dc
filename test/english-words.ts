/** Whether a page in another language has English in it. */

/** Words that no other language here has, and that hardly a sentence of English does without. */
const WORDS = /(?<![\p{L}\d./?_-])(?:the|and|is|are|this|your|with|of|to|you|that|has|it)(?![\p{L}\d/=_-])/iu;

/** @param text a sentence, or a template. */
export function hasEnglish(text: string): boolean {
  return WORDS.test(text.replace(/\{\w+\}/g, ""));
}

/** Attributes that people hear or see, or that a script shows. */
const SAID = /\s(?:alt|aria-label|placeholder|title|data-[\w-]+)="([^"]*)"/g;

/** All that a page says, but commands and source: texts of its elements, and of attributes. */
export function textsOfPage(html: string): string[] {
  const bare = html.replace(/<(script|style|code|pre)\b[\s\S]*?<\/\1>/g, "");
  const described = [...bare.matchAll(/<meta name="description" content="([^"]*)"/g)];
  const said = [...bare.matchAll(SAID), ...described].map(([, text]) => text!.replaceAll("&quot;", '"'));
  const shown = said.flatMap((text) => (text.startsWith("{") ? textsBelow(JSON.parse(text)) : [text]));
  return [...bare.split(/<[^>]*>/), ...shown].map((text) => text.trim()).filter(Boolean);
}

/** All texts of a catalogue, or of a part of one; those that are made of facts left out. */
export function textsBelow(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsBelow) : [];
}
